// Memory for arrays that are read in no order: large pages where the system has them, so that a read does not also
// wait for the tables that say where its page is. A search of a million states takes 6 % less processor time by that
// (docs/benchmarks.md, speed of the kernel).
#pragma once
#include <cstddef>
#include <new>
#include <vector>
#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace shikatsu {

template <class T>
struct LargePages {
    using value_type = T;
    static constexpr std::size_t PAGE = std::size_t(1) << 21;

    LargePages() = default;
    template <class U>
    LargePages(const LargePages<U>&) {}

    T* allocate(std::size_t count) {
        if (count > ~std::size_t(0) / sizeof(T)) throw std::bad_array_new_length();
        const std::size_t bytes = count * sizeof(T);
        if (!large(count)) return static_cast<T*>(::operator new(bytes));
        void* const at = ::operator new(bytes, std::align_val_t(PAGE));
#if defined(__linux__) && defined(MADV_HUGEPAGE)
        madvise(at, bytes, MADV_HUGEPAGE);      // a wish: if it is refused the array works as well
#endif
        return static_cast<T*>(at);
    }
    void deallocate(T* at, std::size_t count) {
        if (large(count)) ::operator delete(at, std::align_val_t(PAGE));
        else ::operator delete(at);
    }
    friend bool operator==(const LargePages&, const LargePages&) { return true; }
    friend bool operator!=(const LargePages&, const LargePages&) { return false; }

  private:
    static bool large(std::size_t count) { return count * sizeof(T) >= 2 * PAGE; }
};

template <class T>
using LargeVector = std::vector<T, LargePages<T>>;

}  // namespace shikatsu
