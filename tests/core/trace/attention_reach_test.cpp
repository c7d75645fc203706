// SPDX-License-Identifier: Apache-2.0
/// Golden numbers of METRICS.md 1 and 2: the row over tokens 0, 1, 6, 7, 8.
#include "core/trace/attention_reach.h"

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
