// Proofs by patterns: docs/certificates.md (Patterns), docs/games.md (section 4, plain play).
#pragma once
#include <functional>

#include "states.hpp"

struct Pattern {
    Set zone, eyes, stones[2];
    int ban = -1, mover = 0;
    int threats[2] = {0, 0};  // in plain play the one of L says whether bans last for one turn
    Set taken;
    Set bans[2];              // plain play: on Black, on White
    Set passed[2];            // where passes name kos: for which Black and White have passed for good
};

struct Cover {
    bool answered = false;
    int answer = -1;
    long long target = -1;  // -1: closed
};

struct PatternNode {
    Pattern p;
    bool chosen = false;
    int move = 0;
    long long credit = 0, rank = 0;
    Cover after;
    std::map<int, Cover> replies;
};

// What a move leads to: a pattern whose zone is what is known, and what is said of bans and weights.
struct Result {
    Pattern p;             // its ban is not used
    int certain_ban = -1;  // on L, for certain
    int doubtful_ban = -1; // on S, perhaps
    int lost[2] = {0, 0};
    bool ends = false;
    Set hit;               // stones of L's opponent taken or struck by a reply
    Set unsure;            // where passes name kos: points of which it is not known whether there is a ban
};

// The game that patterns are checked for.
struct PatternGame {
    Arena a;
    int side;
    bool draws_are_owners = false;
    enum Aim { PLAIN_RULES, NEVER_LOST, TAKEN, OWNED, CLEARED, HOLDS_OWNED, HOLDS_STONE } aim = PLAIN_RULES;
    bool secluded = false;  // walls by proof, places
    bool place = false;     // one of several places; the chains that it keeps, or that live in it, are those that stand
    bool place_bans = false;  // a place that relies on bans on L
    bool beside = false;      // some place of the proof, perhaps another one, does
    Set living;             // of a place: the chains that live in it
    bool named = false;     // passes name kos
    bool turns = false;     // a place that relies on bans on L for one turn
    bool finite = false;    // a place in which prisoners do not count

    bool plain() const { return aim != PLAIN_RULES; }
    int other() const { return 1 - side; }
    bool counts_taken() const {
        if (!a.several()) return false;
        return plain() ? aim == NEVER_LOST || aim == TAKEN : a.counts_taken;
    }
    bool ends_when_taken() const { return plain() ? aim == NEVER_LOST || aim == TAKEN : a.rules.captured_once(); }
    // The points that each zone holds.
    Set points() const {
        if (aim == HOLDS_STONE) return Set();
        return aim == CLEARED ? a.unit | a.scope | a.standing : a.unit;
    }
};

class PatternChecker {
    PatternGame g;
    const Arena& a = g.a;
    const Board& board = *a.board;
    std::vector<PatternNode> nodes;
    Measure m{};
    int S, L;

    bool ko_is(const char* value) const { return a.rules.is("ko", value); }
    bool for_good() const { return ko_is("pass once for each ko"); }
    static Set at(int p) { return Set::of(p); }
    Set near(int p) const { return board.around(at(p)); }
    Set empty(const Pattern& p) const { return p.zone - p.stones[0] - p.stones[1]; }
    Set unknown(const Pattern& p) const { return a.locale - p.zone; }
    Set chain(const Pattern& p, int colour, int point) const { return board.connected(at(point), p.stones[colour]); }
    bool walled(const Set& chain, int colour) const { return board.around(chain).meets(a.walls[colour]); }
    bool enclosed(const Pattern& p, const Set& chain) const { return !board.around(chain).meets(unknown(p)); }
    Set liberties(const Pattern& p, const Set& chain) const { return board.around(chain) & empty(p); }
    bool eye_elsewhere(const Set& chain) const { return g.place && chain.meets(a.standing) && !chain.meets(g.living); }
    int eyes_of(const Pattern& p, const Set& chain) const {
        int count = eye_elsewhere(chain);
        Set near = board.around(chain);
        for (auto& eye : board.parts(p.eyes)) count += eye.within(near);
        return count;
    }

    // Reading

