// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/process_memory.h"

#include "core/base/process/proc_bytes.h"

namespace kvw {

std::int64_t cacheBytes(const Recording& recording) {
    std::int64_t bytes = 0;
    for (std::int32_t lane = 0; lane < recording.lanes(); ++lane) {
        const std::int64_t steps = recording.hasTrace(lane) ? recording.trace(lane).steps() : 0;
        bytes += steps > 0 ? recording.trace(lane).step(steps - 1).bytesAllocated : 0;
    }
    return bytes;
}

ProcessMemory processMemory(const Recording& recording) {
    ProcessMemory memory;
    memory.resident = procBytes("/proc/self/status", "VmRSS");
    memory.peak = procBytes("/proc/self/status", "VmHWM");
    memory.weights = recording.description().model.weightBytes;
    memory.caches = cacheBytes(recording);
    for (std::int32_t lane = 0; lane < recording.lanes(); ++lane) {
        memory.rows += recording.hasTrace(lane) ? recording.trace(lane).ownRowBytesStored() : 0;
    }
    return memory;
}

}  // namespace kvw
