// SPDX-License-Identifier: Apache-2.0
/// Golden numbers of METRICS.md 1 and 2: the row over tokens 0, 1, 6, 7, 8.
#include "core/analysis/attention/attention_reach.h"

#include <QtTest>
#include <cmath>

#include "tests/core/trace/support.h"

using namespace kvw;
using namespace kvw::tests;

namespace {

/// Eight tokens of a prompt and one that is decoded, under which the tokens `gone` leave.
std::shared_ptr<Recording> goldenRow(const std::vector<std::int32_t>& gone, bool rows = true) {
    RunDescription run;
    run.promptTokens = 8;
    run.lanes.resize(1);
    run.lanes[0].sinks = 2;
    auto recording = std::make_shared<Recording>(run);
    auto trace = std::make_unique<Trace>(smallShape(2, 1), Trace::Options{.keepRows = true});
    const std::vector<std::vector<std::int32_t>> tokens{{0, 1, 6, 7, 8}};
    for (std::int32_t index = 0; index < 9; ++index) {
        StepRecord step;
        step.step = index;
        step.phase = index < 8 ? Phase::Prefill : Phase::Decode;
        for (std::int32_t layer = 0; rows && index == 8 && layer < 2; ++layer) {
            const std::vector<std::vector<float>> heads(4, std::vector<float>{.2F, .1F, .4F, .1F, .2F});
            QTest::qVerify(trace->addRows(index, layer, tokens, heads).has_value(), "addRows", "", __FILE__, __LINE__);
        }
        if (index == 8) {
            trace->addEviction(evictionOf(8, 1, -1, gone));
        }
        QTest::qVerify(addStep(*trace, step), "addStep", "", __FILE__, __LINE__);
        trace->publish();
    }
    recording->setTrace(0, std::move(trace));
    return recording;
}

bool isNear(double found, double expected) {
    return std::abs(found - expected) < 1e-6;
}

}  // namespace

class AttentionReachTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void golden() {
        const auto reach = attentionReach(*goldenRow({6}), 0);
        QVERIFY(reach.has_value());
        QCOMPARE(reach->rows, 1);
        QCOMPARE(reach->evicting, 1);
        QCOMPARE(reach->layers.size(), std::size_t{2});
        for (const AttentionReach& layer : {reach->layers[0], reach->layers[1], reach->all}) {
            QVERIFY(isNear(layer.effectiveTokens, 4.352753));
            QVERIFY(isNear(layer.normalisedEntropy, std::log(4.352753) / std::log(5)));
            QVERIFY(isNear(layer.meanDistance, 3.2));
            QCOMPARE(layer.span, 2.0);
        }
        QVERIFY(std::isnan(reach->layers[0].evictedMass));
        QVERIFY(isNear(reach->layers[1].evictedMass, 0.4));
        QVERIFY(isNear(reach->all.evictedMass, 0.4));
    }

    void stepByStepTheyAreWhatTheMeansAreOf() {
        const auto recording = goldenRow({6});
        ReachSteps steps(*recording, 0, -1);
        while (steps.steps() < 8) {
            const StepReach prompt = steps.next();
            QVERIFY(!prompt.rows && !prompt.evicting);
            QCOMPARE(prompt.layers.size(), std::size_t{2});
            for (const auto number : kReachNumbers) {
                QVERIFY(std::isnan(prompt.layers[1].*number));
            }
        }
        const StepReach decoded = steps.next();
        QCOMPARE(steps.steps(), std::int64_t{9});
        QVERIFY(decoded.rows && decoded.evicting);
        QVERIFY(isNear(decoded.layers[0].effectiveTokens, 4.352753));
        QVERIFY(std::isnan(decoded.layers[0].evictedMass));
        QVERIFY(isNear(decoded.layers[1].evictedMass, 0.4));
    }

    void aPartIsOfItsHeadsAlone() {
        // KV head 0 reads its newest token alone, KV head 1 all alike; what is dropped, the second dropped.
        TraceRule rule{.steps = 8, .units = 2, .evictions = {evictionOf(7, 0, 1, {0, 1})}, .keepRows = true};
        rule.row = [](std::int32_t step, std::int32_t head) {
            const auto tokens = static_cast<std::size_t>(step) + 1;
            std::vector<float> row(tokens, head < 2 ? 0.0F : 1.0F / static_cast<float>(tokens));
            row.back() = head < 2 ? 1.0F : row.back();
            return row;
        };
        rule.step = [](StepRecord& step) { step.phase = step.step < 4 ? Phase::Prefill : Phase::Decode; };
        const auto recording = twoLanes(traceOf(rule), traceOf(rule));
        const auto last = [&](std::int32_t part) {
            ReachSteps steps(*recording, 1, part);
            StepReach found;
            while (steps.steps() < 8) {
                found = steps.next();
            }
            return found;
        };
        QVERIFY(isNear(last(0).layers[0].effectiveTokens, 1));
        QVERIFY(isNear(last(1).layers[0].effectiveTokens, 8));
        QVERIFY(isNear(last(-1).layers[0].effectiveTokens, 4.5));
        QVERIFY(isNear(last(0).layers[0].meanDistance, 0));
        QVERIFY(isNear(last(1).layers[0].meanDistance, 3.5));
        QVERIFY(!last(0).evicting && std::isnan(last(0).layers[0].evictedMass));
        QVERIFY(last(1).evicting && isNear(last(1).layers[0].evictedMass, 0.25));
        QVERIFY(isNear(last(-1).layers[0].evictedMass, 0.125));
    }

    void whatLeftBeforeTheRowIsNotInIt() {
        const auto reach = attentionReach(*goldenRow({3}), 0);
        QVERIFY(reach.has_value());
        QCOMPARE(reach->evicting, 0);
        QVERIFY(std::isnan(reach->all.evictedMass));
    }

    void withoutRowsThereIsASentence() {
        const auto refused = attentionReach(*goldenRow({6}, false), 0);
        QVERIFY(!refused && refused.error().sentence().find("capture \"maps\"") != std::string::npos);
        const auto stale = attentionReach(*goldenRow({6}), 0, [] { return true; });
        QVERIFY(!stale && stale.error().code == Code::Cancelled);
    }
};

QTEST_APPLESS_MAIN(AttentionReachTest)
#include "attention_reach_test.moc"
