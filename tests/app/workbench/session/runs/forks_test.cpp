// SPDX-License-Identifier: GPL-3.0-or-later
/// Forks in the window: F, the tree of runs, two runs side by side, hands on tokens, what was forgotten.
#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTreeView>
#include <algorithm>
#include <cmath>

#include "app/workbench/session/token_states.h"
#include "app/workbench/views/runs/difference_plot.h"
#include "app/workbench/views/strip/strip_view.h"
#include "tests/app/workbench/exported.h"
#include "tests/app/workbench/shell/window_bench.h"

using namespace kvw;
using namespace kvw::tests;

namespace {

Forks& forksOf(Bench& bench) {
    return bench.workspace->forks();
}

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
        // What it was forked from goes on beside it, so that there is something to compare with.
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

    void pinnedTokensAreShown() {
        Bench bench;
        bench.runToEnd();
        bench.workspace->selection().setStep(99);
        bench.workspace->selection().setTokens({97, 98, 99});
        bench.press("pinTokens");
        QTRY_COMPARE(forksOf(bench).tree().count(), 2);
        QTRY_COMPARE(bench.workspace->client().steps(), 200);
        const Trace& trace = bench.workspace->recording()->trace(1);
        QCOMPARE(trace.events(), std::int64_t{1});
        QCOMPARE(trace.event(0).text, std::string("pin=97-99"));
        const TokenStates states(*bench.workspace->recording(), bench.workspace->index(), 1, 110, 0, -1);
        QVERIFY(states.knowsPins());
        QVERIFY(states[98] == TokenState::Pinned);
        QVERIFY(states[96] == TokenState::Recent);
        QVERIFY(states.sentence(98).contains(QStringLiteral("pinned by hand")));
        QVERIFY(!bench.window->grab().isNull());
        bench.workspace->selection().setStep(120);
        bench.workspace->selection().setTokens({96, 98});
        bench.press("releaseTokens");
        QTRY_COMPARE(forksOf(bench).tree().count(), 3);
        QCOMPARE(forksOf(bench).tree().name(2), QStringLiteral("release=96,98"));
    }

    void handsFork() {
        Bench bench;
        bench.runToEnd();
        bench.workspace->selection().setStep(99);
        bench.workspace->selection().setTokens({20});  // gone
        QSignalSpy notices(bench.workspace.get(), &Workspace::notice);
        for (const char* hand : {"evictTokens", "pinTokens"}) {
            bench.press(hand);
            QVERIFY(notices.back()[0].toString().contains(QStringLiteral("holds any of these tokens")));
        }
        bench.press("releaseTokens");
        QVERIFY(notices.back()[0].toString().contains(QStringLiteral("none of these tokens is pinned")));
        bench.workspace->selection().setTokens({98, 150});
        for (const char* hand : {"evictTokens", "pinTokens", "releaseTokens"}) {
            bench.press(hand);
            QVERIFY(notices.back()[0].toString().contains(QStringLiteral("no such tokens yet")));
        }
        QCOMPARE(forksOf(bench).tree().count(), 1);
        bench.workspace->selection().setTokens({2, 3});
        bench.press("evictTokens");
        QTRY_COMPARE(forksOf(bench).tree().count(), 2);
        QCOMPARE(forksOf(bench).tree().name(1), QStringLiteral("evict=2-3"));
    }

    void tokensArePutBack() {
        Bench bench;
        bench.runToEnd();
        QSignalSpy notices(bench.workspace.get(), &Workspace::notice);
        bench.workspace->selection().setStep(99);
        bench.workspace->selection().setTokens({98});  // held
        bench.press("restoreTokens");
        QCOMPARE(forksOf(bench).tree().count(), 1);
        QVERIFY2(notices[0][0].toString().contains(QStringLiteral("held")), qPrintable(notices[0][0].toString()));
        bench.workspace->selection().setTokens({20, 98});
        bench.press("restoreTokens");
        QTRY_COMPARE(forksOf(bench).tree().count(), 2);
        QCOMPARE(forksOf(bench).tree().name(1), QStringLiteral("restore=20"));
        // Told when the fork has come to its end.
        QTRY_VERIFY(notices.back()[0].toString().contains(QStringLiteral("−0.125 nats")));
    }

