// SPDX-License-Identifier: GPL-3.0-or-later
/// Describes a cell of an attention map in words; all docks with such a map share it.
#pragma once

#include <QString>

#include "core/trace/trace.h"

namespace kvw::wb {

/// Returns "0.0312".
[[nodiscard]] QString probabilityText(double value);
/// Returns the weight that the query of `step`, a step of the trace, gave `token`: "0.0312"; or "evicted", "held, not
/// read at this step", or why nothing is known. head -1: mean over heads.
[[nodiscard]] QString cellWords(const Trace& trace, std::int64_t step, std::int64_t token, int layer, int head);

/// Returns " · learned sink 0.371": the share of the row of `step` that the model's learned sink takes; empty: the row
/// has none. head -1: mean over heads.
[[nodiscard]] QString sinkWords(const Trace& trace, std::int64_t step, int layer, int head);

}  // namespace kvw::wb
