// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/attention/ghosts.h"

#include <QtTest>

#include "core/analysis/cache_slots.h"
#include "core/trace/capture_changes.h"
#include "tests/core/trace/support.h"

using namespace kvw;
using namespace kvw::tests;

namespace {

constexpr std::int32_t kPrompt = 4;

/// Every head of every row: half to token 1, half to the row's own token; heads of the second unit: to token 2.
std::unique_ptr<Trace> lane(bool rows, std::int32_t units, const std::vector<EvictionRecord>& evictions) {
    const TraceShape shape = smallShape(2, units);
    return traceOf({.units = units,
                    .evictions = evictions,
                    .keepRows = rows,
                    .row = [shape](std::int32_t step, std::int32_t head) {
                        std::vector<float> row(static_cast<std::size_t>(step), 0.0F);
                        row.push_back(0.5F);
                        row[static_cast<std::size_t>(std::min(step, shape.unitOf(head) == 0 ? 1 : 2))] += 0.5F;
                        return row;
                    }});
}

/// Two lanes over a prompt of kPrompt tokens, the full one with rows.
std::shared_ptr<Recording> recordedAs(const char* capture, const char* prefill) {
    RunDescription run;
    run.promptTokens = kPrompt;
    run.capture = capture;
    run.prefill = prefill;
    run.lanes.resize(2);
    run.lanes[0].policyId = "full";
    run.lanes[1].policyId = "snapkv";
    auto recording = std::make_shared<Recording>(run);
    recording->setTrace(0, lane(true, 1, {}));
    recording->setTrace(1, lane(false, 1, {evictionOf(4, 0, -1, {1})}));
    return recording;
}

void switchTo(Trace& trace, std::int32_t step, const char* level) {
    trace.addEvent({step, kCaptureEvent, std::string("capture = ") + level});
    trace.publish();
}

}  // namespace

class GhostsTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void aGhostDarkensWithEveryLaterRow() {
        const auto recording = twoLanes(lane(true, 1, {}), lane(false, 1, {evictionOf(4, 0, -1, {0, 1})}));
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
        const auto recording = twoLanes(lane(true, 2, {}), lane(false, 2, {evictionOf(4, 0, 1, {2})}));
        Ghosts second(*recording, 1, 1), layer(*recording, 1, -1);
        QVERIFY(second.advance(7) && layer.advance(7));
        QCOMPARE(second.of(0)[2], 1.5F);
        QCOMPARE(layer.of(0)[2], 0.0F);  // the first unit holds it
    }
    void saysWhyThereAreNone() {
        const auto bare = twoLanes(lane(false, 1, {}), lane(false, 1, {}));
        QVERIFY(QString::fromStdString(Ghosts(*bare, 1, -1).reason()).contains(QStringLiteral("maps")));
        QVERIFY(!Ghosts(*bare, 0, -1).reason().empty());
        Ghosts none(*bare, 1, -1);
        QVERIFY(!none.advance(5));
    }
    void aRunThatIsSwitchedHasNoneFromThereOn() {
        const auto recording = recordedAs("maps", "layer-major");
        Ghosts ghosts(*recording, 1, -1);
        QVERIFY(ghosts.advance(6));
        switchTo(recording->writer(0), 7, "stats");
        QVERIFY(!ghosts.advance(7));
        QVERIFY2(ghosts.reason().find("token 7") != std::string::npos, ghosts.reason().c_str());
    }
    void rowsOfAPromptCountWhereItIsCut() {
        for (const auto& [prefill, first] :
             {std::pair{"layer-major", std::int64_t{kPrompt}}, std::pair{"streaming:2", std::int64_t{0}}}) {
            const auto recording = recordedAs("stats", prefill);
            QCOMPARE(firstWithoutRows(*recording, 0), std::int64_t{-1});
            switchTo(recording->writer(0), 6, "maps");
            QCOMPARE(firstWithoutRows(*recording, 0), first);
        }
    }
    void aWalkOverTheLevels() {
        const auto recording = recordedAs("none", "layer-major");
        switchTo(recording->writer(0), 5, "maps");
        switchTo(recording->writer(0), 5, "rows");
        switchTo(recording->writer(0), 7, "stats");
        CaptureWalk walk(*recording, 0);
        for (std::int64_t step = 0; step < 8; ++step) {
            QCOMPARE(walk.at(step), std::string(step < 5 ? "none" : step < 7 ? "rows" : "stats"));
            QCOMPARE(captureAt(*recording, 0, step), walk.at(step));
        }
    }
    void slotsAreFilledFromTheLowest() {
        const auto trace = lane(false, 1, {evictionOf(5, 0, -1, {1, 3})});
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
