// SPDX-License-Identifier: Apache-2.0
/// Fixture A of POLICIES.md 5 as a recorded prompt.
#pragma once

#include <QtTest>
#include <memory>
#include <string>

#include "tests/core/metrics/fixture_a.h"
#include "tests/core/trace/support.h"

namespace kvw::tests {

inline std::shared_ptr<Recording> fixtureA(bool rows = true, const std::string& policy = {}) {
    RunDescription run;
    run.promptTokens = fixture::kTokens;
    run.lanes.resize(1);
    run.lanes[0].policyId = policy;
    auto recording = std::make_shared<Recording>(run);
    auto trace = std::make_unique<Trace>(TraceShape{2, 2, 1, 8, 1}, Trace::Options{.keepRows = rows});
    for (std::int32_t step = 0; step < static_cast<std::int32_t>(fixture::kTokens); ++step) {
        std::vector<std::int32_t> tokens;
        for (std::int32_t token = 0; token <= step; ++token) {
            tokens.push_back(token);
        }
        for (int layer = 0; layer < 2; ++layer) {
            std::vector<std::vector<float>> heads;
            for (std::size_t head = 0; head < fixture::kHeads; ++head) {
                auto row = fixture::narrow(fixture::row(layer, head, static_cast<std::size_t>(step)));
                row.resize(tokens.size());
                heads.push_back(row);
            }
            QTest::qVerify(
                trace->addRows(step, layer, std::vector<std::vector<std::int32_t>>{tokens}, heads).has_value(), "rows",
                "", __FILE__, __LINE__);
        }
        QTest::qVerify(addStep(*trace, step), "addStep", "", __FILE__, __LINE__);
        trace->publish();
    }
    recording->setTrace(0, std::move(trace));
    return recording;
}

}  // namespace kvw::tests
