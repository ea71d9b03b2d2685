// Strategies that list states.
#pragma once
#include "claim.hpp"

// Who wins which cycles: credits, ranks and bad states.
struct Measure {
    bool owners;         // the strategy is the owner's
    bool counted;        // prisoners count
    bool must_meet;      // an even cycle is won if it has a special state; else if it has none

    // v and u are (credit, rank) before and after; w is what the move weighs: stones of the owner less those of the attacker.
    bool holds(long long cv, long long rv, long long cu, long long ru, long long w, bool special) const {
        if (!counted) w = 0;
        long long limit = owners ? cv - w : cv + w;
        if (cu != limit) return cu < limit;
        return must_meet ? special || ru < rv : ru < rv || (ru == rv && !special);
    }
};

inline Measure measure_of(const Arena& a, int side) {
    bool owners = side == a.owner;
    return {owners, a.rules.prisoners_count(), a.rules.new_stones() ? !owners : owners};
}

// Bad for the attacker, or marked in games of new stones.
inline bool special(const Arena& a, const State& s, bool draws_are_owners) {
    if (a.rules.new_stones()) return a.marked(s);
    const std::string& cycle = a.rules.get("cycle");
    if (cycle == "draw") return draws_are_owners;
    if (cycle == "prisoners then ownership") return !a.owns_one_of_each(s, a.attacker());
    return true;
}

inline std::string state_text(const Arena& a, const State& s) {
    std::string out = s.stones[0].hex() + " " + s.stones[1].hex() + " ";
    if (a.rules.remembers())
        out += s.bans.hex() + ":" + s.once[0].hex() + ":" + s.once[1].hex() + ":" + s.old.hex() + ":" + s.held.hex() + ":" + (s.captured ? "c" : "w");
    else out += std::to_string(s.ban);
    out += " " + std::to_string(s.mover);
    if (s.passed) out += "p";
    if (s.threats[0] || s.threats[1]) out += "t" + std::to_string(s.threats[0]) + std::to_string(s.threats[1]);
    if (s.taken.any()) out += "x" + s.taken.hex();
    return out;
}

// What a state may say, also if no play reaches it (docs/certificates.md, docs/games.md, section 3).
inline void require_possible(const Arena& a, const State& s) {
    Set empty = a.locale - s.stones[0] - s.stones[1];
    require(s.ban < 0 || empty.has(s.ban), "state: a ban not on an empty point of the locale");
    require(!s.passed || (a.rules.two_passes() && s.ban < 0), "state: no pass counts here");
    for (int c : {0, 1}) require(s.threats[c] <= a.threats_at_first[c], "state: more threats than at the start");
    require(a.counts_taken || s.taken.none(), "state: it does not count which units were taken");
    if (a.rules.captured_once()) require((a.unit - s.taken).within(s.stones[a.owner]), "state: play would have ended");
    if (!a.rules.remembers()) return;
    require(s.bans.within(empty), "memory: a ban not on an empty point of the locale");
    require(s.bans.none() || !a.rules.is("ko", "none"), "memory: a ban where there are none");
    Set once = s.once[0] | s.once[1];
    require(once.within(a.locale), "memory: a pass for a point outside the locale");
    require(once.none() || a.rules.is("ko", "pass once for each ko"), "memory: no pass is for good");
    if (!a.rules.new_stones()) {
        require(s.old.none() && s.held.none() && !s.captured, "memory: new stones do not count");
        return;
    }
    Set counting = s.stones[a.owner] & a.scope;
    require(s.old.within(counting), "memory: an old stone is none of the owner's in the scope");
    require(s.held.within(counting - s.old), "memory: a stone is held that is no new one");
    require(s.captured || s.held.none(), "memory: stones are held before the capture");
    if (a.counts_taken) require(s.captured == (s.taken == a.unit), "memory: the letter and the units taken differ");
}

