// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/trace_index.h"

#include <QtTest>

#include "tests/support/fake_engine.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;

class TraceIndexTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void agreesWithTheTrace_data() {
        QTest::addColumn<int>("units");
        QTest::newRow("one set per layer") << 1;
        QTest::newRow("per KV head") << 2;
        QTest::newRow("per query head") << 4;
    }
    void agreesWithTheTrace() {
        QFETCH(int, units);
        const FakeShape shape{.units = units};
        const auto recording = filledFakeRecording(shape, 120);
        const Trace& trace = recording->trace(1);
        TraceIndex index(trace);
        QVERIFY(index.advance());
        for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
            for (std::int32_t unit = -1; unit < units; ++unit) {
                const std::vector<std::int32_t> expected = trace.evictedAt(119, layer, unit);
                for (std::int32_t token = 0; token < 120; ++token) {
                    QCOMPARE(index.droppedAt(token, layer, unit), expected[static_cast<std::size_t>(token)]);
                }
            }
        }
    }
    void growsWithTheTrace() {
        const FakeShape shape;
        const auto recording = makeFakeRecording(shape);
        TraceIndex index(recording->trace(1));
        QVERIFY(!index.advance());
        addFakeSteps(shape, *recording, 0, 37);
        QVERIFY(index.advance());
        QVERIFY(!index.advance());
        QCOMPARE(index.steps(), 37);
        QCOMPARE(index.droppedAt(4, 0, -1), 36);
        addFakeSteps(shape, *recording, 37, 38);
        QVERIFY(index.advance());
        QCOMPARE(index.droppedAt(5, 0, -1), 37);
    }
    void pruneEventsAreFoundBothWays() {
        const auto recording = filledFakeRecording({}, 40);
        TraceIndex index(recording->trace(1));
        index.advance();
        QCOMPARE(index.nextPrune(0), 36);
        QCOMPARE(index.nextPrune(36), 37);
        QCOMPARE(index.nextPrune(39), -1);
        QCOMPARE(index.previousPrune(36), -1);
        QCOMPARE(index.previousPrune(39), 38);
    }
    void theShareThatHoldsATokenFalls() {
        const auto recording = filledFakeRecording({}, 60);
        TraceIndex index(recording->trace(1));
        index.advance();
        QCOMPARE(index.heldShare(10, 20), 1.0);
        QCOMPARE(index.heldShare(10, 59), 0.0);
        QCOMPARE(index.heldShare(30, 20), 0.0);
    }
    void theVerdictNamesScoreAndCut() {
        const auto recording = filledFakeRecording({}, 60);
        TraceIndex index(recording->trace(1));
        index.advance();
        const TraceIndex::Verdict verdict = index.verdict(10, 1, -1);
        QCOMPARE(verdict.score, 0.125F);
        QCOMPARE(verdict.cut, 0.25F);
        QVERIFY(verdict.reason == "window");
        QVERIFY(index.verdict(0, 1, -1).reason.empty());
        QCOMPARE(verdict.rank, 1);
        QCOMPARE(verdict.among, 1);
    }
    void whatStayedKnowsTheLastPruneItStayedAt() {
        const auto recording = filledFakeRecording({}, 60);
        TraceIndex index(recording->trace(1));
        index.advance();
        const TraceIndex::Stay stay = index.lastStay(30, 1, -1, 50);
        QCOMPARE(stay.step, 50);
        QCOMPARE(stay.evicted, 1);
        QCOMPARE(stay.cut, 0.25F);
        QCOMPARE(index.lastStay(30, 1, -1, 34).step, -1);  // nothing had gone yet
        QCOMPARE(index.lastStay(51, 1, -1, 50).step, -1);  // not read yet
    }
    void handsPinReleaseAndPutBack() {
        const FakeShape shape;
        const auto recording = makeFakeRecording(shape);
        addFakeSteps(shape, *recording, 0, 60);
        recording->writer(1).addEvent({60, "hand", "restore=10,12"});
        addFakeSteps(shape, *recording, 60, 61);
        recording->writer(1).addEvent({61, "hand", "release=10"});
        addFakeSteps(shape, *recording, 61, 62);
        TraceIndex index(recording->trace(1));
        index.advance();
        QVERIFY(index.anyPinned());
        QVERIFY(!index.pinnedAt(10, 59));
        QVERIFY(index.pinnedAt(10, 60) && index.pinnedAt(12, 61));
        QVERIFY(!index.pinnedAt(10, 61) && !index.pinnedAt(11, 60));
        QCOMPARE(index.heldShare(10, 59), 0.0);
        QCOMPARE(index.heldShare(10, 60), 1.0);
        QCOMPARE(index.heldShare(11, 60), 0.0);
        QVERIFY(index.backAt(12, 0, -1, 60) && !index.backAt(12, 0, -1, 59) && !index.backAt(11, 0, -1, 60));
    }
    void whatIsPutBackCanLeaveAgain() {
        const FakeShape shape{.units = 2};
        const auto recording = makeFakeRecording(shape);
        Trace& trace = recording->writer(1);
        addFakeSteps(shape, *recording, 0, 60);
        trace.addEvent({60, "hand", "restore=10"});
        addFakeSteps(shape, *recording, 60, 65);
        for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
            EvictionRecord again;
            again.step = 65;
            again.layer = layer;
            again.head = layer == 0 ? 0 : -1;
            again.tokens = {10};
            trace.addEviction(again);
        }
        addFakeSteps(shape, *recording, 65, 70);
        trace.addEvent({70, "hand", "restore=10"});
        addFakeSteps(shape, *recording, 70, 72);
        TraceIndex index(trace);
        index.advance();
        for (std::int64_t step = 40; step < 72; ++step) {
            for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
                for (std::int32_t unit = -1; unit < shape.units; ++unit) {
                    QCOMPARE(index.droppedAt(10, layer, unit, step), trace.evictedAt(step, layer, unit)[10]);
                }
            }
        }
        QCOMPARE(index.heldShare(10, 64), 1.0);
        QCOMPARE(index.heldShare(10, 66), 1.0 / (2 * shape.layers));
        QCOMPARE(index.heldShare(10, 71), 1.0);
        QCOMPARE(index.droppedAt(10, 1, -1, 66), 65);
        QCOMPARE(index.droppedAt(10, 0, -1, 66), -1);
    }
    void aPlaceOutsideTheModelHoldsEverything() {
        const auto recording = filledFakeRecording({}, 60);
        TraceIndex index(recording->trace(1));
        index.advance();
        QCOMPARE(index.droppedAt(10, 99, -1), -1);
        QCOMPARE(index.droppedAt(10, 0, 99), -1);
        QCOMPARE(index.droppedAt(-1, 0, -1), -1);
    }
};

QTEST_GUILESS_MAIN(TraceIndexTest)
#include "trace_index_test.moc"
