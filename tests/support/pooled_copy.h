// SPDX-License-Identifier: Apache-2.0
/// Copies of recordings whose attention rows are pooled, as a run that pools them records them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/session/spec/run_spec.h"
#include "core/trace/recording.h"

namespace kvw::test {

/// `expected`: tokens known before; 0: cells double as the rows come.
inline std::shared_ptr<Recording> pooledCopy(const Recording& whole, const MapPooling& pooling,
                                             std::int64_t expected = 0) {
    RunDescription description = whole.description();
    RunSpec spec;
    spec.capture = Capture::Maps;
    spec.pooling = pooling;
    description.capture = captureText(spec);
    auto copy = std::make_shared<Recording>(std::move(description));
    for (std::int32_t lane = 0; lane < whole.lanes(); ++lane) {
        const Trace& from = whole.trace(lane);
        const TraceShape& shape = from.shape();
        const std::int32_t group = shape.queryHeads / shape.units;
        auto trace = std::make_unique<Trace>(shape, Trace::Options{true, 0, pooling, expected});
        for (std::int64_t step = 0; step < from.steps(); ++step) {
            std::vector<LayerRecord> layers;
            for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
                for (std::int32_t part = -1; part < shape.parts(); ++part) {
                    layers.push_back(from.layer(step, layer, part));
                }
                if (const auto rows = from.rows(step, layer)) {
                    std::vector<std::vector<std::int32_t>> tokens;
                    std::vector<std::span<const float>> weights;
                    for (std::int32_t head = 0; head < shape.queryHeads; ++head) {
                        const auto& row = rows->heads[static_cast<std::size_t>(head)];
                        if (head % group == 0) {
                            tokens.emplace_back(row.tokens.begin(), row.tokens.end());
                        }
                        weights.push_back(row.probs);
                    }
                    static_cast<void>(trace->addRowSpans(static_cast<std::int32_t>(step), layer, tokens, weights));
                }
            }
            static_cast<void>(trace->addStep(from.step(step), from.tokenText(step), layers));
            trace->publish();
        }
        copy->setTrace(lane, std::move(trace));
    }
    copy->setState(whole.state(), whole.message());
    return copy;
}

}  // namespace kvw::test
