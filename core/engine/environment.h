// SPDX-License-Identifier: Apache-2.0
/// Fingerprint of the machine and the build that made a run, as written into bundles.
#pragma once

#include <nlohmann/json.hpp>

#include "kernels/device/device.h"

namespace kvw {

/// Returns CPU, cores, threads, instruction set of the kernels, the device of the run (null: the CPU), compiler and
/// torch. No host names, users or paths.
[[nodiscard]] nlohmann::ordered_json environmentFingerprint(int threads, const device::Info* gpu = nullptr);
/// Returns the current time in UTC, ISO 8601.
[[nodiscard]] std::string isoTime();

}  // namespace kvw
