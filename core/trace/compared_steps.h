// SPDX-License-Identifier: Apache-2.0
/// How far the lanes of a recording can be compared: lanes beside each other may be of runs that ended elsewhere.
#pragma once

#include <cstdint>
#include <memory>

#include "core/trace/recording.h"

namespace kvw {

/// The lane's policy failed, while others of its run went on.
[[nodiscard]] bool failedAlone(const Recording& recording, std::int32_t lane);

/// Steps that all lanes have which recorded any, but for those that failed alone, unless all of them did.
[[nodiscard]] std::int64_t comparedSteps(const Recording& recording);

/// A copy with no more than `steps` of each lane; null: none has more. Any thread.
[[nodiscard]] std::shared_ptr<Recording> cutTo(const Recording& recording, std::int64_t steps);

}  // namespace kvw
