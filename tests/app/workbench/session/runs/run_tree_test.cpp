// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/runs/run_tree.h"

#include <QSignalSpy>
#include <QtTest>

#include "tests/support/fake_engine.h"

using namespace kvw;
using namespace kvw::wb;

namespace {

/// A run of 200 tokens, and a fork of it at token 100 that has recorded nothing yet.
void addFork(RunTree& tree) {
    RunTree::Node run;
    run.recording = tests::filledFakeRecording({}, 200);
    run.lane = 1;
    tree.add(std::move(run));
    RunTree::Node fork;
    fork.recording = tests::makeFakeRecording({});
    fork.parent = 0;
    fork.step = 100;
    fork.lane = fork.parentLane = 1;
    tree.add(std::move(fork));
}

}  // namespace

class RunTreeTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void tokensAreToldWhileAForkIsMadeAgain() {
        RunTree tree;
        addFork(tree);
        QSignalSpy changes(&tree, &RunTree::dataChanged);
        tests::addFakeSteps({}, *tree.node(1).recording, 0, 50);
        tree.update();
        QCOMPARE(changes.size(), 1);
        QCOMPARE(changes[0][1].toModelIndex(), tree.indexOf(1, RunTree::Steps));
        QCOMPARE(tree.indexOf(1, RunTree::Steps).data().toString(), QStringLiteral("50"));
        tree.update();
        QCOMPARE(changes.size(), 1);
    }

    void aMeanSaysWhatItIsOver() {
        RunTree tree;
        addFork(tree);
        tests::addFakeSteps({}, *tree.node(1).recording, 0, 150);
        tree.update();
        const auto tip = [&tree](int run) { return tree.indexOf(run, RunTree::Nll).data(Qt::ToolTipRole).toString(); };
        QVERIFY2(tip(0).contains(QStringLiteral("Mean over tokens 40 to 199")), qPrintable(tip(0)));
        QVERIFY2(tip(1).contains(QStringLiteral("Mean over tokens 100 to 149")), qPrintable(tip(1)));
    }
};

QTEST_GUILESS_MAIN(RunTreeTest)
#include "run_tree_test.moc"