    void whatDidItForget() {
        Bench bench;
        bench.runToEnd();
        QSignalSpy notices(bench.workspace.get(), &Workspace::notice);
        bench.workspace->selection().setStep(99);
        bench.workspace->selection().setTokens({98});  // held
        bench.press("forget");
        QCOMPARE(notices.size(), 1);
        bench.workspace->selection().setTokens({20, 98});
        bench.press("forget");
        QTRY_COMPARE(forksOf(bench).tree().count(), 2);
        QCOMPARE(forksOf(bench).tree().name(1), QStringLiteral("restore=20"));
        QTRY_VERIFY(!notices.isEmpty() && notices.back()[0].toString().contains(QStringLiteral("price")));
        QVERIFY2(forksOf(bench).price(1).contains(QStringLiteral("0.125 nats")), qPrintable(forksOf(bench).price(1)));
        QVERIFY2(forksOf(bench).price(1).contains(QStringLiteral("\" b\" 2.0 % → 63.1 %")),
                 qPrintable(forksOf(bench).price(1)));
    }

    void thePriceOfTheLastTokensIsTold() {
        Bench bench;
        bench.runToEnd();
        QSignalSpy notices(bench.workspace.get(), &Workspace::notice);
        bench.workspace->selection().setStep(189);  // of 200
        bench.workspace->selection().setTokens({20});
        bench.press("forget");
        QTRY_COMPARE(forksOf(bench).tree().count(), 2);
        QTRY_VERIFY(std::any_of(notices.begin(), notices.end(), [](const QList<QVariant>& notice) {
            return notice[0].toString().contains(QStringLiteral("The next 9 tokens"));
        }));
        QVERIFY(!forksOf(bench).price(1).contains(QStringLiteral("still to come")));
    }

    /// Where a run that has ended leaves the cursor.
    void atTheEndTheTokensBeforeItTell() {
        Bench bench;
        bench.runToEnd();
        QSignalSpy notices(bench.workspace.get(), &Workspace::notice);
        const std::int64_t steps = bench.workspace->client().steps();
        QCOMPARE(bench.workspace->step(), steps - 1);
        bench.workspace->selection().setTokens({20});
        bench.press("forget");
        QTRY_COMPARE(forksOf(bench).tree().count(), 2);
        QCOMPARE(forksOf(bench).tree().node(1).step, steps - 65);
        QTRY_VERIFY(std::any_of(notices.begin(), notices.end(), [](const QList<QVariant>& notice) {
            return notice[0].toString().contains(QStringLiteral("The last 64 tokens"));
        }));
    }

    /// The fake engine's window of 32 lets one token go with every step.
    void whatHasJustGoneIsAskedForFromThereOn() {
        Bench bench;
        bench.runToEnd();
        const std::int64_t steps = bench.workspace->client().steps();
        const auto index = bench.workspace->client().index(bench.workspace->selection().lane());
        QVERIFY(index != nullptr);
        std::int32_t late = -1;
        for (std::int32_t token = 0; token < steps; ++token) {
            late = index->heldShare(token, steps - 1) < 1 && index->heldShare(token, steps - 12) >= 1 ? token : late;
        }
        QVERIFY(late >= 0);
        bench.workspace->selection().setTokens({late});
        QSignalSpy notices(bench.workspace.get(), &Workspace::notice);
        bench.press("forget");
        const std::int64_t gone = forksOf(bench).stepHere();
        if (index->heldShare(late, steps - 2) >= 1) {  // with the last token
            QVERIFY(notices.back()[0].toString().contains(QStringLiteral("no later token")));
            return;
        }
        QTRY_COMPARE(forksOf(bench).tree().count(), 2);
        const std::int64_t step = forksOf(bench).tree().node(1).step;
        QVERIFY(step > steps - 65 && step < gone);
        QVERIFY(index->heldShare(late, step - 1) < 1 && index->heldShare(late, step - 2) >= 1);
    }

