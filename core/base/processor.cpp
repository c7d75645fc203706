// SPDX-License-Identifier: Apache-2.0
#include "core/base/processor.h"

#include <sched.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <vector>

namespace kvw {

namespace {

constexpr std::size_t kMostSets = 64;  // 65536 processors

}  // namespace

std::string cpuName() {
    std::ifstream file("/proc/cpuinfo");
    std::string line;
    while (std::getline(file, line)) {
        if (line.starts_with("model name")) {
            const auto colon = line.find(':');
            return colon == std::string::npos ? line : line.substr(line.find_first_not_of(' ', colon + 1));
        }
    }
    return "unknown";
}

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

int defaultThreads() {
    const char* most = std::getenv("OMP_NUM_THREADS");
    const int wanted = most != nullptr ? std::atoi(most) : 0;
    return wanted > 0 ? std::min(wanted, availableCores()) : availableCores();
}

}  // namespace kvw
