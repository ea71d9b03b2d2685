// The game: boards, chains, walls, moves, and what statics say. From docs/semantics.md, docs/games.md and the
// section on statics in docs/certificates.md.
#pragma once
#include <algorithm>
#include <optional>

#include "base.hpp"

enum { BLACK = 0, WHITE = 1 };

struct Board {
    int rows = 0, columns = 0, points = 0;
    bool open_top = false, open_bottom = false, open_left = false, open_right = false;
    std::vector<std::vector<int>> next;  // neighbours
    Set all, stones[2], outside;

    void make_neighbours() {
        points = rows * columns;
        next.assign(points, {});
        for (int p = 0; p < points; p++) {
            all |= Set::of(p);
            int r = p / columns, c = p % columns;
            if (r > 0) next[p].push_back(p - columns);
            if (r + 1 < rows) next[p].push_back(p + columns);
            if (c > 0) next[p].push_back(p - 1);
            if (c + 1 < columns) next[p].push_back(p + 1);
        }
    }
    // All points next to a set; some of them may be in it.
    Set around(const Set& set) const {
        Set out;
        set.each([&](int p) { for (int q : next[p]) out |= Set::of(q); });
        return out;
    }
    // What is connected to the seed within a set.
    Set connected(const Set& seed, const Set& within) const {
        Set found = seed & within, edge = found;
        while (edge.any()) {
            edge = (around(edge) & within) - found;
            found |= edge;
        }
        return found;
    }
    std::vector<Set> parts(Set set) const {
        std::vector<Set> out;
        while (set.any()) {
            out.push_back(connected(Set::of(set.first()), set));
            set = set - out.back();
        }
        return out;
    }
    Set on_open_sides() const {
        Set out;
        for (int p = 0; p < points; p++) {
            int r = p / columns, c = p % columns;
            if ((open_top && r == 0) || (open_bottom && r == rows - 1) || (open_left && c == 0) || (open_right && c == columns - 1))
                out |= Set::of(p);
        }
        return out;
    }
    Set empty() const { return all - stones[0] - stones[1]; }
};

// The chains of S on an area that live though S always passes, and though all regions with a contested point are
// disregarded. With `rooms` such a region is vital to a chain that is next to all of its points. A chain with a
// stone on `elsewhere` has one vital region besides.
inline Set unconditionally_alive(const Board& board, const Set& area, const Set& own, const Set& other, const Set& own_walls,
                                 const Set& other_walls, const Set& contested, bool rooms = false, const Set& elsewhere = Set()) {
    struct Region { Set around; Set chains_needed; bool stays; Set open; };  // open: what a chain has to be next to
    std::vector<Set> chains = board.parts(own & area);
    std::vector<Region> regions;
    for (auto& part : board.parts(area - own)) {
        Set near = board.around(part);
        Set open = part - other;
        if (near.meets(other_walls) || open.none()) continue;
        if (part.meets(contested) && !rooms) continue;
        regions.push_back({near, near & own & area, true, part.meets(contested) ? part : open});
    }
    std::vector<bool> in(chains.size(), true);
    for (bool changed = true; changed;) {
        changed = false;
        Set alive;
        for (size_t i = 0; i < chains.size(); i++) if (in[i]) alive |= chains[i];
        for (auto& region : regions)
            if (region.stays && !region.chains_needed.within(alive)) region.stays = false;
        for (size_t i = 0; i < chains.size(); i++) {
            if (!in[i]) continue;
            Set near = board.around(chains[i]);
            if (near.meets(own_walls)) continue;
            int vital = chains[i].meets(elsewhere);
            for (auto& region : regions)
                if (region.stays && region.around.meets(chains[i]) && region.open.within(near)) vital++;
            if (vital < 2) { in[i] = false; changed = true; }
        }
    }
    Set alive;
    for (size_t i = 0; i < chains.size(); i++) if (in[i]) alive |= chains[i];
    return alive;
}

struct Rules {
    std::map<std::string, std::string> axis;
    const std::string& get(const char* name) const { return axis.at(name); }
    bool is(const char* name, const char* value) const { return axis.at(name) == value; }

