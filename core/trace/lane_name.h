// SPDX-License-Identifier: Apache-2.0
/// Names of lanes beside each other.
#pragma once

#include <cstdint>
#include <string>

#include "core/trace/recording.h"

namespace kvw {

/// The policy's text and, where the same policy runs in another lane with another value, each parameter that differs,
/// also one that has its default: "streaming:sinks=4,recent=124" beside "streaming:sinks=0,recent=128".
[[nodiscard]] std::string laneName(const RunDescription& run, std::int32_t lane);

}  // namespace kvw
