// SPDX-License-Identifier: Apache-2.0
/// Memory of this process, by part, beside a run that it makes or has made.
#pragma once

#include <cstdint>

#include "core/trace/recording.h"

namespace kvw {

/// Bytes. Parts that the system may page out count whole; `resident` is what lies in memory now.
struct ProcessMemory {
    std::int64_t resident = 0;  ///< 0: not known on this system
    std::int64_t peak = 0;      ///< the most that was resident so far
    std::int64_t weights = 0;   ///< as stored
    std::int64_t caches = 0;    ///< cacheBytes
    std::int64_t rows = 0;      ///< attention rows, in temporary files
};

/// Returns the bytes of the K and V buffers of all lanes after their newest step.
[[nodiscard]] std::int64_t cacheBytes(const Recording& recording);
[[nodiscard]] ProcessMemory processMemory(const Recording& recording);

}  // namespace kvw
