// SPDX-License-Identifier: Apache-2.0
/// Names lanes so that they can be told apart.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/trace/recording.h"

namespace kvw {

/// Name of a lane in parts, so that lanes of one policy can be told apart by their values.
struct LaneName {
    std::string policy;               ///< "streaming"
    std::vector<std::string> values;  ///< "sinks=4"; a codec, changes and brackets end the last part of the name

    [[nodiscard]] std::string text() const;  ///< "streaming:sinks=4,recent=124"
};

/// Return the policy's text and, if the same policy runs in another lane with other values, each parameter that
/// differs, even at its default: "streaming:sinks=4,recent=124" beside "streaming:sinks=0,recent=128".
[[nodiscard]] LaneName laneNameParts(const RunDescription& run, std::int32_t lane);
[[nodiscard]] std::string laneName(const RunDescription& run, std::int32_t lane);

}  // namespace kvw
