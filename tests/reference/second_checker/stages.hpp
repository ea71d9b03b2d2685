// Proofs in stages: docs/games.md, section 6.
#pragma once
#include <deque>

#include "places.hpp"

// A place, with its patterns; ends that fall into it name some of them.
struct StagePlace {
    Place said;
    PatternChecker patterns;

    StagePlace(const Place& place, const Arena& arena, int side, bool named)
        : said(place), patterns(game_in(place, arena, side, place.leans, true, named)) {}
    // What has to be known where play comes to the place.
    Set known() const { return said.points | said.own() | said.leans; }
};

struct Named {
    size_t place;
    long long pattern;
};

class StagesChecker {
    const Arena& arena;
    const Board& board;
    int side;
    bool named;
    std::deque<StagePlace> places;
    std::vector<std::vector<Named>> ends;

    Place read_place(const Json& item) const {
        Place place;
        place.points = read_points(item, arena);
        auto read = [&](const char* key) { return mask(item.at(key).string(key), board.all, key); };
        place.kept = read("keeps");
        place.living = read("lives");
        place.leans = read("leans");
        read_reliance(item, place);
        require(!place.kept.meets(place.living), "a place keeps what lives in it");
        require(!place.points.meets(place.own() | place.leans), "a place with a point of a chain between");
        require(!place.leans.meets(place.own()), "a place leans on what it keeps, or on what lives in it");
        require((place.own() | place.leans).within(arena.locale), "a chain between outside the locale");
        return place;
    }
    void check_place(const Json& item) {
        places.emplace_back(read_place(item), arena, side, named);
        check_bans({places.back().said}, arena.rules);
        require(!item.at("nodes").list("nodes").empty(), "a place without patterns");
        places.back().patterns.check_patterns(item);
        places.back().patterns.check_first_of_place();
    }

    std::vector<Named> read_end(const std::string& text) const {
        std::vector<Named> end;
        for (auto& field : split(text, ' ')) {
            auto numbers = split(field, ':');
            require(numbers.size() == 2, "ends: place:pattern");
            long long place = measure(numbers[0], "ends"), pattern = measure(numbers[1], "ends");
            require(place < (long long)places.size(), "an end names a place that is not there");
            require(pattern < places[place].patterns.size(), "an end names a pattern that is not there");
            end.push_back({size_t(place), pattern});
        }
        return end;
    }
    // The chains between at an end are what its places have in common: no place may see only a part of one, as the
    // rule on starving chains counts them, and a place has to know each that is next to it.
    void check_chains(const std::vector<Place>& said, const std::vector<Set>& between) const {
        for (auto& place : said) {
            Set leans, near = board.around(place.points);
            for (auto& one : between) {
                bool whole = one.within(place.kept) || one.within(place.living);
                require(whole || !one.meets(place.own()), "a place does not take a chain between for one");
                if (!whole && one.meets(near)) leans |= one;
            }
            require(place.leans == leans, "a place leans on other chains between than those next to it");
        }
    }
    void check_end(const std::vector<Named>& end) const {
        std::vector<Place> said;
        Set all;
        for (auto& named : end) {
            said.push_back(places[named.place].said);
            all |= said.back().own();
        }
        std::vector<Set> between = board.parts(all);
        check_chains(said, between);
        check_together(arena, said, between);
    }
    // A move of S leads to this result, and so to an end.
    void check_arrival(const Result& r, long long number) const {
        require(number < (long long)ends.size(), "an end that is not there");
        for (auto& named : ends[number]) {
            const StagePlace& place = places[named.place];
            require(place.known().within(r.p.zone), "a point of a place is not known at an end");
            require((place.said.own() | place.said.leans).within(r.p.stones[side]), "a chain between is not there at an end");
            place.patterns.check_begins(r, named.pattern);
        }
    }

public:
    StagesChecker(const Arena& game, int winner, bool passes_name_kos)
        : arena(game), board(*game.board), side(winner), named(passes_name_kos) {}

    void check(const Json& evidence) {
        for (auto& item : evidence.at("places").list("places")) check_place(item);
        for (auto& item : evidence.at("ends").list("ends")) ends.push_back(read_end(item.string("end")));
        for (auto& end : ends) check_end(end);
        PatternGame g{arena, side};
        g.aim = PatternGame::CLEARED;
        g.named = named;
        PatternChecker first(g);
        first.beyond = [this](const Result& r, long long number) { check_arrival(r, number); };
        require(!evidence.at("nodes").list("nodes").empty(), "a first stage without patterns");
        first.check(evidence);
    }
};

inline void check_stages(const Arena& arena, const Json& evidence, int side, bool draw_wins, bool for_dead) {
    require(read_side(evidence) == side, "evidence for the wrong side");
    require(!evidence.at("draw_wins").boolean("draw_wins") && !draw_wins, "draw_wins");
    require(for_dead && side == arena.attacker() && arena.rules.new_stones(), "stages: only for an attacker who clears");
    StagesChecker(arena, side, read_named(evidence, arena.rules)).check(evidence);
}
