// SPDX-License-Identifier: Apache-2.0
/// Held tokens and budgets of layers in tokens, as a share of the text read so far, or in bytes.
#pragma once

#include <cstdint>
#include <string>

#include "core/bundle/figure.h"
#include "core/trace/recording.h"

namespace kvw::figures {

enum class HeldUnit { Tokens, Share, Bytes };
/// What one token held by a layer is at the end of `step`: 1; percent of the tokens seen; MiB, of the bytes recorded as
/// live, in equal parts for all tokens that layers hold (codes of a codec count as what they take).
[[nodiscard]] double heldScale(const Recording& recording, std::int32_t lane, std::int64_t step, HeldUnit unit);
/// Ids "budgets", "budgets-share", "budgets-bytes".
[[nodiscard]] FigureSpec budgetsIn(const Recording& recording, std::int32_t lane, HeldUnit unit);

}  // namespace kvw::figures
