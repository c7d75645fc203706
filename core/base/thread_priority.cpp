// SPDX-License-Identifier: Apache-2.0
#include "core/base/thread_priority.h"

#ifdef __linux__
#include <sys/resource.h>
#include <unistd.h>
#endif

namespace kvw {

void stepBehind() noexcept {
#ifdef __linux__
    constexpr int kNice = 10;  // a tenth of the weight of a thread at 0
    // Linux keeps this per thread; that it is refused (a sandbox) is no reason to stop.
    static_cast<void>(setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), kNice));
#endif
}

}  // namespace kvw
