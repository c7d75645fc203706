// SPDX-License-Identifier: Apache-2.0
#include "core/trace/process_memory.h"

#include "core/base/proc_bytes.h"

namespace kvw {

ProcessMemory processMemory(const Recording& recording) {
    ProcessMemory memory;
    memory.resident = procBytes("/proc/self/status", "VmRSS");
    memory.peak = procBytes("/proc/self/status", "VmHWM");
    memory.weights = recording.description().model.weightBytes;
    for (std::int32_t lane = 0; lane < recording.lanes(); ++lane) {
        if (!recording.hasTrace(lane)) {
            continue;
        }
        const Trace& trace = recording.trace(lane);
        memory.rows += trace.wideBytes();
        if (const std::int64_t steps = trace.steps(); steps > 0) {
            memory.caches += trace.step(steps - 1).bytesAllocated;
        }
    }
    return memory;
}

}  // namespace kvw
