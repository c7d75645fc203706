// SPDX-License-Identifier: Apache-2.0
#include "core/eval/sweep_halving.h"

#include <QtTest>
#include <algorithm>
#include <cmath>

using namespace kvw;

namespace {

/// Nine capacities with two seeds, 90 steps, thirds go on.
Sweep example() {
    Sweep sweep;
    sweep.policies = {"tova"};
    sweep.axes = {parseAxis("capacity=1:9:1").value(), parseAxis("seed=0,1").value()};
    sweep.base.steps = 90;
    sweep.halving = parseHalving("3").value();
    return sweep;
}

std::vector<SweepPoint> pointsOf(const Sweep& sweep) {
    std::vector<SweepPoint> points;
    const auto combined = combinations(sweep);
    for (const SweepCombination& each : *combined) {
        SweepPoint point;
        point.policy = each.policy;
        point.values = each.values;
        point.id = "capacity=" + each.values[0] + ",seed=" + each.values[1];
        point.spec = sweep.base;
        points.push_back(point);
    }
    return inStages(sweep, points).value();
}

/// Gives a point the ΔNLL `delta`, or a problem.
SweepRow rowOf(const SweepPoint& point, double delta) {
    SweepRow row{point.id, point.policy, point.values};
    row.deltaNll = delta;
    row.problem = std::isfinite(delta) ? Phrase() : Phrase(std::string("failed"));
    return row;
}

std::size_t countOf(const std::vector<SweepFate>& fates, SweepFate fate) {
    return static_cast<std::size_t>(std::count(fates.begin(), fates.end(), fate));
}

}  // namespace

class SweepHalvingTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void stagesDivideStepsAndCandidates() {
        const auto told = [](std::int64_t factor, std::int64_t steps, std::size_t candidates) {
            std::string text;
            SweepHalving halving;
            halving.factor = factor;
            for (const SweepStage& stage : sweepStages(halving, steps, candidates)) {
                text += std::to_string(stage.candidates) + "x" + std::to_string(stage.steps) + " ";
            }
            return text;
        };
        QCOMPARE(told(3, 90, 9), std::string("9x10 3x30 1x90 "));
        QCOMPARE(told(2, 256, 10), std::string("10x32 5x64 2x128 1x256 "));
        QCOMPARE(told(4, 7, 100), std::string("100x1 25x7 "));  // a stage has at least a step
        QCOMPARE(told(3, 90, 2), std::string("2x90 "));
        QCOMPARE(told(3, 90, 1), std::string("1x90 "));
    }

    void everyStageHasItsOwnRuns() {
        const Sweep sweep = example();
        const auto points = pointsOf(sweep);
        QCOMPARE(points.size(), std::size_t{54});
        QCOMPARE(points.front().spec.steps, 10);
        QCOMPARE(points.front().id, std::string("capacity=1,seed=0,steps=10"));
        QCOMPARE(points.back().id, std::string("capacity=9,seed=1,steps=90"));
        QCOMPARE(points.back().values, (std::vector<std::string>{"9", "1", "90"}));
        QCOMPARE(axisNames(sweep), (std::vector<std::string>{"capacity", "seed", "steps"}));
        QCOMPARE(plannedRuns(sweep, points), std::size_t{18 + 6 + 2});
    }

    void theBestGoOnAndRepeatsGoTogether() {
        const Sweep sweep = example();
        const auto points = pointsOf(sweep);
        std::vector<std::optional<SweepRow>> rows(points.size());
        auto fates = sweepFates(sweep, points, rows);
        QCOMPARE(countOf(fates, SweepFate::Run), std::size_t{18});
        QCOMPARE(countOf(fates, SweepFate::Open), std::size_t{36});
        // One seed of capacity 2 is the best run of all, its mean is not; capacity 9 failed once.
        const auto delta = [&](std::size_t point) {
            const int capacity = std::stoi(points[point].values[0]), seed = std::stoi(points[point].values[1]);
            return capacity == 9 && seed == 1 ? kMissing : capacity == 2 ? (seed == 0 ? -1.0 : 10.0) : 10.0 - capacity;
        };
        for (std::size_t i = 0; i < 18; ++i) {
            QCOMPARE(countOf(sweepFates(sweep, points, rows), SweepFate::Open), std::size_t{36});
            rows[i] = rowOf(points[i], delta(i));
        }
        fates = sweepFates(sweep, points, rows);
        QCOMPARE(countOf(fates, SweepFate::Run), std::size_t{24});
        QCOMPARE(countOf(fates, SweepFate::LeftOut), std::size_t{12});
        for (std::size_t i = 18; i < 36; ++i) {
            const std::string& capacity = points[i].values[0];
            QCOMPARE(fates[i] == SweepFate::Run, capacity == "6" || capacity == "7" || capacity == "8");
            rows[i] = fates[i] == SweepFate::Run ? std::optional(rowOf(points[i], delta(i))) : std::nullopt;
        }
        fates = sweepFates(sweep, points, rows);
        for (std::size_t i = 36; i < 54; ++i) {
            QCOMPARE(fates[i] == SweepFate::Run, points[i].values[0] == "8");
        }
        QCOMPARE(countOf(fates, SweepFate::Open), std::size_t{0});
    }

    void equalOnesGoOnInTheirOrder() {
        const Sweep sweep = example();
        const auto points = pointsOf(sweep);
        std::vector<std::optional<SweepRow>> rows(points.size());
        for (std::size_t i = 0; i < 18; ++i) {
            rows[i] = rowOf(points[i], 1);
        }
        const auto fates = sweepFates(sweep, points, rows);
        QVERIFY(fates[18] == SweepFate::Run && fates[23] == SweepFate::Run && fates[24] == SweepFate::LeftOut);
    }

    void onlyRowsOfAStageAreCompared() {
        const Sweep sweep = example();
        const auto points = pointsOf(sweep);
        std::vector<SweepRow> rows{rowOf(points[0], 1), rowOf(points[1], 2), rowOf(points[18], 3)};
        separateStages(sweep, rows);
        QCOMPARE(rows[0].setting, std::string("10"));
        QCOMPARE(rows[2].setting, std::string("30"));
        QCOMPARE(rowsOfStage(sweep, rows, false).size(), std::size_t{2});
        QCOMPARE(rowsOfStage(sweep, rows, true).size(), std::size_t{1});
        QCOMPARE(rowsOfStage(Sweep(), rows, true).size(), std::size_t{3});
    }

    void whatCannotBeDividedIsASentence() {
        Sweep sweep = example();
        sweep.base.steps = -1;
        QVERIFY(!inStages(sweep, {}).has_value());
        sweep = example();
        sweep.base.mode = Mode::Generate;
        QVERIFY(!inStages(sweep, {}).has_value());
        sweep = example();
        sweep.axes.push_back({"steps", {"3"}});
        QVERIFY(!inStages(sweep, {}).has_value());
    }
};

QTEST_APPLESS_MAIN(SweepHalvingTest)
#include "sweep_halving_test.moc"
