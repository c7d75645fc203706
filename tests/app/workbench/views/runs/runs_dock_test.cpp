// SPDX-License-Identifier: GPL-3.0-or-later
/// The dock of runs: what is compared and what is not, the token a fork begins with, comparisons of unlike lengths.
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>
#include <QTreeView>

#include "app/workbench/shell/status/status_text.h"
#include "app/workbench/views/lanes/lanes_model.h"
#include "app/workbench/views/runs/difference_plot.h"
#include "core/session/spec/run_changes.h"
#include "tests/app/workbench/session/runs/forks_bench.h"
#include "tests/app/workbench/shell/window_bench.h"

using namespace kvw;
using namespace kvw::tests;

namespace {

/// In front, with all it has to show.
Dock& shown(Bench& bench, const char* id) {
    Dock* dock = bench.window->dock(QLatin1String(id));
    bench.window->focusDock(*dock);
    [&] { QTRY_VERIFY(dock->shown()); }();
    return *dock;
}

QString label(const Dock& dock, const char* name) {
    return dock.findChild<QLabel*>(QLatin1String(name))->text();
}

void pressFork(const Dock& dock) {
    for (QPushButton* button : dock.findChildren<QPushButton*>()) {
        if (button->text() == QStringLiteral("Fork")) {
            button->click();
        }
    }
}

void view(Bench& bench, const FakeShape& shape, std::int32_t steps) {
    bench.workspace->client().view(filledFakeRecording(shape, steps), QStringLiteral("a bundle"));
}

/// A bundle of 150 tokens beside a run that has decoded ten and goes on.
void compareWithUnfinished(Bench& bench) {
    view(bench, {}, 150);
    bench.startPaused();
    bench.press("step10");
    QTRY_COMPARE(bench.workspace->client().steps(), 50);
    const auto done = forksOf(bench).compare(0, 1);
    QVERIFY2(done.has_value(), done ? "" : done.error().sentence().c_str());
    QCOMPARE(bench.workspace->client().lanes(), 3);
}

}  // namespace

class RunsDockTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void runsOfUnlikeTextsHaveNoDifference() {
        Bench bench;
        bench.runToEnd();
        view(bench, {.tokens = 150}, 150);
        QCOMPARE(forksOf(bench).tree().count(), 2);
        Dock& dock = shown(bench, "runs");
        dock.findChild<QTreeView*>()->selectAll();
        QTRY_VERIFY2(label(dock, "runsLine").contains(QStringLiteral("they read different texts")),
                     qPrintable(label(dock, "runsLine")));
        QVERIFY(!label(dock, "runsLine").contains(QStringLiteral("bit for bit")));
        QVERIFY(dock.findChild<DifferencePlot*>()->empty());
        QVERIFY(!forksOf(bench).compare(0, 1));
    }

    void runsOfOneTextHaveOne() {
        Bench bench;
        bench.runToEnd();
        view(bench, {}, 150);
        Dock& dock = shown(bench, "runs");
        dock.findChild<QTreeView*>()->selectAll();
        QTRY_VERIFY(!dock.findChild<DifferencePlot*>()->empty());
        QVERIFY(label(dock, "runsLine").contains(QStringLiteral("150 tokens that both have")));
    }

    void theLegendIsThereWhereTheDockWasEmptyBefore() {
        Bench bench;
        Dock& dock = shown(bench, "runs");
        dock.refreshIfPending();
        QVERIFY(label(dock, "runsLegend").contains(QStringLiteral("mean so far")));
        QVERIFY(dock.findChild<QLabel*>(QStringLiteral("runsLegend"))->wordWrap());  // its end is seen
    }

    void whatWasTypedStaysWhileTheRunGoesOn() {
        Bench bench;
        bench.startPaused();
        Dock& dock = shown(bench, "runs");
        auto* token = dock.findChild<QSpinBox*>();
        QTRY_COMPARE(token->value(), 40);
        bench.press("step10");
        QTRY_COMPARE(token->value(), 50);
        token->setValue(45);
        bench.press("step10");
        QTRY_COMPARE(bench.workspace->client().steps(), 60);
        dock.refreshIfPending();
        QVERIFY(bench.workspace->selection().following());
        QCOMPARE(token->value(), 45);
        bench.workspace->selection().setStep(54);
        QTRY_COMPARE(token->value(), 55);
    }

    void theForkBeginsWhereItWasTyped() {
        Bench bench;
        bench.startPaused();
        Dock& dock = shown(bench, "runs");
        bench.press("step10");
        auto* token = dock.findChild<QSpinBox*>();
        QTRY_COMPARE(token->value(), 50);
        token->setValue(45);
        pressFork(dock);
        QTRY_COMPARE(forksOf(bench).tree().count(), 2);
        QCOMPARE(forksOf(bench).tree().node(1).step, std::int64_t{45});
        QCOMPARE(forksOf(bench).tree().node(1).spec.device, std::string("cpu"));
    }

    void theForkRunsOnTheChosenDevice() {
        Bench bench;
        bench.startPaused();
        Dock& dock = shown(bench, "runs");
        bench.press("step10");
        QTRY_COMPARE(dock.findChild<QSpinBox*>()->value(), 50);
        auto* device = dock.findChild<QComboBox*>(QStringLiteral("forkDevice"));
        QCOMPARE(device->currentIndex(), 0);  // that of the run
        QTRY_VERIFY(device->findData("emulated") > 0);
        device->setCurrentIndex(device->findData("emulated"));
        pressFork(dock);
        QTRY_COMPARE(forksOf(bench).tree().count(), 2);
        QCOMPARE(forksOf(bench).tree().node(1).spec.device, std::string("emulated"));
    }

    /// At its end a run that is over can be forked from its last token, a shorter one has a last one of its own.
    void theTokenIsOneThatCanBeForked() {
        Bench bench;
        bench.runToEnd();
        Dock& dock = shown(bench, "runs");
        auto* token = dock.findChild<QSpinBox*>();
        QTRY_COMPARE(token->value(), 199);
        QCOMPARE(token->maximum(), 199);
        token->setFocus();
        view(bench, {}, 150);
        dock.refreshIfPending();
        QTRY_COMPARE(token->value(), 149);
        QCOMPARE(lastFork(*bench.workspace->recording(), 1), std::int64_t{149});
        QVERIFY(forksOf(bench).fork(token->value(), QStringLiteral("full")).has_value());
    }

    /// A typed step belongs to the run that was looked at then.
    void aTypedTokenIsForgottenWithItsRun() {
        Bench bench;
        bench.runToEnd();
        Dock& dock = shown(bench, "runs");
        auto* token = dock.findChild<QSpinBox*>();
        QTRY_COMPARE(token->value(), 199);
        token->setValue(45);
        dock.refreshIfPending();
        QCOMPARE(token->value(), 45);
        view(bench, {}, 150);
        dock.refreshIfPending();
        QTRY_COMPARE(token->value(), 149);
        forksOf(bench).show(0);
        dock.refreshIfPending();
        QTRY_COMPARE(token->value(), 199);
    }

    void theAxisEndsWhereAStoppedForkDid() {
        Bench bench;
        bench.startPaused();
        bench.press("step10");
        QTRY_COMPARE(bench.workspace->client().steps(), 50);
        QTRY_COMPARE(bench.state(), SessionState::Paused);
        bench.press("fork");
        QTRY_COMPARE(forksOf(bench).tree().count(), 2);
        QTRY_COMPARE(bench.state(), SessionState::Paused);
        Dock& dock = shown(bench, "runs");
        auto* plot = dock.findChild<DifferencePlot*>();
        QTRY_COMPARE(plot->xBounds().upper, 199.5);
        bench.workspace->client().stop();
        QTRY_COMPARE(bench.state(), SessionState::Stopped);
        QTRY_COMPARE(plot->xBounds().upper, 49.5);
    }

    void theStatusNamesAComparison() {
        Bench bench;
        compareWithUnfinished(bench);
        QVERIFY2(statusText(*bench.workspace).startsWith(QStringLiteral("Comparison of the recorded steps")),
                 qPrintable(statusText(*bench.workspace)));
        forksOf(bench).show(0);
        QVERIFY(statusText(*bench.workspace).startsWith(QStringLiteral("A run of this session")));
    }

    void theStatusNamesAComparisonOfFinishedRuns() {
        Bench bench;
        view(bench, {}, 150);
        bench.runToEnd();
        QVERIFY(forksOf(bench).compare(0, 1).has_value());
        QVERIFY2(statusText(*bench.workspace).startsWith(QStringLiteral("Comparison of runs of this session")),
                 qPrintable(statusText(*bench.workspace)));
    }

    void lanesOfUnlikeLengthSayWhatTheyAreComparedOver() {
        Bench bench;
        compareWithUnfinished(bench);
        Dock& dock = shown(bench, "lanes");
        QTRY_COMPARE(label(dock, "lanesOver"),
                     QStringLiteral("Means over tokens 40 to 49, which all lanes have; bytes behind token 49."));
        const auto* over = dock.findChild<QLabel*>(QStringLiteral("lanesOver"));
        QVERIFY(over->isVisible());
        forksOf(bench).show(1);
        QTRY_VERIFY(!over->isVisible());
    }

    void theLineOfLanesFollowsTheTable() {
        Bench bench;
        bench.runToEnd();
        Dock& dock = shown(bench, "lanes");
        QTRY_VERIFY2(label(dock, "readout").contains(QStringLiteral("NLL by row 2.00 / 2.25 nats")),
                     qPrintable(label(dock, "readout")));
        dock.findChild<QTableView*>()->sortByColumn(LanesModel::Nll, Qt::DescendingOrder);
        QTRY_VERIFY2(label(dock, "readout").contains(QStringLiteral("NLL by row 2.25 / 2.00 nats")),
                     qPrintable(label(dock, "readout")));
    }

    void keepSetsOfTextsThatPartAreCalledThat() {
        Bench bench;
        view(bench, {.lanes = 3, .forkedAt = 60, .partsAt = 80, .generates = true}, 150);
        Dock& dock = shown(bench, "lanes");
        QTRY_VERIFY2(label(dock, "readout").contains(QStringLiteral("texts differ from token 80")),
                     qPrintable(label(dock, "readout")));
        bench.workspace->selection().setStep(70);
        QTRY_VERIFY(!label(dock, "readout").contains(QStringLiteral("texts differ")));
    }

    void aPriceThatIsAGainHasAMinusSign() {
        Bench bench({.below = 0.25});
        bench.runToEnd();
        bench.workspace->selection().setStep(99);
        bench.workspace->selection().setTokens({20});
        bench.press("forget");
        QTRY_COMPARE(forksOf(bench).tree().count(), 2);
        QTRY_COMPARE(bench.state(), SessionState::Finished);
        QTRY_VERIFY2(forksOf(bench).price(1).contains(QStringLiteral("−0.125 nats a token")),
                     qPrintable(forksOf(bench).price(1)));
    }
};

QTEST_MAIN(RunsDockTest)
#include "runs_dock_test.moc"
