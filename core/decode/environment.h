// SPDX-License-Identifier: Apache-2.0
/// The fingerprint of where a run happened, as written into bundles.
#pragma once

#include <nlohmann/json.hpp>

namespace kvw {

/// CPU, cores, threads, instruction set of the kernels, compiler, torch. No host names, users or paths.
[[nodiscard]] nlohmann::ordered_json environmentFingerprint(int threads);
/// Now, UTC, ISO 8601.
[[nodiscard]] std::string isoTime();

}  // namespace kvw
