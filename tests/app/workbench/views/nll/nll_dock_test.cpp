// SPDX-License-Identifier: GPL-3.0-or-later
/// The seismograph: means of the difference, curves of the other lanes, where the axis begins, thresholds of prune
/// events, what lies between two cursors.
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFile>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

#include "app/workbench/session/theme.h"
#include "app/workbench/views/nll/prune_table.h"
#include "core/analysis/prune_series.h"
#include "core/figures/figure_io.h"
#include "core/figures/figures.h"
#include "core/figures/tables.h"
#include "tests/app/workbench/views/common/dock_entries.h"
#include "tests/app/workbench/views/common/shown_dock.h"

using namespace kvw;
using namespace kvw::wb;

namespace {

/// The full cache and two policies.
std::shared_ptr<Recording> threeLanes(std::int32_t steps) {
    tests::PlotRun run{.steps = steps, .rows = false};
    RunDescription description = tests::plotDescription(run);
    LaneInfo third = description.lanes[1];
    third.policyId = "h2o";
    third.policyText = "h2o:heavy=20";
    description.lanes.push_back(third);
    auto recording = std::make_shared<Recording>(std::move(description));
    for (std::int32_t lane = 0; lane < 3; ++lane) {
        auto trace = std::make_unique<Trace>(TraceShape{run.layers, run.queryHeads, 2, 16, run.units},
                                             Trace::Options{.keepRows = false});
        run.capacity = lane == 2 ? 70 : 96;
        if (!tests::fillPlotLane(run, *trace, lane == 0)) {
            return nullptr;
        }
        recording->setTrace(lane, std::move(trace));
    }
    recording->setState(RunState::Finished);
    return recording;
}

/// Curves of a panel (0 or 1) that hold values, ticks left out.
QList<QCPGraph*> curves(const Shown& shown, int panel) {
    QList<QCPGraph*> found;
    Plot* plot = shown.plot();
    for (int i = 0; i < plot->graphCount(); ++i) {
        QCPGraph* graph = plot->graph(i);
        if (graph->valueAxis() == plot->y(panel) && !graph->data()->isEmpty()) {
            found << graph;
        }
    }
    return found;
}

/// Chooses what the lower panel shows.
void chooseDifference(const Shown& shown, figures::StepMean which) {
    auto* box = shown.dock->findChild<QComboBox*>(QStringLiteral("viewDifference"));
    box->setCurrentIndex(static_cast<int>(which));
    Q_EMIT box->activated(static_cast<int>(which));
}

QCPGraph* dashed(const Shown& shown, int panel) {
    for (QCPGraph* graph : curves(shown, panel)) {
        if (graph->pen().style() == Qt::DashLine) {
            return graph;
        }
    }
    return nullptr;
}

}  // namespace

class NllDockTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void otherLanesAreBehindTheSelectedOne() {
        for (const ThemeChoice theme : {ThemeChoice::Light, ThemeChoice::Dark}) {
            QApplication::setPalette(themePalette(theme, QApplication::palette()));
            Shown shown(nllDock());
            const auto recording = threeLanes(400);
            chooseDifference(shown, figures::StepMean::Each);
            shown.view(recording);
            shown.workspace->selection().setLane(1);
            shown.settle();
            auto* box = shown.dock->findChild<QCheckBox*>(QStringLiteral("viewOtherLanes"));
            QVERIFY(box->isVisible() && box->isChecked());
            shown.save(theme == ThemeChoice::Dark ? QStringLiteral("nll-lanes-dark") : QStringLiteral("nll-lanes"));
            // Full, selected, other, threshold of nothing; below: selected, other, threshold.
            QCOMPARE(curves(shown, 0).size(), 3);
            QCOMPARE(curves(shown, 1).size(), 3);
            QVERIFY(shown.text("legend").contains(QStringLiteral("h2o:heavy=20")));
            // Prune events look like no curve, also over one of their colour.
            const QString tick = QStringLiteral("<span style=\"color:%1\">&#9475;</span>&nbsp;prune");
            QVERIFY(shown.text("legend").contains(tick.arg(QStringLiteral("#d55e00"))));
            shown.workspace->selection().setLane(2);
            shown.settle();
            QCOMPARE(laneColor(recording->description(), 2, QPalette()).name(), QStringLiteral("#d55e00"));
            QVERIFY(shown.text("legend").contains(tick.arg(shown.plot()->foreground().name())));
            shown.workspace->selection().setLane(1);
            shown.settle();
            QCPGraph* behind = nullptr;
            for (QCPGraph* graph : curves(shown, 1)) {
                behind = graph->layer()->name() == QStringLiteral("behind") ? graph : behind;
            }
            QVERIFY(behind != nullptr &&
                    behind->layer()->index() < shown.plot()->layer(QStringLiteral("main"))->index());
            const Trace& other = recording->trace(2);
            QCOMPARE(behind->data()->at(120)->value,
                     other.step(static_cast<std::int64_t>(behind->data()->at(120)->key)).nll -
                         other.step(static_cast<std::int64_t>(behind->data()->at(120)->key)).nllFull);
            box->click();
            shown.settle();
            QCOMPARE(curves(shown, 0).size(), 2);
            QVERIFY(!shown.text("legend").contains(QStringLiteral("h2o")));
            // The full cache has nothing to compare with: the others stand below alone.
            box->click();
            shown.workspace->selection().setLane(0);
            shown.settle();
            QCOMPARE(curves(shown, 0).size(), 3);
            QCOMPARE(curves(shown, 1).size(), 2);
            QVERIFY(shown.plot()->panel(1)->visible());
        }
    }

    void aPruneThatLanesTakeApartHasItsParts() {
        Shown shown(nllDock());
        const auto recording = threeLanes(300);
        shown.view(recording);
        shown.settle();
        auto* parts = shown.dock->findChild<QLabel*>(QStringLiteral("spikeParts"));
        QVERIFY(parts != nullptr && parts->isHidden());
        for (const auto& [lane, how] : {std::pair{1, "prune=off"}, std::pair{2, "prune=once"}}) {
            recording->writer(lane).addEvent({260, "hand", how});
            recording->writer(lane).publish();
        }
        shown.workspace->selection().setLane(2);
        shown.settle();
        QVERIFY(!parts->isHidden());
        QVERIFY2(parts->text().contains(QStringLiteral("tokens 262–299")), qPrintable(parts->text()));
        QVERIFY(parts->text().contains(QStringLiteral("no re-phasing to tell apart")));
        // A row of the table leads there, too.
        auto* table = shown.dock->findChild<QTableView*>();
        Q_EMIT table->customContextMenuRequested(table->visualRect(table->model()->index(0, 0)).center());
        const auto* menu = shown.dock->findChild<QMenu*>();
        QVERIFY(menu != nullptr);
        QCOMPARE(menu->actions().front()->text(), QStringLiteral("Take this prune apart"));
    }

    void oneOtherLaneIsTheFullCache() {
        Shown shown(nllDock());
        shown.view(tests::plotRecording({.steps = 200, .rows = false}));
        shown.workspace->selection().setLane(1);
        shown.settle();
        const auto* box = shown.dock->findChild<QCheckBox*>(QStringLiteral("viewOtherLanes"));
        QVERIFY(!box->isVisible());
        // To the full cache, the policy is the other one: the dock and its figure agree.
        shown.workspace->selection().setLane(0);
        shown.settle();
        QVERIFY(box->isVisible());
        const auto recording = shown.workspace->recording();
        QCOMPARE(figures::nllLanesBeside(*recording, 0), std::vector<std::int32_t>{1});
        QVERIFY(figures::nllLanesBeside(*recording, 1).empty());
        QVERIFY(shown.dock->copyText().contains(QStringLiteral("streaming")));
    }

    void theDifferenceIsSmoothedUnlessAskedOtherwise() {
        Shown shown(nllDock());
        const auto recording = tests::plotRecording({.steps = 300, .rows = false});
        shown.view(recording);
        shown.workspace->selection().setLane(1);
        shown.settle();
        const Trace& trace = recording->trace(1);
        const auto each = [&](std::int64_t step) { return trace.step(step).nll - trace.step(step).nllFull; };
        const auto drawn = [&](std::int64_t step) {
            const QList<QCPGraph*> all = curves(shown, 1);
            const auto curve = std::ranges::find_if(
                all, [](const QCPGraph* graph) { return graph->pen().style() != Qt::DashLine; });  // no threshold
            return (*curve)->data()->findBegin(static_cast<double>(step), false)->value;
        };
        double last = 0;
        for (std::int64_t step = 268; step < 300; ++step) {
            last += each(step);
        }
        QVERIFY(std::abs(drawn(299) - last / 32) < 1e-9);
        QVERIFY(dashed(shown, 1) == nullptr);
        QVERIFY(shown.plot()->panel(1)->height() > shown.plot()->panel(0)->height());
        chooseDifference(shown, figures::StepMean::SoFar);
        shown.settle();
        double sum = 0;
        for (std::int64_t step = 60; step < 300; ++step) {
            sum += each(step);
        }
        QVERIFY(std::abs(drawn(299) - sum / 240) < 1e-9);
        QCOMPARE(figures::nll(*recording, 1, {.difference = figures::StepMean::SoFar}).id, std::string("nll-mean"));
        chooseDifference(shown, figures::StepMean::Each);
        shown.settle();
        QCOMPARE(drawn(299), each(299));
        QVERIFY(shown.plot()->panel(1)->height() < shown.plot()->panel(0)->height());
    }

    void aRunThatIsMostlyPromptBeginsWithItsDecode() {
        Shown shown(nllDock());
        auto* whole = shown.dock->findChild<QPushButton*>(QStringLiteral("wholeRun"));
        shown.view(tests::plotRecording({.steps = 400, .rows = false}));
        shown.settle();
        QVERIFY(shown.workspace->selection().range().all() && !whole->isVisible());
        shown.view(tests::plotRecording({.steps = 400, .prompt = 300, .rows = false}));
        shown.settle();
        QCOMPARE(shown.workspace->selection().range(), (StepRange{293, 399}));
        QCOMPARE(shown.plot()->x(0)->range(), QCPRange(293, 399));
        QVERIFY(whole->isVisible());
        whole->click();
        shown.settle();
        QVERIFY(shown.workspace->selection().range().all());
        QCOMPARE(shown.plot()->x(0)->range(), QCPRange(-0.5, 399.5));
        whole->click();
        shown.settle();
        QCOMPARE(shown.workspace->selection().range(), (StepRange{293, 399}));
        QVERIFY(decodeRange(200, 250).all());   // short
        QVERIFY(decodeRange(990, 1000).all());  // hardly any decode
        QVERIFY(decodeRange(500, 1000).all());
    }

    void theFigureIsWhatIsSeen() {
        const QTemporaryDir folder;
        Shown shown(nllDock());
        const auto recording = threeLanes(300);
        shown.view(recording);
        shown.workspace->selection().setLane(1);
        shown.settle();
        auto* box = shown.dock->findChild<QCheckBox*>(QStringLiteral("viewOtherLanes"));
        for (const char* id : {"nll-lanes", "nll"}) {
            const QString file = folder.filePath(QLatin1String(id) + QStringLiteral(".csv"));
            QVERIFY(shown.dock->exportTo(file).has_value());
            QFile csv(file);
            QVERIFY(csv.open(QIODevice::ReadOnly));
            const auto figure = figures::byId(*recording, 1, id);
            QVERIFY(figure.has_value());
            QCOMPARE(figure->id, std::string(id));
            QCOMPARE(csv.readAll(), QByteArray::fromStdString(figures::toCsv(*figure)));
            box->click();
            shown.settle();
        }
        const FigureSpec figure = figures::nll(*recording, 1, {.lanes = true});
        QCOMPARE(figure.panels.size(), std::size_t{2});
        QCOMPARE(figure.panels[0].series.size(), std::size_t{3});
        QCOMPARE(figure.panels[1].series.size(), std::size_t{2});
        QCOMPARE(figure.panels[1].series[0].index, 2);
        // A lane has one name and one look in both panels.
        QCOMPARE(figure.panels[1].series[1].label, figure.panels[0].series[2].label);
        QCOMPARE(figure.panels[1].series[1].index, figure.panels[0].series[2].index);
        QCOMPARE(figures::byId(*recording, 1, "nll-lanes-steps-100-200")->id, std::string("nll-lanes-steps-100-200"));
    }

    void theThresholdOfEachEventIsDrawn() {
        Shown shown(nllDock());
        const auto recording = tests::plotRecording({.steps = 400, .rows = false});
        chooseDifference(shown, figures::StepMean::Each);
        shown.view(recording);
        shown.workspace->selection().setLane(1);
        shown.settle();
        const auto groups = pruneSeries(*recording, 1).groups();
        QVERIFY(groups.size() >= 4 && groups[1].spike);
        const QCPGraph* line = dashed(shown, 1);
        QVERIFY(line != nullptr);
        const auto at = line->data()->findBegin(static_cast<double>(groups[1].windowBegin), false);
        QCOMPARE(at->value, groups[1].spike->threshold);
        QVERIFY(dashed(shown, 0) == nullptr);
        QVERIFY(shown.text("legend").contains(QStringLiteral("threshold")));
        // Its number, where the step lies in the window of an event.
        shown.workspace->selection().setStep(groups[1].windowBegin);
        shown.settle();
        const QString number = QLocale::c().toString(groups[1].spike->threshold, 'f', 2);
        QVERIFY2(shown.text("readout").contains(QStringLiteral("threshold %1 nats").arg(number)),
                 qPrintable(shown.text("readout")));
        shown.workspace->selection().setStep(10);
        shown.settle();
        QVERIFY(!shown.text("readout").contains(QStringLiteral("threshold")));
        // The figure has them, too.
        const FigurePanel below = figures::nll(*recording, 1, {.difference = figures::StepMean::Each}).panels[1];
        QCOMPARE(below.series.back().role, FigureRole::Threshold);
        const auto& drawn = below.series.back();
        const auto first = std::find(drawn.x.begin(), drawn.x.end(), static_cast<double>(groups[1].windowBegin));
        QVERIFY(first != drawn.x.end());
        QCOMPARE(drawn.y[static_cast<std::size_t>(first - drawn.x.begin())], groups[1].spike->threshold);
    }

    void theThresholdIsTurned() {
        Shown shown(nllDock());
        const auto recording = tests::plotRecording({.steps = 400, .rows = false});
        chooseDifference(shown, figures::StepMean::Each);
        shown.view(recording);
        shown.workspace->selection().setLane(1);
        shown.settle();
        auto* scales = shown.dock->findChild<QDoubleSpinBox*>(QStringLiteral("viewThreshold"));
        QVERIFY(scales != nullptr && !scales->accessibleName().isEmpty());
        QCOMPARE(scales->value(), 2.0);
        scales->setValue(4.5);
        shown.settle();
        const auto groups = pruneSeries(*recording, 1).groups(4.5);
        QVERIFY(groups.size() >= 4 && groups[1].spike);
        const auto& spike = *groups[1].spike;
        QCOMPARE(spike.threshold, spike.baseline + 4.5 * spike.scale);
        const QCPGraph* line = dashed(shown, 1);
        QVERIFY(line != nullptr);
        const auto at = line->data()->findBegin(static_cast<double>(groups[1].windowBegin), false);
        QCOMPARE(at->value, spike.threshold);
        // Its figure says so, and draws it.
        const auto figure = figures::byId(*recording, 1, "nll-each-threshold-4p5");
        QVERIFY(figure.has_value());
        QCOMPARE(figure->id, std::string("nll-each-threshold-4p5"));
        QCOMPARE(figure->panels[1].series.back().label, std::string("threshold of the duration (4.5 scales)"));
        const auto& drawn = figure->panels[1].series.back();
        QVERIFY(std::find(drawn.y.begin(), drawn.y.end(), spike.threshold) != drawn.y.end());
    }

    void tabGoesFromTheTableToTheThreshold() {
        Shown shown(nllDock());
        const auto* others = shown.dock->findChild<QCheckBox*>(QStringLiteral("viewOtherLanes"));
        const auto* scales = shown.dock->findChild<QDoubleSpinBox*>(QStringLiteral("viewThreshold"));
        const QWidget* next = shown.dock->findChild<QTableView*>(QStringLiteral("viewPrunes"));
        QVERIFY(others != nullptr && scales != nullptr && next != nullptr);
        while (next != others && next != scales) {
            next = next->nextInFocusChain();
        }
        QVERIFY(next == scales);
    }

    void withoutAFullLaneItIsOfTheNll() {
        Shown shown(nllDock());
        shown.view(tests::plotRecording({.steps = 400, .rows = false, .withFull = false}));
        QVERIFY(dashed(shown, 0) != nullptr);
        QVERIFY(dashed(shown, 1) == nullptr);
    }

    void whatFullDidNotScoreIsJudgedByTheNll() {
        Shown shown(nllDock());
        const auto recording = tests::plotRecording({.steps = 400, .rows = false, .generates = true});
        shown.view(recording);
        shown.workspace->selection().setLane(1);
        shown.settle();
        QVERIFY(dashed(shown, 0) != nullptr);
        QVERIFY(dashed(shown, 1) == nullptr);
        const auto groups = pruneSeries(*recording, 1).groups();
        QVERIFY(groups.size() >= 4 && groups[1].spike);
        const PruneAnalysis analysis = analysePrunes(
            *recording, 1, [] { return false; }, metrics::kThresholdScales);
        QVERIFY(!analysis.difference && analysis.rows[1].group.spike);
        // The table for a paper goes by the same.
        const tables::Table table = tables::pruneEvents(*recording, 1, {});
        QVERIFY(table.caption.find("NLL, not the difference") != std::string::npos);
        QVERIFY(tables::numberIn(table.rows[1][3]).has_value());
    }

    void whatHandsTookIsAnEventOfTheTokenBefore() {
        tests::PlotRun run{.steps = 150, .rows = false};
        auto recording = std::make_shared<Recording>(tests::plotDescription(run));
        for (std::int32_t lane = 0; lane < 2; ++lane) {
            auto trace = std::make_unique<Trace>(TraceShape{run.layers, run.queryHeads, 2, 16, 1}, Trace::Options{});
            const std::vector<LayerRecord> layers(static_cast<std::size_t>(run.layers * 3));
            for (std::int32_t at = 0; at < run.steps; ++at) {
                StepRecord step;
                step.step = step.position = at;
                step.nll = step.nllFull = at == 0 ? kMissing : 2.0;
                QVERIFY(trace->addStep(step, "w", layers));
                for (std::int32_t layer = 0; lane == 1 && at == 100 && layer < run.layers; ++layer) {
                    trace->addEviction({at, layer, -1, {10, 11}, {}, kMissingF, "by hand"});
                }
                if (lane == 1 && at == 100) {
                    trace->addEvent({at, "hand", "evict=10-11"});
                }
                trace->publish();
            }
            recording->setTrace(lane, std::move(trace));
        }
        const PruneAnalysis analysis = analysePrunes(
            *recording, 1, [] { return false; }, metrics::kThresholdScales);
        QCOMPARE(analysis.rows.size(), std::size_t{1});
        QCOMPARE(analysis.rows[0].group.first, 99);
        QCOMPARE(analysis.rows[0].group.windowBegin, 101);
        QCOMPARE(analysis.rows[0].step, 100);
        QCOMPARE(analysis.rows[0].evicted, std::int64_t{2} * run.layers * recording->trace(1).shape().kvHeads);
    }

    void theTableCountsWhatItsStepsCount() {
        // A keep-set per layer stands for both of its heads, as two sets do.
        for (const std::int32_t units : {1, 2}) {
            const tests::PlotRun run{.steps = 150, .rows = false};
            auto recording = std::make_shared<Recording>(tests::plotDescription(run));
            for (std::int32_t lane = 0; lane < 2; ++lane) {
                const TraceShape shape{run.layers, run.queryHeads, 2, 16, units};
                auto trace = std::make_unique<Trace>(shape, Trace::Options{});
                LayerRecord ofHead;
                ofHead.held = 12;
                const std::vector<LayerRecord> layers(static_cast<std::size_t>(run.layers * 3), ofHead);
                for (std::int32_t at = 0; at < run.steps; ++at) {
                    const bool prunes = lane == 1 && at == 100;
                    StepRecord step;
                    step.step = step.position = at;
                    step.nll = step.nllFull = at == 0 ? kMissing : 2.0;
                    step.evictedNow = prunes ? std::int64_t{2} * run.layers * shape.kvHeads : 0;
                    QVERIFY(trace->addStep(step, "w", layers));
                    for (std::int32_t layer = 0; prunes && layer < run.layers; ++layer) {
                        for (std::int32_t unit = 0; unit < units; ++unit) {
                            trace->addEviction({at, layer, units == 1 ? -1 : unit, {10, 11}, {}, kMissingF, "window"});
                        }
                    }
                    trace->publish();
                }
                recording->setTrace(lane, std::move(trace));
            }
            const PruneAnalysis analysis = analysePrunes(
                *recording, 1, [] { return false; }, metrics::kThresholdScales);
            QCOMPARE(analysis.rows.size(), std::size_t{1});
            QCOMPARE(analysis.rows[0].evicted, recording->trace(1).step(100).evictedNow);
        }
    }

    void cursorsGiveTheDifferenceToFull() {
        Shown shown(nllDock());
        const auto recording = tests::plotRecording({.steps = 300, .rows = false});
        shown.view(recording);
        Selection& selection = shown.workspace->selection();
        selection.setLane(1);
        selection.setCursorA(140);
        selection.setCursorB(150);
        shown.settle();
        const Trace& trace = recording->trace(1);
        double sum = 0;
        for (std::int64_t step = 140; step <= 150; ++step) {
            sum += trace.step(step).nll - trace.step(step).nllFull;
        }
        const QString mean = QLocale::c().toString(sum / 11, 'f', 2);
        const QString said = shown.text("readout");
        QVERIFY2(said.contains(QStringLiteral("ΔNLL B − A ")) && said.contains(QStringLiteral("mean +%1").arg(mean)),
                 qPrintable(said));
        // Whole at the width that a dock has beside the others in a window of 1024 pixels.
        shown.window.resize(560, 400);
        shown.settle();
        shown.save(QStringLiteral("nll-cursors"));
        const auto* label = shown.dock->findChild<QLabel*>(QStringLiteral("readout"));
        QVERIFY(label->heightForWidth(label->width()) <= label->height());
        selection.setLane(0);
        shown.settle();
        QVERIFY(!shown.text("readout").contains(QStringLiteral("ΔNLL B")));
    }
};

QTEST_MAIN(NllDockTest)
#include "nll_dock_test.moc"
