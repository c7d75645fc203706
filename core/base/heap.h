// SPDX-License-Identifier: Apache-2.0
/// What the allocator keeps of memory that was freed.
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

}  // namespace kvw
