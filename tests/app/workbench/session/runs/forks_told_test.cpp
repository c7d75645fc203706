// SPDX-License-Identifier: GPL-3.0-or-later
/// The price of what was evicted by hand, and probes that are asked again.
#include <QClipboard>
#include <QGuiApplication>
#include <QSignalBlocker>
#include <QSignalSpy>
#include <QTest>
#include <algorithm>
#include <cmath>

#include "tests/app/workbench/session/runs/forks_bench.h"
#include "tests/app/workbench/shell/window_bench.h"

using namespace kvw;
using namespace kvw::tests;

namespace {

/// Whether a notice has these words.
bool says(const QSignalSpy& notices, const QString& words) {
    return std::any_of(notices.begin(), notices.end(),
                       [&](const QList<QVariant>& notice) { return notice[0].toString().contains(words); });
}

/// Does this to tokens at a step of the run, which makes its first fork.
void forkBy(Bench& bench, const char* action, std::int64_t step, const std::vector<std::int32_t>& tokens) {
    bench.workspace->selection().setStep(step);
    bench.workspace->selection().setTokens(tokens);
    bench.press(action);
    QTRY_COMPARE(forksOf(bench).tree().count(), 2);
}

/// Reads a text that it generates up to step 100 and drops a token by hand there.
void forkPausedRun(Bench& bench) {
    bench.startPaused();
    bench.workspace->client().stepBy(60);
    QTRY_COMPARE(bench.workspace->client().steps(), 100);
    QTRY_COMPARE(bench.state(), SessionState::Paused);
    forkBy(bench, "evictTokens", 99, {98});
}

}  // namespace

class ForksToldTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
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
        forkBy(bench, "forget", 189, {20});  // of 200
        QTRY_VERIFY(says(notices, QStringLiteral("The next 9 tokens")));
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
        QTRY_VERIFY(says(notices, QStringLiteral("The last 64 tokens")));
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
        forkBy(bench, "forget", 99, {20});
        bench.workspace->client().stop();
        QTRY_COMPARE(bench.state(), SessionState::Stopped);
        QTRY_VERIFY(says(notices, QStringLiteral("comparison ends at token")));
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
        forkBy(bench, "forget", 99, {20});
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

    /// After the end of a run its fork reads what it generated, so that all of its tokens can be compared.
    void handsOnAGeneratedTextAreScoredOnIt() {
        Bench bench({.partsAt = 110, .generates = true});
        bench.runToEnd();
        QSignalSpy notices(bench.workspace.get(), &Workspace::notice);
        forkBy(bench, "evictTokens", 99, {98});
        QTRY_COMPARE(bench.state(), SessionState::Finished);
        QTRY_COMPARE(bench.workspace->client().steps(), 200);
        const RunTree::Node& made = forksOf(bench).tree().node(1);
        QCOMPARE(QString::fromStdString(made.recording->description().mode), QStringLiteral("teacher"));
        QCOMPARE(made.recording->description().tokenIds.size(), std::size_t{200});
        // Its parent reads it beside it.
        QCOMPARE(made.besideLane, 1);
        QCOMPARE(made.lane, 2);
        QCOMPARE(forksOf(bench).tree().name(1), QStringLiteral("evict=98"));
        QCOMPARE(forksOf(bench).tree().delta(1), -0.125);
        const QString told = forksOf(bench).consequence(1);
        QVERIFY2(told.contains(QStringLiteral("−0.125 nats")), qPrintable(told));
        QVERIFY2(told.contains(QStringLiteral("Both read the generated text.")), qPrintable(told));
        QVERIFY2(!told.contains(QStringLiteral("differ from token")), qPrintable(told));
        QTRY_VERIFY(says(notices, told));
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
        forkBy(bench, "forget", 149, {20});
        QTRY_COMPARE(bench.state(), SessionState::Finished);
        QTRY_COMPARE(bench.workspace->client().steps(), 200);
        const QString told = forksOf(bench).price(1);
        QVERIFY2(told.contains(QStringLiteral("The next 49 tokens")), qPrintable(told));
        QVERIFY2(told.contains(QStringLiteral("0.125 nats")), qPrintable(told));
        QVERIFY2(told.contains(QStringLiteral("Both read the generated text.")), qPrintable(told));
        QVERIFY2(!told.contains(QStringLiteral("The texts differ")), qPrintable(told));
    }

    /// If a run goes on beside its fork, only NLLs of the part that both texts share can be compared.
    void handsOnAGeneratedTextSayWhatCanBeTold() {
        Bench bench({.partsAt = 110, .generates = true});
        const QSignalSpy notices(bench.workspace.get(), &Workspace::notice);
        forkPausedRun(bench);
        bench.workspace->client().resume();
        QTRY_COMPARE(bench.workspace->client().steps(), 200);
        QCOMPARE(QString::fromStdString(forksOf(bench).tree().node(1).recording->description().mode),
                 QStringLiteral("generate"));
        QVERIFY(!std::isfinite(forksOf(bench).tree().delta(1)));
        const QString told = forksOf(bench).consequence(1);
        QVERIFY2(told.contains(QStringLiteral("the next 9 tokens")), qPrintable(told));
        QVERIFY2(told.contains(QStringLiteral("−0.125 nats")), qPrintable(told));
        QVERIFY2(told.contains(QStringLiteral("differ from token 110")), qPrintable(told));
        QTRY_VERIFY(says(notices, told));
    }

    void whatAStoppedForkDidIsTold() {
        Bench bench({.partsAt = 110, .generates = true});
        const QSignalSpy notices(bench.workspace.get(), &Workspace::notice);
        forkPausedRun(bench);
        QTRY_VERIFY(bench.workspace->client().steps() >= 40 && bench.state() == SessionState::Paused);
        bench.workspace->client().stepBy(65);
        QTRY_VERIFY(bench.workspace->client().steps() >= 103);
        bench.workspace->client().stop();
        QTRY_COMPARE(bench.state(), SessionState::Stopped);
        const QString told = forksOf(bench).consequence(1);
        QVERIFY2(told.contains(QStringLiteral("which both texts share")), qPrintable(told));
        QTRY_VERIFY(says(notices, told));
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
        forkBy(bench, "forget", 99, {20});
        QTRY_COMPARE(bench.workspace->client().steps(), 200);
        const QString told = forksOf(bench).price(1);
        QVERIFY2(told.contains(price), qPrintable(told));
        QVERIFY2(told.contains(QStringLiteral("The texts differ from token %1").arg(partsAt)), qPrintable(told));
    }

    void probesAreAskedAgain() {
        Bench bench;
        bench.runToEnd();
        // The fact is at 5 to 8, its question at 50, its answer at 54 and 55; 5 was dropped at step 37.
        forkBy(bench, "forget", 60, {5, 6});
        QCOMPARE(forksOf(bench).tree().node(1).step, std::int64_t{50});
        QTRY_VERIFY2(forksOf(bench).price(1).contains(QStringLiteral("home of Gazo")),
                     qPrintable(forksOf(bench).price(1)));
        // The price of the answer with and without it, token by token; not what is likely at the start of the question.
        QTRY_VERIFY2(forksOf(bench).price(1).contains(QStringLiteral("By token: “")),
                     qPrintable(forksOf(bench).price(1)));
        QVERIFY2(!forksOf(bench).price(1).contains(QStringLiteral("Likeliest")), qPrintable(forksOf(bench).price(1)));
    }

    /// Its question was read with the prompt: nothing can be put back before it.
    void aFactThatThePromptAsksForHasThePriceOfTheNextTokens() {
        Bench bench({.prompt = 52});
        bench.runToEnd();
        forkBy(bench, "forget", 99, {5, 6});
        QCOMPARE(forksOf(bench).tree().node(1).step, std::int64_t{100});
        QTRY_VERIFY2(forksOf(bench).price(1).contains(QStringLiteral("The next 64 tokens")),
                     qPrintable(forksOf(bench).price(1)));
    }
};

QTEST_MAIN(ForksToldTest)
#include "forks_told_test.moc"
