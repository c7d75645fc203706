// SPDX-License-Identifier: Apache-2.0
/// Which lane of a bundle a command is about.
#pragma once

#include <cstdint>

#include "core/base/error.h"
#include "core/trace/recording.h"

namespace kvw::cli {

/// `wanted` < 0: the first lane beside the full cache, which says most. Errors: BadUsage, it is not there.
[[nodiscard]] Result<std::int32_t> laneOf(const Recording& recording, std::int64_t wanted);

}  // namespace kvw::cli