    Cover read_cover(const std::string& text) const {
        Cover cover;
        auto parts = split(text, '>');
        require(parts.size() <= 2, "cover");
        if (parts.size() == 2) {
            require(!g.named, "an answer where passes name kos");
            cover.answered = true;
            long long answer = number(parts[0], "answer");
            require(answer >= -1 && answer < board.points, "answer: no point");
            cover.answer = int(answer);
        }
        if (parts.back() != ".") cover.target = measure(parts.back(), "target");
        return cover;
    }
    // The pass that names the ko with its retake on p has the number -2 - p.
    int least_move() const { return g.named ? -1 - board.points : -1; }
    PatternNode read_node(const std::string& line) const {
        auto fields = split(line, ' ');
        require(fields.size() >= 9, "pattern: fields");
        PatternNode node;
        Pattern& p = node.p;
        auto zone = split(fields[0], '+');
        require(zone.size() <= 2, "zone");
        p.zone = mask(zone[0], board.all, "zone");
        if (zone.size() == 2) {
            p.eyes = mask(zone[1], board.all, "eyes");
        }
        for (int c : {0, 1}) p.stones[c] = mask(fields[1 + c], board.all, "stones");
        require(!p.stones[0].meets(p.stones[1]), "two stones on a point");
        auto bans = split(fields[3], ':');
        long long ban = number(bans[0], "ban");
        require(ban >= -1 && ban < board.points, "ban");
        p.ban = int(ban);
        require(bans.size() == 1 || bans.size() == 3 || (g.named && bans.size() == 5), "bans");
        if (bans.size() >= 3) {
            for (int c : {0, 1}) p.bans[c] = mask(bans[1 + c], board.all, "bans");
        }
        if (bans.size() == 5) {
            for (int c : {0, 1}) p.passed[c] = mask(bans[3 + c], board.all, "passes for good");
        }
        bool passed;
        read_mover(a, fields[4], p.mover, passed, p.threats, p.taken);
        require(!passed, "a pattern after a pass that counts");
        node.chosen = fields[5] != ".";
        if (node.chosen) {
            long long move = number(fields[5], "move");
            require(move >= least_move() && move < board.points, "move: no point");
            node.move = int(move);
        }
        node.credit = measure(fields[6], "credit");
        node.rank = measure(fields[7], "rank");
        node.after = read_cover(fields[8]);
        for (size_t i = 9; i < fields.size(); i++) {
            size_t colon = fields[i].find(':');
            require(colon != std::string::npos, "reply");
            long long point = number(fields[i].substr(0, colon), "reply");
            bool pass = g.named ? point <= -2 && point >= least_move() : point == -2 && g.plain();
            require((point >= 0 && point < board.points) || pass, "reply: no point");
            require(node.replies.emplace(int(point), read_cover(fields[i].substr(colon + 1))).second, "a reply twice");
        }
        return node;
    }

    // What is asked of each pattern

    void check_form(const PatternNode& node) const {
        const Pattern& p = node.p;
        require(p.zone.within(a.locale), "zone outside the locale");
        require(g.points().within(p.zone), "zone without the unit");
        if (g.place) require(p.zone == g.points() && p.eyes.none(), "a place has one zone, and no eyes");
        require((p.stones[0] | p.stones[1]).within(p.zone), "stones outside the zone");
        require(p.eyes.within(a.locale - p.zone), "eyes not in the rest of the locale");
        require(node.chosen == (p.mover == S), "a move for the wrong side, or none");
        if (p.ban >= 0) {
            require(empty(p).has(p.ban), "ban not on an empty point of the zone");
            if (p.mover == S) require(!g.plain() && node.move == p.ban, "ban not on the move");
        }
        require(g.plain() || (p.bans[0] | p.bans[1]).none(), "bans that wait for a pass");
        require((p.bans[0] | p.bans[1]).within(empty(p)), "bans not on empty points of the zone");
        if (g.plain()) {
            require(p.threats[S] == 0 && p.threats[L] <= 1, "plain play has no threats");
        }
        if (g.named) check_named_form(p);
        if (!g.counts_taken()) require(p.taken.none(), "units taken do not count");
        if (p.mover == S) require(node.replies.empty() && !node.after.answered, "replies of the wrong side");
    }
    void check_named_form(const Pattern& p) const {
        require(p.threats[0] == 0 && p.threats[1] == 0, "where passes name kos there is no number");
        for (int c : {0, 1}) {
            p.bans[c].each([&](int q) { require(retake(p, c, q) == YES, "a ban on what is no take in a ko for certain"); });
            require(p.passed[c].within(p.zone), "a pass for a point outside the zone");
            require(p.passed[c].none() || for_good(), "a pass for good where there is none");
            require(!p.passed[c].meets(p.bans[c]), "a ban that waits where that side has passed for good");
        }
    }
    void check_seal_and_support(const Pattern& p) const {
        Set guard = p.stones[S] | a.walls[S];
        p.eyes.each([&](int e) { require((near(e) - p.eyes).within(guard), "an eye is not sealed"); });
        for (auto& one : board.parts(p.stones[S]))
            require(walled(one, S) || liberties(p, one).any() || eyes_of(p, one) >= 2 || (p.mover == S && eye_elsewhere(one)),
                    "a chain without support");
        if (g.secluded && p.mover == L)
            for (auto& one : board.parts(p.stones[L]))
                require(walled(one, L) || enclosed(p, one) || liberties(p, one).any(), "a chain is not secluded");
    }

