// SPDX-License-Identifier: GPL-3.0-or-later
/// Describes how a codec stores the cache: bits, bytes with scales, error.
#pragma once

#include <QString>

#include "core/trace/recording.h"

namespace kvw::wb {

/// Returns "keys and values in 2 bits (3 with scales)"; empty: the lane's codec reports no bits, or `hidden` is set,
/// because the text names parameters.
[[nodiscard]] QString codesName(const Recording& recording, int lane, bool hidden);
/// Returns codesName with bytes and error after `step`: "…, 1.3 of 6.3 MiB, keys 3.1 % and values 5.0 % off". Unknown
/// parts are left out; empty: all are unknown.
[[nodiscard]] QString codesText(const Recording& recording, int lane, std::int64_t step, bool hidden);

}  // namespace kvw::wb
