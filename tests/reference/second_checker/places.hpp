// Proofs place by place: docs/games.md, section 5.
#pragma once
#include "patterns.hpp"

struct Place {
    Set points, kept, living, leans;
    bool bans = false, turns = false, finite = false;

    Set own() const { return kept | living; }
};

// No set of chains between starves: of the places that lean on none of it two keep one of it, or it lives in one.
inline void check_liberties(const std::vector<Place>& places, const std::vector<Set>& between) {
    require(between.size() <= 16, "places: more than 16 chains between");
    for (unsigned some = 1; some < 1u << between.size(); some++) {
        Set chains;
        for (size_t i = 0; i < between.size(); i++) if (some >> i & 1) chains |= between[i];
        int feeding = 0;
        bool lives = false;
        for (auto& place : places) {
            if (place.leans.meets(chains)) continue;
            feeding += place.kept.meets(chains);
            lives = lives || place.living.meets(chains);
        }
        require(lives || feeding >= 2, "places: chains between may be left with liberties in one place");
    }
}

// How many places may rely on bans: a pass for one of them must not lift those of another.
inline void check_bans(const std::vector<Place>& places, const Rules& rules) {
    int with_bans = 0;
    for (auto& place : places) with_bans += place.bans;
    bool waiting = !rules.is("ko", "none") && !rules.is("ko", "basic");
    require(with_bans == 0 || waiting, "places: no ban on L is to be relied on under this ko rule");
    bool one_pass = rules.is("ko", "one pass for all kos") || rules.is("ko", "one pass for both sides");
    require(with_bans <= 1 || !one_pass, "places: one pass lifts the bans in two of them");
    // L retakes in spite of a ban for one turn once he has played elsewhere.
    size_t with_turns = 0, finite = 0;
    for (auto& place : places) with_turns += place.turns, finite += place.finite;
    require(with_turns == 0 || finite + 1 == places.size(), "places: one relies on turns and another one is not finite");
}

// What is asked of the places together, given the chains between.
inline void check_together(const Arena& arena, const std::vector<Place>& places, const std::vector<Set>& between) {
    Set all_points, all_between;
    for (auto& one : between) all_between |= one;
    for (auto& place : places) {
        require(!place.points.meets(all_points), "a point in two places");
        all_points |= place.points;
    }
    require(!all_points.meets(all_between), "a place with a point of a chain between");
    require((arena.unit | arena.scope).within(all_points | all_between), "a point of the unit or the scope is in no place");
    check_bans(places, arena.rules);
    check_liberties(places, between);
}

inline Set read_points(const Json& item, const Arena& arena) {
    Set points = mask(item.at("points").string("points"), arena.board->all, "points");
    require(points.any(), "a place without points");
    require(points.within(arena.locale), "a place outside the locale");
    return points;
}

inline void read_reliance(const Json& item, Place& place) {
    auto read = [&](const char* key) {
        auto value = item.find(key);
        return value && value->boolean(key);
    };
    place.bans = read("bans");
    place.turns = read("turns");
    place.finite = read("finite");
}

// The game in a place, where `others` are the chains between that are walls; `beside`: some place relies on bans.
inline PatternGame game_in(const Place& place, const Arena& arena, int side, const Set& others, bool beside, bool named) {
    PatternGame g{arena, side};
    g.named = named;
    require(!named || place.bans, "places: where passes name kos each relies on bans");
    require(!place.turns || (named && arena.rules.is("ko", "pass once for each ko")), "places: no ban for one turn is to be relied on");
    require(!(place.turns && place.finite), "places: one that relies on turns is not finite");
    g.turns = place.turns;
    g.finite = place.finite;
    g.aim = PatternGame::CLEARED;
    g.place = g.secluded = true;
    g.place_bans = place.bans;
    g.beside = beside;
    g.living = place.living;
    g.a.unit = place.points;
    g.a.units = {place.points};
    g.a.scope = Set();
    g.a.standing = place.own();
    g.a.locale = arena.locale - others;
    g.a.walls[side] |= others;
    return g;
}

inline void check_places(const Claim& claim, const Arena& arena, const Json& evidence, int side, bool draw_wins, bool for_dead) {
    require(read_side(evidence) == side, "evidence for the wrong side");
    require(!evidence.at("draw_wins").boolean("draw_wins") && !draw_wins, "draw_wins");
    require(for_dead && side == arena.attacker() && arena.rules.new_stones(), "places: only for an attacker who clears");
    const Board& board = *arena.board;
    bool named = read_named(evidence, arena.rules);
    auto& list = evidence.at("places").list("places");
    std::vector<Place> places;
    std::vector<Set> between;
    Set all_between;
    bool some_bans = false;
    for (auto& item : list) {
        Place place;
        place.points = read_points(item, arena);
        auto read_chains = [&](const Json& value, const char* key) {
            Set chains;
            for (auto& name : value.list(key)) {
                Set one = claim.chain(claim.vertex(name.string("vertex"), key));
                require(claim.colour(one) == side && one.within(arena.locale), "keeps, lives: no chain of the attacker in the locale");
                require(!one.meets(chains | place.kept), "keeps, lives: a chain twice");
                chains |= one;
                if (!one.meets(all_between)) between.push_back(one);
                all_between |= one;
            }
            return chains;
        };
        place.kept = read_chains(item.at("keeps"), "keeps");
        if (auto value = item.find("lives")) place.living = read_chains(*value, "lives");
        read_reliance(item, place);
        some_bans = some_bans || place.bans;
        places.push_back(place);
    }
    require(arena.standing.within(all_between), "a chain that stands is not between");
    for (auto& place : places) {
        Set others = all_between - place.own();
        place.leans = board.connected(board.around(place.points) & others, others);
    }
    check_together(arena, places, between);
    bool begun = false;
    for (size_t i = 0; i < places.size(); i++) {
        PatternChecker checker(game_in(places[i], arena, side, all_between - places[i].own(), some_bans, named));
        require(!list[i].at("nodes").list("nodes").empty(), "a place without patterns");
        checker.check(list[i]);
        require(!(begun && checker.begins()), "two places in which the attacker begins");
        begun = begun || checker.begins();
    }
}
