// Territory that is safe under alternating play (Müller 1997): regions in which a side answers every play of the other
// side, and needs no play before. docs/endings-why.md calls them homes and has the argument;
// verifier/proof/endings/safe_territory.py is the specification.
#pragma once
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "endings/board.hpp"

namespace shikatsu::ending {

// Larger territories, or more stones of the other side in them when they are first looked at, take too long to play out.
constexpr int TERRITORY_POINTS = 10, TERRITORY_STONES = 3;

// A set of regions without own stones, bordered by own chains alone, with these chains.
struct SafeTerritory {
    Mask region, chains;
};

// Territories that are linked by chains: all as one, and each by itself.
struct Linked {
    SafeTerritory whole;
    std::vector<SafeTerritory> parts;
};

class AlternatingPlay {
public:
    explicit AlternatingPlay(const Board& b) : board(b) {}

    // The small regions of `own` that may be safe.
    std::vector<Linked> candidates(Mask own, Mask other) const {
        std::vector<Linked> groups;
        board.parts(board.full & ~own, [&](Mask region) {
            const Mask border = board.dilate(region) & own;
            if (!border || region.count() > TERRITORY_POINTS || (region & other).count() > TERRITORY_STONES) return;
            const SafeTerritory territory{region, board.flood(border, own)};
            Linked joined{territory, {territory}};
            for (size_t i = groups.size(); i-- > 0;) {
                const Linked& group = groups[i];
                if (!(group.whole.chains & territory.chains)) continue;
                joined.whole.region |= group.whole.region, joined.whole.chains |= group.whole.chains;
                joined.parts.insert(joined.parts.end(), group.parts.begin(), group.parts.end());
                groups.erase(groups.begin() + long(i));
            }
            groups.push_back(joined);
        });
        return groups;
    }

    // Whether the owner of `chains` keeps the territory by answering every play in it. `theirs` are stones in the region.
    bool holds(const SafeTerritory& territory, Mask theirs) {
        if (known.size() > REMEMBERED) known.clear();
        return safe(territory.region, territory.chains, theirs & territory.region);
    }

    size_t bytes() const { return known.size() * (sizeof(Key) + 40); }

    // Whether nothing is left to do: no stone of the other side, and all chains live whatever lies outside.
    bool settled(const SafeTerritory& territory, Mask theirs) const {
        const Mask all = territory.region | territory.chains;
        return !(theirs & territory.region) && board.alive(territory.chains, board.full & ~all) == territory.chains;
    }

private:
    static constexpr size_t REMEMBERED = 1 << 19;
    const Board& board;
    struct Key {
        Mask region, theirs;
        uint64_t linked;
        bool operator==(const Key& o) const { return region == o.region && theirs == o.theirs && linked == o.linked; }
    };
    struct KeyHash {
        size_t operator()(const Key& k) const {
            uint64_t h = 0;
            for (uint64_t x : {k.linked, k.region.low, k.region.high, k.theirs.low, k.theirs.high}) h = mix(h, x);
            return size_t(h);
        }
    };
    std::unordered_map<Key, bool, KeyHash> known;

    // The territory as far as it matters: which stones next to the region are connected, not what lies farther.
    Key key_of(Mask region, Mask ours, Mask theirs) const {
        const Mask border = board.dilate(region);
        Key key{region, theirs, 0};
        board.parts(ours, [&](Mask chain) {
            const Mask near = chain & border;               // none is something else than no chain
            key.linked += mix(mix(0, near.low), near.high);
        });
        return key;
    }

    bool breathe(Mask stones, Mask liberties) const {
        return board.every_part(stones, [&](Mask chain) { return bool(board.dilate(chain) & liberties); });
    }

    // The other side is to move. `region` is without `ours`, which stay for ever.
    bool safe(Mask region, Mask ours, Mask theirs) {
        const Key key = key_of(region, ours, theirs);
        const auto found = known.find(key);
        if (found != known.end()) return found->second;
        const bool answer = examine(region, ours, theirs);
        known[key] = answer;
        return answer;
    }

    bool examine(Mask region, Mask ours, Mask theirs) {
        const Mask empty = region & ~theirs;
        if (!breathe(ours, empty)) return false;
        for (Mask rest = empty; rest; rest = rest.without_lowest()) {
            const Mask stone = rest.lowest_alone(), after = theirs | stone, left = empty & ~stone;
            if (!breathe(ours, left)) return false;     // it takes a chain, or would if all outside were taken
            if (!(board.dilate(board.flood(stone, after)) & left)) continue;    // suicide
            if (!safe(region, ours, after) && !answers(region, ours, after, left)) return false;
        }
        return settled({region, ours}, theirs) || answers(region, ours, theirs, empty);
    }

    // Whether some play leaves the territory safe.
    bool answers(Mask region, Mask ours, Mask theirs, Mask empty) {
        for (Mask rest = empty; rest; rest = rest.without_lowest()) {
            const Mask stone = rest.lowest_alone(), open = empty & ~stone;
            if (safe(region & ~stone, ours | stone, theirs & ~board.taken(stone, theirs, open))) return true;
        }
        return false;
    }
};

}  // namespace shikatsu::ending
