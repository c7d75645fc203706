// SPDX-License-Identifier: GPL-3.0-or-later
/// Views of recorded attention rows: Lorenz curve, attention by age, reach, preferences, the cascade.
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFile>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include "app/workbench/views/attention/attention_bars.h"
#include "app/workbench/views/cache/cache_map.h"
#include "app/workbench/views/common/plots/attention_map.h"
#include "app/workbench/views/common/plots/row_plots.h"
#include "app/workbench/views/preference/cascade_view.h"
#include "app/workbench/views/preference/preference_plane.h"
#include "core/analysis/attention/attention_reach.h"
#include "core/analysis/attention/exact_shape.h"
#include "core/figures/figure_io.h"
#include "core/figures/figures.h"
#include "tests/app/workbench/manifest_catalog.h"
#include "tests/app/workbench/views/common/explore_runs.h"

using namespace kvw;
using namespace kvw::wb;

class InequalityDockTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void theLorenzCurveIsThatOfTheSelectedRow() {
        Shown shown(inequalityDock());
        shown.view(run());
        shown.workspace->selection().setLane(1);
        shown.workspace->selection().setStep(200);
        turnTo(shown, 1);
        auto* plot = shown.dock->findChild<LorenzPlot*>();
        QVERIFY(plot->isVisible());
        QTRY_VERIFY(plot->gini().has_value());
        const double first = *plot->gini();
        QVERIFY(first > 0 && first < 1);
        QTRY_VERIFY(shown.text("readout").contains(QStringLiteral("step 200, layer 0, mean of heads: Gini")));
        const auto tokens = plot->tokens();
        QVERIFY(tokens > 90 && tokens < 150);
        QVERIFY(plot->describe(0.5).contains(QStringLiteral("of %1 tokens").arg(tokens)));
        shown.workspace->selection().setLayer(2);
        shown.settle();
        QTRY_VERIFY(*plot->gini() != first);
        QVERIFY(shown.dock->copyText().contains(QStringLiteral("Gini")));
        shown.save(QStringLiteral("inequality-lorenz"));
    }

    void aStepWithoutARowSaysSo() {
        Shown shown(inequalityDock());
        shown.view(tests::plotRecording({.steps = 200}));
        shown.workspace->selection().setStep(10);
        turnTo(shown, 1);
        QTRY_VERIFY(shown.text("readout").contains(QStringLiteral("step 10: no row recorded")));
    }

    void attentionByAgeIsAU() {
        Shown shown(inequalityDock());
        shown.view(run());
        turnTo(shown, 2);
        auto* plot = shown.dock->findChild<AgesPlot*>();
        QTRY_VERIFY(!plot->ages().empty());
        QCOMPARE(plot->ages().layers.size(), std::size_t{4});
        const auto& bins = plot->ages().layers[0];
        QCOMPARE(bins.size(), std::size_t{20});
        QVERIFY(bins.front() > bins[10] && bins.back() > bins[10]);
        QVERIFY(shown.text("readout").contains(QStringLiteral("oldest tenth")));
        shown.save(QStringLiteral("inequality-ages"));
    }

    void aTextTooShortForAgesSaysSo() {
        Shown shown(inequalityDock());
        shown.view(tests::plotRecording({.steps = 10, .prompt = 2, .promptRows = true}));
        turnTo(shown, 2);
        QTRY_VERIFY2(emptyText(shown).contains("at least 20 tokens"), qPrintable(emptyText(shown)));
        QVERIFY(shown.button() == nullptr);  // rows are there
        shown.view(run());
        QTRY_VERIFY(shown.dock->findChild<AgesPlot*>()->isVisible());
    }

    void exactNumbersAreComputedFromTheRows() {
        Shown shown(inequalityDock());
        const auto recording = run();
        shown.view(recording);
        shown.workspace->selection().setLane(1);
        shown.workspace->selection().setLayer(2);
        shown.workspace->selection().setStep(200);
        shown.settle();
        auto* box = shown.dock->findChild<QComboBox*>(QStringLiteral("viewExact"));
        QVERIFY(box->isVisible() && box->isEnabled());
        const auto chooseExact = [&] {
            box->setCurrentIndex(1);
            Q_EMIT box->activated(1);
        };
        chooseExact();
        ExactShapes shapes(recording->trace(1), -1);
        std::vector<std::vector<ExactShape>> expected;
        while (shapes.steps() < recording->trace(1).steps()) {
            expected.push_back(shapes.next());
        }
        const QString gini = QLocale::c().toString(static_cast<double>(expected[200][2].gini), 'g', 3);
        QTRY_VERIFY2(shown.text("readout").contains(QStringLiteral("Gini\u00a0") + gini),
                     qPrintable(shown.text("readout")));
        // Lines of every panel end where the run does.
        Plot* plot = shown.plot();
        shown.settle();
        shown.settle();
        QCPGraph* variance = nullptr;
        for (int i = 0; i < plot->graphCount(); ++i) {
            if (plot->graph(i)->valueAxis() == plot->y(2) && plot->graph(i)->layer()->name() == "chosen") {
                variance = plot->graph(i);
            }
        }
        QVERIFY(variance != nullptr);
        QVERIFY(!variance->data()->isEmpty());
        const auto last = variance->data()->constEnd() - 1;
        QCOMPARE(last->key, 299.0);
        QCOMPARE(last->value, static_cast<double>(expected[299][2].variance));
        QVERIFY2(plot->y(0)->label().contains(QStringLiteral("exact")), qPrintable(plot->y(0)->label()));
        shown.save(QStringLiteral("inequality-exact"));
        // As the map, and what is written down has the id that leads back.
        for (const auto& [view, id] : {std::pair{0, "inequality-exact"}, {3, "gini-exact"}}) {
            turnTo(shown, view);
            const QTemporaryDir folder;
            const QString file = folder.filePath(QStringLiteral("figure.csv"));
            QVERIFY(shown.dock->exportTo(file).has_value());
            const auto figure = figures::byId(*recording, 1, id);
            QVERIFY(figure.has_value());
            QCOMPARE(figure->id, std::string(id));
            QFile csv(file);
            QVERIFY(csv.open(QIODevice::ReadOnly));
            QCOMPARE(csv.readAll(), QByteArray::fromStdString(figures::toCsv(*figure)));
        }
        turnTo(shown, 1);
        QVERIFY(!box->isVisible());
    }

    void exactNumbersGoOnAfterTheDockWasCovered() {
        Shown shown(inequalityDock());
        shown.view(run());
        shown.workspace->selection().setLane(1);
        shown.workspace->selection().setStep(299);
        shown.settle();
        auto* box = shown.dock->findChild<QComboBox*>(QStringLiteral("viewExact"));
        box->setCurrentIndex(1);
        Q_EMIT box->activated(1);
        QCoreApplication::processEvents();  // asked
        shown.dock->hide();
        shown.settle();
        shown.dock->show();
        const auto last = [&] {
            double key = -1;
            for (int i = 0; i < shown.plot()->graphCount(); ++i) {
                const QCPGraph* graph = shown.plot()->graph(i);
                if (graph->valueAxis() == shown.plot()->y(2) && !graph->data()->isEmpty()) {
                    key = std::max(key, (graph->data()->constEnd() - 1)->key);
                }
            }
            return key;
        };
        QTRY_COMPARE(last(), 299.0);
    }

    void reachIsReadFromTheRows() {
        Shown shown(inequalityDock());
        const auto recording = run();
        shown.view(recording);
        Selection& selection = shown.workspace->selection();
        selection.setLane(1);
        selection.setLayer(2);
        // A step that evicts.
        const std::int64_t step = recording->trace(1).pruneSteps().front();
        selection.setStep(step);
        std::vector<StepReach> expected;
        ReachSteps steps(*recording, 1, -1);
        while (steps.steps() < recording->trace(1).steps()) {
            expected.push_back(steps.next());
        }
        const AttentionReach& there = expected[static_cast<std::size_t>(step)].layers[2];
        QVERIFY(std::isfinite(there.evictedMass));
        const auto text = [](double number) {
            return QLocale::c().toString(number, number < 100 ? 'g' : 'f', number < 100 ? 3 : 0);
        };
        turnTo(shown, 4);
        QVERIFY(!shown.dock->findChild<QComboBox*>(QStringLiteral("viewExact"))->isVisible());
        QTRY_VERIFY2(shown.text("readout").contains(text(there.effectiveTokens) + QStringLiteral(" effective tokens")),
                     qPrintable(shown.text("readout")));
        QVERIFY(shown.text("readout").contains(QStringLiteral("span\u00a0") + text(there.span)));
        Plot* plot = shown.plot();
        QCOMPARE(plot->panels(), 3);
        QVERIFY(!plot->accessibleName().isEmpty());
        QCOMPARE(plot->y(1)->label(), QStringLiteral("distance"));
        // The chosen layer's line stands out, and ends where the run does.
        const auto line = [&](int panel) {
            QCPGraph* found = nullptr;
            for (int i = 0; i < shown.plot()->graphCount(); ++i) {
                QCPGraph* graph = shown.plot()->graph(i);
                if (graph->valueAxis() == shown.plot()->y(panel) && graph->layer()->name() == "chosen") {
                    found = graph;
                }
            }
            return found;
        };
        const auto last = [](const QCPGraph* graph) {
            return graph == nullptr || graph->data()->isEmpty() ? -1.0 : (graph->data()->constEnd() - 1)->key;
        };
        const auto reaches = [&](int panel, double key) {
            shown.plot()->replot();
            return last(line(panel)) == key;
        };
        QTRY_VERIFY(reaches(1, 299));
        QCOMPARE((line(1)->data()->constEnd() - 1)->value,
                 static_cast<double>(static_cast<float>(expected[299].layers[2].meanDistance)));
        const auto means = attentionReach(*recording, 1);
        QVERIFY(means.has_value());
        const QString told = QStringLiteral("over the run ") + text(means->layers[2].effectiveTokens);
        QTRY_VERIFY2(shown.text("readout").contains(told), qPrintable(shown.text("readout")));
        shown.save(QStringLiteral("inequality-reach"));
        QCOMPARE(shown.dock->copyText().toUtf8().replace('\t', ','),
                 QByteArray::fromStdString(figures::toCsv(*figures::byId(*recording, 1, "reach"))));
        // A head alone.
        selection.setHead(3);
        const std::int32_t part = recording->trace(1).shape().partOf(3);
        QTRY_VERIFY2(shown.text("readout").contains(QStringLiteral("layer 2, KV head %1").arg(part)),
                     qPrintable(shown.text("readout")));
        selection.setHead(-1);
        shown.settle();
        // What few steps have stands as strokes on them.
        turnTo(shown, 5);
        QTRY_VERIFY2(shown.text("readout").contains(QStringLiteral("evicted mass\u00a0") + text(there.evictedMass)),
                     qPrintable(shown.text("readout")));
        QCOMPARE(shown.plot()->panels(), 2);
        QTRY_VERIFY(reaches(0, 299));
        QVERIFY(line(1)->lineStyle() == QCPGraph::lsImpulse);
        QVERIFY(line(1)->dataCount() > 0 && line(1)->dataCount() < 20);
        shown.save(QStringLiteral("inequality-reach-shares"));
        // As a map, with the id that leads back.
        turnTo(shown, 3);
        auto* metric = shown.dock->findChild<QComboBox*>(QStringLiteral("viewMetric"));
        for (const auto& [index, id] : {std::pair{3, "effective-tokens"}, {4, "mean-distance"}, {7, "evicted-mass"}}) {
            metric->setCurrentIndex(index);
            Q_EMIT metric->activated(index);
            shown.settle();
            QVERIFY(shown.plot()->accessibleName().startsWith(metric->currentText()));
            const QTemporaryDir folder;
            const QString file = folder.filePath(QStringLiteral("figure.csv"));
            QVERIFY(shown.dock->exportTo(file).has_value());
            const auto figure = figures::byId(*recording, 1, id);
            QVERIFY(figure.has_value());
            QFile csv(file);
            QVERIFY(csv.open(QIODevice::ReadOnly));
            QCOMPARE(csv.readAll(), QByteArray::fromStdString(figures::toCsv(*figure)));
        }
    }

    void reachNeedsRows() {
        Shown shown(inequalityDock());
        shown.view(run(false));
        for (const int view : {4, 5}) {
            turnTo(shown, view);
            QVERIFY2(emptyText(shown).contains(QStringLiteral("no attention rows")), qPrintable(emptyText(shown)));
        }
        shown.view(run());
        QTRY_VERIFY(shown.plot()->isVisible() && shown.plot()->panels() == 2);
    }

    void withoutRowsThereIsNothingExact() {
        Shown shown(inequalityDock());
        const auto recording = run(false);
        shown.view(recording);
        shown.settle();
        auto* box = shown.dock->findChild<QComboBox*>(QStringLiteral("viewExact"));
        QVERIFY(box->isVisible() && !box->isEnabled());
        QVERIFY(box->toolTip().contains(QStringLiteral("and the rows")));
        // A view that was saved with it shows what there is.
        box->setCurrentIndex(1);
        Q_EMIT box->activated(1);
        shown.settle();
        QVERIFY(!shown.plot()->y(0)->label().contains(QStringLiteral("exact")));
        QCOMPARE(box->currentText(), QStringLiteral("live"));
        shown.view(run());
        shown.settle();
        QCOMPARE(box->currentText(), QStringLiteral("exact"));  // was chosen
        QVERIFY(!figures::byId(*recording, 1, "gini-exact").has_value());
    }

    void viewsOfRowsOfferToRecordThem() {
        Shown shown(inequalityDock());
        shown.view(run(false));
        turnTo(shown, 1);
        QPushButton* offer = shown.button();
        QVERIFY(offer != nullptr);
        offer->click();
        QCOMPARE(shown.workspace->draft().base().capture, Capture::Maps);
        QVERIFY(!offer->isVisible());
        // And back.
        turnTo(shown, 0);
        QVERIFY(shown.plot()->isVisible());
    }

    void marginalsNarrowToWhatIsChosen() {
        Shown shown(attentionDock());
        shown.view(run());
        Selection& selection = shown.workspace->selection();
        selection.setLane(1);
        selection.setStep(200);
        shown.settle();
        auto* map = shown.dock->findChild<AttentionMap*>();
        QTRY_VERIFY(map->window().rows > 0);
        // Behind the map: along its rows the largest weight, below the mean of each column.
        QCPGraph* beside = map->graph(0);
        QTRY_VERIFY(beside->dataCount() > 100);
        const auto most = [beside] {
            bool found = false;
            return beside->getValueRange(found).upper;
        };
        const double largest = most();
        QVERIFY(largest > 0 && largest <= 1);
        auto* bars = shown.dock->findChild<AttentionBars*>();
        QVERIFY(!bars->isVisible());
        shown.dock->findChild<QCheckBox*>(QStringLiteral("viewParts"))->setChecked(true);
        shown.settle();
        QVERIFY(bars->isVisible());
        const auto level = [](Plot* plot, int bar) {
            for (int i = 0; i < plot->plottableCount(); ++i) {
                const auto* each = qobject_cast<QCPBars*>(plot->plottable(i));
                for (const QCPBarsData& data : *each->data()) {
                    if (static_cast<int>(data.key) == bar) {
                        return data.value;
                    }
                }
            }
            return -1.0;
        };
        const double whole = level(bars->layers(), 1);
        QVERIFY(whole > 0);
        selection.setTokens({3});
        shown.settle();
        QTRY_VERIFY(most() < largest);
        QVERIFY(level(bars->layers(), 1) < whole);
        Q_EMIT bars->layers()->hovered(0, 1, 0.1);
        QVERIFY2(shown.text("readout").contains(QStringLiteral("on the selected tokens at step 200")),
                 qPrintable(shown.text("readout")));
        Q_EMIT bars->layers()->picked(0, 2, 0.1);
        QCOMPARE(selection.layer(), 2);
        Q_EMIT bars->heads()->picked(0, 1, 0.1);
        QCOMPARE(selection.head(), 1);
        shown.settle();
        shown.save(QStringLiteral("attention-marginals"));
    }

    void theCacheMapHasGhostsAndSlots() {
        Shown shown(cacheDock());
        shown.view(run());
        shown.workspace->selection().setLane(1);
        shown.workspace->selection().setStep(160);
        shown.settle();
        auto* map = shown.dock->findChild<CacheMap*>();
        QTRY_VERIFY(map->cells() != nullptr && map->cells()->look.step == 160);
        QCOMPARE(map->cells()->layers, 4);
        const std::size_t evicted = map->cells()->at(0, 10);
        QVERIFY(map->cells()->cells[evicted] == CacheCell::Ghost);
        QVERIFY(map->cells()->cells[map->cells()->at(0, 1)] == CacheCell::Sink);
        QVERIFY(map->cells()->cells[map->cells()->at(0, 160)] == CacheCell::Current);
        const float before = map->cells()->ghosts[evicted];
        QVERIFY(before > 0);
        QVERIFY2(shown.text("readout").contains(QStringLiteral("its ghosts")), qPrintable(shown.text("readout")));
        // It darkens as the run goes on.
        shown.workspace->selection().setStep(250);
        shown.settle();
        QTRY_VERIFY(map->cells()->look.step == 250);
        QVERIFY(map->cells()->ghosts[map->cells()->at(0, 10)] > before);
        Q_EMIT map->hovered(0, 10, 2);
        QVERIFY2(shown.text("readout").contains(QStringLiteral("rows' worth")), qPrintable(shown.text("readout")));
        QCOMPARE(shown.workspace->selection().hover().token, 10);
        Q_EMIT map->picked(0, 10, 2);
        QCOMPARE(shown.workspace->selection().layer(), 2);
        QCOMPARE(shown.workspace->selection().tokens(), (std::vector<std::int32_t>{10}));
        QVERIFY(shown.dock->copyText().contains(QStringLiteral("later attention")));
        shown.settle();
        shown.save(QStringLiteral("cache-map"));
        // By slot there are fewer places than tokens, and each names its token.
        turnTo(shown, 1);
        QTRY_VERIFY(map->cells()->look.order == CacheOrder::Slots);
        QVERIFY(map->cells()->columns < 250);
        Q_EMIT map->hovered(0, 2, 0);
        QVERIFY2(shown.text("readout").contains(QStringLiteral("slot 2")), qPrintable(shown.text("readout")));
        shown.save(QStringLiteral("cache-slots"));
    }

    void whatAStepChangedStandsOut() {
        Shown shown(cacheDock());
        const auto recording = run();
        shown.view(recording);
        shown.workspace->selection().setLane(1);
        const Trace& trace = recording->trace(1);
        std::int64_t prune = 100;  // a step at which something goes
        while (trace.layer(prune, 0).held >= trace.layer(prune - 1, 0).held) {
            ++prune;
        }
        shown.workspace->selection().setStep(prune);
        shown.settle();
        auto* map = shown.dock->findChild<CacheMap*>();
        for (const CacheOrder order : {CacheOrder::Tokens, CacheOrder::Slots}) {
            turnTo(shown, static_cast<int>(order));
            QTRY_VERIFY(map->cells() != nullptr && map->cells()->look.step == prune &&
                        map->cells()->look.order == order);
            const CacheCells& cells = *map->cells();
            CacheColors colors = map->colors(CacheColor::State);
            colors.first = 0;
            colors.last = cells.columns;
            colors.most = static_cast<int>(cells.columns);
            const QImage calm = paintCache(cells, colors).image;
            colors.changes = true;
            const QImage changes = paintCache(cells, colors).image;
            int gone = 0, come = 0, overwritten = 0;
            for (int column = 0; column < static_cast<int>(cells.columns); ++column) {
                const std::size_t at = cells.at(0, column);
                const bool hole = cells.cells[at] == CacheCell::EvictedNow,
                           here = cells.cells[at] == CacheCell::Current;
                const bool other = !cells.overwritten.empty() && cells.overwritten[at];
                gone += hole ? 1 : 0;
                come += here ? 1 : 0;
                overwritten += other ? 1 : 0;
                QVERIFY(changes.pixel(column, 0) == (hole || here || other ? colors.ink : calm.pixel(column, 0)));
            }
            QVERIFY(come == 1 && gone + overwritten > 0);
        }
    }

    void theCacheMapShowsWhatTheLastSelectionMadeOfTokens() {
        Shown shown(cacheDock());
        shown.view(tests::plotRecording({.steps = 300, .prompt = 60, .scores = true}));
        shown.workspace->selection().setLane(1);
        shown.workspace->selection().setStep(250);
        shown.settle();
        auto* map = shown.dock->findChild<CacheMap*>();
        QTRY_VERIFY(map->cells() != nullptr && map->cells()->look.step == 250);
        QVERIFY(map->cells()->ranks.empty());  // nobody asked
        auto* colour = shown.dock->findChild<QComboBox*>(QStringLiteral("viewColour"));
        colour->setCurrentIndex(3);
        Q_EMIT colour->activated(3);
        shown.settle();
        QTRY_VERIFY(map->cells()->look.scored && map->cells()->ranks.size() == map->cells()->cells.size());
        const auto rank = [&](int layer, int token) { return map->cells()->ranks[map->cells()->at(layer, token)]; };
        QVERIFY(std::isnan(rank(0, 1)));    // a sink is not compared
        QVERIFY(std::isnan(rank(1, 200)));  // nothing was compared in this layer
        QVERIFY(rank(0, 200) > 0 && rank(0, 200) < rank(0, 220) && rank(0, 220) <= 1);
        shown.save(QStringLiteral("cache-scores"));
    }

    void aPromptTooShortIsNotHelpedByRows() {
        for (const auto& dock : {preferenceDock(), playgroundDock()}) {
            Shown shown(dock);
            shown.view(tests::plotRecording({.steps = 10, .prompt = 2, .promptRows = true}));
            QTRY_VERIFY2(emptyText(shown).contains("at least 3 tokens"), qPrintable(emptyText(shown)));
            QVERIFY(shown.button() == nullptr);
            shown.view(tests::plotRecording({.steps = 60, .prompt = 20, .rows = false}));
            QTRY_VERIFY(shown.button() != nullptr);
        }
    }

    void temperaturesMoveTheBudgets() {
        Shown shown(preferenceDock());
        shown.view(tests::plotRecording({.steps = 300, .prompt = 200, .promptRows = true}));
        shown.settle();
        QTRY_VERIFY(shown.text("readout").contains(QStringLiteral("fits")));
        const auto temperatures = shown.dock->findChildren<QDoubleSpinBox*>();
        QSpinBox* capacity = nullptr;
        for (auto* box : shown.dock->findChildren<QSpinBox*>()) {
            capacity = box;
        }
        QCOMPARE(temperatures.size(), 2);
        QVERIFY(capacity != nullptr);
        capacity->setValue(80);
        const QString even = shown.text("readout");
        QVERIFY2(even.contains(QStringLiteral("Σ budgets 320 of 320 tokens")), qPrintable(even));
        Q_EMIT shown.dock->findChild<PreferencePlane*>()->turned(0.5, 0.25);
        QCOMPARE(temperatures[0]->value(), 0.5);
        QCOMPARE(temperatures[1]->value(), 0.25);
        QVERIFY(shown.text("readout") != even);
        QVERIFY(shown.dock->copyText().contains(QStringLiteral("by preference")));
        shown.settle();
        shown.save(QStringLiteral("preference-plane"));
    }

    /// As of a real model: every layer has a number where there is room, else some have, and the chosen one.
    void numbersOfManyLayersHaveRoom() {
        PreferencePlane plane(nullptr);
        LayerPreferences measured;
        for (int layer = 0; layer < 30; ++layer) {
            measured.layers.push_back({.entropy = 200 + 40.0 * ((layer * 7) % 30), .variance = 0.3 + 0.02 * layer});
        }
        measured.layers.front().variance = 1e-5;  // far below: the others lie close together
        plane.setLayers(measured);
        plane.choose(13);
        plane.resize(220, 220);
        plane.show();
        QVERIFY(QTest::qWaitForWindowExposed(&plane));
        const auto numbers = [&] {
            plane.replot();
            std::vector<const QCPItemText*> seen;
            for (int i = 0; i < plane.itemCount(); ++i) {
                bool number = false;
                const auto* text = qobject_cast<QCPItemText*>(plane.item(i));
                if (text != nullptr && text->visible() && (text->text().toInt(&number), number)) {
                    seen.push_back(text);
                }
            }
            return seen;
        };
        const auto few = numbers();
        QVERIFY2(few.size() >= 4 && few.size() < 30, qPrintable(QString::number(few.size())));
        QVERIFY(std::any_of(few.begin(), few.end(), [](const auto* each) { return each->text() == "13"; }));
        for (const auto* one : few) {
            for (const auto* other : few) {
                const auto box = [](const QCPItemText* text) {
                    const QFontMetricsF metrics(text->font());
                    QRectF rect(0, 0, metrics.horizontalAdvance(text->text()), metrics.ascent());
                    rect.moveCenter(text->position->pixelPosition());
                    return rect;
                };
                QVERIFY2(one == other || !box(one).intersects(box(other)),
                         qPrintable(one->text() + ' ' + other->text()));
            }
        }
        plane.resize(1200, 900);
        QCOMPARE(numbers().size(), std::size_t{30});
    }

    void aShareOfNothingIsADash() {
        // Of a single row there is no variance, and so no preference.
        const auto made = tests::plotRecording({.steps = 80, .withFull = false, .promptRows = true});
        RunDescription description = made->description();
        description.lanes[0].policyId = "snapkv+cake-preference";
        description.lanes[0].parameters = {{"window", 1}, {"capacity", 20}};
        const auto recording = std::make_shared<Recording>(description);
        recording->setTrace(0, made->trace(0).fork());
        recording->setState(RunState::Finished);
        Shown shown(preferenceDock());
        shown.view(recording);
        QTRY_VERIFY2(shown.text("readout").contains(QStringLiteral("V\u00a00, share –")),
                     qPrintable(shown.text("readout")));
    }

    void temperaturesGoIntoTheNextRun() {
        const QTemporaryDir folder;
        Shown shown(preferenceDock(), tests::manifestsOnly(folder));
        shown.view(run());
        shown.workspace->rescanPlugins();
        Q_EMIT shown.dock->findChild<PreferencePlane*>()->turned(1.5, 0.5);
        shown.dock->findChild<QPushButton*>(QStringLiteral("usePreference"))->click();
        QCOMPARE(shown.workspace->draft().form().id(), QStringLiteral("cake"));
        QVERIFY2(shown.workspace->draft().form().policyText().contains(QStringLiteral("tau1=1.5,tau2=0.5")),
                 qPrintable(shown.workspace->draft().form().policyText()));
    }

    void temperaturesGoIntoThePolicyOfTheShownRun() {
        const QTemporaryDir folder;
        Shown shown(preferenceDock(), tests::manifestsOnly(folder));
        const auto recorded = run();
        RunDescription description = recorded->description();
        description.lanes[1].policyId = "cake";
        description.lanes[1].policyText = "cake:capacity=64,window=8,accounting=paper/capacity=32@90";
        description.lanes[1].parameters = {{"capacity", 64}, {"window", 8}, {"accounting", "paper"}};
        const auto cake = std::make_shared<Recording>(description);
        for (std::int32_t lane = 0; lane < recorded->lanes(); ++lane) {
            cake->setTrace(lane, recorded->trace(lane).fork());
        }
        cake->setState(RunState::Finished);
        shown.view(cake);
        shown.workspace->selection().setLane(1);
        shown.workspace->rescanPlugins();
        shown.settle();
        QVERIFY(shown.workspace->draft().form().load(shown.workspace->plugins().catalog(), QStringLiteral("tova")));
        Q_EMIT shown.dock->findChild<PreferencePlane*>()->turned(1.5, 0.5);
        shown.dock->findChild<QPushButton*>(QStringLiteral("usePreference"))->click();
        const QString next = shown.workspace->draft().form().policyText();
        QVERIFY2(next.startsWith(QStringLiteral("cake:")), qPrintable(next));
        for (const char* each : {"window=8", "accounting=paper", "tau1=1.5", "tau2=0.5", "capacity=64"}) {
            QVERIFY2(next.contains(QLatin1String(each)), qPrintable(next));
        }
    }

    void theCascadeIsPlayed() {
        Shown shown(preferenceDock());
        shown.view(run());
        turnTo(shown, 1);
        auto* cascade = shown.dock->findChild<CascadeView*>();
        QVERIFY(cascade->isVisible());
        QCOMPARE(cascade->stages().size(), std::size_t{4});
        QCOMPARE(cascade->stage(), 3);
        QVERIFY(shown.text("readout").contains(QStringLiteral("after layer 3")));
        QSignalSpy stages(cascade, &CascadeView::stageChanged);
        for (auto* button : cascade->findChildren<QToolButton*>()) {
            button->click();
        }
        QTRY_VERIFY(cascade->stage() == 3 && stages.count() >= 4);
        shown.save(QStringLiteral("preference-cascade"));
    }

    void whatAReaderPassedOverIsHeldAndUnread() {
        const auto recording = readers({"quest"});
        QVERIFY(recording != nullptr);
        Shown shown(cacheDock());
        shown.view(recording);
        auto* map = shown.dock->findChild<CacheMap*>();
        QTRY_VERIFY(map->cells() != nullptr);
        QCOMPARE(map->cells()->cells[map->cells()->at(0, 1)], CacheCell::Unread);
        QCOMPARE(map->cells()->cells[map->cells()->at(0, 0)], CacheCell::Kept);
        QVERIFY(shown.text("legend").contains(QStringLiteral("held,&nbsp;not&nbsp;read")));
        Shown attention(attentionDock());
        attention.view(recording);
        QVERIFY2(attention.text("readout").contains(QStringLiteral("2 tokens read")),
                 qPrintable(attention.text("readout")));
        attention.workspace->selection().setTokens({2});
        attention.settle();
        QVERIFY2(attention.text("readout").contains(QStringLiteral("held, not read")),
                 qPrintable(attention.text("readout")));
    }

    void thePromptIsWatchedLayerByLayer() {
        tests::FakeShape shape;
        const auto recording = tests::makeFakeRecording(shape);
        const auto done = [&](std::int32_t layer, std::vector<float> held) {
            for (const std::int32_t lane : {1, 0}) {
                recording->writer(lane).addPrefillStage(layer, held);
                recording->writer(lane).publish();
                held[0] -= 1;
            }
        };
        done(0, {40, 0, 0});
        Shown cascadeDock(preferenceDock()), budgets(budgetsDock());
        for (Shown* shown : {&cascadeDock, &budgets}) {
            shown->view(recording);
        }
        auto* cascade = cascadeDock.dock->findChild<CascadeView*>();
        QVERIFY(cascade->isVisible());
        QCOMPARE(cascade->stages().size(), std::size_t{1});
        QVERIFY(budgets.text("readout").contains(QStringLiteral("1 of 3 layers done")));
        done(1, {24, 32, 0});
        for (Shown* shown : {&cascadeDock, &budgets}) {
            Q_EMIT shown->workspace->dirty(DirtyFlag::Status);  // as when the run says how far it is
            shown->settle();
        }
        QCOMPARE(cascade->stage(), 1);
        QCOMPARE(cascade->stages()[1].held, (std::vector<double>{24, 32, 0}));
        QVERIFY(cascadeDock.text("readout").startsWith(QStringLiteral("reading the prompt: after layer 1")));
        QVERIFY(budgets.text("readout").contains(QStringLiteral("2 of 3 layers done")));
        QCOMPARE(budgets.plot()->yAxis->range().upper, 32 * 1.06);
        budgets.save(QStringLiteral("budgets-prompt"));
        cascadeDock.save(QStringLiteral("preference-prompt"));
        cascadeDock.workspace->selection().setLane(0);
        cascadeDock.settle();
        QCOMPARE(cascade->stages()[1].held, (std::vector<double>{23, 32, 0}));
        // With its first step both are what they are of any run.
        tests::addFakeSteps(shape, *recording, 0, 60);
        for (Shown* shown : {&cascadeDock, &budgets}) {
            shown->workspace->client().view(nullptr, {});
            shown->view(recording);
            QVERIFY(!shown->text("readout").startsWith(QStringLiteral("reading the prompt")));
        }
        QVERIFY(!cascade->isVisible());
    }
};

QTEST_MAIN(InequalityDockTest)
#include "inequality_dock_test.moc"