    // Where passes name kos

    enum Known { NO, OPEN, YES };
    // Whether a play of the colour on q would be a take in a ko, by what is known.
    Known retake(const Pattern& p, int colour, int q) const {
        int other = 1 - colour;
        Set around = near(q);
        if (!empty(p).has(q) || around.meets(empty(p) | p.stones[colour] | a.walls[colour])) return NO;
        bool open = around.meets(unknown(p));
        Set seen, enclosed_ones;
        for (int n : board.next[q]) {
            if (!p.stones[other].has(n) || seen.has(n)) continue;
            Set one = chain(p, other, n);
            seen |= one;
            if (walled(one, other) || (liberties(p, one) - at(q)).any()) continue;
            // An eye elsewhere may be a liberty now, and not for a turn.
            if (!enclosed(p, one) || (other == S && eye_elsewhere(one))) open = true;
            else enclosed_ones |= one;
        }
        if (enclosed_ones.count() >= 2) return NO;
        if (open) return OPEN;
        return enclosed_ones.any() ? YES : NO;
    }
    // The bans after a play on the point, which takes these stones for certain. The result has the stones by now.
    void ban_by_name(Result& r, const Pattern& before, int colour, int point, const Set& taken, bool struck) const {
        int other = 1 - colour;
        Set around = near(point);
        if (taken.count() == 1 && !around.meets(empty(before) | before.stones[colour] | a.walls[colour])) {
            int q = taken.first();
            bool certain = !struck && !around.meets(unknown(before));
            if (before.passed[other].has(q)) {
                Known known = retake(r.p, other, q);
                if (other == S) {
                    if (!certain || known != NO) r.doubtful_ban = q;
                } else if (certain && known == YES && (!g.place || g.turns)) r.certain_ban = q;
            } else if (certain) r.p.bans[other] |= taken;
            else r.unsure |= taken;
        }
        for (int c : {0, 1})
            Set(r.p.bans[c]).each([&](int q) {
                Known known = retake(r.p, c, q);
                if (known == YES) return;
                r.p.bans[c] = r.p.bans[c] - at(q);
                if (known == OPEN) r.unsure |= at(q);
            });
    }
    // Takes the ban from the result.
    void pass_by_name(Result& r, int colour, int q) const {
        require(r.p.bans[colour].has(q), "a pass for a ko without a ban");
        r.p.bans[colour] = r.p.bans[colour] - at(q);
        if (for_good()) r.p.passed[colour] |= at(q);
    }
    void check_named_covers(const Result& r, const Pattern& q) const {
        require(!r.unsure.meets(q.zone), "a node knows a point where a ban is unsure");
        require(q.bans[L].within(r.p.bans[L]), "a node has bans on L that are not certain");
        require(((r.p.bans[L] & q.zone) - q.bans[L]).within(q.passed[L]), "a node lacks a ban on L for which L has not passed");
        require((r.p.bans[S] & q.zone).within(q.bans[S]), "a node lacks a ban on S");
        if (for_good()) require((q.bans[S] - r.p.bans[S]).within(r.p.passed[S]), "a node has a ban on S for which S has not passed");
        require((r.p.passed[L] & q.zone).within(q.passed[L]), "a node forgets that L has passed for good");
        require(q.passed[S].within(r.p.passed[S]), "by a node S has passed for good for more");
    }

    // Moves

