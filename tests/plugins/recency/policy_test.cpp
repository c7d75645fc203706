// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "tests/plugins/check.h"

using namespace kvw::test;

namespace {

Choice recency(std::int64_t capacity, std::int64_t sinks, std::int64_t cutInterval) {
    Choice choice;
    choice.scorer = {"recency", {}};
    choice.budget = {"uniform", {{"capacity", capacity}}};
    choice.sinks = sinks;
    choice.cutInterval = cutInterval;
    return choice;
}

}  // namespace

class RecencyTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void scoreIsTheTokenIndex() {
        FakeEngine engine(randomModel(1, 1, 2, 1), recency(3, 0, 0));
        engine.prefill(7);
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("4 5 6"));
        QVERIFY(near(engine.scores(0, 0, {0, 3, 6}), {0, 3, 6}));
    }
    void oneSetPerLayer() {
        FakeEngine engine(randomModel(1, 1, 4, 2), recency(3, 0, 0));
        QCOMPARE(engine.units(), 1);
    }
    void withSinksItIsStreaming_data() {
        QTest::addColumn<int>("cutInterval");
        QTest::addColumn<int>("prompt");
        QTest::newRow("every step") << 1 << 5;
        QTest::newRow("every step, long prompt") << 1 << 20;
        QTest::newRow("every 4, prompt within capacity") << 4 << 6;
        QTest::newRow("every 4, long prompt") << 4 << 15;
    }
    void withSinksItIsStreaming() {
        QFETCH(int, cutInterval);
        QFETCH(int, prompt);
        Choice streaming;
        streaming.policy = {
            "streaming",
            {{"sinks", std::int64_t{2}}, {"recent", std::int64_t{5}}, {"prune-interval", std::int64_t{cutInterval}}}};
        FakeEngine one(randomModel(1, 2, 2, 1), recency(7, 2, cutInterval));
        FakeEngine other(randomModel(1, 2, 2, 1), streaming, 5);
        one.prefill(prompt);
        other.prefill(prompt);
        for (int i = 0; i < 12; ++i) {
            QCOMPARE(text(one.kept(1, 0)), text(other.kept(1, 0)));
            one.step();
            other.step();
        }
    }
};

QTEST_GUILESS_MAIN(RecencyTest)
#include "tests/plugins/recency/policy_test.moc"
