// SPDX-License-Identifier: GPL-3.0-or-later
/// The line of the status bar: a notice or the state, never both; how long a run still takes.
#include "app/workbench/shell/status/status_line.h"

#include <QStatusBar>
#include <QStatusTipEvent>
#include <QtTest>
#include <algorithm>

#include "app/workbench/shell/status/remaining_time.h"
#include "app/workbench/shell/status/status_text.h"
#include "app/workbench/views/strip/start_page.h"
#include "tests/app/workbench/shell/window_bench.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;
using namespace std::chrono_literals;

class StatusLineTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void aNoticeStandsInThePlaceOfTheState() {
        Bench bench;
        bench.startPaused();
        auto* line = bench.window->findChild<StatusLine*>();
        auto* status = line->findChild<QLabel*>(QStringLiteral("statusLine"));
        auto* notice = line->findChild<QLabel*>(QStringLiteral("notice"));
        QVERIFY(status->isVisible() && !notice->isVisible());
        QVERIFY(status->text().startsWith(QStringLiteral("Paused")));
        const QString sentence = QStringLiteral("It cannot be done, because ") + QString(400, QLatin1Char('x'));
        Q_EMIT bench.workspace->notice(sentence);
        QVERIFY(!status->isVisible() && notice->isVisible());
        QCOMPARE(notice->toolTip(), sentence);  // what does not fit is read there
        QVERIFY(line->width() < line->window()->width());
        // It often answers a click on the control under the mouse, which then has its say no more.
        QStatusTipEvent tip(QStringLiteral("what the control does"));
        QCoreApplication::sendEvent(bench.window.get(), &tip);
        QVERIFY(notice->isVisible());
        QVERIFY(bench.window->statusBar()->currentMessage().isEmpty());
        // The state goes on under it.
        bench.press("step1");
        QTRY_COMPARE(bench.workspace->client().steps(), 41);
        QVERIFY(notice->isVisible() && !status->isVisible());
        QTest::mouseClick(line, Qt::LeftButton);
        QVERIFY(status->isVisible() && !notice->isVisible());
        QVERIFY(notice->text().isEmpty());
    }

    /// A sentence names files, and a file can have any name.
    void whatLooksLikeHtmlIsReadAsItIs() {
        Bench bench;
        const QString named = QStringLiteral("<img src=\"/tmp/picture.png\">.txt is not a text");
        bench.workspace->reportError(named.toStdString());
        const auto* notice = bench.window->findChild<QLabel*>(QStringLiteral("notice"));
        QVERIFY(notice->text().contains(named));
        const ProblemsModel& problems = bench.workspace->problems();
        const QString tip = problems.index(0, 0).data(Qt::ToolTipRole).toString();
        for (const QString& each : {notice->toolTip(), tip}) {
            QVERIFY2(!each.contains(QLatin1String("<img")), qPrintable(each));
            QVERIFY2(each.contains(QLatin1String("&lt;img")), qPrintable(each));
        }
    }

    void theStepOfTheRunAndThatOfTheCursorAreToldApart() {
        Bench bench;
        bench.startPaused();
        QVERIFY2(statusText(*bench.workspace).contains(QStringLiteral("step 39 of 199  ·  held")),
                 qPrintable(statusText(*bench.workspace)));
        bench.workspace->selection().setStep(12);
        QVERIFY2(statusText(*bench.workspace)
                     .contains(QStringLiteral("step 39 of 199  ·  at the cursor, step 12:  ·  held")),
                 qPrintable(statusText(*bench.workspace)));
    }

    void aLaneThatFailedSaysWhy() {
        Bench bench;
        auto recording = filledFakeRecording({}, 60);
        recording->writer(1).addEvent({59, kProblemEvent, "it gave up"});
        recording->writer(1).publish();
        recording->report({errorFinding("it gave up"), 1, -1, 59, "mine"});
        recording->report({errorFinding("its rows are damaged"), 1});
        bench.workspace->client().view(recording, QStringLiteral("bundle"));
        bench.workspace->selection().setLane(1);
        QVERIFY2(
            statusText(*bench.workspace).contains(QStringLiteral("this lane failed: it gave up  ·  60 steps are kept")),
            qPrintable(statusText(*bench.workspace)));
        bench.workspace->selection().setLane(0);
        QVERIFY(!statusText(*bench.workspace).contains(QStringLiteral("failed")));
    }

    void theShareThatIsHeldIsRounded() {
        Bench bench;
        bench.runToEnd();
        bench.workspace->selection().setLane(1);
        bench.workspace->selection().setStep(40);  // 36 of 41: 87.8 %
        const QString text = statusText(*bench.workspace, {});
        QVERIFY2(text.contains(QStringLiteral("held 36 of 41 (88 %)")), qPrintable(text));
    }

    void whatIsRefusedIsAProblemToo() {
        Bench bench;
        bench.workspace->refuse(Error{Code::BadUsage, "this cannot be forked", "fork", {}, {}});
        QCOMPARE(bench.workspace->problems().warnings(), 1);
        QVERIFY(bench.window->findChild<QLabel*>(QStringLiteral("notice"))->text().contains("cannot be forked"));
    }

    /// In the list with lane and step of the recording, whichever told it first.
    void whatTheRecordingHasTooIsListedOnce() {
        Bench bench;
        const ProblemsModel& problems = bench.workspace->problems();
        const Error why{Code::Policy, "the memory was not enough", std::string("mine 1.0.0"), {}, {}};
        bench.workspace->tellError(why);
        QCOMPARE(problems.problem(0).step, -1);
        auto recording = filledFakeRecording({}, 60);
        recording->report({errorFinding(why.asPhrase()), 1, -1, 59, "mine"});
        bench.workspace->client().view(recording, QStringLiteral("bundle"));
        bench.workspace->tellError(why);
        QCOMPARE(problems.rowCount(), 1);
        QCOMPARE(problems.problem(0).step, 59);
    }

    void loadingSaysTensorAndBytes() {
        Bench bench;
        auto* page = bench.window->findChild<StartPage*>();
        SessionStatus status;
        status.state = SessionState::Loading;
        status.progress = {812, 1400, "MB", "model.layers.3.mlp.up_proj.weight"};
        page->showState(status);
        const auto told = [page](const QString& sentence) {
            const QList<QLabel*> labels = page->findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
                return label->isVisible() && label->text().contains(sentence);
            });
        };
        QVERIFY(told(QStringLiteral("812 of 1400 MB")));
        QVERIFY(told(QStringLiteral("model.layers.3.mlp.up_proj.weight")));
    }

    void theRestOfARunIsToldOnceItIsSteady() {
        RemainingTime remaining;
        const RemainingTime::Clock::time_point start{};
        QVERIFY(!remaining.left());
        for (int second = 0; second <= 2; ++second) {
            remaining.note(start + std::chrono::seconds(second), 20 * second, 1000);
        }
        QVERIFY(!remaining.left());  // too short a time
        remaining.note(start + 4s, 80, 1000);
        QCOMPARE(remaining.left()->count(), 46);
        // It slows down.
        remaining.note(start + 8s, 90, 1000);
        QVERIFY(!remaining.left());
        for (int second = 9; second <= 20; ++second) {
            remaining.note(start + std::chrono::seconds(second), 90 + 10 * (second - 8), 1000);
        }
        QCOMPARE(remaining.left()->count(), 79);
        // Another run.
        remaining.note(start + 21s, 3, 1000);
        QVERIFY(!remaining.left());
        QCOMPARE(leftText(42s), QStringLiteral("42 s left"));
        QCOMPARE(leftText(170s), QStringLiteral("3 min left"));
        QCOMPARE(leftText(2h + 10min), QStringLiteral("2 h 10 min left"));
    }
};

QTEST_MAIN(StatusLineTest)
#include "status_line_test.moc"
