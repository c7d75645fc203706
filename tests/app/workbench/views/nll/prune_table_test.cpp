// SPDX-License-Identifier: GPL-3.0-or-later
/// Curves of NLL and the table of prune events: what is judged, and what is said where there is none.
#include <QAction>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

#include "tests/app/workbench/manifest_catalog.h"
#include "tests/app/workbench/views/common/dock_entries.h"
#include "tests/app/workbench/views/common/shown_dock.h"

using namespace kvw;
using namespace kvw::wb;

class PruneTableTest : public QObject {
    Q_OBJECT

 private Q_SLOTS:
    void pruneTableJudgesAndJumps() {
        Shown shown(nllDock());
        shown.view(tests::plotRecording({.steps = 400}));
        auto* table = shown.dock->findChild<QTableView*>();
        QVERIFY(table->model()->rowCount() >= 4);
        QVERIFY(table->model()->index(1, 1).data().toString().toDouble() > 1.0);
        QCOMPARE(table->model()->index(0, 0).data().toInt(), 143);
        const QRect cell = table->visualRect(table->model()->index(0, 0));
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, cell.center());
        QCOMPARE(shown.workspace->selection().step(), 143);
        // With Return, or twice: to the dearest token behind it.
        Q_EMIT table->activated(table->model()->index(0, 0));
        QVERIFY(shown.workspace->selection().step() > 143 && shown.workspace->selection().step() < 180);
    }

    /// One run has one perplexity: that of its summary.
    void thePerplexityIsThatOfTheSummary() {
        Shown shown(nllDock());
        const auto run = tests::plotRecording({.steps = 300});
        shown.view(run);
        shown.workspace->selection().setLane(1);
        shown.settle();
        const auto perplexity = [&run](std::int32_t lane) {
            return QLocale::c().toString(summarize(*run, lane)["perplexity"].get<double>(), 'f', 2);
        };
        const QString said = shown.text("readout");
        QVERIFY2(said.contains(QStringLiteral("perplexity %1 (full %2)").arg(perplexity(1), perplexity(0))),
                 qPrintable(said));
    }

    void aGeneratedTextHasNoPerplexityOfTheFullCache() {
        Shown shown(nllDock());
        const tests::PlotRun shape{.steps = 300};
        RunDescription description = tests::plotDescription(shape);
        description.mode = "generate";
        auto run = std::make_shared<Recording>(std::move(description));
        for (std::int32_t lane = 0; lane < 2; ++lane) {
            auto trace = std::make_unique<Trace>(TraceShape{4, 4, 2, 16, 1}, Trace::Options{});
            for (std::int32_t step = 0; step < 100; ++step) {
                StepRecord record;
                record.step = step;
                record.nll = 2;
                record.nllFull = step < shape.prompt ? 1 : kMissing;
                QVERIFY(trace->addStep(record, " w", std::vector<LayerRecord>(12)).has_value());
                trace->publish();
            }
            run->setTrace(lane, std::move(trace));
        }
        shown.view(run);
        shown.workspace->selection().setLane(1);
        shown.settle();
        const QString said = shown.text("readout");
        QVERIFY2(said.contains(QStringLiteral("perplexity 7.39 (full writes its own text)")), qPrintable(said));
    }

    void anUnjudgedEventIsADash() {
        Shown shown(nllDock());
        shown.view(tests::plotRecording({.steps = 145}));
        auto* table = shown.dock->findChild<QTableView*>();
        QCOMPARE(table->model()->rowCount(), 1);
        QCOMPARE(table->model()->index(0, 1).data().toString(), QStringLiteral("–"));
    }

    void withoutAPruneItSaysWhyAndWhatToDo() {
        const QTemporaryDir folder;
        Shown shown(nllDock(), tests::manifestsOnly(folder));
        const auto recording = tests::plotRecording({.steps = 100});
        shown.view(recording);
        shown.workspace->selection().setLane(1);
        shown.settle();
        shown.save(QStringLiteral("nll-no-prune"));
        QCOMPARE(shown.text("noPrunes"), QStringLiteral("No prune event: the budget is 96, the text has 100 tokens."));
        recording->setState(RunState::Running);
        shown.dock->markDirty(DirtyFlag::Status);
        shown.settle();
        QCOMPARE(shown.text("noPrunes"),
                 QStringLiteral("No prune event yet: the budget is 96, the text has 100 tokens so far."));
        QCOMPARE(shown.button()->text(), QStringLiteral("Lower the budget"));
        QVERIFY(!shown.dock->findChild<QTableView*>()->isVisible());
        QAction runDock(&shown.window);
        runDock.setObjectName(QStringLiteral("dock1"));
        shown.window.addAction(&runDock);
        QSignalSpy asked(&runDock, &QAction::triggered);
        shown.button()->click();
        QCOMPARE(asked.count(), 1);
        shown.workspace->selection().setLane(0);
        shown.settle();
        QVERIFY(shown.text("noPrunes").startsWith(QStringLiteral("The full cache evicts nothing")));
        shown.button()->click();
        QCOMPARE(shown.workspace->selection().lane(), 1);
        shown.view(tests::plotRecording({.steps = 300}));
        shown.workspace->selection().setLane(1);
        shown.settle();
        QVERIFY(shown.dock->findChild<QTableView*>()->isVisible());
        QVERIFY(shown.button() == nullptr);
    }

    void whatIsNotInstalledHasNoBudgetToLower() {
        Shown shown(nllDock());
        shown.view(tests::plotRecording({.steps = 100}));
        shown.workspace->selection().setLane(1);
        shown.settle();
        QVERIFY(shown.text("noPrunes").startsWith(QStringLiteral("No prune event")));
        QVERIFY(shown.button() == nullptr);
    }

    void aPolicyThatEvictsNothingIsOfferedNoBudget() {
        for (const bool reads : {true, false}) {
            RunDescription run;
            run.lanes.resize(1);
            run.lanes[0].policyId = reads ? "quest" : "full@kivi";
            const auto recording = std::make_shared<Recording>(run);
            recording->setTrace(0, std::make_unique<Trace>(TraceShape{1, 1, 1, 4, 1}, Trace::Options{}));
            for (std::int32_t t = 0; t < 8; ++t) {
                StepRecord step;
                step.step = t;
                step.nll = 1;
                step.bytesRead = reads ? 64 : -1;
                QVERIFY(recording->writer(0).addStep(step, "t", std::vector<LayerRecord>(2)));
                recording->writer(0).publish();
            }
            recording->setState(RunState::Finished);
            Shown shown(nllDock());
            shown.view(recording);
            QVERIFY2(shown.text("noPrunes").contains(QStringLiteral("at any budget")),
                     qPrintable(shown.text("noPrunes")));
            QVERIFY(shown.button() == nullptr);
        }
    }
};

QTEST_MAIN(PruneTableTest)
#include "prune_table_test.moc"