    bool new_stones() const { return get("dead_means").rfind("no new stone", 0) == 0; }
    bool ko_waits() const { return !is("ko", "basic") && !is("ko", "none"); }
    bool remembers() const { return new_stones() || ko_waits(); }
    bool captured_once() const { return is("dead_means", "captured once"); }
    bool finally_owned() const { return is("dead_means", "finally owned"); }
    bool prisoners_count() const { return get("cycle").rfind("prisoners", 0) == 0; }
    bool two_passes() const { return is("end", "two passes"); }
};

struct State {
    Set stones[2];
    int ban = -1, mover = 0;
    bool passed = false;
    int threats[2] = {0, 0};
    Set taken;                            // of several units
    Set bans, once[2], old, held;         // in games that remember
    bool captured = false;
};

struct Step {
    int move = -1;
    State state;
    bool ends = false;
    int winner = -1;
    int lost[2] = {0, 0};  // stones taken, by their colour
};

struct Arena {
    const Board* board = nullptr;
    Rules rules;
    Set walls[2], locale, unit, scope, standing;
    std::vector<Set> units;
    int owner = 0;
    bool unlimited[2] = {false, false};
    int threats_at_first[2] = {0, 0};
    bool counts_taken = false;  // whether a state says which of several units were taken

    int attacker() const { return 1 - owner; }
    bool several() const { return units.size() > 1; }

    State start() const {
        State s;
        for (int c : {0, 1}) s.stones[c] = board->stones[c] & locale;
        s.mover = rules.is("first_move", "owner") ? owner : attacker();
        for (int c : {0, 1}) s.threats[c] = threats_at_first[c];
        if (rules.new_stones()) s.old = s.stones[owner] & scope;
        return s;
    }

    Set stones_with_walls(const State& s, int colour) const { return s.stones[colour] | walls[colour]; }

    // Points of a colour: its stones, and empty regions that touch its stones alone.
    bool owns(const State& s, int colour, int point) const {
        if (s.stones[colour].has(point)) return true;
        if (s.stones[1 - colour].has(point)) return false;
        Set near = board->around(board->connected(Set::of(point), locale - s.stones[0] - s.stones[1]));
        return near.meets(stones_with_walls(s, colour)) && !near.meets(stones_with_walls(s, 1 - colour));
    }
    bool owns_one(const State& s, int colour, const Set& of) const {
        bool found = false;
        of.each([&](int p) { found = found || owns(s, colour, p); });
        return found;
    }
    bool owns_one_of_each(const State& s, int colour) const {
        for (auto& part : units) if (!owns_one(s, colour, part)) return false;
        return true;
    }

    // Whether a play of the colour on the point is, or would be, a take in a ko: the one stone it takes, or nothing.
    std::optional<int> take_in_ko(const State& s, int colour, int point) const {
        if (s.stones[0].has(point) || s.stones[1].has(point)) return {};
        Set taken = captures(s, colour, point);
        if (taken.count() != 1 || !alone(s, colour, point, taken)) return {};
        return taken.first();
    }
    Set captures(const State& s, int colour, int point) const {
        Set taken, empty = locale - s.stones[0] - s.stones[1] - Set::of(point);
        for (int q : board->next[point])
            if (s.stones[1 - colour].has(q) && !taken.has(q)) {
                Set chain = board->connected(Set::of(q), s.stones[1 - colour]);
                Set near = board->around(chain);
                if (!near.meets(empty) && !near.meets(walls[1 - colour])) taken |= chain;
            }
        return taken;
    }
    // The stone just played stands alone, with one liberty: the point of the stone it took.
    bool alone(const State& s, int colour, int point, const Set& taken) const {
        int liberties = 0;
        for (int q : board->next[point]) {
            if (s.stones[colour].has(q) || walls[colour].has(q)) return false;
            if (!s.stones[1 - colour].has(q) && !walls[1 - colour].has(q)) liberties++;
            else if (taken.has(q)) liberties++;
        }
        return liberties == 1;
    }
    // Whose ban a ban of a game that remembers is: the side whose play there is a take in a ko, or where the point is
    // meant and not the shape, the side that has only stones of the other around it. Nobody's, if it has lapsed: -1.
    int banned_side(const State& s, int point) const {
        if (s.stones[0].has(point) || s.stones[1].has(point)) return -1;
        for (int c : {0, 1})
            if (rules.is("ko", "pass before each capture") ? board->around(Set::of(point)).within(stones_with_walls(s, 1 - c))
                                                           : take_in_ko(s, c, point).has_value())
                return c;
        return -1;
    }
    bool lasting_bans() const { return rules.ko_waits(); }