    void aForkThatEndsEarlyTellsWhatIsKnownOfThePrice() {
        Bench bench;
        bench.runToEnd();
        QSignalSpy notices(bench.workspace.get(), &Workspace::notice);
        bench.workspace->client().setSpeed(1);  // so that it can be stopped before its 64 tokens
        bench.workspace->selection().setStep(99);
        bench.workspace->selection().setTokens({20});
        bench.press("forget");
        QTRY_COMPARE(forksOf(bench).tree().count(), 2);
        bench.workspace->client().stop();
        QTRY_COMPARE(bench.state(), SessionState::Stopped);
        QTRY_VERIFY(std::any_of(notices.begin(), notices.end(), [](const QList<QVariant>& notice) {
            return notice[0].toString().contains(QStringLiteral("comparison ends at token"));
        }));
        QVERIFY2(!forksOf(bench).price(1).contains(QStringLiteral("still to come")),
                 qPrintable(forksOf(bench).price(1)));
    }

    void whoIsToldAPriceMayLetTheForkGo() {
        bool gone = false;
        Bench bench;
        bench.runToEnd();
        Forks& forks = forksOf(bench);
        EngineClient& client = bench.workspace->client();
        client.setSpeed(1);  // so that it can be stopped before its 64 tokens
        bench.workspace->selection().setStep(99);
        bench.workspace->selection().setTokens({20});
        bench.press("forget");
        QTRY_COMPARE(forks.tree().count(), 2);
        {
            const QSignalBlocker untold(client);
            client.stop();
            QTRY_COMPARE(bench.state(), SessionState::Stopped);
        }
        connect(&forks, &Forks::told, this, [&](const QString& sentence) {
            if (sentence.contains(QStringLiteral("comparison ends at token"))) {
                forks.show(0);
                gone = forks.remove(1).has_value();
            }
        });
        Q_EMIT client.statusChanged();
        QVERIFY(gone);
        QVERIFY(forks.price(1).isEmpty());
    }

