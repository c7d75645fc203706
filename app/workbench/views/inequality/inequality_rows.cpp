// SPDX-License-Identifier: GPL-3.0-or-later
/// Pages of the inequality dock that show single rows, the Lorenz curve and attention by age; and the texts for a step.
#include <QStackedWidget>
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/workbench/plot/colors.h"
#include "app/workbench/views/common/number_text.h"
#include "app/workbench/views/common/plots/row_plots.h"
#include "app/workbench/views/common/rows_missing.h"
#include "app/workbench/views/inequality/inequality_dock.h"
#include "app/workbench/views/inequality/layer_numbers.h"
#include "app/workbench/views/inequality/reach_words.h"
#include "core/trace/capture_changes.h"

namespace kvw::wb {

namespace {

/// Number of parts into which the text is divided.
constexpr int kAges = 20;

}  // namespace

QString InequalityDock::status(const Trace& trace) const {
    const std::int64_t step = shownSelection().step();
    if (view() == View::Ages && m_pages->currentWidget() == m_ages) {
        return m_ages->describe(shownSelection().layer());
    }
    if (view() == View::Lorenz && m_pages->currentWidget() == m_lorenz && m_lorenz->row()) {
        return !m_lorenz->gini() ? tr("step %1: no row recorded").arg(m_lorenz->row()->step)
                                 : tr("step %1, layer %2, %3: Gini\u00a0%4 over %5 tokens held")
                                       .arg(m_lorenz->row()->step)
                                       .arg(m_lorenz->row()->layer)
                                       .arg(headName(m_lorenz->row()->head), numberText(*m_lorenz->gini()))
                                       .arg(m_lorenz->tokens());
    }
    return step < 0 ? QString() : describeLayer(trace, step, shownSelection().layer(), true);
}

QString InequalityDock::formula() const {
    if (reads()) {
        return ReachWords::formula();
    }
    return tr(
        "<b>Gini</b> of the current attention row over the held tokens (mean over heads): G = Σ<sub>i</sub>(2i − n − "
        "1)·a<sub>(i)</sub> / (n·Σa), ascending; 0 = equal, (n−1)/n = one token."
        "<br><b>Spatial entropy</b> H = −Σ<sub>j</sub> a<sub>j</sub> ln(a<sub>j</sub> + 1e-10), nats; mean over "
        "heads.<br><b>Temporal variance</b> V: unbiased variance of each column over the last 8 rows, summed over "
        "columns and heads; fewer than 2 rows: no value."
        "<br><b>Live</b>: found while the run went on, V slot by slot, where a token that a compaction moves is a new "
        "one. <b>Exact</b>: computed again from the recorded rows, by token."
        "<br><b>Lorenz curve</b> of a row: what the k tokens read least get together, over k/n. The diagonal is an "
        "even row; Gini is twice the area between them."
        "<br><b>By age</b>: share of attention of each twentieth of the text seen, mean over heads and rows (of the "
        "steps shown, after the prompt). Evicted tokens get nothing.");
}

QString InequalityDock::ofLayer(const Trace& trace, int layer, LayerMetric metric) const {
    const int part = m_numbers->part(metric);
    if (part < 0) {
        return m_unit >= 0 ? tr("layer %1 (not recorded per head)").arg(layer)
                           : tr("layer %1, mean of heads").arg(layer);
    }
    return (trace.shape().parts() == trace.shape().kvHeads ? tr("layer %1, KV head %2") : tr("layer %1, query head %2"))
        .arg(layer)
        .arg(part);
}

QString InequalityDock::describeLayer(const Trace& trace, std::int64_t step, int layer, bool means) const {
    const QString who = ofLayer(trace, layer, shownMetric());
    const auto number = [&](LayerMetric which) { return m_numbers->valueOf(which, layer)(step); };
    if (reads()) {
        const auto mean = [&](LayerMetric which) { return m_numbers->mean(which, layer); };
        return ReachWords::describe(reachFigure(), step, who, number,
                                    means ? ReachWords::Number(mean) : ReachWords::Number());
    }
    const double variance = number(LayerMetric::Variance);
    const bool noRows = !std::isfinite(variance) && captureAt(*workspace().recording(), lane(), step) != "maps";
    return tr("step %1, %2: Gini\u00a0%3, H\u00a0%4\u00a0nats, V\u00a0%5")
               .arg(step)
               .arg(who, numberText(number(LayerMetric::Gini)), numberText(number(LayerMetric::Entropy)),
                    numberText(variance)) +
           (noRows ? tr(" (needs recorded rows)") : QString());
}

void InequalityDock::showLorenz() {
    const LorenzPlot::Row key{shownSelection().step(), lane(), shownSelection().layer(), selection().head()};
    const QColor color = layerColor(key.layer, shownSelection().trace()->shape().layers);
    setLegend(legendEntry(color, tr("layer %1, %2").arg(key.layer).arg(headName(key.head))) +
              legendEntry(m_lorenz->foreground(), tr("even (dashed)")));
    m_lorenz->show(m_job, workspace().recording(), key, color, [this] {
        if (const Trace* trace = shownSelection().trace()) {
            setReadout(status(*trace));
        }
    });
}

InequalityDock::Span InequalityDock::wanted(const Trace& trace) const {
    const StepRange range = selection().range();
    const std::int64_t last = trace.steps() - 1;
    const std::int64_t begin = agesBegin(workspace().recording()->description().promptTokens, trace.steps());
    return {range.all() ? begin : range.first, range.all() ? last : std::min(range.last, last), lane()};
}

void InequalityDock::showAgesOrWhyNot() {
    const AttentionAges& ages = m_ages->ages();
    if (ages.empty() && !ages.layers.empty()) {
        m_missing->say(
            tr("No shown step has a recorded row and at least %1 seen tokens: ages are %1 parts of the seen text.")
                .arg(kAges),
            false);
        setLegend({});
        m_pages->setCurrentWidget(m_missing);
        return;
    }
    m_ages->showLayers(m_lines[0].layers(), shownSelection().layer());
    setLegend(layerLegend(shownSelection().trace()->shape().layers) +
              legendEntry(m_ages->foreground(), tr("even (dashed)")));
    m_pages->setCurrentWidget(m_ages);
}

void InequalityDock::showAges(const Trace& trace) {
    showAgesOrWhyNot();
    const Span span = wanted(trace);
    // While a run goes on, its rows are read again after it has grown by a tenth.
    const bool same = m_span && m_span->first == span.first && m_span->lane == span.lane &&
                      (m_span->last == span.last ||
                       (workspace().client().busy() && (span.last - m_span->last) * 10 < span.last - span.first));
    if (same) {
        return;
    }
    m_span = span;
    m_job.request(
        [this, span, recording = workspace().recording()](const LatestJob::Stale& stale) {
            AttentionAges ages = attentionAges(recording->trace(span.lane), span.first, span.last, kAges, 1024, stale);
            return LatestJob::Report([this, ages = std::move(ages)] {
                m_ages->setAges(ages);
                const Trace* now = shownSelection().trace();
                if (now != nullptr && view() == View::Ages) {
                    showAgesOrWhyNot();
                    setReadout(status(*now));
                }
            });
        },
        false);
}

}  // namespace kvw::wb
