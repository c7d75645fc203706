// SPDX-License-Identifier: GPL-3.0-or-later
/// What a cell of an attention map is, in words: the same in every dock with such a map.
#pragma once

#include <QString>

#include "core/trace/trace.h"

namespace kvw::wb {

/// "0.0312".
[[nodiscard]] QString probabilityText(double value);
/// What the query of `step`, one of the trace's, gave `token`: "0.0312", "evicted", "held, not read at this step", or
/// why there is nothing to tell. head -1: mean over heads.
[[nodiscard]] QString cellWords(const Trace& trace, std::int64_t step, std::int64_t token, int layer, int head);

/// " · learned sink 0.371": what a learned sink of the model takes of the row of `step`; empty: nothing. head -1: mean
/// over heads.
[[nodiscard]] QString sinkWords(const Trace& trace, std::int64_t step, int layer, int head);

}  // namespace kvw::wb
