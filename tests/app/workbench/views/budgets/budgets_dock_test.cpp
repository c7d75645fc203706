// SPDX-License-Identifier: GPL-3.0-or-later
#include <QComboBox>
#include <QListView>
#include <QTest>
#include <cmath>

#include "app/workbench/session/theme.h"
#include "app/workbench/views/common/dock_view.h"
#include "app/workbench/views/common/plots/budget_bars.h"
#include "core/figures/figure_io.h"
#include "core/figures/figures.h"
#include "tests/app/workbench/views/common/dock_entries.h"
#include "tests/app/workbench/views/common/shown_dock.h"

using namespace kvw;
using namespace kvw::wb;

namespace {

constexpr int kSteps = 40, kLayers = 3;

/// Returns the tokens that lane `lane` holds in a layer after a step; lane 0 holds all.
float held(int lane, int layer, int step) {
    return lane == 0 ? static_cast<float>(step + 1)
                     : std::min(static_cast<float>(step + 1), static_cast<float>(8 * lane + 2 * layer));
}

/// A full cache and two policies; the last lane ends at step 29.
std::shared_ptr<Recording> threeLanes(int units = 1) {
    RunDescription description = tests::plotDescription({.steps = kSteps, .prompt = 8, .layers = kLayers});
    LaneInfo third = description.lanes[1];
    third.policyText = "snapkv:capacity=16";
    description.lanes.push_back(third);
    auto recording = std::make_shared<Recording>(description);
    for (int lane = 0; lane < 3; ++lane) {
        auto trace = std::make_unique<Trace>(TraceShape{kLayers, 4, 2, 16, units}, Trace::Options{});
        for (int step = 0; step < (lane == 2 ? 30 : kSteps); ++step) {
            StepRecord record;
            record.step = step;
            std::vector<LayerRecord> layers;
            for (int layer = 0; layer < kLayers; ++layer) {
                for (int part = -1; part < trace->shape().parts(); ++part) {
                    LayerRecord each;
                    each.held = held(lane, layer, step);
                    each.capacity = step < 7 ? kMissingF : each.held + static_cast<float>(4 + lane);
                    each.budget = lane == 0 ? kMissingF : static_cast<float>(8 * lane + 2 * layer);
                    layers.push_back(each);
                    record.heldTotal += part < 0 ? 0 : static_cast<std::int64_t>(each.held);
                }
            }
            record.bytesLive = record.heldTotal * 256;
            record.bytesAllocated = record.bytesLive + 12 * 1024;
            if (!trace->addStep(record, "t", layers)) {
                return nullptr;
            }
        }
        trace->publish();
        recording->setTrace(lane, std::move(trace));
    }
    recording->setState(RunState::Finished);
    return recording;
}

void choose(const Shown& shown, const char* name, int index) {
    auto* box = shown.dock->findChild<QComboBox*>(QString::fromLatin1(name));
    box->setCurrentIndex(index);
    Q_EMIT box->activated(index);
}

BudgetBars& barsOf(const Shown& shown) {
    return *shown.dock->findChild<BudgetBars*>();
}

/// Those with data and a colour, from left to right within a group.
std::vector<const QCPBars*> groupsOf(BudgetBars& plot) {
    std::vector<const QCPBars*> found;
    for (int i = 0; i < plot.plottableCount(); ++i) {
        const auto* bars = qobject_cast<QCPBars*>(plot.plottable(i));
        if (bars != nullptr && !bars->data()->isEmpty() && bars->brush().style() == Qt::SolidPattern) {
            found.push_back(bars);
        }
    }
    return found;
}

/// Drawn without a brush.
const QCPBars* outlinesOf(BudgetBars& plot) {
    for (int i = 0; i < plot.plottableCount(); ++i) {
        const auto* bars = qobject_cast<QCPBars*>(plot.plottable(i));
        if (bars != nullptr && bars->brush().style() == Qt::NoBrush && !bars->data()->isEmpty()) {
            return bars;
        }
    }
    return nullptr;
}

/// Heights of the short lines, from left to right.
std::vector<double> capacitiesOf(const BudgetBars& plot) {
    std::vector<double> heights;
    for (int i = 0; i < plot.graphCount(); ++i) {
        if (plot.graph(i)->pen().color() == plot.capacityColor()) {
            for (const QCPGraphData& point : *plot.graph(i)->data()) {
                if (std::isfinite(point.value) && (heights.empty() || heights.back() != point.value)) {
                    heights.push_back(point.value);
                }
            }
        }
    }
    return heights;
}

QPoint overLayer(const BudgetBars& plot, double layer) {
    return {static_cast<int>(plot.x(0)->coordToPixel(layer)), plot.panel(0)->center().y()};
}

}  // namespace

