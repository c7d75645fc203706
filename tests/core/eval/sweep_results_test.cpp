// SPDX-License-Identifier: Apache-2.0
#include "core/eval/sweep_results.h"

#include <QtTest>
#include <cmath>

#include "tests/core/trace/support.h"

using namespace kvw;

namespace {

SweepRow rowOf(std::vector<std::string> values, double bytes, double delta) {
    SweepRow row;
    row.id = "run";
    row.values = std::move(values);
    row.bytesLive = bytes;
    row.deltaNll = delta;
    return row;
}

std::vector<bool> fronts(std::vector<SweepRow> rows) {
    markFront(rows);
    std::vector<bool> marks;
    for (const SweepRow& row : rows) {
        marks.push_back(row.front);
    }
    return marks;
}

}  // namespace

class SweepResultsTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void theFrontIsWhatNoOtherBeatsInBoth() {
        QCOMPARE(fronts({rowOf({}, 10, 1), rowOf({}, 20, 0.5), rowOf({}, 20, 0.7), rowOf({}, 30, 0.5)}),
                 (std::vector<bool>{true, true, false, false}));
        // Equal in both: both are on it. Without numbers: never.
        QCOMPARE(fronts({rowOf({}, 10, 1), rowOf({}, 10, 1), rowOf({}, kMissing, 0), rowOf({}, 1, kMissing)}),
                 (std::vector<bool>{true, true, false, false}));
        QCOMPARE(fronts({}), std::vector<bool>{});
    }

    void aRowIsTheSummaryOfTheLastLane() {
        RunDescription run;
        run.promptTokens = 1;
        run.lanes.resize(2);
        run.lanes[0].policyId = "full";
        run.lanes[1].policyId = "streaming";
        Recording recording(run);
        for (std::int32_t lane = 0; lane < 2; ++lane) {
            auto trace = std::make_unique<Trace>(tests::smallShape(1, 2), Trace::Options{});
            for (std::int32_t i = 0; i < 3; ++i) {
                StepRecord step;
                step.step = i;
                step.nllFull = 1;
                step.nll = lane == 0 ? 1 : 1.5;
                step.kl = 0.25;
                step.bytesFull = 400;
                step.bytesLive = lane == 0 ? 400 : 100;
                QVERIFY(tests::addStep(*trace, step));
                trace->publish();
            }
            recording.setTrace(lane, std::move(trace));
        }
        SweepPoint point;
        point.id = "capacity=8";
        point.values = {"8"};
        QVERIFY(!sweepRow(point, recording).problem.empty());  // still running
        recording.setState(RunState::Finished);
        const SweepRow row = sweepRow(point, recording);
        QVERIFY(row.problem.empty());
        QCOMPARE(row.meanNll, 1.5);
        QCOMPARE(row.deltaNll, 0.5);
        QCOMPARE(row.meanKl, 0.25);
        QCOMPARE(row.bytesLive, 100.0);
        QCOMPARE(row.heldShare, 0.25);
    }

    void theTableIsCsv() {
        SweepRow failed = rowOf({"a,b", "2"}, kMissing, kMissing);
        failed.problem = "said \"no\"";
        const std::string text = sweepCsv({"policy", "n"}, {rowOf({"x", "1"}, 512, -0.25), failed});
        QCOMPARE(text, std::string("policy,n,run,mean_nll,delta_nll,mean_kl,answers_nll,bytes_live,held_share,front,"
                                   "problem\nx,1,run,,-0.25,,,512,,0,\n\"a,b\",2,run,,,,,,,0,\"said \"\"no\"\"\"\n"));
    }

    void theMapHasACellPerPairAndTheMeanOverTheRest() {
        const std::vector<SweepRow> rows{rowOf({"1", "a", "0"}, 1, 2), rowOf({"1", "a", "1"}, 1, 4),
                                         rowOf({"2", "b", "0"}, 1, -1), rowOf({"2", "a", "0"}, 1, kMissing)};
        const FigureSpec figure = sweepMap({"n", "p", "seed"}, rows);
        const FigureMap& map = figure.panels.at(0).maps.at(0);
        QCOMPARE(map.columns, 2);
        QCOMPARE(map.rows, 2);
        QCOMPARE(map.values[0], 3.0F);
        QCOMPARE(map.cells[1], FigureCell::Missing);  // (2, a)
        QCOMPARE(map.cells[2], FigureCell::Missing);  // (1, b)
        QCOMPARE(map.values[3], -1.0F);
        QCOMPARE(map.minimum, -1.0);
        QCOMPARE(map.maximum, 3.0);
        QVERIFY(sweepMap({"n"}, {rowOf({"1"}, 1, 2)}).panels.at(0).empty());
    }

    void theFrontIsALineInOrderOfBytes() {
        std::vector<SweepRow> rows{rowOf({}, 20, 0.5), rowOf({}, 10, 1), rowOf({}, 30, 2)};
        markFront(rows);
        const FigureSpec figure = sweepFront(rows);
        const FigurePanel& panel = figure.panels.at(0);
        QCOMPARE(panel.series.at(0).x.size(), std::size_t{3});
        QCOMPARE(panel.series.at(1).x, (std::vector<double>{10, 20}));
        QCOMPARE(panel.series.at(1).y, (std::vector<double>{1, 0.5}));
    }
};

QTEST_APPLESS_MAIN(SweepResultsTest)
#include "sweep_results_test.moc"