    /// Of a run that has ended: the fork reads what it generated, so that all of its tokens can be compared.
    void handsOnAGeneratedTextAreScoredOnIt() {
        Bench bench({.partsAt = 110, .generates = true});
        bench.runToEnd();
        QSignalSpy notices(bench.workspace.get(), &Workspace::notice);
        bench.workspace->selection().setStep(99);
        bench.workspace->selection().setTokens({98});
        bench.press("evictTokens");
        QTRY_COMPARE(forksOf(bench).tree().count(), 2);
        QTRY_COMPARE(bench.state(), SessionState::Finished);
        QTRY_COMPARE(bench.workspace->client().steps(), 200);
        const RunTree::Node& made = forksOf(bench).tree().node(1);
        QCOMPARE(QString::fromStdString(made.recording->description().mode), QStringLiteral("teacher"));
        QCOMPARE(made.recording->description().tokenIds.size(), std::size_t{200});
        // What it was forked from reads it beside it.
        QCOMPARE(made.besideLane, 1);
        QCOMPARE(made.lane, 2);
        QCOMPARE(forksOf(bench).tree().name(1), QStringLiteral("evict=98"));
        QCOMPARE(forksOf(bench).tree().delta(1), -0.125);
        const QString told = forksOf(bench).consequence(1);
        QVERIFY2(told.contains(QStringLiteral("−0.125 nats")), qPrintable(told));
        QVERIFY2(told.contains(QStringLiteral("Both read the generated text.")), qPrintable(told));
        QVERIFY2(!told.contains(QStringLiteral("differ from token")), qPrintable(told));
        QTRY_VERIFY(std::any_of(notices.begin(), notices.end(),
                                [&told](const QList<QVariant>& notice) { return notice[0].toString() == told; }));
        bench.press("copyCommand");
        QVERIFY2(notices.back()[0].toString().startsWith(QStringLiteral("The command reads ids.txt")),
                 qPrintable(notices.back()[0].toString()));
        QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral(" --ids ids.txt")));

        // Once a bundle holds it, the command names the file there: it runs anywhere.
        const QTemporaryDir folder;
        const QString bundle = folder.filePath(QStringLiteral("a fork"));
        const QSignalSpy saved(&bench.workspace->bundles(), &BundleFiles::saved);
        bench.workspace->bundles().save(bench.workspace->recording(), bundle, false);
        QTRY_COMPARE(saved.count(), 1);
        const QString named = QStringLiteral(" --ids '%1/ids.txt'").arg(bundle);
        bench.press("copyCommand");
        QTRY_VERIFY2(QGuiApplication::clipboard()->text().contains(named),
                     qPrintable(QGuiApplication::clipboard()->text()));
        QVERIFY(notices.back()[0].toString().startsWith(QStringLiteral("Copied: ")));
        bench.workspace->bundles().open(bundle);
        QTRY_VERIFY(bench.workspace->client().viewing());
        QGuiApplication::clipboard()->clear();
        bench.press("copyCommand");
        QTRY_VERIFY2(QGuiApplication::clipboard()->text().contains(named),
                     qPrintable(QGuiApplication::clipboard()->text()));
    }

    void whatAGeneratedTextForgotIsPricedOnIt() {
        Bench bench({.partsAt = 110, .generates = true});
        bench.runToEnd();
        bench.workspace->selection().setStep(149);
        bench.workspace->selection().setTokens({20});
        bench.press("forget");
        QTRY_COMPARE(forksOf(bench).tree().count(), 2);
        QTRY_COMPARE(bench.state(), SessionState::Finished);
        QTRY_COMPARE(bench.workspace->client().steps(), 200);
        const QString told = forksOf(bench).price(1);
        QVERIFY2(told.contains(QStringLiteral("The next 49 tokens")), qPrintable(told));
        QVERIFY2(told.contains(QStringLiteral("0.125 nats")), qPrintable(told));
        QVERIFY2(told.contains(QStringLiteral("Both read the generated text.")), qPrintable(told));
        QVERIFY2(!told.contains(QStringLiteral("The texts differ")), qPrintable(told));
    }

    /// Of a run that goes on beside its fork only what both texts have alike has NLLs that can be compared.
    void handsOnAGeneratedTextSayWhatCanBeTold() {
        Bench bench({.partsAt = 110, .generates = true});
        bench.startPaused();
        bench.workspace->client().stepBy(60);
        QTRY_COMPARE(bench.workspace->client().steps(), 100);
        QTRY_COMPARE(bench.state(), SessionState::Paused);
        QSignalSpy notices(bench.workspace.get(), &Workspace::notice);
        bench.workspace->selection().setStep(99);
        bench.workspace->selection().setTokens({98});
        bench.press("evictTokens");
        QTRY_COMPARE(forksOf(bench).tree().count(), 2);
        bench.workspace->client().resume();
        QTRY_COMPARE(bench.workspace->client().steps(), 200);
        QCOMPARE(QString::fromStdString(forksOf(bench).tree().node(1).recording->description().mode),
                 QStringLiteral("generate"));
        QVERIFY(!std::isfinite(forksOf(bench).tree().delta(1)));
        const QString told = forksOf(bench).consequence(1);
        QVERIFY2(told.contains(QStringLiteral("the next 9 tokens")), qPrintable(told));
        QVERIFY2(told.contains(QStringLiteral("−0.125 nats")), qPrintable(told));
        QVERIFY2(told.contains(QStringLiteral("differ from token 110")), qPrintable(told));
        QTRY_VERIFY(std::any_of(notices.begin(), notices.end(),
                                [&told](const QList<QVariant>& notice) { return notice[0].toString() == told; }));
    }

    void whatAStoppedForkDidIsTold() {
        Bench bench({.partsAt = 110, .generates = true});
        bench.startPaused();
        bench.workspace->client().stepBy(60);
        QTRY_COMPARE(bench.workspace->client().steps(), 100);
        QTRY_COMPARE(bench.state(), SessionState::Paused);
        QSignalSpy notices(bench.workspace.get(), &Workspace::notice);
        bench.workspace->selection().setStep(99);
        bench.workspace->selection().setTokens({98});
        bench.press("evictTokens");
        QTRY_COMPARE(forksOf(bench).tree().count(), 2);
        QTRY_VERIFY(bench.workspace->client().steps() >= 40 && bench.state() == SessionState::Paused);
        bench.workspace->client().stepBy(65);
        QTRY_VERIFY(bench.workspace->client().steps() >= 103);
        bench.workspace->client().stop();
        QTRY_COMPARE(bench.state(), SessionState::Stopped);
        const QString told = forksOf(bench).consequence(1);
        QVERIFY2(told.contains(QStringLiteral("which both texts share")), qPrintable(told));
        QTRY_VERIFY(std::any_of(notices.begin(), notices.end(),
                                [&told](const QList<QVariant>& notice) { return notice[0].toString() == told; }));
    }

    void thePriceEndsWhereTheTextsPart_data() {
        QTest::addColumn<int>("partsAt");
        QTest::addColumn<QString>("price");
        QTest::newRow("behind the fork") << 110 << "0.125 nats";
        QTest::newRow("at the fork") << 100 << "no price";
    }
    void thePriceEndsWhereTheTextsPart() {
        QFETCH(const int, partsAt);
        QFETCH(const QString, price);
        Bench bench({.partsAt = partsAt});
        bench.runToEnd();
        bench.workspace->selection().setStep(99);
        bench.workspace->selection().setTokens({20});
        bench.press("forget");
        QTRY_COMPARE(forksOf(bench).tree().count(), 2);
        QTRY_COMPARE(bench.workspace->client().steps(), 200);
        const QString told = forksOf(bench).price(1);
        QVERIFY2(told.contains(price), qPrintable(told));
        QVERIFY2(told.contains(QStringLiteral("The texts differ from token %1").arg(partsAt)), qPrintable(told));
    }

    void probesAreAskedAgain() {
        Bench bench;
        bench.runToEnd();
        // The fact is at 5 to 8, its question at 50, its answer at 54 and 55; 5 was dropped at step 37.
        bench.workspace->selection().setStep(60);
        bench.workspace->selection().setTokens({5, 6});
        bench.press("forget");
        QTRY_COMPARE(forksOf(bench).tree().count(), 2);
        QCOMPARE(forksOf(bench).tree().node(1).step, std::int64_t{50});
        QTRY_VERIFY2(forksOf(bench).price(1).contains(QStringLiteral("home of Gazo")),
                     qPrintable(forksOf(bench).price(1)));
        // What the answer costs with and without it, token by token; not what is likely at the start of the question.
        QTRY_VERIFY2(forksOf(bench).price(1).contains(QStringLiteral("By token: “")),
                     qPrintable(forksOf(bench).price(1)));
        QVERIFY2(!forksOf(bench).price(1).contains(QStringLiteral("Likeliest")), qPrintable(forksOf(bench).price(1)));
    }

    /// Its question was read with the prompt: nothing can be put back before it.
    void aFactThatThePromptAsksForHasThePriceOfTheNextTokens() {
        Bench bench({.prompt = 52});
        bench.runToEnd();
        bench.workspace->selection().setStep(99);
        bench.workspace->selection().setTokens({5, 6});
        bench.press("forget");
        QTRY_COMPARE(forksOf(bench).tree().count(), 2);
        QCOMPARE(forksOf(bench).tree().node(1).step, std::int64_t{100});
        QTRY_VERIFY2(forksOf(bench).price(1).contains(QStringLiteral("The next 64 tokens")),
                     qPrintable(forksOf(bench).price(1)));
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

    void theStripHasAMenu() {
        Bench bench;
        bench.runToEnd();
        auto* view = bench.window->findChild<StripView*>();
        QTRY_COMPARE(view->count(), 200);
        Q_EMIT view->menuRequested(30, view->mapToGlobal(QPoint(5, 5)));
        QCOMPARE(bench.workspace->selection().tokens(), std::vector<std::int32_t>{30});
        QMenu* menu = nullptr;
        QTRY_VERIFY((menu = bench.window->dock(QStringLiteral("strip"))->findChild<QMenu*>()) != nullptr);
        QCOMPARE(menu->actions().size(), 12);  // two are lines, five those of every dock
        const auto evict = [](const QMenu& of) {
            for (QAction* action : of.actions()) {
                if (action->text().startsWith(QStringLiteral("Evict by hand"))) {
                    return action;
                }
            }
            return static_cast<QAction*>(nullptr);
        };
        QVERIFY(evict(*menu) != nullptr && !evict(*menu)->isEnabled());  // at the end
        delete menu;
        // Where hands have nothing to touch it says why.
        for (const auto& [step, possible] : {std::pair{10, false}, {99, true}}) {
            bench.workspace->selection().setStep(step);
            Q_EMIT view->menuRequested(5, view->mapToGlobal(QPoint(5, 5)));
            QTRY_VERIFY((menu = bench.window->dock(QStringLiteral("strip"))->findChild<QMenu*>()) != nullptr);
            QCOMPARE(evict(*menu)->isEnabled(), possible);
            QCOMPARE(evict(*menu)->toolTip().contains(QStringLiteral("a decoded token")), !possible);
            delete menu;
        }
    }
};

QTEST_MAIN(ForksTest)
#include "forks_test.moc"
