// SPDX-License-Identifier: Apache-2.0
#include "core/trace/ghosts.h"

#include <QtTest>

#include "core/trace/cache_slots.h"
#include "tests/core/trace/support.h"

using namespace kvw;
using namespace kvw::tests;

namespace {

constexpr std::int32_t kSteps = 8, kPrompt = 4;

/// Every head of every row: half to token 1, half to the row's own token; heads of the second unit: to token 2.
std::unique_ptr<Trace> traceOf(bool rows, std::int32_t units, const std::vector<EvictionRecord>& evictions) {
    const TraceShape shape = smallShape(2, units);
    auto trace = std::make_unique<Trace>(shape, Trace::Options{.keepRows = rows});
    for (std::int32_t step = 0; step < kSteps; ++step) {
        std::vector<std::int32_t> tokens;
        for (std::int32_t token = 0; token <= step; ++token) {
            tokens.push_back(token);
        }
        for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
            std::vector<std::vector<float>> heads;
            for (std::int32_t head = 0; head < shape.queryHeads; ++head) {
                std::vector<float> row(static_cast<std::size_t>(step), 0.0F);
                row.push_back(0.5F);
                row[static_cast<std::size_t>(std::min(step, shape.unitOf(head) == 0 ? 1 : 2))] += 0.5F;
                heads.push_back(row);
            }
            QTest::qVerify(
                trace
                    ->addRows(step, layer,
                              std::vector<std::vector<std::int32_t>>(static_cast<std::size_t>(units), tokens), heads)
                    .has_value(),
                "addRows", "", __FILE__, __LINE__);
        }
        StepRecord record;
        record.step = step;
        record.tokenId = step;
        QTest::qVerify(addStep(*trace, record), "addStep", "", __FILE__, __LINE__);
        for (const EvictionRecord& eviction : evictions) {
            if (eviction.step == step) {
                trace->addEviction(eviction);
            }
        }
        trace->publish();
    }
    return trace;
}

std::shared_ptr<Recording> recordingOf(std::unique_ptr<Trace> full, std::unique_ptr<Trace> other) {
    RunDescription run;
    run.promptTokens = kPrompt;
    run.lanes.resize(2);
    run.lanes[0].policyId = "full";
    run.lanes[1].policyId = "snapkv";
    auto recording = std::make_shared<Recording>(run);
    recording->setTrace(0, std::move(full));
    recording->setTrace(1, std::move(other));
    return recording;
}

}  // namespace

class GhostsTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void aGhostDarkensWithEveryLaterRow() {
        const auto recording = recordingOf(traceOf(true, 1, {}), traceOf(false, 1, {evictionOf(4, 0, -1, {0, 1})}));
        Ghosts ghosts(*recording, 1, -1);
        QVERIFY(ghosts.reason().empty());
        QVERIFY(ghosts.advance(4));
        QCOMPARE(ghosts.most(), 0.0F);
        QVERIFY(ghosts.advance(5));
        QCOMPARE(ghosts.of(0)[1], 0.5F);
        QVERIFY(ghosts.advance(7));
        QCOMPARE(ghosts.of(0)[1], 1.5F);
        QCOMPARE(ghosts.of(0)[0], 0.0F);
        QCOMPARE(ghosts.of(0)[2], 0.0F);  // held
        QCOMPARE(ghosts.of(1)[1], 0.0F);  // the other layer holds it
        QCOMPARE(ghosts.share(0), 0.5);
        QCOMPARE(ghosts.share(1), 0.0);
        // Back: as if it had never gone on.
        QVERIFY(ghosts.advance(5));
        QCOMPARE(ghosts.of(0)[1], 0.5F);
        QCOMPARE(ghosts.most(), 0.5F);
    }
    void aUnitHasItsOwn() {
        const auto recording = recordingOf(traceOf(true, 2, {}), traceOf(false, 2, {evictionOf(4, 0, 1, {2})}));
        Ghosts second(*recording, 1, 1), layer(*recording, 1, -1);
        QVERIFY(second.advance(7) && layer.advance(7));
        QCOMPARE(second.of(0)[2], 1.5F);
        QCOMPARE(layer.of(0)[2], 0.0F);  // the first unit holds it
    }
    void saysWhyThereAreNone() {
        const auto bare = recordingOf(traceOf(false, 1, {}), traceOf(false, 1, {}));
        QVERIFY(QString::fromStdString(Ghosts(*bare, 1, -1).reason()).contains(QStringLiteral("maps")));
        QVERIFY(!Ghosts(*bare, 0, -1).reason().empty());
        Ghosts none(*bare, 1, -1);
        QVERIFY(!none.advance(5));
    }
    void slotsAreFilledFromTheLowest() {
        const auto trace = traceOf(false, 1, {evictionOf(5, 0, -1, {1, 3})});
        using Slots = std::vector<std::int32_t>;
        QCOMPARE(cacheSlots(*trace, 4, 0, -1, kPrompt), (Slots{0, 1, 2, 3, 4}));
        QCOMPARE(cacheSlots(*trace, 5, 0, -1, kPrompt), (Slots{0, -1, 2, -1, 4, 5}));
        QCOMPARE(cacheSlots(*trace, 6, 0, -1, kPrompt), (Slots{0, 6, 2, -1, 4, 5}));
        QCOMPARE(cacheSlots(*trace, 7, 0, -1, kPrompt), (Slots{0, 6, 2, 7, 4, 5}));
        QCOMPARE(cacheSlots(*trace, 7, 1, -1, kPrompt), (Slots{0, 1, 2, 3, 4, 5, 6, 7}));
    }
};

QTEST_GUILESS_MAIN(GhostsTest)
#include "ghosts_test.moc"
