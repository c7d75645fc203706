// SPDX-License-Identifier: Apache-2.0
#include "core/engine/environment.h"

#include <ATen/Version.h>
#include <fmt/chrono.h>
#include <torch/headeronly/version.h>

#include <chrono>
#include <string>

#include "core/base/process/processor.h"
#include "core/device/devices.h"
#include "kernels/isa.h"
#include "kernels/linear.h"

namespace kvw {

nlohmann::ordered_json environmentFingerprint(int threads, const device::Info* gpu) {
    const nlohmann::ordered_json device = gpu != nullptr ? nlohmann::ordered_json(describeDevice(*gpu)) : nullptr;
    return {{"cpu", cpuName()},
            {"cores", availableCores()},
            {"threads", threads},
            {"isa", activeIsa()},
            {"bf16_products", multipliesBf16()},
            {"gpu", device},
            {"compiler", std::string("g++ ") + __VERSION__},
            {"torch", TORCH_VERSION}};
}

std::string isoTime() {
    const auto now = std::chrono::time_point_cast<std::chrono::seconds>(std::chrono::system_clock::now());
    return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::chrono::system_clock::to_time_t(now)));
}

}  // namespace kvw
