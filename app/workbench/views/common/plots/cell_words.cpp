// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/common/plots/cell_words.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <vector>

#include "core/analysis/attention/attention_row.h"

namespace kvw::wb {

namespace {

struct CellText {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::CellText)
};

}  // namespace

QString probabilityText(double value) {
    return QLocale::c().toString(value, 'g', 3);
}

QString cellWords(const Trace& trace, std::int64_t step, std::int64_t token, int layer, int head) {
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

QString sinkWords(const Trace& trace, std::int64_t step, int layer, int head) {
    const auto share = learnedSinkShare(trace, step, layer, head);
    return share ? CellText::tr(" · learned sink %1").arg(probabilityText(*share)) : QString();
}

}  // namespace kvw::wb