    // A play on the point of a ban on L takes one stone for certain, and stands alone.
    bool ban_stays(const Pattern& p, int q) const {
        if (!empty(p).has(q)) return false;
        int single = 0;
        Set seen;
        for (int n : board.next[q]) {
            if (a.walls[L].has(n)) return false;
            if (a.walls[S].has(n)) continue;
            if (!p.stones[S].has(n)) return false;
            if (seen.has(n)) continue;
            Set one = chain(p, S, n);
            seen |= one;
            bool more = walled(one, S) || (liberties(p, one) - at(q)).any();
            if (more) continue;
            if (one.count() != 1 || !enclosed(p, one)) return false;
            single++;
        }
        return single == 1;
    }
    void lapse(Pattern& p) const {
        p.bans[L].each([&](int q) { if (!ban_stays(p, q)) p.bans[L] = p.bans[L] - at(q); });
        p.bans[S].each([&](int q) {
            bool stays = empty(p).has(q) && !near(q).meets(empty(p) | p.stones[S]);
            if (!stays) p.bans[S] = p.bans[S] - at(q);
        });
    }
    void take(Result& r, const Set& taken, int colour) const {
        r.p.stones[colour] = r.p.stones[colour] - taken;
        r.lost[colour] = taken.count();
        if (colour != a.owner || !taken.meets(a.unit)) return;
        if (g.counts_taken()) {
            for (auto& part : a.units) if (part.meets(taken)) r.p.taken |= part;
            r.ends = g.ends_when_taken() && r.p.taken == a.unit;
        } else r.ends = g.ends_when_taken();
    }
    void strike(Result& r, const Set& struck) const {
        r.p.zone = r.p.zone - struck;
        for (int c : {0, 1}) r.p.stones[c] = r.p.stones[c] - struck;
    }

    // S plays; whether it may, with what it knows, is checked here.
    Result own_play(const Pattern& p, int point) const {
        require(point >= 0 && empty(p).has(point), "S plays on no empty point of the zone");
        Result r;
        r.p = p;
        r.p.mover = L;
        r.p.ban = -1;
        Set around = near(point), taken, doubtful;
        for (auto& one : board.parts(p.stones[L])) {
            if (walled(one, L) || (liberties(p, one) - at(point)).any()) continue;
            if (!enclosed(p, one)) doubtful |= one;
            else if (one.meets(around)) taken |= one;
        }
        bool near_unknown = around.meets(unknown(p));
        Set struck = near_unknown || doubtful.meets(around) ? doubtful : Set();
        bool legal = taken.any() || around.meets(empty(p)) || around.meets(a.walls[S]);
        for (int n : board.next[point])
            if (p.stones[S].has(n)) {
                Set one = chain(p, S, n);
                legal = legal || walled(one, S) || eye_elsewhere(one) || (liberties(p, one) - at(point)).any();
            }
        require(legal, "a play of S may be illegal");
        if (p.ban == point) {
            require(!g.plain() && p.threats[S] > 0, "S plays on a ban without a threat");
            r.p.threats[S]--;
        }
        if (p.bans[S].has(point)) {
            bool no_take = around.meets(empty(p) | p.stones[S] | a.walls[S]);
            // Where passes name kos this never helps, as the retake is known to be one.
            require(no_take || (taken.count() >= 2 && !ko_is("pass before each capture")), "S may take in a ko that it has a ban on");
        }
        bool forbids = taken.count() == 1 && struck.none() && !near_unknown && !around.meets(empty(p) | p.stones[S] | a.walls[S]);
        r.p.stones[S] |= at(point);
        take(r, taken, L);
        strike(r, struck);
        if (g.named) {
            ban_by_name(r, p, S, point, taken, struck.any());
            return r;
        }
        forbids = forbids && (!g.place || (g.place_bans && p.threats[L] == 0)) && !ko_is("none") && !(a.unlimited[L] && !g.plain());
        if (g.plain()) {
            if (forbids && p.threats[L] == 0) r.p.bans[L] |= taken;
            if (forbids && p.threats[L] != 0 && ban_stays(r.p, taken.first())) r.certain_ban = taken.first();
            lapse(r.p);
        } else if (forbids) r.certain_ban = taken.first();
        return r;
    }
    Result own_pass(const Pattern& p, int move) const {
        Result r;
        r.p = p;
        r.p.mover = L;
        r.p.ban = -1;
        if (!g.plain()) return r;
        if (g.named) {
            if (move < -1) pass_by_name(r, S, -2 - move);
            return r;
        }
        if (ko_is("one pass for both sides")) {
            if (g.place_bans || !g.beside) r.p.bans[0] = r.p.bans[1] = Set();
        } else if (p.bans[S].any()) r.p.bans[S] = p.bans[S] - at(p.bans[S].first());
        return r;
    }
    bool banned_to_l(const Pattern& p, int point) const {
        if (p.bans[L].has(point)) return true;
        return p.ban == point && !g.turns && (g.plain() || p.threats[L] == 0);
    }
    struct Threatened { Set taken, struck; };
    Threatened in_danger(const Pattern& p, int point) const {
        Threatened out;
        for (int n : board.next[point]) {
            if (!p.stones[S].has(n)) continue;
            Set one = chain(p, S, n);
            if (walled(one, S) || (liberties(p, one) - at(point)).any() || eyes_of(p, one) >= 1) continue;
            (enclosed(p, one) ? out.taken : out.struck) |= one;
        }
        return out;
    }
    bool illegal_for_l(const Pattern& p, int point) const {
        auto danger = in_danger(p, point);
        Set around = near(point);
        if (danger.taken.any() || danger.struck.any() || around.meets(unknown(p) | empty(p) | a.walls[L])) return false;
        for (int n : board.next[point])
            if (p.stones[L].has(n)) {
                Set one = chain(p, L, n);
                if (!enclosed(p, one) || walled(one, L) || (liberties(p, one) - at(point)).any()) return false;
            }
        return true;
    }
    Result reply(const Pattern& p, int point) const {
        Result r;
        r.p = p;
        r.p.mover = S;
        r.p.ban = -1;
        auto danger = in_danger(p, point);
        r.hit = danger.taken | danger.struck;
        Set around = near(point);
        if (p.ban == point && !g.plain()) r.p.threats[L]--;
        bool may_forbid = danger.taken.count() == 1 && !around.meets(empty(p) | p.stones[L] | a.walls[L]) && !ko_is("none") &&
                          !(a.unlimited[S] && !g.plain());
        r.p.stones[L] |= at(point);
        take(r, danger.taken, S);
        strike(r, danger.struck);
        if (g.named) {
            ban_by_name(r, p, L, point, danger.taken, danger.struck.any());
            return r;
        }
        if (may_forbid) {
            r.doubtful_ban = danger.taken.first();
            if (g.plain()) r.p.bans[S] |= danger.taken;
        }
        if (g.plain()) lapse(r.p);
        return r;
    }
    // A pass of L: -1, or in one kind of plain play -2, the one that lifts all bans, and in another one that names a ko.
    Result reply_pass(const Pattern& p, int move) const {
        Result r;
        r.p = p;
        r.p.mover = S;
        r.p.ban = -1;
        if (!g.plain()) return r;
        if (g.named) {
            if (move < -1) pass_by_name(r, L, -2 - move);
            return r;
        }
        if (move == -2) r.p.bans[0] = r.p.bans[1] = Set();
        else if (!ko_is("one pass for both sides")) {
            r.p.bans[L] = Set();
            if (ko_is("pass once for each ko")) r.p.threats[L] = 1;
        }
        return r;
    }

