// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/inequality/layer_numbers.h"

#include <algorithm>
#include <array>
#include <utility>

namespace kvw::wb {

namespace {

using figures::LayerMetric;

constexpr int kShapeMetrics = static_cast<int>(LayerMetric::EffectiveTokens);

/// Returns the index among the numbers that are computed together.
int placeOfMetric(LayerMetric metric) {
    return static_cast<int>(metric) - (figures::isReach(metric) ? kShapeMetrics : 0);
}

}  // namespace

LayerNumbers::LayerNumbers(QObject* parent)
    : QObject(parent), m_shape(ExactValues::Of::Shape, this), m_reach(ExactValues::Of::Reach, this) {
    connect(&m_shape, &ExactValues::grown, this, [this] { tell(m_shape, m_shown.exact); });
    connect(&m_reach, &ExactValues::grown, this, [this] { tell(m_reach, m_shown.reach); });
}

void LayerNumbers::tell(const ExactValues& values, bool wanted) {
    if (wanted && values.isOf(m_shown.recording, m_shown.lane)) {
        Q_EMIT grown();
    }
}

void LayerNumbers::follow(Shown shown) {
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

const ExactValues* LayerNumbers::computed(LayerMetric metric) const {
    return figures::isReach(metric) ? &m_reach : m_shown.exact ? &m_shape : nullptr;
}

Digest::ValueAt LayerNumbers::valueOf(LayerMetric metric, int layer) const {
    static constexpr std::array<float LayerRecord::*, kShapeMetrics> kFields{&LayerRecord::gini, &LayerRecord::entropy,
                                                                             &LayerRecord::variance};
    if (const ExactValues* values = computed(metric)) {
        return values->valueOf(placeOfMetric(metric), layer);
    }
    return [recording = m_shown.recording, &trace = m_shown.recording->trace(m_shown.lane), layer, part = m_recorded,
            of = kFields[static_cast<std::size_t>(metric)]](std::int64_t step) {
        return static_cast<double>(trace.layer(step, layer, part).*of);
    };
}

double LayerNumbers::mean(LayerMetric metric, int layer) const {
    const ExactValues* values = computed(metric);
    return values == nullptr ? kMissing : values->mean(placeOfMetric(metric), layer);
}

std::int64_t LayerNumbers::ready(std::int64_t steps, LayerMetric metric) const {
    const ExactValues* values = computed(metric);
    return values == nullptr ? steps : std::min(steps, values->steps());
}

void LayerNumbers::askFor(std::int64_t steps, LayerMetric metric) {
    if (figures::isReach(metric)) {
        m_reach.askFor(steps);
    } else if (m_shown.exact) {
        m_shape.askFor(steps);
    }
}

LayerMap::Source LayerNumbers::source(LayerMetric metric) const {
    constexpr int kComputed = 100;
    return {m_shown.recording, m_shown.lane, part(metric),
            static_cast<int>(metric) + (isComputed(metric) ? kComputed : 0)};
}

}  // namespace kvw::wb