    std::optional<Step> play(const State& s, int point) const {
        int me = s.mover, you = 1 - me;
        if (point < 0 || point >= board->points || !locale.has(point) || s.stones[0].has(point) || s.stones[1].has(point)) return {};
        Step step;
        step.move = point;
        State& t = step.state;
        t = s;
        if (!rules.remembers() && point == s.ban) {
            if (s.threats[me] == 0) return {};
            t.threats[me]--;
        }
        Set taken = captures(s, me, point);
        t.stones[me] |= Set::of(point);
        t.stones[you] = t.stones[you] - taken;
        Set chain = board->connected(Set::of(point), t.stones[me]);
        Set near = board->around(chain);
        if (!near.meets(locale - t.stones[0] - t.stones[1]) && !near.meets(walls[me])) return {};
        t.passed = false;
        t.mover = you;
        t.ban = -1;
        step.lost[you] = taken.count();
        bool ko = taken.count() == 1 && alone(s, me, point, taken) && !rules.is("ko", "none");
        if (rules.remembers() && s.bans.has(point)) {
            if (!lasting_bans() || ko || (taken.any() && rules.is("ko", "pass before each capture"))) return {};
        }
        if (!rules.remembers()) {
            if (ko && !unlimited[you]) t.ban = taken.first();
        } else {
            lift_bans_of_one_turn(s, t);
            if (ko) t.bans |= taken;
            lapse(t);
        }
        bool all_taken = false;
        if (me == attacker() && taken.meets(unit)) {
            if (counts_taken) {
                for (auto& part : units) if (part.meets(taken)) t.taken |= part;
                all_taken = t.taken == unit;
            } else all_taken = true;
        }
        if (rules.captured_once() && all_taken) {
            step.ends = true;
            step.winner = attacker();
        }
        if (rules.new_stones()) {
            t.old = t.old - taken;
            if (all_taken) t.captured = true;
        }
        if (rules.remembers()) hold(s, t);
        return step;
    }

    // What is held after a move, see docs/games.md, section 2.
    void hold(const State& before, State& after) const {
        after.held = Set();  // before the capture nothing is
        if (!after.captured) return;
        bool review = !before.captured || before.held.none();
        after.held = review ? (after.stones[owner] & scope) - after.old : before.held & after.stones[owner];
    }
    bool marked(const State& s) const { return s.captured && s.held.none(); }

    void lift_bans_of_one_turn(const State& before, State& after) const {
        if (!lasting_bans()) after.bans = Set();
        else if (rules.is("ko", "pass once for each ko"))
            (before.bans & before.once[before.mover]).each([&](int p) {
                if (banned_side(before, p) == before.mover) after.bans = after.bans - Set::of(p);
            });
    }
    void lapse(State& s) const {
        if (lasting_bans()) s.bans.each([&](int p) { if (banned_side(s, p) < 0) s.bans = s.bans - Set::of(p); });
    }

    std::vector<Step> passes(const State& s) const {
        Step step;
        State& t = step.state;
        t = s;
        t.mover = 1 - s.mover;
        t.ban = -1;
        std::vector<Step> out;
        if (!rules.remembers()) {
            bool counts = rules.two_passes() && s.ban < 0;
            t.passed = counts;
            if (counts && s.passed) {
                step.ends = true;
                bool attackers = rules.finally_owned() && owns_one_of_each(s, attacker());
                step.winner = attackers ? attacker() : owner;
            }
            return {step};
        }
        Set own, lasting;
        s.bans.each([&](int p) {
            if (banned_side(s, p) != s.mover) return;
            own |= Set::of(p);
            if (!s.once[s.mover].has(p)) lasting |= Set::of(p);
        });
        hold(s, t);
        lift_bans_of_one_turn(s, t);
        const std::string& ko = rules.get("ko");
        if (ko == "one pass for all kos") t.bans = t.bans - own;
        if (ko == "one pass for both sides" && own.any()) t.bans = Set();
        bool names = ko == "pass before each retake" || ko == "pass once for each ko" || ko == "pass before each capture";
        if (!names || lasting.none()) {
            lapse(t);
            return {step};
        }
        lasting.each([&](int p) {
            Step one = step;
            one.move = -2 - p;
            one.state.bans = one.state.bans - Set::of(p);
            if (ko == "pass once for each ko") one.state.once[s.mover] |= Set::of(p);
            lapse(one.state);
            out.push_back(one);
        });
        return out;
    }

