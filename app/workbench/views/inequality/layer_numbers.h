// SPDX-License-Identifier: GPL-3.0-or-later
/// Provides the numbers of LayerMetric by layer and step, recorded while the run went on or computed from its
/// rows.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "app/workbench/plot/maps/layer_map.h"
#include "app/workbench/views/inequality/exact_values.h"
#include "core/figures/builders/figure_layers.h"

namespace kvw::wb {

/// Thread: GUI thread.
class LayerNumbers : public QObject {
    Q_OBJECT
 public:
    using LayerMetric = figures::LayerMetric;
    explicit LayerNumbers(QObject* parent)
        : QObject(parent), m_shape(ExactValues::Of::Shape, this), m_reach(ExactValues::Of::Reach, this) {
        connect(&m_shape, &ExactValues::grown, this, [this] { tell(m_shape, m_shown.exact); });
        connect(&m_reach, &ExactValues::grown, this, [this] { tell(m_reach, m_shown.reach); });
    }

    /// Selects the data. `part` -1: whole layers. Numbers are computed from rows only on request: `exact` for Gini,
    /// entropy and variance, `reach` for the other metrics.
    struct Shown {
        std::shared_ptr<Recording> recording;
        int lane = 0, part = -1;
        bool exact = false, reach = false;
    };
    /// Starts over, but keeps numbers that were computed from the same data.
    void follow(Shown shown) {
        m_shown = std::move(shown);
        // If no values per head are recorded, those of the layer are used.
        m_recorded = figures::measuredPart(m_shown.recording->trace(m_shown.lane), m_shown.part);
        if (m_shown.exact) {
            m_shape.follow(m_shown.recording, m_shown.lane, m_recorded);
        }
        if (m_shown.reach) {
            m_reach.follow(m_shown.recording, m_shown.lane, m_shown.part);
        }
    }

    /// Returns the part whose numbers are given; -1: the layers, for example because none are recorded per head.
    [[nodiscard]] int part(LayerMetric metric) const { return figures::isReach(metric) ? m_shown.part : m_recorded; }
    [[nodiscard]] bool exact() const noexcept { return m_shown.exact; }
    /// Returns the number by step. The function keeps the data that it reads.
    [[nodiscard]] Digest::ValueAt valueOf(LayerMetric metric, int layer) const {
        static constexpr std::array<float LayerRecord::*, kShapeMetrics> kFields{
            &LayerRecord::gini, &LayerRecord::entropy, &LayerRecord::variance};
        if (const ExactValues* values = computed(metric)) {
            return values->valueOf(placeOfMetric(metric), layer);
        }
        return [recording = m_shown.recording, &trace = m_shown.recording->trace(m_shown.lane), layer,
                part = m_recorded, of = kFields[static_cast<std::size_t>(metric)]](std::int64_t step) {
            return static_cast<double>(trace.layer(step, layer, part).*of);
        };
    }

    /// Returns the mean over the computed steps that have a number; NaN: none has one, or the metric is recorded.
    [[nodiscard]] double mean(LayerMetric metric, int layer) const {
        const ExactValues* values = computed(metric);
        return values == nullptr ? kMissing : values->mean(placeOfMetric(metric), layer);
    }
    /// Returns how many of the first `steps` steps have their number.
    [[nodiscard]] std::int64_t ready(std::int64_t steps, LayerMetric metric) const {
        const ExactValues* values = computed(metric);
        return values == nullptr ? steps : std::min(steps, values->steps());
    }
    /// Continues towards `steps` if the metric is computed; `grown` reports progress.
    void askFor(std::int64_t steps, LayerMetric metric) {
        if (figures::isReach(metric)) {
            m_reach.askFor(steps);
        } else if (m_shown.exact) {
            m_shape.askFor(steps);
        }
    }

    /// Identifies the data of a map of `metric`.
    [[nodiscard]] LayerMap::Source source(LayerMetric metric) const {
        constexpr int kComputed = 100;
        return {m_shown.recording, m_shown.lane, part(metric),
                static_cast<int>(metric) + (isComputed(metric) ? kComputed : 0)};
    }
    /// True: the numbers are computed, and the computation may have started over.
    [[nodiscard]] bool isComputed(LayerMetric metric) const { return computed(metric) != nullptr; }
    [[nodiscard]] LatestJob& shapeJob() noexcept { return m_shape.job(); }
    [[nodiscard]] LatestJob& reachJob() noexcept { return m_reach.job(); }

 Q_SIGNALS:
    void grown();  ///< emitted when more numbers of the shown data are computed

 private:
    static constexpr int kShapeMetrics = static_cast<int>(LayerMetric::EffectiveTokens);

    /// Returns the index among the numbers that are computed together.
    static int placeOfMetric(LayerMetric metric) {
        return static_cast<int>(metric) - (figures::isReach(metric) ? kShapeMetrics : 0);
    }

    /// Returns null if the metric is recorded.
    [[nodiscard]] const ExactValues* computed(LayerMetric metric) const {
        return figures::isReach(metric) ? &m_reach : m_shown.exact ? &m_shape : nullptr;
    }
    void tell(const ExactValues& values, bool wanted) {
        if (wanted && values.isOf(m_shown.recording, m_shown.lane)) {
            Q_EMIT grown();
        }
    }

    Shown m_shown;
    int m_recorded = -1;
    ExactValues m_shape, m_reach;
};

}  // namespace kvw::wb
