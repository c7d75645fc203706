// SPDX-License-Identifier: GPL-3.0-or-later
/// What the numbers of kReachNumbers (core/trace/attention_reach.h) are called in the window, and one step in words.
#pragma once

#include <QCoreApplication>
#include <QString>
#include <functional>

#include "core/bundle/figure_layers.h"

namespace kvw::wb {

/// For metrics of which figures::isReach is true.
class ReachWords {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::ReachWords)

 public:
    static QString name(figures::LayerMetric metric);   ///< "mean distance"
    static QString title(figures::LayerMetric metric);  ///< with its unit: "mean distance (tokens)"
    /// "distance": beside a panel that is low, where a unit alone would tell too little.
    static QString shortName(figures::LayerMetric metric);
    /// Rich text: the formulas.
    static QString formula();

    /// Of a metric; NaN: none.
    using Number = std::function<double(figures::LayerMetric metric)>;
    /// "step 512, layer 2, mean of heads: 34.1 effective tokens, …", or of the two that are shares, `who` being the
    /// layer; `mean` is that of the run, and may be null.
    static QString describe(figures::ReachFigure which, std::int64_t step, const QString& who, const Number& number,
                            const Number& mean);
};

}  // namespace kvw::wb
