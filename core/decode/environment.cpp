// SPDX-License-Identifier: Apache-2.0
#include "core/decode/environment.h"

#include <ATen/Version.h>
#include <fmt/chrono.h>
#include <sched.h>
#include <torch/headeronly/version.h>

#include <chrono>
#include <fstream>
#include <string>

#include "kernels/isa.h"

namespace kvw {

namespace {

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

}  // namespace

int availableCores() {
    cpu_set_t set;
    CPU_ZERO(&set);
    return sched_getaffinity(0, sizeof(set), &set) == 0 ? CPU_COUNT(&set) : 1;
}

nlohmann::ordered_json environmentFingerprint(int threads) {
    return {{"cpu", cpuName()},      {"cores", availableCores()},
            {"threads", threads},    {"isa", activeIsa()},
            {"gpu", nullptr},        {"compiler", std::string("g++ ") + __VERSION__},
            {"torch", TORCH_VERSION}};
}

std::string isoTime() {
    const auto now = std::chrono::time_point_cast<std::chrono::seconds>(std::chrono::system_clock::now());
    return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::chrono::system_clock::to_time_t(now)));
}

}  // namespace kvw
