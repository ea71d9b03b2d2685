// The games that remember (docs/games.md): kos that wait for a pass, and stones enabled by a capture.
// verifier/play/memory.py is the specification; the differential tests compare the two.
#pragma once
#include <cstdint>
#include <vector>

#include "games/game.hpp"

namespace shikatsu {

enum class Ko : uint8_t { None, Basic, EachRetake, OncePerKo, OneForAll, BothSides, EachCapture };
enum class Aim : uint8_t { CapturedOnce, FinallyOwned, NoNewStone };

struct MemoryRules {
    Ko ko = Ko::Basic;
    Aim aim = Aim::NoNewStone;
    bool weigh = true;              // prisoners decide cycles
    bool all_marked = false;        // even cycles are the owner's, whatever the board (CapturedOnce)
};

template <int W>
struct MemoryState {
    Bits<W> s[2], bans, freed[2], old, held;
    uint8_t turn = OWNER, captured = 0;
    uint16_t taken = 0;             // of several chains those that were taken, where that counts

    static MemoryState blank() {
        MemoryState v;
        v.s[0] = v.s[1] = v.bans = v.freed[0] = v.freed[1] = v.old = v.held = Bits<W>::none();
        return v;
    }
    bool operator==(const MemoryState& o) const {
        return s[0] == o.s[0] && s[1] == o.s[1] && bans == o.bans && freed[0] == o.freed[0] &&
               freed[1] == o.freed[1] && old == o.old && held == o.held && turn == o.turn && captured == o.captured && taken == o.taken;
    }
    uint64_t hash() const {
        uint64_t h = uint64_t(taken) << 2 | uint64_t(turn) << 1 | captured;
        const Bits<W>* parts[] = {&s[0], &s[1], &bans, &freed[0], &freed[1], &old, &held};
        for (const Bits<W>* part : parts) mix(h, *part);
        return h;
    }
};

template <int W>
struct MemoryStep {
    MemoryState<W> to;
    int16_t move;                   // PASS, or -2 - p for the pass that names the ko with a retake on p
    uint16_t captured;
    uint8_t winner;                 // NOBODY unless the move ends play
};

template <int W>
struct MemoryGame {
    using State = MemoryState<W>;
    using Step = MemoryStep<W>;
    const Geometry<W>& g;
    MemoryRules rules;
    Bits<W> scope;                  // where a new stone of the owner counts
    Bits<W> shut[2] = {Bits<W>::none(), Bits<W>::none()};   // where a side does not play of its own accord
    Mover<W> mover;

    MemoryGame(const Geometry<W>& geometry, const MemoryRules& r, const Bits<W>& where)
        : g(geometry), rules(r), scope(where), mover(geometry) {
        mover.retakes_wait = true;
    }

    int marks() const { return rules.aim == Aim::NoNewStone ? ATTACKER : OWNER; }
    bool weighs() const { return rules.weigh; }

    shikatsu::State<W> board(const State& v) const {
        shikatsu::State<W> b;
        b.s[0] = v.s[0];
        b.s[1] = v.s[1];
        b.turn = v.turn;
        return b;
    }

    Bits<W> fresh(const State& v, const Bits<W>& old) const { return (v.s[OWNER] & scope).minus(old); }

    bool marked(const State& v) {
        if (rules.aim == Aim::NoNewStone) return v.captured && !v.held.any();
        if (rules.all_marked) return true;
        return !mover.attacker_owns_some(board(v));
    }

    Bits<W> secured(const State& v, int side, const Bits<W>& points) { return mover.secured(board(v), side, points); }

    int settled(const State& v) { return settled_for(v, OWNER) ? OWNER : settled_for(v, ATTACKER) ? ATTACKER : NOBODY; }

    bool settled_for(const State& v, int side) {
        if (rules.aim == Aim::FinallyOwned) {
            if (!g.parts.empty()) return mover.settled_together(board(v), side);
            if (side == OWNER) return g.unit.within(secured(v, OWNER, g.unit));
            return !g.unit.within(v.s[OWNER]) && secured(v, ATTACKER, g.unit).any();
        }
        if (side == OWNER) {
            const Bits<W> news = rules.aim == Aim::NoNewStone ? fresh(v, v.old) : Bits<W>::none();
            if (v.captured && !news.any()) return false;
            const Bits<W> alive = mover.unconditional(board(v), OWNER, Bits<W>::none());
            return (!v.captured && stands(v, alive)) || alive.meets(news);
        }
        const Bits<W> points = scope | g.untaken(v.taken);
        return points.within(secured(v, ATTACKER, points));
    }

    // Whether the unit, or a chain of several that was not taken, is all among these stones.
    bool stands(const State& v, const Bits<W>& stones) const {
        for (size_t i = 0; i < g.parts.size(); ++i)
            if (!(v.taken >> i & 1) && g.parts[i].within(stones)) return true;
        return g.parts.empty() && g.unit.within(stones);
    }

    // The side that has only stones of the other next to the empty point p, or NOBODY.
    int surrounded(const Bits<W>* s, int p) const {
        if (s[0].test(p) || s[1].test(p)) return NOBODY;
        for (int side : {OWNER, ATTACKER})
            if (!g.wall[side].test(p) && g.near[p].within(s[1 - side])) return side;
        return NOBODY;
    }

