// Homes: regions in which a side answers every play of the other side, and needs no play before.
//
// verifier/proof/ending_home.py is the specification and docs/endings.md has the argument.
#pragma once
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "endings_board.hpp"

namespace shikatsu::ending {

// Larger homes, or more stones of the other side in them when they are first looked at, take too long to play out.
constexpr int HOME_POINTS = 10, HOME_STONES = 3;

// A set of regions without own stones, bordered by own chains alone, with these chains.
struct Home {
    Mask region, chains;
};

class HomePlay {
public:
    explicit HomePlay(const Board& b) : board(b) {}

    // The sets of small regions of `own` that may be homes: those linked by chains together, and then alone.
    std::vector<std::vector<Home>> candidates(Mask own, Mask other) const {
        std::vector<Home> regions;
        for (Mask rest = board.full & ~own; rest;) {
            const Mask region = board.flood(rest.lowest_alone(), board.full & ~own);
            rest &= ~region;
            const Mask border = board.dilate(region) & own;
            if (region.count() <= HOME_POINTS && (region & other).count() <= HOME_STONES && border) regions.push_back({region, board.flood(border, own)});
        }
        std::vector<std::vector<Home>> linked;
        while (!regions.empty()) {
            std::vector<Home> group{regions.back()};
            regions.pop_back();
            Mask chains = group[0].chains;
            for (bool more = true; more;) {
                more = false;
                for (size_t i = 0; i < regions.size(); ++i) {
                    if (!(regions[i].chains & chains)) continue;
                    chains |= regions[i].chains;
                    group.push_back(regions[i]);
                    regions.erase(regions.begin() + long(i));
                    more = true;
                    break;
                }
            }
            linked.push_back(group);
        }
        return linked;
    }

    static Home together(const std::vector<Home>& group) {
        Home all{0, 0};
        for (const Home& home : group) all.region |= home.region, all.chains |= home.chains;
        return all;
    }

    // Whether the owner of `chains` keeps the home by answering every play in it. `theirs` are stones in the region.
    bool holds(const Home& home, Mask theirs) {
        if (known.size() > REMEMBERED) known.clear();
        return safe(home.region, home.chains, theirs & home.region);
    }

    size_t bytes() const { return known.size() * (sizeof(Key) + 40); }

    // Whether nothing is left to do: no stone of the other side, and all chains live whatever lies outside.
    bool settled(const Home& home, Mask theirs) const {
        const Mask all = home.region | home.chains;
        return !(theirs & home.region) && board.alive(home.chains, board.full & ~all) == home.chains;
    }

private:
    static constexpr size_t REMEMBERED = 1 << 19;
    Board board;
    struct Key {
        Mask region, theirs;
        uint64_t linked;
        bool operator==(const Key& o) const { return region == o.region && theirs == o.theirs && linked == o.linked; }
    };
    struct KeyHash {
        size_t operator()(const Key& k) const {
            uint64_t h = 0;
            for (uint64_t x : {k.linked, k.region.low, k.region.high, k.theirs.low, k.theirs.high})
                h = (h ^ x) * 0x9e3779b97f4a7c15ull, h ^= h >> 29;
            return size_t(h);
        }
    };
    std::unordered_map<Key, bool, KeyHash> known;

    // The home as far as it matters: which stones next to the region are connected, not what lies farther.
    Key key_of(Mask region, Mask ours, Mask theirs) const {
        const Mask border = board.dilate(region);
        Key key{region, theirs, 0};
        for (Mask rest = ours; rest;) {
            const Mask chain = board.flood(rest.lowest_alone(), ours), near = chain & border;
            rest &= ~chain;
            key.linked += mixed(mixed(near.low) ^ near.high) + 1;   // a chain that is not next to the region counts too
        }
        return key;
    }
    static uint64_t mixed(uint64_t x) {
        x = (x ^ x >> 31) * 0x9e3779b97f4a7c15ull;
        return (x ^ x >> 29) * 0xbf58476d1ce4e5b9ull;
    }

    bool breathe(Mask stones, Mask liberties) const {
        for (Mask rest = stones; rest;) {
            const Mask chain = board.flood(rest.lowest_alone(), stones);
            rest &= ~chain;
            if (!(board.dilate(chain) & liberties)) return false;
        }
        return true;
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
            const bool kept = breathe(ours, left);
            const bool breathes(board.dilate(board.flood(stone, after)) & left);
            if (kept && !breathes) continue;                                    // illegal
            if (!kept) return false;
            if (!safe(region, ours, after) && !answers(region, ours, after, left)) return false;
        }
        return settled({region, ours}, theirs) || answers(region, ours, theirs, empty);
    }

    // Whether some play leaves the home safe.
    bool answers(Mask region, Mask ours, Mask theirs, Mask empty) {
        for (Mask rest = empty; rest; rest = rest.without_lowest()) {
            const Mask stone = rest.lowest_alone(), open = empty & ~stone;
            Mask standing = theirs;
            for (Mask beside = board.dilate(stone) & theirs; beside;) {
                const Mask chain = board.flood(beside.lowest_alone(), theirs);
                beside &= ~chain;
                if (!(board.dilate(chain) & open)) standing &= ~chain;
            }
            if (safe(region & ~stone, ours | stone, standing)) return true;
        }
        return false;
    }
};

}  // namespace shikatsu::ending
