// SPDX-License-Identifier: GPL-3.0-or-later
/// Provides the numbers of figures::LayerMetric by layer and step, recorded while the run went on or computed from its
/// rows.
#pragma once

#include <memory>

#include "app/workbench/plot/maps/layer_map.h"
#include "app/workbench/views/inequality/exact_values.h"
#include "core/figures/builders/figure_layers.h"

namespace kvw::wb {

/// Thread: GUI thread.
class LayerNumbers : public QObject {
    Q_OBJECT
 public:
    explicit LayerNumbers(QObject* parent);

    /// Selects the data. `part` -1: whole layers. Numbers are computed from rows only on request: `exact` for Gini,
    /// entropy and variance, `reach` for the other metrics.
    struct Shown {
        std::shared_ptr<Recording> recording;
        int lane = 0, part = -1;
        bool exact = false, reach = false;
    };
    /// Starts over, but keeps numbers that were computed from the same data.
    void follow(Shown shown);

    /// Returns the part whose numbers are given; -1: the layers, for example because none are recorded per head.
    [[nodiscard]] int part(figures::LayerMetric metric) const {
        return figures::isReach(metric) ? m_shown.part : m_recorded;
    }
    [[nodiscard]] bool exact() const noexcept { return m_shown.exact; }
    /// Returns the number by step. The function keeps the data that it reads.
    [[nodiscard]] Digest::ValueAt valueOf(figures::LayerMetric metric, int layer) const;
    /// Returns the mean over the computed steps that have a number; NaN: none has one, or the metric is recorded.
    [[nodiscard]] double mean(figures::LayerMetric metric, int layer) const;
    /// Returns how many of the first `steps` steps have their number.
    [[nodiscard]] std::int64_t ready(std::int64_t steps, figures::LayerMetric metric) const;
    /// Continues towards `steps` if the metric is computed; `grown` reports progress.
    void askFor(std::int64_t steps, figures::LayerMetric metric);
    /// Identifies the data of a map of `metric`.
    [[nodiscard]] LayerMap::Source source(figures::LayerMetric metric) const;
    /// True: the numbers are computed, and the computation may have started over.
    [[nodiscard]] bool isComputed(figures::LayerMetric metric) const { return computed(metric) != nullptr; }
    [[nodiscard]] LatestJob& shapeJob() noexcept { return m_shape.job(); }
    [[nodiscard]] LatestJob& reachJob() noexcept { return m_reach.job(); }

 Q_SIGNALS:
    void grown();  ///< emitted when more numbers of the shown data are computed

 private:
    /// Returns null if the metric is recorded.
    [[nodiscard]] const ExactValues* computed(figures::LayerMetric metric) const;
    void tell(const ExactValues& values, bool wanted);

    Shown m_shown;
    int m_recorded = -1;
    ExactValues m_shape, m_reach;
};

}  // namespace kvw::wb
