// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/attention/exact_shape.h"

#include <QtTest>
#include <cmath>

#include "tests/core/trace/support.h"

using namespace kvw;
using namespace kvw::tests;

namespace {

struct Row {
    std::vector<std::int32_t> tokens;
    std::vector<std::vector<float>> probs;  ///< [4]
};

/// One layer, one keep-set, four query heads of two KV heads. A step without a row has none.
std::unique_ptr<Trace> traceOf(const std::vector<Row>& rows, std::size_t prompt = 0) {
    auto trace = std::make_unique<Trace>(smallShape(1, 1), Trace::Options{.keepRows = true});
    for (std::size_t i = 0; i < rows.size(); ++i) {
        StepRecord step;
        step.step = static_cast<std::int32_t>(i);
        step.phase = i < prompt ? Phase::Prefill : Phase::Decode;
        if (!rows[i].tokens.empty()) {
            QTest::qVerify(
                trace->addRows(step.step, 0, std::vector<std::vector<std::int32_t>>{rows[i].tokens}, rows[i].probs)
                    .has_value(),
                "addRows", "", __FILE__, __LINE__);
        }
        QTest::qVerify(addStep(*trace, step), "addStep", "", __FILE__, __LINE__);
        trace->publish();
    }
    return trace;
}

std::vector<std::vector<float>> alike(const std::vector<float>& row) {
    return {row, row, row, row};
}

std::vector<ExactShape> all(const Trace& trace, std::int32_t part) {
    ExactShapes shapes(trace, part);
    std::vector<ExactShape> found;
    while (shapes.steps() < trace.steps()) {
        found.push_back(shapes.next()[0]);
    }
    return found;
}

}  // namespace

class ExactShapeTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void goldenNumbers() {
        // Rows of METRICS.md: Gini of [.1 .2 .3 .4], entropy of [.5 .25 .25].
        const auto trace = traceOf({{{0}, alike({1})},
                                    {{0, 1}, alike({0.5F, 0.5F})},
                                    {{0, 1, 2}, alike({0.5F, 0.25F, 0.25F})},
                                    {{0, 1, 2, 3}, alike({0.1F, 0.2F, 0.3F, 0.4F})}});
        const auto found = all(*trace, -1);
        QVERIFY(std::abs(found[3].gini - 0.25F) < 1e-6F);
        QVERIFY(std::abs(found[2].entropy - 1.0397208F) < 1e-6F);
        QVERIFY(std::isnan(found[0].variance));  // one row
    }
    void varianceFollowsTheTokensThroughACompaction() {
        // Token 1 goes: token 2 moves into its slot, and is still the same token.
        const auto trace = traceOf(
            {{{}, {}}, {{}, {}}, {{0, 1, 2}, alike({0.5F, 0.4F, 0.1F})}, {{0, 2, 3}, alike({0.5F, 0.3F, 0.2F})}});
        const auto layer = all(*trace, -1), part = all(*trace, 1);
        QVERIFY(std::isnan(layer[2].variance));
        // The variance of [.1 .3] is 0.02 in each of the heads.
        QVERIFY(std::abs(layer[3].variance - 0.08F) < 1e-6F);
        QVERIFY(std::abs(part[3].variance - 0.04F) < 1e-6F);
    }
    void rowsOfThePromptAndGapsEndTheWindow() {
        const std::vector<Row> rows{{{0}, alike({1})},
                                    {{0, 1}, alike({0.5F, 0.5F})},
                                    {{0, 1}, alike({0.1F, 0.9F})},
                                    {{0, 1}, alike({0.3F, 0.7F})},
                                    {{}, {}},
                                    {{0, 1}, alike({0.3F, 0.7F})}};
        const auto found = all(*traceOf(rows, 2), -1);
        QVERIFY(std::isnan(found[1].variance) && std::isnan(found[2].variance));
        QVERIFY(std::isfinite(found[1].gini));
        QVERIFY(std::abs(found[3].variance - 0.16F) < 1e-6F);  // two columns, four heads
        QVERIFY(std::isnan(found[4].gini) && std::isnan(found[4].entropy) && std::isnan(found[4].variance));
        QVERIFY(std::isnan(found[5].variance));
    }
    void itLooksBackEightRows() {
        std::vector<Row> rows;
        for (int i = 0; i < 12; ++i) {
            const float first = i == 0 ? 1.0F : 0.5F;
            rows.push_back({{0, 1}, alike({first, 1 - first})});
        }
        const auto found = all(*traceOf(rows), -1);
        QVERIFY(found[7].variance > 0.1F);
        QCOMPARE(found[8].variance, 0.0F);
    }
};

QTEST_APPLESS_MAIN(ExactShapeTest)
#include "exact_shape_test.moc"
