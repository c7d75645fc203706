// SPDX-License-Identifier: Apache-2.0
/// Controls how much freed memory the allocator keeps.
#pragma once

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace kvw {

/// Keeps freed blocks of a few megabytes in the allocator. Tensors of this size are allocated and freed for every layer
/// that is scored or selected from; if they went back to the system, it would clear their pages again each time. To be
/// called before the first thread starts.
inline void keepFreedMemory() {
#if defined(__GLIBC__)
    constexpr int kKept = 64 << 20;
    constexpr int kLargest = 4 << 20;  ///< larger blocks are returned to the system at once
    mallopt(M_TRIM_THRESHOLD, kKept);
    mallopt(M_MMAP_THRESHOLD, kLargest);
#endif
}

/// Limits the allocator to two arenas: one for the GUI thread and one for all others. Otherwise each thread that
/// computes for a dock, writes a copy or decodes gets its own arena with its own holes, and after a long run the window
/// holds tens of megabytes that nobody uses. To be called before the first thread starts.
inline void useFewArenas() {
#if defined(__GLIBC__)
    constexpr int kArenas = 2;
    mallopt(M_ARENA_MAX, kArenas);
#endif
}

/// Returns all free pages to the system, also those between pages in use. For the end of work that allocated many small
/// blocks. Thread: any.
inline void giveFreedMemoryBack() {
#if defined(__GLIBC__)
    malloc_trim(0);
#endif
}

}  // namespace kvw