    // The side whose play on p would be a take in a ko, or NOBODY.
    int retaker(const Bits<W>* s, int p) const {
        const int side = surrounded(s, p);
        if (side == NOBODY) return NOBODY;
        const Bits<W>& other = s[1 - side];
        const Bits<W> empty = g.all.minus(s[0] | s[1]);
        int taken = 0;
        for (Bits<W> rest = g.near[p]; rest.any();) {
            const Bits<W> chain = g.flood(Bits<W>::single(rest.lowest()), other);
            rest = rest.minus(chain);
            if (!chain.meets(g.wall[1 - side]) && (g.around(chain) & empty).count() == 1) taken += chain.count();
        }
        return taken == 1 ? side : NOBODY;
    }

    bool lasting() const { return rules.ko >= Ko::EachRetake; }

    // The side on which a ban on p is, or NOBODY if none can stand there.
    int banned(const Bits<W>* s, int p) const {
        if (rules.ko != Ko::EachCapture) return retaker(s, p);
        // As long as p is empty the stones around it have a liberty there, and stay.
        return surrounded(s, p);
    }

    Bits<W> after_turn(const State& v) const {
        if (!lasting()) return Bits<W>::none();
        Bits<W> bans = v.bans;
        for (Bits<W> rest = bans & v.freed[v.turn]; rest.any();) {
            const int p = rest.pop();
            if (retaker(v.s, p) == v.turn) bans.clear(p);
        }
        return bans;
    }

    void finish(const State& v, Step& step) const {
        State& to = step.to;
        if (lasting())
            for (Bits<W> rest = to.bans; rest.any();) {
                const int p = rest.pop();
                if (banned(to.s, p) == NOBODY) to.bans.clear(p);
            }
        to.turn = uint8_t(1 - v.turn);
        to.captured = v.captured;
        to.old = v.old;
        to.held = Bits<W>::none();
        to.taken = v.taken;
        if (v.turn == ATTACKER && rules.aim != Aim::FinallyOwned) to.taken = g.taken_with(v.taken, v.s[OWNER].minus(to.s[OWNER]));
        if (rules.aim != Aim::NoNewStone) return;
        if (v.turn == ATTACKER) {
            to.old = to.old & to.s[OWNER];
            if (v.s[OWNER].minus(to.s[OWNER]).meets(g.unit) && g.all_taken(to.taken)) to.captured = 1;
        }
        if (!to.captured) return;
        const Bits<W> news = fresh(to, to.old);
        to.held = v.captured && v.held.any() ? v.held & news : news;
    }

    // All legal moves but where the side does not play, the passes first.
    void steps(const State& v, std::vector<Step>& out) {
        out.clear();
        const int t = v.turn;
        const Bits<W> kept = after_turn(v);
        auto pass = [&](int16_t move, const Bits<W>& bans) {
            Step step;
            step.to = v;
            step.to.bans = bans;
            step.move = move;
            step.captured = 0;
            step.winner = NOBODY;
            if (move < PASS && rules.ko == Ko::OncePerKo) step.to.freed[t].set(-2 - move);
            finish(v, step);
            out.push_back(step);
        };
        Bits<W> bans = kept;
        bool named = false;
        if (rules.ko == Ko::EachRetake || rules.ko == Ko::OncePerKo || rules.ko == Ko::EachCapture) {
            for (Bits<W> rest = v.bans.minus(v.freed[t]); rest.any();) {
                const int p = rest.pop();
                if (banned(v.s, p) != t) continue;
                bans = kept;
                bans.clear(p);
                pass(int16_t(-2 - p), bans);
                named = true;
            }
        } else if (lasting()) {
            for (Bits<W> rest = kept; rest.any();) {
                const int p = rest.pop();
                if (banned(v.s, p) == t) bans.clear(p);
            }
            if (rules.ko == Ko::BothSides && !(bans == kept)) bans = Bits<W>::none();
        }
        if (!named) pass(PASS, bans);
        mover.each_play(v.s, t, [&](int p, const Bits<W>& taken, bool free) {
            if (shut[t].test(p)) return;
            const bool take = rules.ko != Ko::None && !free && taken.count() == 1;
            if (v.bans.test(p) && (take || !lasting() || (rules.ko == Ko::EachCapture && taken.any()))) return;
            Step step;
            step.to = v;
            step.to.s[t].set(p);
            step.to.s[1 - t] = v.s[1 - t].minus(taken);
            step.to.bans = kept;
            if (take) step.to.bans.set(taken.lowest());
            step.move = int16_t(p);
            step.captured = uint16_t(taken.count());
            step.winner = NOBODY;
            finish(v, step);
            if (rules.aim == Aim::CapturedOnce && t == ATTACKER && taken.meets(g.unit) && g.all_taken(step.to.taken))
                step.winner = ATTACKER;
            out.push_back(step);
        });
    }

    // First guess of the efforts of owner and attacker at a state.
    void estimate(const State& v, uint32_t& pn, uint32_t& dn) const {
        const Bits<W> empty = g.all.minus(v.s[0] | v.s[1]);
        pn = dn = 2;
        (v.turn == OWNER ? dn : pn) += uint32_t(empty.count());
        if (v.captured) {
            dn += 2 * uint32_t(fresh(v, v.old).count()) + uint32_t((scope & empty).count());
            pn += 2;
        } else if (g.unit.within(v.s[OWNER])) {
            const Bits<W> chain = g.flood(Bits<W>::single(g.unit.lowest()), v.s[OWNER]);
            dn += uint32_t((g.around(chain) & empty).count());
        } else pn += 2 + 2 * uint32_t(g.unit.count());
    }
};

}  // namespace shikatsu