    // What covers a result

    void check_target(const Result& r, long long target) const {
        if (target < 0) {
            if (r.ends) require(S == a.attacker(), "play ends with a loss");
            else require(statics(r.p, r.doubtful_ban, r.p.mover), "statics do not close a branch");
            return;
        }
        require(!r.ends, "play has ended, but is covered by a node");
        if (is_end(target)) {
            require(r.p.mover == L, "not a move of S leads to an end");
            return beyond(r, target - (long long)nodes.size());
        }
        require(target < (long long)nodes.size(), "a target that is no node");
        check_covers(r, nodes[target]);
    }
    bool is_end(long long target) const { return beyond && target >= (long long)nodes.size(); }
    void check_covers(const Result& r, const PatternNode& node) const {
        const Pattern& q = node.p;
        require(q.mover == r.p.mover, "a node with the wrong side to move");
        require(q.zone.within(r.p.zone), "a node knows more than the result");
        for (int c : {0, 1}) require(q.stones[c] == (r.p.stones[c] & q.zone), "a node has other stones");
        require(q.eyes.within(r.p.zone | r.p.eyes) && !q.eyes.meets(r.p.stones[S]), "a node has other eyes");
        require(q.threats[S] <= r.p.threats[S] && q.threats[L] >= r.p.threats[L], "a node has other threats");
        require(S == a.attacker() ? q.taken.within(r.p.taken) : r.p.taken.within(q.taken), "a node has other units taken");
        if (q.mover == L && q.ban >= 0)
            require(r.certain_ban == q.ban, "a node has a ban that is not certain");
        if (q.mover == S && r.doubtful_ban >= 0 && node.move == r.doubtful_ban)
            require(q.ban == r.doubtful_ban, "a node plays where it may be forbidden");
        if (g.named) return check_named_covers(r, q);
        require(q.bans[L].within(r.p.bans[L]), "a node has bans on L that are not certain");
        require((r.p.bans[S] & q.zone).within(q.bans[S]), "a node lacks a ban on S");
    }
    // Statics on what is known, with the side to move.
    bool statics(const Pattern& p, int doubtful_ban, int mover) const {
        if (!g.points().within(p.zone)) return false;
        Set area = p.zone | p.eyes;
        Set l_walls = a.walls[L] | (a.locale - area);
        bool only_stones = g.plain() ? g.aim == PatternGame::NEVER_LOST || g.aim == PatternGame::TAKEN : a.rules.captured_once();
        Ground ground{board, area, p.stones[S], p.stones[L], a.walls[S], l_walls, !g.plain(), !only_stones};
        if (g.aim == PatternGame::HOLDS_STONE) {
            Set new_or_unit = a.unit | (a.scope - board.stones[S]);
            return ground.alive(Set()).meets(new_or_unit);
        }
        auto alive = [&](const Set& points) { return ground.alive(points - p.stones[S]); };
        if (S == a.owner) {
            for (auto& part : a.units)
                if (!(g.counts_taken() && part.within(p.taken)) && part.within(ground.secured(alive(part)))) return true;
            return false;
        }
        if (g.plain() && g.aim != PatternGame::CLEARED) {
            // Once a point of each unit is without a stone of the owner, for certain.
            for (auto& part : a.units) if ((part & area).within(p.stones[L])) return false;
        }
        if (g.aim == PatternGame::CLEARED) {
            ground.rooms = true;
            for (auto& one : board.parts(p.stones[S])) if (eye_elsewhere(one)) ground.elsewhere |= one;
            Set x = alive(g.points());
            return g.points().within(ground.secured(x)) && a.standing.within(x);
        }
        if (only_stones) return !a.several() && alive(a.unit).meets(a.unit);
        Set x = alive(a.unit), secured = ground.secured(x);
        bool each = true;
        for (auto& part : a.units) each = each && part.meets(secured);
        if (each) return true;
        if (a.several()) return false;
        Set hand = ground.at_hand(x, a.unit, p.zone);
        if (mover == S) {
            if (doubtful_ban >= 0) hand = hand - at(doubtful_ban);
            hand = hand - p.bans[S];
            return hand.any();
        }
        return hand.count() >= 2;
    }

