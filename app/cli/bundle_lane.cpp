// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bundle_lane.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace kvw::cli {

Result<std::int32_t> laneOf(const Recording& recording, std::int64_t wanted) {
    const std::int64_t lane = wanted >= 0 ? wanted : std::min(1, recording.lanes() - 1);
    if (lane >= recording.lanes() || !recording.hasTrace(static_cast<std::int32_t>(lane))) {
        return fail(Code::BadUsage, "--lane", "there is no such lane", std::to_string(lane),
                    fmt::format("0 to {}", recording.lanes() - 1));
    }
    return static_cast<std::int32_t>(lane);
}

}  // namespace kvw::cli
