// SPDX-License-Identifier: Apache-2.0
#include "core/base/process/processor.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>

namespace kvw {

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

int defaultThreads() {
    const char* most = std::getenv("OMP_NUM_THREADS");
    const int wanted = most != nullptr ? std::atoi(most) : 0;
    return wanted > 0 ? std::min(wanted, availableCores()) : availableCores();
}

}  // namespace kvw
