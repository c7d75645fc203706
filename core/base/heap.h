// SPDX-License-Identifier: Apache-2.0
/// How much memory the allocator holds on to.
#pragma once

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace kvw {

/// Tensors of a few megabytes come and go with every layer that is selected from or scored; given back to the system
/// each time, their pages would be cleared anew by the next ones. Before the first thread.
inline void keepFreedMemory() {
#if defined(__GLIBC__)
    constexpr int kKept = 64 << 20;
    constexpr int kLargest = 4 << 20;  ///< larger ones are given back at once
    mallopt(M_TRIM_THRESHOLD, kKept);
    mallopt(M_MMAP_THRESHOLD, kLargest);
#endif
}

/// One arena for the GUI thread and one for all others. Each thread that computes for a dock, writes a copy or decodes
/// would get one of its own, with holes of its own: of a long run the window then holds tens of megabytes that nobody
/// uses. Before the first thread.
inline void useFewArenas() {
#if defined(__GLIBC__)
    constexpr int kArenas = 2;
    mallopt(M_ARENA_MAX, kArenas);
#endif
}

/// Gives pages that hold nothing back to the system, also those between others. For the end of work that took much in
/// small pieces. Any thread.
inline void giveFreedMemoryBack() {
#if defined(__GLIBC__)
    malloc_trim(0);
#endif
}

}  // namespace kvw
