// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/process_memory.h"

#include "core/base/process/proc_bytes.h"

namespace kvw {

std::int64_t cacheBytes(const Recording& recording) {
    std::int64_t bytes = 0;
    for (const std::int32_t lane : recording.tracedLanes()) {
        const std::int64_t steps = recording.stepsOf(lane);
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
    for (const std::int32_t lane : recording.tracedLanes()) {
        memory.rows += recording.trace(lane).ownRowBytesStored();
    }
    return memory;
}

}  // namespace kvw