    // Measures

    bool attacker_owns(const Pattern& p, int point, bool& certain) const {
        int attacker = a.attacker();
        certain = true;
        if (p.stones[attacker].has(point)) return true;
        if (p.stones[a.owner].has(point)) return false;
        if (!p.zone.has(point)) { certain = false; return false; }
        Set near = board.around(board.connected(at(point), empty(p)));
        bool owners = near.meets(p.stones[a.owner] | a.walls[a.owner]), attackers = near.meets(p.stones[attacker] | a.walls[attacker]);
        bool doubt = near.meets(unknown(p));
        if (owners) return false;
        if (!doubt) return attackers;
        certain = false;
        return false;
    }
    // Bad in doubt, or clear: see docs/certificates.md, What moves of patterns weigh.
    bool special(const Pattern& p) const {
        switch (g.aim) {
            case PatternGame::CLEARED: return p.stones[a.owner].meets(g.points()) == g.place;
            case PatternGame::HOLDS_STONE: return !p.stones[S].has(a.unit.first());
            case PatternGame::NEVER_LOST: case PatternGame::TAKEN: return true;
            default: break;
        }
        const std::string& cycle = a.rules.get("cycle");
        if (cycle == "draw") return g.draws_are_owners;
        if (cycle != "prisoners then ownership") return true;
        bool each_has_owned = true, one_has_none = false;
        for (auto& part : a.units) {
            bool owned = false, none = true;
            part.each([&](int point) {
                bool certain, attackers = attacker_owns(p, point, certain);
                if (attackers) owned = true;
                if (attackers || !certain) none = false;
            });
            each_has_owned = each_has_owned && owned;
            one_has_none = one_has_none || none;
        }
        return S == a.owner ? one_has_none : !each_has_owned;
    }
    void check_measure(const PatternNode& from, bool special, long long w, long long target) const {
        if (target < 0 || is_end(target)) return;
        const PatternNode& to = nodes[target];
        require(m.holds(from.credit, from.rank, to.credit, to.rank, w, special), "measure");
    }
    long long weight(const Result& r) const { return r.lost[a.owner] - r.lost[a.attacker()]; }

