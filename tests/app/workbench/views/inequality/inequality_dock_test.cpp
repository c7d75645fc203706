// SPDX-License-Identifier: GPL-3.0-or-later
/// Views of recorded attention rows: Lorenz curve, attention by age, exact numbers, reach.
#include <QComboBox>
#include <QFile>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include "app/workbench/views/common/plots/row_plots.h"
#include "core/analysis/attention/attention_reach.h"
#include "core/analysis/attention/exact_shape.h"
#include "core/figures/figure_io.h"
#include "core/figures/figures.h"
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
        QTRY_VERIFY2(emptyText(shown).contains("at least 20 seen tokens"), qPrintable(emptyText(shown)));
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
        // A number that few steps have is drawn as strokes on them.
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
};

QTEST_MAIN(InequalityDockTest)
#include "inequality_dock_test.moc"
