// SPDX-License-Identifier: GPL-3.0-or-later
/// Forks in the window: F, the tree of runs, two runs side by side.
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTreeView>
#include <algorithm>

#include "app/workbench/views/runs/difference_plot.h"
#include "tests/app/workbench/exported.h"
#include "tests/app/workbench/session/runs/forks_bench.h"
#include "tests/app/workbench/shell/window_bench.h"

using namespace kvw;
using namespace kvw::tests;

namespace {

QString line(Bench& bench) {
    return bench.window->findChild<QLabel*>(QStringLiteral("runsLine"))->text();
}

/// Forked behind step 99 with the form's policy, and run to its end.
void fork(Bench& bench) {
    bench.runToEnd();
    bench.workspace->selection().setStep(99);
    bench.press("fork");
    QTRY_COMPARE(forksOf(bench).tree().count(), 2);
    QTRY_COMPARE(bench.state(), SessionState::Finished);
    QTRY_COMPARE(bench.workspace->client().steps(), 200);
}

}  // namespace

class ForksTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void forkIsARunOfItsOwn() {
        Bench bench;
        fork(bench);
        RunTree& tree = forksOf(bench).tree();
        QCOMPARE(forksOf(bench).current(), 1);
        QCOMPARE(tree.node(1).parent, 0);
        QCOMPARE(tree.node(1).step, std::int64_t{100});
        QVERIFY2(tree.name(1).contains(QStringLiteral("recent=256")), qPrintable(tree.name(1)));
        QCOMPARE(tree.nll(1), 2.125);
        QCOMPARE(tree.delta(1), -0.125);
        QCOMPARE(tree.rowCount(tree.indexOf(0)), 1);
        QCOMPARE(tree.parent(tree.indexOf(1)), tree.indexOf(0));
        QVERIFY2(forksOf(bench).divergence(0, 1).contains(QStringLiteral("100")),
                 qPrintable(forksOf(bench).divergence(0, 1)));
        QCOMPARE(forksOf(bench).divergenceHere(), std::int64_t{100});
        QCOMPARE(bench.workspace->problems().warnings(), 0);
        QVERIFY2(forksOf(bench).consequence(1).contains(QStringLiteral("−0.125 nats")),
                 qPrintable(forksOf(bench).consequence(1)));
    }

    void aPruneIsTakenApartInAFork() {
        Bench bench;
        bench.runToEnd();
        bench.workspace->selection().setStep(99);
        bench.press("takeApart");
        QTRY_COMPARE(forksOf(bench).tree().count(), 2);
        QTRY_COMPARE(bench.state(), SessionState::Finished);
        const RunTree::Node& node = forksOf(bench).tree().node(1);
        QCOMPARE(node.parent, 0);
        QCOMPARE(node.step, std::int64_t{99});
        const std::string command = node.recording->description().commandLine;
        QVERIFY2(command.find("/prune=off@99") != std::string::npos, command.c_str());
        QVERIFY2(command.find("/prune=once@99") != std::string::npos, command.c_str());
        // Positions are those of the tokens: there is no phase to tell apart.
        QVERIFY(command.find("evict-only") == std::string::npos);
        forksOf(bench).show(0);
        const auto refused = forksOf(bench).takeApart(3);
        QVERIFY(!refused.has_value());
        QVERIFY2(refused.error().sentence().find("a prune of the prompt") != std::string::npos,
                 refused.error().sentence().c_str());
    }

    void aForkThatDoesNotFitIsRefusedWithTheNumber() {
        Bench bench;
        RunDescription description = makeFakeRecording({})->description();
        description.model.weightBytes = std::int64_t{1} << 60;
        auto recording = std::make_shared<Recording>(description);
        for (std::int32_t lane = 0; lane < recording->lanes(); ++lane) {
            recording->setTrace(lane, std::make_unique<Trace>(TraceShape{3, 4, 2, 16, 1}, Trace::Options{}));
        }
        addFakeSteps({}, *recording, 0, 200);
        recording->setState(RunState::Finished);
        bench.workspace->client().view(recording, QStringLiteral("a bundle"));
        const auto fork = [&] { return forksOf(bench).fork(100, QStringLiteral("streaming:recent=16")); };
        const auto refused = fork();
        QVERIFY(!refused.has_value());
        QVERIFY2(refused.error().sentence().find("weights and the caches of its 2 lanes do not fit the memory") !=
                     std::string::npos,
                 refused.error().sentence().c_str());
        QCOMPARE(forksOf(bench).tree().count(), 1);
        // Weights that are in memory need no room.
        bench.workspace->client().post([](Engine& engine) { static_cast<void>(engine.loadModel({}, {})); });
        QTRY_VERIFY(!bench.workspace->client().loadedModel().empty());
        const auto started = fork();
        QVERIFY2(started.has_value(), started ? "" : started.error().sentence().c_str());
        QTRY_COMPARE(forksOf(bench).tree().count(), 2);
        QTRY_COMPARE(bench.state(), SessionState::Finished);
    }

    void aClickShowsARunWhereItWas() {
        Bench bench;
        fork(bench);
        Dock* dock = bench.window->dock(QStringLiteral("runs"));
        Dock* before = bench.window->dock(QStringLiteral("nll"));
        QTRY_VERIFY(dock->shown() || (before->raise(), dock->raise(), dock->shown()));
        bench.workspace->selection().setStep(120);
        bench.workspace->selection().setLayer(2);
        forksOf(bench).show(0);
        QVERIFY(bench.workspace->client().viewing());
        QCOMPARE(bench.workspace->recording(), forksOf(bench).tree().node(0).recording);
        QCOMPARE(bench.workspace->step(), 120);
        QCOMPARE(bench.workspace->layer(), 2);
        auto* plot = dock->findChild<DifferencePlot*>();
        QTRY_VERIFY(plot->empty());  // it was forked from nothing
        forksOf(bench).show(1);
        QVERIFY(!bench.workspace->client().viewing());
        QCOMPARE(bench.workspace->recording(), forksOf(bench).tree().node(1).recording);
        QTRY_VERIFY(!plot->empty());
        QCOMPARE(plot->mean().count(), std::int64_t{100});
        QCOMPARE(*plot->mean().value(), -0.125);
        QVERIFY(plot->describe(99).contains(QStringLiteral("0.000")));
        QVERIFY(plot->describe(100).contains(QStringLiteral("−0.125")));
        QCOMPARE(plot->gap(), -12.5);
        QVERIFY2(dock->copyText().contains(QStringLiteral("\t-0.125\t")),  // for other programs
                 qPrintable(dock->copyText()));
        QVERIFY(plot->describe(199).contains(QStringLiteral("the gap −12.50")));
        QTRY_VERIFY2(line(bench).contains(QStringLiteral("100")), qPrintable(line(bench)));
    }

    void twoRunsSideBySide() {
        Bench bench;
        fork(bench);
        bench.press("besideParent");
        QCOMPARE(bench.workspace->client().lanes(), 3);  // the full cache, parent, fork
        QVERIFY(bench.workspace->client().viewing());
        QCOMPARE(forksOf(bench).current(), -1);
        QCOMPARE(forksOf(bench).tree().count(), 2);
        const Recording& both = *bench.workspace->recording();
        QCOMPARE(both.trace(1).step(99).nll, both.trace(2).step(99).nll);
        QCOMPARE(both.trace(1).step(100).nll, 2.25);
        QCOMPARE(both.trace(2).step(100).nll, 2.125);
        QCOMPARE(forksOf(bench).divergenceHere(), std::int64_t{100});
        bench.workspace->selection().setLane(0);
        QCOMPARE(forksOf(bench).divergenceHere(), std::int64_t{-1});
        QVERIFY(!forksOf(bench).fork(100, QStringLiteral("full")));
        const QString command = QString::fromStdString(both.description().commandLine);
        QCOMPARE(command.count(QStringLiteral("--policy")), 3);
        QVERIFY2(command.contains(QStringLiteral("/recent=256@100")), qPrintable(command));
        bench.press("copyCommand");
        QCOMPARE(QGuiApplication::clipboard()->text(), command);
    }

    void theDockForksAndCompares() {
        Bench bench;
        bench.runToEnd();
        Dock* dock = bench.window->dock(QStringLiteral("runs"));
        Dock* before = bench.window->dock(QStringLiteral("nll"));
        QTRY_VERIFY(dock->shown() || (before->raise(), dock->raise(), dock->shown()));
        bench.workspace->selection().setStep(79);
        QPushButton* forkButton = nullptr;
        QPushButton* compareButton = nullptr;
        for (QPushButton* button : dock->findChildren<QPushButton*>()) {
            forkButton = button->text() == QStringLiteral("Fork") ? button : forkButton;
            compareButton = button->text() == QStringLiteral("Side by side") ? button : compareButton;
        }
        QVERIFY(forkButton != nullptr && compareButton != nullptr);
        QTRY_VERIFY(forkButton->isEnabled());
        QTRY_COMPARE(dock->findChild<QSpinBox*>()->value(), 80);
        QVERIFY(!compareButton->isEnabled());
        forkButton->click();
        QTRY_COMPARE(forksOf(bench).tree().count(), 2);
        QTRY_COMPARE(bench.state(), SessionState::Finished);
        QCOMPARE(forksOf(bench).tree().node(1).step, std::int64_t{80});
        auto* tree = dock->findChild<QTreeView*>();
        QTRY_VERIFY(tree->isExpanded(forksOf(bench).tree().indexOf(0)));
        tree->selectAll();
        QTRY_VERIFY(compareButton->isEnabled());
        compareButton->click();
        QTRY_COMPARE(bench.workspace->client().lanes(), 3);
        QCOMPARE(dock->copyText().count(QLatin1Char('\n')), 2);  // the head, a run, its fork
    }

    void theDifferenceIsExported() {
        Bench bench;
        fork(bench);
        Dock& runs = *bench.window->dock("runs");
        bench.window->focusDock(runs);
        QTRY_VERIFY(!runs.findChild<DifferencePlot*>()->empty());
        QTemporaryDir out;
        checkExports(runs, out.path() + QLatin1Char('/'), "run-difference",
                     {QStringLiteral("step (tokens)"), QStringLiteral("NLL (nats)"), QStringLiteral("each token"),
                      QStringLiteral("mean so far"), QStringLiteral("gap (nats)"), QStringLiteral("all so far")});
        // Both runs, so that they can be made again.
        const auto evidence = wb::readEvidence((out.path() + QStringLiteral("/run-difference.svg")).toStdString());
        QVERIFY(evidence.has_value());
        QCOMPARE(evidence->value("beside"), forksOf(bench).tree().parentOf(1).recording->description().commandLine);
    }

    void aForkFromItsStartSaysWhy() {
        Bench bench;
        QSignalSpy notices(bench.workspace.get(), &Workspace::notice);
        fork(bench);
        bool said = false;
        for (const QList<QVariant>& notice : notices) {
            said = said || (notice[0].toString().contains(QStringLiteral("computed from its start")) &&
                            notice[0].toString().contains(QStringLiteral("cannot be kept")));
        }
        QVERIFY(said);
    }

    void aForkNamesTheBundleItCameFrom() {
        Bench bench;
        bench.runToEnd();
        RunDescription description = fakeDescription(FakeShape());
        description.lanes.back().given = {
            {"text", "x"}, {"fork", {{"step", 90}, {"changes", "recent=8"}, {"parent", "y"}, {"bundle", "abc123"}}}};
        auto of = std::make_shared<Recording>(std::move(description));
        for (std::int32_t lane = 0; lane < of->lanes(); ++lane) {
            of->setTrace(lane, std::make_unique<Trace>(TraceShape{3, 4, 2, 16, 1}, Trace::Options{false, 0}));
        }
        bench.workspace->client().view(of, QStringLiteral("fork.zip"));
        RunTree& tree = forksOf(bench).tree();
        QCOMPARE(tree.count(), 2);
        const auto tip = [&tree](int run) { return tree.indexOf(run).data(Qt::ToolTipRole).toString(); };
        QVERIFY2(tip(1).contains(QStringLiteral("bundle abc123")), qPrintable(tip(1)));
        QVERIFY(!tip(0).contains(QStringLiteral("bundle")));
    }

    void whatCannotBeForkedIsSaid() {
        Bench bench;
        QSignalSpy notices(bench.workspace.get(), &Workspace::notice);
        QVERIFY(!bench.window->actions().named(QStringLiteral("fork"))->isEnabled());
        bench.runToEnd();
        bench.workspace->selection().setStep(10);
        bench.workspace->selection().setTokens({2, 3});
        bench.press("evictTokens");
        QCOMPARE(notices.size(), 1);
        QVERIFY2(notices[0][0].toString().contains(QStringLiteral("prompt")), qPrintable(notices[0][0].toString()));
        // A run does not end for a policy that cannot take over; from the start it is as good as any.
        const auto whole = forksOf(bench).fork(100, QStringLiteral("snapkv"));
        QVERIFY(!whole && whole.error().sentence().find("a fork in the prompt") != std::string::npos);
        QCOMPARE(forksOf(bench).tree().count(), 1);
        QVERIFY(forksOf(bench).fork(10, QStringLiteral("snapkv")));
        QTRY_COMPARE(forksOf(bench).tree().count(), 2);
    }

    void thePromptIsForkedBehindIt() {
        Bench bench;
        QSignalSpy notices(bench.workspace.get(), &Workspace::notice);
        bench.runToEnd();
        bench.workspace->selection().setStep(10);
        bench.press("fork");
        QVERIFY(std::any_of(notices.begin(), notices.end(), [](const QList<QVariant>& notice) {
            return notice[0].toString().contains(QStringLiteral("Tokens 0 to 39"));
        }));
        QTRY_COMPARE(forksOf(bench).tree().count(), 2);
        QCOMPARE(forksOf(bench).tree().node(1).parent, 0);
        QCOMPARE(forksOf(bench).tree().node(1).step, std::int64_t{40});
        QTRY_COMPARE(bench.state(), SessionState::Finished);
    }

    void ofSeveralPoliciesTheSelectedOneIsForked() {
        Bench bench({.lanes = 3});
        bench.runToEnd();
        bench.workspace->selection().setLane(2);
        bench.workspace->selection().setStep(99);
        bench.workspace->selection().setTokens({98});
        bench.press("pinTokens");
        QTRY_COMPARE(forksOf(bench).tree().count(), 2);
        QTRY_COMPARE(bench.workspace->client().steps(), 200);
        QCOMPARE(forksOf(bench).tree().node(1).parentLane, 2);
        QCOMPARE(forksOf(bench).tree().name(1), QStringLiteral("streaming: pin=98"));
        QCOMPARE(forksOf(bench).tree().delta(1), -0.375);  // to the third lane, not the second
        bench.press("besideParent");
        QCOMPARE(bench.workspace->client().lanes(), 3);
        QCOMPARE(bench.workspace->recording()->trace(1).step(100).nll, 2.5);
        QCOMPARE(bench.workspace->recording()->trace(2).step(100).nll, 2.125);
    }

    void pausedRunsForkPaused() {
        Bench bench;
        bench.startPaused();
        bench.press("step10");
        QTRY_COMPARE(bench.workspace->client().steps(), 50);
        QTRY_COMPARE(bench.state(), SessionState::Paused);
        bench.press("fork");
        QTRY_COMPARE(forksOf(bench).tree().count(), 2);
        QTRY_COMPARE(bench.state(), SessionState::Paused);
        QTRY_COMPARE(bench.workspace->client().steps(), 50);
        QVERIFY(bench.workspace->client().underWay());
        // The parent goes on beside the fork, so that there is something to compare with.
        QCOMPARE(forksOf(bench).tree().node(1).besideLane, 1);
        QCOMPARE(forksOf(bench).laneToShow(), 2);
        QCOMPARE(bench.workspace->selection().lane(), 2);
        bench.press("besideParent");
        QCOMPARE(bench.workspace->recording(), forksOf(bench).tree().node(1).recording);
        forksOf(bench).show(0);
        QVERIFY(bench.workspace->client().viewing() && bench.workspace->client().underWay());
        bench.press("run");  // goes back to the one that can go on
        QVERIFY(!bench.workspace->client().viewing());
        QCOMPARE(forksOf(bench).current(), 1);
    }

    void theCommandOfAStoppedRunEndsWhereItDid() {
        Bench bench;
        bench.startPaused();
        bench.press("step10");
        QTRY_COMPARE(bench.workspace->client().steps(), 50);
        bench.press("copyCommand");
        QVERIFY2(!QGuiApplication::clipboard()->text().contains(QStringLiteral("--steps")),
                 qPrintable(QGuiApplication::clipboard()->text()));
        bench.workspace->client().stop();
        QTRY_COMPARE(bench.state(), SessionState::Stopped);
        bench.press("copyCommand");
        QVERIFY2(QGuiApplication::clipboard()->text().contains(QStringLiteral(" --steps 10")),
                 qPrintable(QGuiApplication::clipboard()->text()));
    }

    void bundlesAreForkedToo() {
        Bench bench;
        bench.workspace->client().view(filledFakeRecording({}, 150), QStringLiteral("some bundle"));
        QCOMPARE(forksOf(bench).tree().count(), 1);
        bench.workspace->selection().setStep(99);
        bench.press("fork");
        QTRY_COMPARE(forksOf(bench).tree().count(), 2);
        QCOMPARE(forksOf(bench).tree().node(1).parent, 0);
        QTRY_COMPARE(bench.state(), SessionState::Finished);
    }

    void oldRunsAreLetGo() {
        Bench bench;
        fork(bench);
        RunTree& tree = forksOf(bench).tree();
        const int more = RunTree::kMostAlone + 3;
        for (int i = 0; i < more; ++i) {
            bench.workspace->client().view(filledFakeRecording({}, 60), QStringLiteral("bundle %1").arg(i));
        }
        QCOMPARE(tree.count(), 2 + more);
        // The forked run, and as many as are kept besides.
        QCOMPARE(tree.rowCount(), 1 + RunTree::kMostAlone);
        QVERIFY(tree.node(0).recording && tree.node(1).recording);
        QVERIFY(!tree.node(2).recording);
        QCOMPARE(forksOf(bench).current(), 1 + more);
        forksOf(bench).show(1);
        QCOMPARE(bench.workspace->recording(), tree.node(1).recording);
    }

    void aRunIsLetGo() {
        Bench bench;
        fork(bench);
        RunTree& tree = forksOf(bench).tree();
        QVERIFY(!forksOf(bench).remove(0));  // it has a fork
        QVERIFY(!forksOf(bench).remove(1));  // it is shown
        forksOf(bench).show(0);
        QVERIFY(forksOf(bench).remove(1));
        QVERIFY(!tree.node(1).recording);
        QCOMPARE(tree.rowCount(tree.indexOf(0)), 0);
        bench.workspace->selection().setStep(59);
        bench.press("fork");
        QTRY_COMPARE(tree.count(), 3);
        QTRY_COMPARE(bench.state(), SessionState::Finished);
        QCOMPARE(tree.node(2).parent, 0);
    }
};

QTEST_MAIN(ForksTest)
#include "forks_test.moc"
