// SPDX-License-Identifier: Apache-2.0
/// Short ways to fill a trace.
#pragma once

#include <fmt/format.h>

#include <QtTest>
#include <functional>
#include <memory>
#include <numeric>
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

/// A trace of two layers and four query heads, and what of it a test wants to be otherwise.
struct TraceRule {
    std::int32_t steps = 8, units = 1;
    std::vector<EvictionRecord> evictions = {};
    bool keepRows = false;
    /// Attention of a query head in the row of a step, per token up to it; none: no rows.
    std::function<std::vector<float>(std::int32_t step, std::int32_t head)> row = {};
    /// Fills what a step has beside its index.
    std::function<void(StepRecord& step)> step = {};
};

/// Fails the test that calls it where the trace refuses something.
inline std::unique_ptr<Trace> traceOf(const TraceRule& rule) {
    const TraceShape shape = smallShape(2, rule.units);
    auto trace = std::make_unique<Trace>(shape, Trace::Options{.keepRows = rule.keepRows});
    for (std::int32_t index = 0; index < rule.steps; ++index) {
        std::vector<std::int32_t> tokens(static_cast<std::size_t>(index) + 1);
        std::iota(tokens.begin(), tokens.end(), 0);
        const std::vector<std::vector<std::int32_t>> units(static_cast<std::size_t>(rule.units), tokens);
        for (std::int32_t layer = 0; rule.row && layer < shape.layers; ++layer) {
            std::vector<std::vector<float>> heads;
            for (std::int32_t head = 0; head < shape.queryHeads; ++head) {
                heads.push_back(rule.row(index, head));
            }
            QTest::qVerify(trace->addRows(index, layer, units, heads).has_value(), "addRows", "", __FILE__, __LINE__);
        }
        StepRecord step;
        step.step = index;
        step.tokenId = index;
        if (rule.step) {
            rule.step(step);
        }
        QTest::qVerify(addStep(*trace, step), "addStep", "", __FILE__, __LINE__);
        for (const EvictionRecord& eviction : rule.evictions) {
            if (eviction.step == index) {
                trace->addEviction(eviction);
            }
        }
        trace->publish();
    }
    return trace;
}

/// Attention row of a query head: a quarter to token 0, a quarter to itself, half to token 1 (even heads) or 2 (odd
/// heads).
inline std::vector<float> laterRow(std::int32_t step, std::int32_t head) {
    std::vector<float> row(static_cast<std::size_t>(step) + 1, 0.0F);
    row.back() = 0.25F;
    row[0] += 0.25F;
    row[step < 3 ? 0 : head % 2 == 0 ? 1 : 2] += 0.5F;
    return row;
}

/// The full cache and a policy, over a prompt of four tokens.
inline std::shared_ptr<Recording> twoLanes(std::unique_ptr<Trace> full, std::unique_ptr<Trace> other,
                                           std::int32_t recent = 0) {
    RunDescription run;
    run.promptTokens = 4;
    run.lanes.resize(2);
    run.lanes[0].policyId = "full";
    run.lanes[1].policyId = "snapkv";
    run.lanes[1].recent = recent;
    auto recording = std::make_shared<Recording>(run);
    recording->setTrace(0, std::move(full));
    recording->setTrace(1, std::move(other));
    return recording;
}

}  // namespace kvw::tests
