// SPDX-License-Identifier: Apache-2.0
/// Names lanes so that they can be told apart.
#pragma once

#include <cstdint>
#include <string>

#include "core/trace/recording.h"

namespace kvw {

/// Returns the policy's text and, if the same policy runs in another lane with other values, each parameter that
/// differs, even at its default: "streaming:sinks=4,recent=124" beside "streaming:sinks=0,recent=128".
[[nodiscard]] std::string laneName(const RunDescription& run, std::int32_t lane);

}  // namespace kvw
