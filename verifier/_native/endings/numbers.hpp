// Proof and disproof numbers of states that are not solved yet.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

namespace shikatsu::ending {

// Numbers of states that are not solved. Where it is full an entry of less work gives way; nothing but time is
// lost with it, and a false hit changes the order of work only.
class Numbers {
public:
    struct Entry {
        uint64_t key = 0;
        uint32_t phi = 0, delta = 0;    // phi 0: free
        int16_t best = 0;
    };
    void limit(uint64_t bytes) { most = bytes / sizeof(Entry); }
    const Entry* find(uint64_t key) const {
        if (slots.empty()) return nullptr;
        const Entry* bucket = &slots[key & (slots.size() - 1) & ~uint64_t(WIDE - 1)];
        for (size_t i = 0; i < WIDE; ++i)
            if (bucket[i].phi && bucket[i].key == key) return &bucket[i];
        return nullptr;
    }
    void prefetch(uint64_t key) const {
        if (!slots.empty()) __builtin_prefetch(&slots[key & (slots.size() - 1) & ~uint64_t(WIDE - 1)]);
    }
    void keep(uint64_t key, uint32_t phi, uint32_t delta, int16_t best) {
        if (used * 2 >= slots.size() && slots.size() * 2 <= std::max<uint64_t>(most, 1 << 12)) grow();
        place({key, phi, delta, best});
    }
    void clear() {
        slots.clear();
        used = 0;
    }
    void drop(uint64_t key) {
        Entry* e = const_cast<Entry*>(find(key));
        if (e) *e = Entry(), --used;
    }
    size_t size() const { return used; }
    size_t bytes() const { return slots.size() * sizeof(Entry); }

private:
    static constexpr size_t WIDE = 4;
    uint64_t most = 1 << 20;
    size_t used = 0;
    std::vector<Entry> slots;

    void place(const Entry& e) {
        Entry* bucket = &slots[e.key & (slots.size() - 1) & ~uint64_t(WIDE - 1)];
        Entry* least = bucket;
        for (size_t i = 0; i < WIDE; ++i) {
            if (!bucket[i].phi || bucket[i].key == e.key) {
                used += !bucket[i].phi;
                bucket[i] = e;
                return;
            }
            if (uint64_t(bucket[i].phi) + bucket[i].delta < uint64_t(least->phi) + least->delta) least = &bucket[i];
        }
        *least = e;
    }
    void grow() {
        std::vector<Entry> old(slots.empty() ? 1 << 12 : slots.size() * 2);
        old.swap(slots);
        used = 0;
        for (const Entry& e : old)
            if (e.phi) place(e);
    }
};

}  // namespace shikatsu::ending
