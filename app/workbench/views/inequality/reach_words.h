// SPDX-License-Identifier: GPL-3.0-or-later
/// Names of the numbers of kReachNumbers (core/analysis/attention/attention_reach.h), and their values at one step in
/// words.
#pragma once

#include <QCoreApplication>
#include <QString>
#include <functional>

#include "core/figures/builders/figure_layers.h"

namespace kvw::wb {

/// Only for metrics of which figures::isReach is true.
class ReachWords {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::ReachWords)

 public:
    static QString name(figures::LayerMetric metric);   ///< returns "mean distance"
    static QString title(figures::LayerMetric metric);  ///< returns the name with its unit: "mean distance (tokens)"
    /// Returns "distance": the title of a low panel, where a unit alone would say too little.
    static QString shortName(figures::LayerMetric metric);
    /// Returns the formulas as rich text.
    static QString formula();

    /// Returns the value of a metric; NaN: none.
    using Number = std::function<double(figures::LayerMetric metric)>;
    /// Returns "step 512, layer 2, mean of heads: 34.1 effective tokens, …", or the two metrics that are shares. `who`:
    /// the layer or head; `mean`: means over the run, may be null.
    static QString describe(figures::ReachFigure which, std::int64_t step, const QString& who, const Number& number,
                            const Number& mean);
};

}  // namespace kvw::wb