    std::vector<Step> moves(const State& s) const {
        std::vector<Step> out = passes(s);
        (locale - s.stones[0] - s.stones[1]).each([&](int p) {
            if (auto step = play(s, p)) out.push_back(*step);
        });
        return out;
    }

    int settled(const State& s) const;
};

// What of an area is secured for S, and what of it is unconditionally alive (docs/certificates.md, Statics).
struct Ground {
    const Board& board;
    Set area, own, other, own_walls, other_walls;
    bool two_points;  // whether two open points next to each other are allowed in a region
    bool regions;     // whether regions without such a stone count
    bool rooms = false;  // whether a region to be cleared may be an eye
    Set elsewhere = {};  // what has an eye elsewhere

    Set alive(const Set& contested) const { return unconditionally_alive(board, area, own, other, own_walls, other_walls, contested, rooms, elsewhere); }

    Set secured(const Set& x) const {
        Set out = x;
        if (!regions) return out;
        for (auto& part : board.parts(area - x)) {
            if (board.around(part).meets(other_walls)) continue;
            std::vector<int> open;
            part.each([&](int p) {
                for (int q : board.next[p]) if (x.has(q) || own_walls.has(q)) return;
                open.push_back(p);
            });
            bool fine = open.empty();
            if (open.size() == 1) fine = board.next[open[0]].size() >= 2;
            if (open.size() == 2 && two_points) {
                fine = board.around(Set::of(open[0])).has(open[1]);
                for (int e : open) {
                    int neighbours = 0;
                    for (int q : board.next[e]) neighbours += area.has(q);
                    fine = fine && neighbours >= 2;
                }
            }
            if (fine) out |= part;
        }
        return out;
    }
    // Points of the unit that S, to own one of them, can play on at once or after one move of the other side.
    Set at_hand(const Set& x, const Set& points, const Set& known) const {
        return ((points & known) - own - other) & board.around(x | own_walls);
    }
};

inline int Arena::settled(const State& s) const {
    auto ground = [&](int side) {
        return Ground{*board, locale, s.stones[side], s.stones[1 - side], walls[side], walls[1 - side],
                      !rules.remembers(), !rules.captured_once()};
    };
    // After a pass that counts the side to move may end play on the spot.
    auto silent = [&](int side) { return s.passed && s.mover != side; };
    if (!silent(owner)) {
        Ground g = ground(owner);
        if (rules.new_stones()) {
            Set alive = g.alive(Set());
            if (((alive & scope) - s.old).any()) return owner;
            g.regions = false;
        }
        for (auto& part : units) {
            if (counts_taken && part.within(s.taken)) continue;
            if (rules.remembers() && !rules.finally_owned() && s.captured) continue;
            if (part.within(g.secured(g.alive(part - s.stones[owner])))) return owner;
        }
    }
    if (silent(attacker())) return -1;
    int me = attacker();
    Ground g = ground(me);
    if (rules.new_stones() || (rules.remembers() && rules.captured_once())) {
        // He clears all these points in the end, and then the unit was taken.
        Set all = scope;
        for (auto& part : units)
            if (!(several() && part.within(s.taken))) all |= part;
        g.regions = true;
        return all.within(g.secured(g.alive(all - s.stones[me]))) ? me : -1;
    }
    if (rules.captured_once()) return !several() && g.alive(unit - s.stones[me]).meets(unit) ? me : -1;
    if (rules.remembers())
        for (auto& part : units) if (part.within(s.stones[owner])) return -1;
    Set x = g.alive(unit - s.stones[me]), secured = g.secured(x);
    bool each = true;
    for (auto& part : units) each = each && part.meets(secured);
    if (each) return me;
    if (several() || rules.remembers()) return -1;
    Set hand = g.at_hand(x, unit, locale);
    if (s.mover == me) {
        if (s.ban >= 0) hand = hand - Set::of(s.ban);
        return hand.any() ? me : -1;
    }
    return hand.count() >= 2 ? me : -1;
}
