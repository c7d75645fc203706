// SPDX-License-Identifier: GPL-3.0-or-later
/// How a policy that holds everything in fewer bits is described: bits, bytes with scales, error.
#pragma once

#include <QString>

#include "core/trace/recording.h"

namespace kvw::wb {

/// "keys and values in 2 bits (3 with scales)"; empty: the lane has no codec that tells, or `hidden` (it names
/// parameters).
[[nodiscard]] QString codesName(const Recording& recording, int lane, bool hidden);
/// That with bytes and error after `step`: ", 1.3 of 6.3 MiB, keys 3.1 % and values 5.0 % off". What is not known is
/// left out; empty: nothing is.
[[nodiscard]] QString codesText(const Recording& recording, int lane, std::int64_t step, bool hidden);

}  // namespace kvw::wb
