// SPDX-License-Identifier: GPL-3.0-or-later
/// Names of the numbers of kReachNumbers (core/analysis/attention/attention_reach.h), and their values at one step in
/// words.
#pragma once

#include <QCoreApplication>
#include <QString>
#include <cmath>
#include <functional>

#include "app/workbench/views/common/number_text.h"
#include "core/figures/builders/figure_layers.h"

namespace kvw::wb {

/// Only for metrics of which figures::isReach is true.
class ReachWords {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::ReachWords)

 public:
    using LayerMetric = figures::LayerMetric;
    /// Returns "mean distance".
    static QString name(LayerMetric metric) {
        switch (metric) {
            case LayerMetric::EffectiveTokens:
                return tr("effective tokens");
            case LayerMetric::MeanDistance:
                return tr("mean distance");
            case LayerMetric::Span:
                return tr("span");
            case LayerMetric::NormalisedEntropy:
                return tr("H / ln n");
            case LayerMetric::EvictedMass:
                return tr("evicted mass");
            default:
                return {};
        }
    }

    /// Returns the name with its unit: "mean distance (tokens)".
    static QString title(LayerMetric metric) {
        return metric == LayerMetric::MeanDistance || metric == LayerMetric::Span ? tr("%1 (tokens)").arg(name(metric))
                                                                                  : name(metric);
    }
    /// Returns "distance": the title of a low panel, where a unit alone would say too little.
    static QString shortName(LayerMetric metric) {
        switch (metric) {
            case LayerMetric::EffectiveTokens:
                return tr("effective");
            case LayerMetric::MeanDistance:
                return tr("distance");
            case LayerMetric::EvictedMass:
                return tr("evicted");
            default:
                return name(metric);
        }
    }

    /// Returns the formulas as rich text.
    static QString formula() {
        return tr(
            "<b>Effective tokens</b> exp(H), H = −Σ<sub>j</sub> a<sub>j</sub> ln(a<sub>j</sub> + 1e-10) of a row: "
            "how many tokens it really reads; mean over heads.<br><b>Mean distance</b> Σ<sub>j</sub> a<sub>j</sub>·(t "
            "− token<sub>j</sub>): how far back; mean over heads.<br><b>Span</b> t − min(held tokens that are not "
            "sinks): how far the cache reaches at all; of the head that reaches farthest."
            "<br><b>H / ln n</b>: entropy over that of an even row of its n tokens; mean over heads."
            "<br><b>Evicted mass</b>: what the row of a step gave to the tokens that were evicted behind it; steps "
            "that evicted nothing have none. It knows nothing of what left before."
            "<br>Of decoded tokens, computed from the recorded rows. <tt>kvw reach</tt> prints the means.");
    }

    /// Returns the value of a metric; NaN: none.
    using Number = std::function<double(LayerMetric metric)>;
    /// Returns "step 512, layer 2, mean of heads: 34.1 effective tokens, …", or the two metrics that are shares. `who`:
    /// the layer or head; `mean`: means over the run, may be null.
    static QString describe(figures::ReachFigure which, std::int64_t step, const QString& who, const Number& number,
                            const Number& mean) {
        const auto at = [&number](LayerMetric metric) { return reachNumber(number(metric)); };
        const auto over = [&mean](LayerMetric metric) { return reachNumber(mean(metric)); };
        const bool known = mean != nullptr && std::isfinite(mean(LayerMetric::EffectiveTokens));
        if (which == figures::ReachFigure::Tokens) {
            const QString text =
                tr("step %1, %2: %3 effective tokens, mean distance\u00a0%4, span\u00a0%5")
                    .arg(step)
                    .arg(who, at(LayerMetric::EffectiveTokens), at(LayerMetric::MeanDistance), at(LayerMetric::Span));
            return !known ? text
                          : text + tr(" · over the run %1, %2, %3")
                                       .arg(over(LayerMetric::EffectiveTokens), over(LayerMetric::MeanDistance),
                                            over(LayerMetric::Span));
        }
        const QString text = tr("step %1, %2: H\u00a0/\u00a0ln\u00a0n\u00a0%3, evicted mass\u00a0%4")
                                 .arg(step)
                                 .arg(who, at(LayerMetric::NormalisedEntropy), at(LayerMetric::EvictedMass));
        return !known ? text
                      : text + tr(" · over the run %1, %2")
                                   .arg(over(LayerMetric::NormalisedEntropy), over(LayerMetric::EvictedMass));
    }

 private:
    static QString reachNumber(double number) {
        constexpr double kWhole = 100;  // larger numbers need no decimals
        return std::abs(number) >= kWhole ? numberText(number, 'f', 0) : numberText(number);
    }
};

}  // namespace kvw::wb
