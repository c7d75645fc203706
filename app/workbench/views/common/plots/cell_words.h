// SPDX-License-Identifier: GPL-3.0-or-later
/// Describes a cell of an attention map in words; all docks with such a map share it.
#pragma once

#include <QCoreApplication>
#include <QString>
#include <algorithm>
#include <vector>

#include "app/workbench/views/common/number_text.h"
#include "core/analysis/attention/attention_row.h"
#include "core/trace/trace.h"

namespace kvw::wb {

struct CellText {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::CellText)
};

/// Returns "0.0312".
[[nodiscard]] inline QString probabilityText(double value) {
    return numberText(value);
}

/// Returns the weight that the query of `step`, a step of the trace, gave `token`: "0.0312"; or "evicted", "held, not
/// read at this step", or why nothing is known. head -1: mean over heads.
[[nodiscard]] inline QString cellWords(const Trace& trace, std::int64_t step, std::int64_t token, int layer, int head) {
    if (token > step) {
        return CellText::tr("later than the query");
    }
    std::vector<std::int32_t> tokens;
    std::vector<float> values;
    if (!attentionRow(trace, step, layer, head, tokens, values)) {
        return CellText::tr("no row recorded");
    }
    const auto found = std::lower_bound(tokens.begin(), tokens.end(), token);
    if (found == tokens.end() || *found != token) {
        return CellText::tr("evicted");
    }
    const float value = values[static_cast<std::size_t>(found - tokens.begin())];
    // A held token reads zero if a reader skipped it or it lies outside the layer's window.
    return value > 0 ? probabilityText(static_cast<double>(value)) : CellText::tr("held, not read at this step");
}

/// Returns " · learned sink 0.371": the share of the row of `step` that the model's learned sink takes; empty: the row
/// has none. head -1: mean over heads.
[[nodiscard]] inline QString sinkWords(const Trace& trace, std::int64_t step, int layer, int head) {
    const auto share = learnedSinkShare(trace, step, layer, head);
    return share ? CellText::tr(" · learned sink %1").arg(probabilityText(*share)) : QString();
}

}  // namespace kvw::wb