    Result own_move(const Pattern& p, int move) const { return move < 0 ? own_pass(p, move) : own_play(p, move); }

    // The pattern in between, from which S answers at once.
    void check_answer(const PatternNode& node, Result r, const Cover& cover, bool far_plays) const {
        require(!r.ends, "an answer after the end of play");
        Pattern b = r.p;
        b.eyes = node.p.eyes;
        b.ban = r.doubtful_ban >= 0 && r.doubtful_ban == cover.answer ? cover.answer : -1;
        b.bans[S] = b.bans[S] & b.zone;
        require(g.points().within(b.zone), "an answer without all points of the unit");
        check_seal_and_support(b);
        if (far_plays) check_plain_pass(b);
        Result next = own_move(b, cover.answer);
        check_target(next, cover.target);
        check_measure(node, special(node.p) || special(b), weight(r) + weight(next), cover.target);
    }
    // A play far away must not end a ban on L that a plain pass leaves.
    void check_plain_pass(const Pattern& p) const {
        if (!g.plain() || !ko_is("one pass for both sides")) return;
        p.bans[L].each([&](int q) { require(ban_stays(p, q), "a play far away may end a ban"); });
    }

    // `late`: a retake in spite of a ban for one turn, of which no measure is asked.
    void check_cover(const PatternNode& node, const Result& r, const Cover& cover, bool far_plays, bool late = false) const {
        if (cover.answered) return check_answer(node, r, cover, far_plays);
        check_target(r, cover.target);
        if (far_plays && cover.target >= 0) check_plain_pass(nodes[cover.target].p);
        if (!late) check_measure(node, special(node.p), weight(r), cover.target);
    }

    void check_node(const PatternNode& node) const {
        const Pattern& p = node.p;
        check_form(node);
        check_seal_and_support(p);
        if (p.mover == S) return check_cover(node, own_move(p, node.move), node.after, false);

        // The pass, which stands for plays far away too.
        Set possible;
        empty(p).each([&](int q) { if (!banned_to_l(p, q) && !illegal_for_l(p, q)) possible |= at(q); });
        Set listed;
        for (auto& [point, cover] : node.replies) if (point >= 0) listed |= at(point);
        Result pass = reply_pass(p, -1);
        Set demanded;
        if (node.after.answered) {
            pass.p.zone = p.zone - (possible - listed);
            demanded = pass.p.zone;
            check_cover(node, pass, node.after, true);
        } else if (node.after.target < 0) {
            require(statics(p, -1, L), "statics do not close a pass");
            demanded = p.zone;
        } else {
            check_cover(node, pass, node.after, true);
            demanded = nodes[node.after.target].p.zone;
        }
        require(listed == (possible & demanded), "the replies are not those that have to be listed");
        if (g.named) {
            Set named;
            for (auto& [point, cover] : node.replies) if (point < 0) named |= at(-2 - point);
            require(named == p.bans[L], "the passes that name kos are not those that have to be listed");
        } else {
            bool lifting = g.plain() && ko_is("one pass for both sides") && p.bans[L].any();
            require(lifting == (node.replies.count(-2) > 0), "the lifting pass");
        }
        for (auto& [point, cover] : node.replies) {
            Result r = point < 0 ? reply_pass(p, point) : reply(p, point);
            require(!r.hit.meets(a.standing), "a reply takes a stone that stands");
            check_cover(node, r, cover, false, g.turns && point >= 0 && point == p.ban);
        }
    }

