// SPDX-License-Identifier: Apache-2.0
#include "core/base/process/thread_priority.h"

#ifdef __linux__
#include <sys/resource.h>
#include <unistd.h>
#endif

namespace kvw {

void lowerThreadPriority() noexcept {
#ifdef __linux__
    constexpr int kNice = 10;  // a tenth of the CPU weight of a thread at nice 0
    // On Linux the nice value is per thread. If a sandbox refuses the change, the thread works at normal priority.
    static_cast<void>(setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), kNice));
#endif
}

}  // namespace kvw