/// Bars of all lanes, what they say, and what leaves the window.
class BudgetsDockTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void whatTheRunDoesNotHaveIsNotInTheBox() {
        Shown shown(budgetsDock());
        auto* box = shown.dock->findChild<QComboBox*>(QStringLiteral("viewPer"));
        const auto* list = qobject_cast<QListView*>(box->view());
        shown.view(threeLanes());
        QVERIFY(box->isVisible() && list->isRowHidden(1) && !list->isRowHidden(2));
        QCOMPARE(box->itemText(2), QStringLiteral("per layer, all lanes"));
        choose(shown, "viewPer", 2);
        shown.workspace->selection().setStep(20);
        shown.settle();
        QCOMPARE(groupsOf(barsOf(shown)).size(), std::size_t{3});
        // Another run, of one lane and one set for all heads: back to its layers.
        shown.view(tests::plotRecording({.steps = 50, .withFull = true}));
        QCOMPARE(box->currentIndex(), 2);
        RunDescription one = tests::plotDescription({.steps = 20});
        one.lanes.erase(one.lanes.begin());
        auto single = std::make_shared<Recording>(one);
        auto trace = std::make_unique<Trace>(TraceShape{4, 4, 2, 16, 1}, Trace::Options{});
        QVERIFY(tests::fillPlotLane({.steps = 20, .rows = false}, *trace, false));
        single->setTrace(0, std::move(trace));
        shown.view(single);
        QVERIFY(!box->isVisible());
        QCOMPARE(box->currentIndex(), 0);
        QVERIFY(list->isRowHidden(2));
        // The choice is kept while it is hidden.
        shown.view(threeLanes());
        shown.workspace->selection().setStep(20);
        shown.settle();
        QCOMPARE(box->currentIndex(), 2);
        QCOMPARE(groupsOf(barsOf(shown)).size(), std::size_t{3});
    }

    void everyLaneHasABarInItsColour() {
        Shown shown(budgetsDock());
        const auto run = threeLanes();
        shown.view(run);
        shown.workspace->selection().setStep(20);
        choose(shown, "viewPer", 2);
        shown.settle();
        BudgetBars& plot = barsOf(shown);
        const auto groups = groupsOf(plot);
        QCOMPARE(groups.size(), std::size_t{3});
        for (int lane = 0; lane < 3; ++lane) {
            const QCPBars& bars = *groups[static_cast<std::size_t>(lane)];
            QCOMPARE(bars.brush().color(), laneColor(run->description(), lane, shown.dock->palette()));
            for (int layer = 0; layer < kLayers; ++layer) {
                QCOMPARE(bars.data()->at(layer)->value, static_cast<double>(held(lane, layer, 20)));
                QCOMPARE(static_cast<int>(std::lround(bars.data()->at(layer)->key)), layer);
                QVERIFY(lane == 0 || bars.data()->at(layer)->key >
                                         groups[static_cast<std::size_t>(lane) - 1]->data()->at(layer)->key);
            }
        }
        // Budgets of the two that have them.
        const QCPBars* outlines = outlinesOf(plot);
        QVERIFY(outlines != nullptr);
        QCOMPARE(outlines->dataCount(), 2 * kLayers);
        const QString legend = shown.text("legend");
        for (const char* words :
             {"full", "streaming:sinks=4,recent=92", "snapkv:capacity=16", "budget&nbsp;(outline)"}) {
            QVERIFY2(legend.contains(QString::fromLatin1(words)), qPrintable(legend));
        }
        shown.save(QStringLiteral("budgets-lanes-light"));
        QApplication::setPalette(themePalette(ThemeChoice::Dark, QApplication::palette()));
        shown.settle();
        shown.save(QStringLiteral("budgets-lanes-dark"));
        QCOMPARE(groupsOf(plot)[0]->brush().color(), laneColor(run->description(), 0, shown.dock->palette()));
        QApplication::setPalette(themePalette(ThemeChoice::Light, QApplication::palette()));
    }

    void unitsAreOfEachLane() {
        Shown shown(budgetsDock());
        const auto run = threeLanes();
        shown.view(run);
        shown.workspace->selection().setStep(20);
        choose(shown, "viewPer", 2);
        choose(shown, "viewUnit", 1);
        shown.settle();
        QCOMPARE(groupsOf(barsOf(shown))[1]->data()->at(2)->value, 100.0 / 21 * 12);
        choose(shown, "viewUnit", 2);
        shown.settle();
        const double all = static_cast<double>(run->trace(1).step(20).bytesLive) / (1024 * 1024);
        double sum = 0;
        for (int layer = 0; layer < kLayers; ++layer) {
            sum += groupsOf(barsOf(shown))[1]->data()->at(layer)->value;
        }
        QVERIFY(std::abs(sum - all) < 1e-12);
    }

    void heightsAreThoseOfTheRunWhenThePreviewIsGone() {
        BudgetBars bars(nullptr);
        BudgetBars::Shown shown;
        shown.lanes.push_back({Qt::blue, {{200}, {180}}});
        shown.count = 2;
        shown.preview = {2000, 1000};
        bars.show(shown);
        QVERIFY(bars.y(0)->range().upper > 2000);
        shown.preview = {20, 10};
        bars.show(shown);
        QVERIFY(bars.y(0)->range().upper < 300);
        // The axis still covers what the run held, so that steps can be compared.
        shown.preview.clear();
        shown.lanes.front().bars = {{20}, {18}};
        bars.show(shown);
        QVERIFY(bars.y(0)->range().upper > 200);
    }

    void oneTokenIsNotSeveral() {
        Shown shown(budgetsDock());
        shown.view(threeLanes());
        shown.workspace->selection().setLane(0);
        shown.workspace->selection().setStep(0);
        shown.settle();
        QVERIFY2(shown.text("readout").contains(QStringLiteral("holds 1 token, no budget")),
                 qPrintable(shown.text("readout")));
    }

    void capacityIsALineOverTheBar() {
        Shown shown(budgetsDock());
        const auto run = threeLanes();
        shown.view(run);
        shown.workspace->selection().setLane(1);
        shown.workspace->selection().setStep(20);
        shown.settle();
        BudgetBars& plot = barsOf(shown);
        QCOMPARE(capacitiesOf(plot), (std::vector<double>{13, 15, 17}));
        QVERIFY(plot.y(0)->range().upper > 17);
        QVERIFY(shown.text("legend").contains(QStringLiteral("capacity&nbsp;(line)")));
        Q_EMIT plot.hovered(0, 1, 1);
        QVERIFY2(shown.text("readout").contains(QStringLiteral("15 slots allocated")),
                 qPrintable(shown.text("readout")));
        QVERIFY(shown.dock->copyText().contains(QStringLiteral("capacity")));
        shown.save(QStringLiteral("budgets-capacity"));
        choose(shown, "viewUnit", 2);
        shown.settle();
        double sum = 0;
        for (const double height : capacitiesOf(plot)) {
            sum += height;
        }
        QVERIFY(std::abs(sum - static_cast<double>(run->trace(1).step(20).bytesAllocated) / (1024 * 1024)) < 1e-12);
        // Where it was not recorded there is no line and no word of it.
        shown.workspace->selection().setStep(3);
        shown.settle();
        QVERIFY(capacitiesOf(plot).empty());
        QVERIFY(!shown.text("legend").contains(QStringLiteral("capacity")));
        Q_EMIT plot.hovered(0, 1, 1);
        QVERIFY(!shown.text("readout").contains(QStringLiteral("allocated")));
    }

    void aClickSelectsTheLayerAndTheMouseNamesAllLanes() {
        Shown shown(budgetsDock());
        shown.view(threeLanes());
        shown.workspace->selection().setStep(20);
        shown.workspace->selection().setLane(1);
        choose(shown, "viewPer", 2);
        shown.settle();
        BudgetBars& plot = barsOf(shown);
        QTest::mouseClick(&plot, Qt::LeftButton, {}, overLayer(plot, 2.3));
        QCOMPARE(shown.workspace->selection().layer(), 2);
        QTest::mouseMove(&plot, overLayer(plot, 0.9));
        QTest::mouseMove(&plot, overLayer(plot, 1));
        QTRY_VERIFY(shown.text("readout").contains(QStringLiteral("layer 1 at step 20")));
        const QString said = shown.text("readout");
        for (const char* words :
             {"layer 1 at step 20", "full: 21 tokens, no budget", "streaming:sinks=4,recent=92: 10 tokens (budget 10)",
              "snapkv:capacity=16: 18 tokens (budget 18)"}) {
            QVERIFY2(plot.toolTip().contains(QString::fromLatin1(words)), qPrintable(plot.toolTip()));
        }
        // The line under the bars is of the selected lane.
        QVERIFY2(
            said.contains(QStringLiteral("layer 1 at step 20: streaming:sinks=4,recent=92: 10 tokens (budget 10)")) &&
                !said.contains(QStringLiteral("snapkv")),
            qPrintable(said));
        QCOMPARE(shown.workspace->selection().hover().layer, 1);
        Q_EMIT plot.left();
        QVERIFY(plot.toolTip().isEmpty());
        // A lane that ended has no bar, and says so.
        shown.workspace->selection().setStep(35);
        shown.settle();
        QCOMPARE(groupsOf(plot).size(), std::size_t{2});
        Q_EMIT plot.hovered(0, 1, 1);
        QVERIFY2(plot.toolTip().contains(QStringLiteral("snapkv:capacity=16: ended before it")),
                 qPrintable(plot.toolTip()));
    }

    void whatIsExportedIsWhatIsSeen() {
        Shown shown(budgetsDock());
        const auto run = threeLanes();
        shown.view(run);
        shown.workspace->selection().setLane(1);
        shown.workspace->selection().setStep(20);
        choose(shown, "viewPer", 2);
        choose(shown, "viewUnit", 1);
        shown.settle();
        QString expected =
            QString::fromStdString(figures::toCsv(figures::byId(*run, 1, "budgets-share-all-lanes-step-20").value()));
        const QString copied = shown.dock->copyText();
        QCOMPARE(copied.count(QLatin1Char('\n')), expected.count(QLatin1Char('\n')));
        for (const char* words : {"full", "streaming:sinks=4", "snapkv:capacity=16", "budget"}) {
            QVERIFY2(copied.contains(QString::fromLatin1(words)), qPrintable(copied.right(600)));
        }
        // The view leads back to it.
        const QString view = dockView(*shown.dock);
        choose(shown, "viewPer", 0);
        shown.settle();
        QVERIFY(dockView(*shown.dock) != view);
        showView(shown.dock, *shown.workspace, view);
        shown.settle();
        QCOMPARE(shown.dock->findChild<QComboBox*>(QStringLiteral("viewPer"))->currentIndex(), 2);
        QCOMPARE(groupsOf(barsOf(shown)).size(), std::size_t{3});
    }

    void headsAreStillThere() {
        Shown shown(budgetsDock());
        shown.view(threeLanes(2));
        shown.workspace->selection().setLane(1);
        shown.workspace->selection().setStep(20);
        choose(shown, "viewPer", 1);
        shown.settle();
        QVERIFY(std::abs(barsOf(shown).x(0)->range().upper - 1.6) < 1e-9);
        BudgetBars& plot = barsOf(shown);
        QTest::mouseClick(&plot, Qt::LeftButton, {}, overLayer(plot, 1));
        QCOMPARE(shown.workspace->selection().head(), 2);
    }
};

QTEST_MAIN(BudgetsDockTest)
#include "budgets_dock_test.moc"