    void check_start() const {
        State start = a.start();
        Pattern whole;
        whole.zone = a.locale;
        for (int c : {0, 1}) whole.stones[c] = start.stones[c];
        if (nodes.empty()) {
            require(statics(whole, -1, start.mover), "statics do not decide the start");
            return;
        }
        const Pattern& p = nodes[0].p;
        bool left_alone = g.place && p.mover == L;  // the first move may be one in another place, or a pass
        require(p.mover == start.mover || left_alone, "the start has the other side to move");
        for (int c : {0, 1}) require(p.stones[c] == (start.stones[c] & p.zone), "the start has other stones");
        require(!p.eyes.meets(start.stones[S]), "the start has a stone of S on an eye");
        if (p.mover == L) require(p.ban < 0, "the start has a ban");
        require(p.bans[L].none(), "the start has bans");
        if (g.named) require(p.passed[S].none() && (!for_good() || p.bans[S].none()), "by the start S has passed for good");
        require(S == a.owner || p.taken.none(), "the start has units taken");
        if (g.plain()) require(p.threats[L] == 1 || !ko_is("basic"), "the start: bans last for one turn");
        else require(p.threats[S] <= start.threats[S] && p.threats[L] >= start.threats[L], "the start has other threats");
    }

public:
    Set area;  // all zones and eyes
    // In the first stage of a proof in stages: checks a result of a move of S that leads to the end of this number.
    std::function<void(const Result&, long long)> beyond;
    bool begins() const { return nodes[0].p.mover == S; }

    explicit PatternChecker(const PatternGame& game) : g(game), S(game.side), L(1 - game.side) {
        m = {S == a.owner, a.rules.prisoners_count() && !g.finite, (g.aim == PatternGame::CLEARED && !g.place) || (S == a.owner && g.aim != PatternGame::HOLDS_STONE)};
    }
    PatternChecker(const PatternChecker&) = delete;

    void check(const Json& evidence) {
        check_patterns(evidence);
        check_start();
    }
    // Without what is asked of the beginning.
    void check_patterns(const Json& evidence) {
        for (auto& item : evidence.at("nodes").list("nodes")) nodes.push_back(read_node(item.string("pattern")));
        for (auto& node : nodes) {
            check_form(node);
            area |= node.p.zone | node.p.eyes;
        }
        for (auto& node : nodes) check_node(node);
        if (g.secluded) require(!nodes.empty(), "walls by proof need a pattern");
    }

    // A place of a proof in stages

    long long size() const { return (long long)nodes.size(); }
    void check_first_of_place() const {
        require(a.standing.within(nodes[0].p.stones[S]), "the first pattern of a place lacks a chain between");
        require(nodes[0].p.ban < 0, "the first pattern of a place has a ban for one turn");
    }
    // Play in the place begins with this pattern, after a move that leads to r.
    void check_begins(const Result& r, long long number) const {
        const Pattern& p = nodes[number].p;
        require(p.mover == L && p.ban < 0, "a place begins with S to move, or with a ban for one turn");
        require(g.place_bans || p.bans[L].none(), "a place without bans begins with bans on L");
        p.bans[L].each([&](int q) { require(ban_stays(p, q), "a place begins with a ban that a play may end"); });
        check_covers(r, nodes[number]);
    }
};

// Whether passes name kos.
inline bool read_named(const Json& evidence, const Rules& rules) {
    auto value = evidence.find("named");
    if (!value || !value->boolean("named")) return false;
    require(rules.remembers() && (rules.is("ko", "pass before each retake") || rules.is("ko", "pass once for each ko")),
            "named: no game in which passes name kos");
    return true;
}

inline void check_patterns(const Arena& arena, const Json& evidence, int side, bool draw_wins, bool for_dead) {
    require(read_side(evidence) == side, "evidence for the wrong side");
    require(evidence.at("draw_wins").boolean("draw_wins") == draw_wins, "draw_wins");
    PatternGame g{arena, side};
    Rules& rules = g.a.rules;
    bool owners = side == arena.owner, holds = false;
    if (auto value = evidence.find("holds")) {
        holds = value->boolean("holds");
        require(!holds || (rules.remembers() && owners && !rules.captured_once()), "holds");
    }
    if (rules.two_passes()) {
        // Captures that are forced.
        require(rules.captured_once() && rules.is("ko", "none") && !owners && for_dead && !draw_wins, "patterns where passes end play");
        rules.axis["end"] = "never";
        rules.axis["cycle"] = "alive";
    }
    g.draws_are_owners = owners == draw_wins;
    if (rules.remembers()) {
        require(!owners || holds || !rules.finally_owned() || !arena.several(), "of several units that may be taken for a time the owner has to hold one");
        if (owners) g.aim = !holds ? PatternGame::NEVER_LOST : rules.new_stones() ? PatternGame::HOLDS_STONE : PatternGame::HOLDS_OWNED;
        else g.aim = rules.captured_once() ? PatternGame::TAKEN : rules.new_stones() ? PatternGame::CLEARED : PatternGame::OWNED;
    }
    g.named = read_named(evidence, arena.rules);
    PatternChecker checker(g);
    checker.check(evidence);
}
