// SPDX-License-Identifier: GPL-3.0-or-later
/// The numbers of figures::LayerMetric of each layer and step, from where they are known: recorded while the run went
/// on, or computed from its rows.
#pragma once

#include <memory>

#include "app/workbench/docks/exact_values.h"
#include "app/workbench/plots/layer_map.h"
#include "core/bundle/figure_layers.h"

namespace kvw::wb {

/// Thread: GUI thread.
class LayerNumbers : public QObject {
    Q_OBJECT
 public:
    explicit LayerNumbers(QObject* parent);

    /// What is shown: of `part` (-1: layers) the numbers of rows only where they are asked for. `exact`: Gini, entropy
    /// and variance are; `reach`: the others are.
    struct Shown {
        std::shared_ptr<Recording> recording;
        int lane = 0, part = -1;
        bool exact = false, reach = false;
    };
    /// Starts over, but goes on with what was computed where it is of the same.
    void follow(Shown shown);

    /// Of a number; -1: of the layers, for heads have none of it.
    [[nodiscard]] int part(figures::LayerMetric metric) const {
        return figures::isReach(metric) ? m_shown.part : m_recorded;
    }
    [[nodiscard]] bool exact() const noexcept { return m_shown.exact; }
    /// Keeps what it reads.
    [[nodiscard]] Digest::ValueAt valueOf(figures::LayerMetric metric, int layer) const;
    /// Over the steps that have one, of those that are computed; NaN: there are none, or it is recorded.
    [[nodiscard]] double mean(figures::LayerMetric metric, int layer) const;
    /// Of `steps` those whose number is known.
    [[nodiscard]] std::int64_t ready(std::int64_t steps, figures::LayerMetric metric) const;
    /// Computes on towards `steps` if it is computed; `grown` tells how far.
    void askFor(std::int64_t steps, figures::LayerMetric metric);
    /// What a map of it is of.
    [[nodiscard]] LayerMap::Source source(figures::LayerMetric metric) const;
    /// It is computed, and may have begun anew.
    [[nodiscard]] bool isComputed(figures::LayerMetric metric) const { return computed(metric) != nullptr; }
    [[nodiscard]] LatestJob& shapeJob() noexcept { return m_shape.job(); }
    [[nodiscard]] LatestJob& reachJob() noexcept { return m_reach.job(); }

 Q_SIGNALS:
    void grown();  ///< numbers of what is shown

 private:
    /// Null: it is recorded.
    [[nodiscard]] const ExactValues* computed(figures::LayerMetric metric) const;
    void tell(const ExactValues& values, bool wanted);

    Shown m_shown;
    int m_recorded = -1;
    ExactValues m_shape, m_reach;
};

}  // namespace kvw::wb
