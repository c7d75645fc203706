// SPDX-License-Identifier: Apache-2.0
#include "core/eval/sweep_figures.h"
#include "core/eval/sweep_table.h"

#include <QtTest>
#include <cmath>

#include "core/figures/figure_io.h"
#include "core/figures/tables.h"

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
    markFronts({}, rows);
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
        QCOMPARE(figure.panels.at(0).x.names, (std::vector<std::string>{"1", "2"}));
        QVERIFY(sweepMap({"seed"}, {rowOf({"1"}, 1, 2)}).panels.at(0).empty());
    }

    void eachPolicyHasAMapOverTheTwoAxes() {
        const std::vector<std::string> names{"policy", "n", "p", "seed"};
        const std::vector<SweepRow> rows{
            rowOf({"streaming", "1", "a", "0"}, 1, 2), rowOf({"streaming", "1", "a", "1"}, 1, 4),
            rowOf({"streaming", "2", "b", "0"}, 1, 5), rowOf({"h2o:heavy=2", "1", "a", "0"}, 1, 7),
            rowOf({"h2o:heavy=2", "2", "b", "0"}, 1, 9)};
        QCOMPARE(mapSides(names), (std::vector<std::size_t>{1, 2}));
        QCOMPARE(mapPolicyAxis(names), std::optional<std::size_t>(0));
        QCOMPARE(mapMeans(names, true), std::vector<std::string>{"seed"});
        const auto maps = sweepMaps(names, rows);
        QCOMPARE(maps.size(), std::size_t{2});
        QCOMPARE(maps[0].id, std::string("sweep-map-1-streaming"));
        QCOMPARE(maps[1].id, std::string("sweep-map-2-h2o"));
        QCOMPARE(maps[0].panels.at(0).x.label.english(), std::string("n"));
        QCOMPARE(maps[0].panels.at(0).y.label.english(), std::string("p"));
        QCOMPARE(maps[0].panels.at(0).maps.at(0).values[0], 3.0F);
        QCOMPARE(maps[1].panels.at(0).maps.at(0).values[0], 7.0F);
        QCOMPARE(maps[1].panels.at(0).maps.at(0).values[3], 9.0F);
        QCOMPARE(maps[1].caption.substr(0, 12), std::string("h2o:heavy=2:"));
        // Without one it says what it is the mean over.
        const FigureSpec all = sweepMap(names, rows);
        QCOMPARE(all.panels.at(0).maps.at(0).values[3], 7.0F);
        QVERIFY(all.caption.find("mean over policy, seed") != std::string::npos);
        // Beside one axis the policy is the other side, and nothing is lost.
        QCOMPARE(mapSides({"policy", "n", "seed"}), (std::vector<std::size_t>{0, 1}));
        QVERIFY(!mapPolicyAxis({"policy", "n", "seed"}));
        QVERIFY(mapMeans({"n", "seed"}, false).empty());
        QCOMPARE(sweepMaps({"n", "p"}, {rowOf({"1", "a"}, 1, 2)}).at(0).id, std::string("sweep-map"));
    }

    void oneAxisIsALineOfPoints() {
        const FigureSpec figure =
            sweepMap({"n", "seed"}, {rowOf({"8", "0"}, 1, 2), rowOf({"8", "1"}, 1, 4), rowOf({"16", "0"}, 1, 1)});
        const FigureSeries& series = figure.panels.at(0).series.at(0);
        QCOMPARE(series.x, (std::vector<double>{0, 1}));
        QCOMPARE(series.y, (std::vector<double>{3, 1}));
        QCOMPARE(series.deviation.at(0), std::sqrt(2.0));
        QVERIFY(std::isnan(series.deviation.at(1)));
        const auto json = figures::toJson(figure);
        const auto back = figures::fromJson(json, "test");
        QVERIFY2(back.has_value(), back ? "" : back.error().sentence().c_str());
        QCOMPARE(figures::toJson(*back), json);
    }

    void repeatsAreOneGroupWithTheirSpread() {
        const std::vector<std::string> names{"n", "seed"};
        std::vector<SweepRow> rows{rowOf({"8", "0"}, 10, 1), rowOf({"16", "0"}, 20, 2), rowOf({"8", "1"}, 10, 3),
                                   rowOf({"8", "2"}, kMissing, kMissing)};
        const std::vector<SweepGroup> groups = sweepGroups(names, rows);
        QCOMPARE(groups.size(), std::size_t{2});
        QCOMPARE(groups[0].rows, (std::vector<std::size_t>{0, 2, 3}));
        QCOMPARE(groups[0].values, (std::vector<std::string>{"8"}));
        QCOMPARE(groups[0][SweepNumber::DeltaNll].mean, 2.0);
        QCOMPARE(groups[0][SweepNumber::DeltaNll].deviation, std::sqrt(2.0));
        QCOMPARE(groups[0][SweepNumber::DeltaNll].count, std::size_t{2});
        QVERIFY(std::isnan(groups[1][SweepNumber::DeltaNll].deviation));
        markFronts(names, rows);
        // 8 has fewer bytes and, in the mean, no higher delta.
        QVERIFY(rows[0].front && rows[2].front && !rows[3].front && !rows[1].front);
    }

    void pagesShowMeanAndDeviationAndMarkTheBest() {
        QCOMPARE(spreadText({1.23456, 0.01234, 3}), std::string("1.235 ± 0.012"));
        QCOMPARE(spreadText({1.23456, kMissing, 1}), std::string("1.235"));
        QCOMPARE(spreadText({}), std::string());
        const std::vector<SweepRow> rows{rowOf({"8", "0"}, 10, 1), rowOf({"8", "1"}, 10, 3),
                                         rowOf({"16", "0"}, 20, 0.5), rowOf({"16", "1"}, 20, 0.5)};
        const tables::Table table = sweepTable({"n", "seed"}, rows, "A sweep");
        QCOMPARE(table.columns.front().id, std::string("n"));
        QCOMPARE(table.rows.size(), std::size_t{2});
        const std::string latex = tables::toLatex(table, "tab:x"), markdown = tables::toMarkdown(table);
        QVERIFY2(latex.find("2.000 $\\pm$ 1.414") != std::string::npos, latex.c_str());
        QVERIFY2(latex.find("\\textbf{0.500 $\\pm$ 0.000}") != std::string::npos, latex.c_str());
        QVERIFY2(latex.find("\\toprule") != std::string::npos, latex.c_str());
        QVERIFY2(markdown.find("**0.500 ± 0.000**") != std::string::npos && markdown.find("| n |") != std::string::npos,
                 markdown.c_str());
        QVERIFY(tables::toCsv(sweepMeans({"n", "seed"}, rows)).find("delta_nll,delta_nll_sd") != std::string::npos);
    }

    void aColumnHasAsManyDecimalsEverywhere() {
        // The last bit of a sum is no deviation.
        QCOMPARE(spreadText({0.789962825, 1.4e-16, 3}), spreadText({0.789962825, 0, 3}));
        std::vector<SweepRow> rows{rowOf({"8"}, 1048576, -9.732e-05), rowOf({"16"}, 3145728, 0.2849),
                                   rowOf({"32"}, 3145728, -9.741e-05), rowOf({"64"}, 5242880, 0)};
        rows.back().policy = "full:sinks=2";
        const std::string latex = tables::toLatex(sweepTable({"n"}, rows, "A sweep"), "tab:x");
        QVERIFY2(latex.find("8 & \\textbf{$-$0.000097} & \\textbf{1.000}") != std::string::npos, latex.c_str());
        QVERIFY2(latex.find("16 & 0.284900 & 3.000") != std::string::npos, latex.c_str());
        QVERIFY2(latex.find("64 & 0.000000 & 5.000") != std::string::npos, latex.c_str());
    }

    void oneBadLaneHidesNoOther() {
        const std::vector<SweepRow> rows{rowOf({"8"}, 1048576, 8.31), rowOf({"16"}, 1048576, 8.49),
                                         rowOf({"32"}, 1048576, 12000)};
        const std::string latex = tables::toLatex(sweepTable({"n"}, rows, "A sweep"), "tab:x");
        QVERIFY2(latex.find("8 & \\textbf{8.31}") != std::string::npos, latex.c_str());
        QVERIFY2(latex.find("16 & 8.49 ") != std::string::npos, latex.c_str());
        const std::vector<SweepRow> far{rowOf({"8", "0"}, 1048576, 3e-9), rowOf({"8", "1"}, 1048576, 5e-9),
                                        rowOf({"16", "0"}, 1048576, 5e-8)};
        const std::string powers = tables::toLatex(sweepTable({"n", "seed"}, far, "A sweep"), "tab:x");
        QVERIFY2(powers.find("\\textbf{4$\\times10^{-9}$ $\\pm$ 1.414$\\times10^{-9}$}") != std::string::npos,
                 powers.c_str());
        QVERIFY2(powers.find(" 5$\\times10^{-8}$ ") != std::string::npos, powers.c_str());
    }

    void aNoisyLaneHidesNoExactOne() {
        const auto markdown = [](double noisy, double first, double second) {
            const std::vector<SweepRow> rows{rowOf({"8", "0"}, 10, noisy), rowOf({"8", "1"}, 10, 3 * noisy),
                                             rowOf({"16", "0"}, 20, first), rowOf({"32", "0"}, 20, second)};
            return tables::toMarkdown(sweepTable({"n", "seed"}, rows, "A sweep"));
        };
        const std::string text = markdown(1, 0.002, 0.009);
        QVERIFY2(text.find("**0.00200**") != std::string::npos, text.c_str());
        QVERIFY2(text.find("| 0.00900 |") != std::string::npos, text.c_str());
        QVERIFY2(text.find("2.00000 ± 1.41421") != std::string::npos, text.c_str());
        // So far apart that no number of decimals serves both.
        const std::string far = markdown(10000, 0.0021, 0.0029);
        QVERIFY2(far.find("**0.0021**") != std::string::npos && far.find("| 0.0029 |") != std::string::npos,
                 far.c_str());
    }

    void whatReadsTheSameIsMarkedWhateverItsDeviation() {
        const std::vector<SweepRow> rows{rowOf({"8", "0"}, 10, 1), rowOf({"8", "1"}, 10, 1.5),
                                         rowOf({"16", "0"}, 10, 1.25), rowOf({"16", "1"}, 10, 1.25)};
        const tables::Table table = sweepTable({"n", "seed"}, rows, "A sweep");
        QCOMPARE(table.columns.at(2).id, std::string("delta_nll"));
        QVERIFY(table.rows[0][2] != table.rows[1][2]);
        QVERIFY(table.marked.contains({0, 2}) && table.marked.contains({1, 2}));
    }

    void theCaptionExplainsWhatIsThere() {
        std::vector<SweepRow> rows{rowOf({"8", "0"}, 10, 1), rowOf({"8", "1"}, 10, 3), rowOf({"16", "0"}, 20, 0.5),
                                   rowOf({"16", "1"}, 20, 0.6)};
        markFronts({"n", "seed"}, rows);
        const auto caption = [&rows](const std::vector<std::string>& columns) {
            return sweepTable({"n", "seed"}, rows, "A sweep", columns).caption;
        };
        QCOMPARE(caption({}), std::string("A sweep; mean ± standard deviation over repeats; the best policy of a "
                                          "column is bold, * marks the front of bytes against ΔNLL"));
        QCOMPARE(caption({"n", "delta_nll"}),
                 std::string("A sweep; mean ± standard deviation over repeats; the best policy of a column is bold"));
        QCOMPARE(caption({"n", "front"}), std::string("A sweep; * marks the front of bytes against ΔNLL"));
        QCOMPARE(caption({"n", "runs"}), std::string("A sweep"));
    }

    void aRowSurvivesItsJson() {
        SweepRow row = rowOf({"8", "a"}, 512, -0.25);
        row.policy = "snapkv:capacity=8";
        row.tpotMs = 1.5;
        const std::vector<std::string> names{"n", "kind"};
        const SweepRow back = sweepRowOf(names, toJson(names, row));
        QCOMPARE(back.id, row.id);
        QCOMPARE(back.policy, row.policy);
        QCOMPARE(back.values, row.values);
        QCOMPARE(back.deltaNll, row.deltaNll);
        QCOMPARE(back.tpotMs, row.tpotMs);
        QVERIFY(std::isnan(back.meanKl));
        QVERIFY(sweepRowOf(names, nlohmann::ordered_json::parse("{\"values\": 3}")).values[0].empty());
    }

    void theFrontIsALineInOrderOfBytes() {
        std::vector<SweepRow> rows{rowOf({}, 20, 0.5), rowOf({}, 10, 1), rowOf({}, 30, 2)};
        markFronts({}, rows);
        const FigureSpec figure = sweepFront({}, rows);
        const FigurePanel& panel = figure.panels.at(0);
        QCOMPARE(panel.series.at(0).x, (std::vector<double>{10, 20, 30}));
        QVERIFY(panel.series.at(0).deviation.empty());
        QCOMPARE(panel.series.at(1).x, (std::vector<double>{10, 20}));
        QCOMPARE(panel.series.at(1).y, (std::vector<double>{1, 0.5}));
    }

    void theFrontOfSeveralPoliciesSaysWhoseEachPointIs() {
        const std::vector<SweepRow> rows{rowOf({"h2o", "8"}, 20, 0.5), rowOf({"tova", "8"}, 10, 1),
                                         rowOf({"h2o", "4"}, 12, 2), rowOf({"tova", "4"}, 30, 2)};
        const FigurePanel panel = sweepFront({"policy", "n"}, rows).panels.at(0);
        QCOMPARE(panel.series.size(), std::size_t{3});
        QCOMPARE(panel.series[0].label, std::string("h2o"));
        QCOMPARE(panel.series[0].x, (std::vector<double>{12, 20}));
        QCOMPARE(panel.series[1].label, std::string("tova"));
        QCOMPARE(panel.series[1].x, (std::vector<double>{10, 30}));
        QVERIFY(panel.series[0].index != panel.series[1].index);
        QCOMPARE(panel.series[2].x, (std::vector<double>{10, 20}));
    }
};

QTEST_APPLESS_MAIN(SweepResultsTest)
#include "sweep_results_test.moc"
