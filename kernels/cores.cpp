// SPDX-License-Identifier: Apache-2.0
#include "kernels/cores.h"

#include <sched.h>

#include <cstddef>
#include <vector>

namespace kvw {

namespace {

constexpr std::size_t kMostSets = 64;  // 65536 processors

}  // namespace

int availableCores() {
    // One cpu_set_t ends at 1024, and the kernel refuses a set that is smaller than its own.
    for (std::vector<cpu_set_t> sets(1); sets.size() <= kMostSets; sets.resize(2 * sets.size())) {
        const std::size_t bytes = sets.size() * sizeof(cpu_set_t);
        if (sched_getaffinity(0, bytes, sets.data()) == 0) {
            return CPU_COUNT_S(bytes, sets.data());
        }
    }
    return 1;
}

}  // namespace kvw
