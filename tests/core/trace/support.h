// SPDX-License-Identifier: Apache-2.0
/// Short ways to fill a trace.
#pragma once

#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/trace/recording.h"

namespace kvw::tests {

inline TraceShape smallShape(std::int32_t layers = 2, std::int32_t units = 2) {
    return {layers, 4, 2, 8, units};
}

/// Layer records whose `held` names step, layer and unit, so that a mixed-up index shows.
inline float heldOf(std::int64_t step, std::int32_t layer, std::int32_t unit) {
    return static_cast<float>(step * 100 + layer * 10 + unit + 1);
}

inline std::vector<LayerRecord> layersOf(const TraceShape& shape, std::int64_t step) {
    std::vector<LayerRecord> layers;
    for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
        for (std::int32_t part = -1; part < shape.parts(); ++part) {
            LayerRecord record;
            record.held = heldOf(step, layer, part);
            layers.push_back(record);
        }
    }
    return layers;
}

inline bool addStep(Trace& trace, StepRecord step) {
    return trace.addStep(step, fmt::format("t{}", step.step), layersOf(trace.shape(), step.step)).has_value();
}

inline bool addStep(Trace& trace, std::int32_t index) {
    StepRecord step;
    step.step = index;
    return addStep(trace, step);
}

inline EvictionRecord evictionOf(std::int32_t step, std::int32_t layer, std::int32_t head,
                                 std::vector<std::int32_t> tokens) {
    EvictionRecord record;
    record.step = step;
    record.layer = layer;
    record.head = head;
    record.tokens = std::move(tokens);
    return record;
}

}  // namespace kvw::tests