// The field of the side to move: the letters in their order, each at most once.
inline void read_mover(const Arena& a, const std::string& field, int& mover, bool& passed, int threats[2], Set& taken) {
    require(!field.empty() && (field[0] == '0' || field[0] == '1'), "side to move");
    mover = field[0] - '0';
    size_t at = 1;
    passed = at < field.size() && field[at] == 'p';
    at += passed;
    if (at < field.size() && field[at] == 't') {
        require(field.size() >= at + 3, "threats");
        for (int c : {0, 1}) {
            char digit = field[at + 1 + c];
            require(digit >= '0' && digit <= '9', "threats");
            threats[c] = digit - '0';
        }
        require(threats[0] || threats[1], "threats: both 0");
        at += 3;
    }
    if (at < field.size() && field[at] == 'x') {
        taken = mask(field.substr(at + 1), a.board->all, "units taken");
        require(taken.any(), "units taken: none");
        Set rest = taken;
        require(a.several(), "units taken: there is one unit");
        for (auto& part : a.units) if (part.within(taken)) rest = rest - part;
        require(rest.none(), "units taken: no unit of the claim");
        at = field.size();
    }
    require(at == field.size(), "side to move: unknown letters");
}

inline State read_state(const Arena& a, const std::vector<std::string>& fields) {
    State s;
    for (int c : {0, 1}) {
        s.stones[c] = mask(fields[c], a.board->all, "stones");
        require(s.stones[c].within(a.locale), "stones outside the locale");
    }
    require(!s.stones[0].meets(s.stones[1]), "two stones on a point");
    if (a.rules.remembers()) {
        auto parts = split(fields[2], ':');
        require(parts.size() == 6 && (parts[5] == "c" || parts[5] == "w"), "memory: six fields");
        Set* into[5] = {&s.bans, &s.once[0], &s.once[1], &s.old, &s.held};
        for (int i = 0; i < 5; i++) *into[i] = mask(parts[i], a.board->all, "memory");
        s.captured = parts[5] == "c";
    } else {
        long long ban = number(fields[2], "ban");
        require(ban >= -1 && ban < a.board->points, "ban");
        s.ban = int(ban);
    }
    read_mover(a, fields[3], s.mover, s.passed, s.threats, s.taken);
    if (a.rules.remembers()) require(!s.passed && !s.threats[0] && !s.threats[1], "a state that remembers has threats, or a pass that counts");
    require_possible(a, s);
    return s;
}

inline int read_move(const Arena& a, const std::string& field) {
    long long move = number(field, "move");
    require(move < a.board->points && move >= (a.rules.remembers() ? -1 - a.board->points : -1), "move: no point");
    return int(move);
}

inline const char* colour_name(int colour) { return colour == BLACK ? "black" : "white"; }

inline int read_side(const Json& evidence) {
    auto& side = evidence.at("side").string("side");
    require(side == "black" || side == "white", "side");
    return side == "white";
}

inline void check_states(const Arena& a, const Json& evidence, int side, bool draw_wins) {
    require(read_side(evidence) == side, "evidence for the wrong side");
    require(evidence.at("draw_wins").boolean("draw_wins") == draw_wins, "draw_wins");
    struct Node { State state; bool chosen; int move; long long credit, rank; };
    std::unordered_map<std::string, Node> nodes;
    for (auto& item : evidence.at("nodes").list("nodes")) {
        auto fields = split(item.string("node"), ' ');
        require(fields.size() == 7, "node: seven fields");
        Node node{read_state(a, fields), fields[4] != ".", 0, measure(fields[5], "credit"), measure(fields[6], "rank")};
        if (node.chosen) node.move = read_move(a, fields[4]);
        require(node.chosen == (node.state.mover == side), "a move for the wrong side, or none");
        require(nodes.emplace(state_text(a, node.state), node).second, "a state twice");
    }
    bool draws_are_owners = (side == a.owner) == draw_wins;
    Measure m = measure_of(a, side);
    auto closed = [&](const State& s, const std::string& text) { return nodes.count(text) || a.settled(s) == side; };
    State start = a.start();
    require(closed(start, state_text(a, start)), "the start is not closed");
    for (auto& [text, node] : nodes) {
        bool bad = special(a, node.state, draws_are_owners), found = !node.chosen;
        for (auto& step : a.moves(node.state)) {
            if (node.chosen && step.move != node.move) continue;
            found = true;
            if (step.ends) {
                require(step.winner == side, "a move ends play with a loss: " + text);
                continue;
            }
            std::string next = state_text(a, step.state);
            require(closed(step.state, next), "a move leads out of the list: " + text);
            auto to = nodes.find(next);
            if (to == nodes.end()) continue;
            long long w = step.lost[a.owner] - step.lost[a.attacker()];
            require(m.holds(node.credit, node.rank, to->second.credit, to->second.rank, w, bad), "measure: " + text);
        }
        require(found, "the chosen move is not legal: " + text);
    }
}
