// SPDX-License-Identifier: Apache-2.0
/// Panels that are functions of a trace, and the figures that hold their values.
#include "core/figures/step_panel.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/figures/builders/figure_memory.h"
#include "core/figures/builders/figure_nll.h"
#include "core/figures/figures.h"
#include "tests/core/bundle/sample.h"
#include "tests/core/trace/support.h"

using namespace kvw;

class StepPanelTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void aFigureHasTheValuesOfItsFunctions() {
        const auto recording = sample::recording({2, 2, 40, 1});
        const figures::StepPanel panel = figures::memoryPanel(1);
        const FigurePanel drawn = figures::memory(*recording, 1).panels.front();
        QCOMPARE(drawn.title, panel.title);
        QCOMPARE(figures::axisTitle(drawn.y), std::string("cache (MiB)"));
        QCOMPARE(figures::axisTitle(drawn.x), std::string("step (tokens)"));
        // This lane reads all that it holds.
        QCOMPARE(panel.series.size(), std::size_t{4});
        QCOMPARE(drawn.series.size(), std::size_t{3});
        const Trace& trace = recording->trace(1);
        for (std::size_t i = 0; i < drawn.series.size(); ++i) {
            QCOMPARE(drawn.series[i].label, panel.series[i].label.english());
            QVERIFY(drawn.series[i].look() == panel.series[i].look);
            QCOMPARE(drawn.series[i].y.size(), static_cast<std::size_t>(trace.steps()));
            for (std::int64_t step = 0; step < trace.steps(); ++step) {
                QCOMPARE(drawn.series[i].y[static_cast<std::size_t>(step)], panel.series[i].value(trace.step(step)));
            }
        }
        QCOMPARE(drawn.y.minimum, std::optional(0.0));
    }

    void theRangeIncludesZero() {
        const tests::TraceRule rule{.step = [](StepRecord& step) {
            step.nll = 3 + step.step;
            step.nllFull = 20;
        }};
        const auto recording = tests::twoLanes(tests::traceOf(rule), tests::traceOf(rule));
        const auto [own, difference] = figures::nllPanels(*recording, 1, {});
        const FigurePanel above = figures::valuesOf(*recording, own), below = figures::valuesOf(*recording, difference);
        QCOMPARE(above.y.minimum, std::optional(0.0));
        QVERIFY(!above.y.maximum);
        QCOMPARE(below.y.maximum, std::optional(0.0));
        QVERIFY(!below.y.minimum);
    }

    void theFullCacheIsComparedWithNothing() {
        const auto recording = sample::recording({2, 2, 40, 1});
        const auto [own, difference] = figures::nllPanels(*recording, 0, {});
        QCOMPARE(own.series.size(), std::size_t{1});
        QVERIFY(own.series[0].look.role == FigureRole::FullLane);
        QVERIFY(difference.series.empty());
        QCOMPARE(figures::nll(*recording, 0).panels.size(), std::size_t{1});
        const auto beside = figures::nllPanels(*recording, 0, {1});
        QVERIFY(beside[0].series[0].behind && beside[1].series[0].behind);
        QCOMPARE(beside[1].series.size(), std::size_t{1});
    }

    void theEdgeLiesBetweenPromptAndDecode() {
        RunDescription run;
        run.promptTokens = 4;
        QCOMPARE(figures::promptEdge(run, 5), std::optional(3.5));
        QCOMPARE(figures::promptEdge(run, 4), std::optional<double>());
        run.promptTokens = 0;
        QCOMPARE(figures::promptEdge(run, 5), std::optional<double>());
    }

    void meansOfACurve() {
        figures::RunningCurve each(figures::StepMean::Each, 4), smoothed(figures::StepMean::Smoothed, 4),
            soFar(figures::StepMean::SoFar, 4);
        QVERIFY(std::isnan(smoothed.next(0, kMissing)) && std::isnan(soFar.next(0, kMissing)));
        double sum = 0;
        for (std::int64_t step = 1; step < 100; ++step) {
            const double value = static_cast<double>(step * step);
            QCOMPARE(each.next(step, value), value);
            const double mean = smoothed.next(step, value), all = soFar.next(step, value);
            double last = 0;
            const std::int64_t first = std::max<std::int64_t>(1, step - 31);
            for (std::int64_t before = first; before <= step; ++before) {
                last += static_cast<double>(before * before);
            }
            QVERIFY(std::abs(mean - last / static_cast<double>(step - first + 1)) < 1e-9);
            sum += step >= 4 ? value : 0;
            const std::int64_t count = step - 3;  // behind the prompt
            QCOMPARE(std::isnan(all), count < figures::kFewestOfMean);
            QVERIFY(std::isnan(all) || std::abs(all - sum / static_cast<double>(count)) < 1e-9);
        }
        QVERIFY(std::isnan(smoothed.next(100, kMissing)));  // a gap, behind which the mean goes on
        QVERIFY(std::isfinite(smoothed.next(101, 1)));
    }

    void theFigureNamesItsMean() {
        const auto recording = sample::recording({2, 2, 40, 1});
        for (const auto& [which, id] : {std::pair{figures::StepMean::Smoothed, "nll"},
                                        {figures::StepMean::SoFar, "nll-mean"},
                                        {figures::StepMean::Each, "nll-each"}}) {
            const FigureSpec figure = figures::nll(*recording, 1, {.difference = which});
            QCOMPARE(figure.id, std::string(id));
            const auto read = figures::byId(*recording, 1, id);
            QVERIFY(read.has_value());
            QCOMPARE(read->id, figure.id);
            QCOMPARE(figure.caption.find("ΔNLL is the mean") == std::string::npos, which == figures::StepMean::Each);
        }
        QVERIFY(!figures::byId(*recording, 1, "nll-mean-each").has_value());
    }

    void thresholdsHaveTheEndsOfTheirWindows() {
        metrics::PruneGroup group;
        group.windowBegin = 10;
        group.windowEnd = 17;
        group.spike = metrics::Spike{.threshold = 2.5};
        const FigureSeries all = figures::thresholdSeries({&group, 1}, 2, 1),
                           few = figures::thresholdSeries({&group, 1}, 3, 4);
        QCOMPARE(all.x, (std::vector<double>{10, 11, 12, 13, 14, 15, 16, 16.5}));
        QCOMPARE(few.x, (std::vector<double>{10, 14, 16, 16.5}));
        QVERIFY(std::isnan(few.y.back()));
        QCOMPARE(few.y.front(), 2.5);
        QCOMPARE(all.label, std::string("threshold of the duration"));
        QCOMPARE(few.label, std::string("threshold of the duration (3 scales)"));
        group.spike.reset();
        QVERIFY(figures::thresholdSeries({&group, 1}, 2, 1).x.empty());
    }
};

QTEST_GUILESS_MAIN(StepPanelTest)
#include "step_panel_test.moc"
