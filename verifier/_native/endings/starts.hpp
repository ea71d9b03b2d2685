// Games that begin with a move in a reserve: each needs a proof of its own.
#pragma once
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "endings/game.hpp"

namespace shikatsu::ending {

struct StateKey {
    uint64_t a, b;
    bool operator==(const StateKey& o) const { return a == o.a && b == o.b; }
};
struct StateKeyHash {
    size_t operator()(const StateKey& k) const { return k.a; }
};

struct Node {
    std::vector<std::pair<int, int>> replies;   // move, node or -1 where the move ends the game
};

struct Start {
    StateKey key;
    EndState state;
    int gain = 0;                       // prisoners of the side that has the reserves: the least that was asked for
    int mover = 0;
    int node = -1;                      // -1: not proved yet
};

constexpr int PLAY_OPEN = -12;          // until `settle`: PLAY that does not settle, where it might

// Where a reply is to a move of the other side in a reserve, its second number is a start until `settle`.
class Starts {
public:
    std::vector<Start> list;
    std::unordered_map<StateKey, int, StateKeyHash> lost;   // with so many prisoners or less

    void forget() {
        list.clear();
        index.clear();
    }
    bool granted(const StateKey& key, int gain) const {
        const auto it = lost.find(key);
        return it == lost.end() || gain > it->second;
    }
    int ask(const StateKey& key, const EndState& state, int gain, int mover) {
        const auto [it, added] = index.emplace(key, int(list.size()));
        if (added) list.push_back({key, state, gain, mover, -1});
        Start& start = list[size_t(it->second)];
        if (gain < start.gain) start = {key, state, gain, mover, -1};
        return it->second;
    }
    // What was found for a start with so many prisoners; it may have been asked for with less meanwhile.
    void win(int i, int gain, int node) {
        if (list[size_t(i)].gain == gain) list[size_t(i)].node = node;
    }
    void lose(int i, int gain) {
        lost[list[size_t(i)].key] = gain;
        index.erase(list[size_t(i)].key);   // it may be asked for again with more
    }

    // The first start without a proof that the strategy from a node leads to; -1 if all are proved.
    int open(const std::vector<Node>& proof, int first) const {
        int found = -1;
        reach(proof, first, [&](int start) {
            if (list[size_t(start)].node < 0 && found < 0) found = start;
        });
        return found;
    }

    // For each node whether it leads to a start within its own game.
    std::vector<bool> leading_to(const std::vector<Node>& proof, int start) const {
        std::vector<std::vector<int>> before(proof.size());
        std::vector<bool> bad(proof.size());
        std::vector<int> todo;
        for (size_t n = 0; n < proof.size(); ++n)
            for (auto [move, to] : proof[n].replies) {
                if (!asks(move)) {
                    if (to >= 0) before[size_t(to)].push_back(int(n));
                } else if (to == start && !bad[n]) {
                    bad[n] = true, todo.push_back(int(n));
                }
            }
        while (!todo.empty()) {
            const int n = todo.back();
            todo.pop_back();
            for (int m : before[size_t(n)])
                if (!bad[size_t(m)]) bad[size_t(m)] = true, todo.push_back(m);
        }
        return bad;
    }

    // Puts the nodes that are reached first, in the order they are, and names nodes instead of starts.
    void settle(std::vector<Node>& proof, int first) const {
        std::vector<int> order;
        std::vector<int> place(proof.size(), -1);
        reach(proof, first, [](int) {}, [&](int n) { place[size_t(n)] = int(order.size()), order.push_back(n); });
        std::vector<Node> kept;
        for (int n : order) {
            kept.push_back(std::move(proof[size_t(n)]));
            for (auto& [move, to] : kept.back().replies)
                if (to >= 0) {
                    to = place[size_t(asks(move) ? list[size_t(to)].node : to)];
                    if (move == PLAY_OPEN) move = PLAY;
                }
        }
        proof = std::move(kept);
    }

private:
    std::unordered_map<StateKey, int, StateKeyHash> index;

    static bool asks(int move) { return (move <= ASIDE && move > PLAY) || move == PLAY_OPEN; }

    template <class AtStart, class AtNode = void (*)(int)>
    void reach(const std::vector<Node>& proof, int first, AtStart&& at_start, AtNode&& at_node = [](int) {}) const {
        std::vector<bool> met(proof.size());
        std::vector<int> todo{first};
        met[size_t(first)] = true;
        for (size_t i = 0; i < todo.size(); ++i) {
            at_node(todo[i]);
            for (auto [move, to] : proof[size_t(todo[i])].replies) {
                if (to < 0) continue;
                int next = to;
                if (asks(move)) at_start(to), next = list[size_t(to)].node;
                if (next >= 0 && !met[size_t(next)]) met[size_t(next)] = true, todo.push_back(next);
            }
        }
    }
};

}  // namespace shikatsu::ending
