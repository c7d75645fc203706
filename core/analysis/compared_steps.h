// SPDX-License-Identifier: Apache-2.0
/// Tells how far the lanes of a recording can be compared; lanes may come from runs of different lengths.
#pragma once

#include <cstdint>
#include <memory>

#include "core/trace/recording.h"

namespace kvw {

/// Returns true if the lane's policy failed while other lanes of its run continued.
[[nodiscard]] bool failedAlone(const Recording& recording, std::int32_t lane);

/// Returns the number of steps that all lanes have. Lanes without steps do not count, and lanes that failed alone only
/// if all did.
[[nodiscard]] std::int64_t comparedSteps(const Recording& recording);

/// Returns a copy with at most `steps` of each lane; null: no lane has more. Thread: any.
[[nodiscard]] std::shared_ptr<Recording> cutTo(const Recording& recording, std::int64_t steps);

}  // namespace kvw
