// Numbers drawn at random, the same for every compiler.
#pragma once
#include <cstddef>
#include <cstdint>

namespace shikatsu {

// One below `many`; changes the seed.
inline size_t drawn(uint64_t& seed, size_t many) {
    seed = seed * 6364136223846793005ull + 1442695040888963407ull;
    return size_t(seed >> 33) % many;
}

}  // namespace shikatsu
