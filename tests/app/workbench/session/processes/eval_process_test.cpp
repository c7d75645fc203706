// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/processes/eval_process.h"

#include <QSignalSpy>
#include <QtTest>

#include "core/eval/eval_file.h"
#include "tests/app/workbench/views/eval/eval_script.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;

namespace {

bool idle(const EvalProcess& process) { return process.activity() == EvalProcess::Activity::Idle; }

}  // namespace

class EvalProcessTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void resultsArriveAsTheProcessPrintsThem() {
        EvalScript script;
        script.set(sampleEvent(evalResults("1", 1, 0), 1, 2) + sampleEvent(evalResults("2", 1, 0.5), 2, 2) +
                   endEvent());
        EvalProcess process;
        process.setProgram(script.program());
        QSignalSpy ended(&process, &EvalProcess::ended);
        const QString folder = script.path("out");
        const auto started = process.start(evalPlan(), folder, "full");
        QVERIFY2(started.has_value(), started ? "" : started.error().sentence().c_str());
        QTRY_COMPARE(ended.count(), 1);
        QVERIFY(idle(process) && process.complete());
        QVERIFY2(process.message().isEmpty(), qPrintable(process.message()));
        QCOMPARE(script.seen(), QStringLiteral("eval --resume %1 --events --quiet").arg(folder));
        QCOMPARE(process.done(), 2);
        QCOMPARE(process.total(), 2);
        QTRY_COMPARE(process.rows().size(), std::size_t{2});
        QTRY_COMPARE(process.rows()[1].samples, 2);
        QCOMPARE(process.rows()[0].value, 1.0);
        QCOMPARE(process.rows()[1].value, 0.25);
        QCOMPARE(process.rows()[1].difference, -0.75);
        process.setAgainst("streaming");
        QTRY_COMPARE(process.rows()[0].difference, 0.75);
    }

    void anEvaluationIsShownWithWhatItsFolderHas() {
        EvalScript script;
        script.set({});
        const QString folder = script.path("out");
        QVERIFY(eval::keepEvalPlan(folder.toStdString(), evalPlan()).has_value());
        {
            auto file = eval::EvalFile::open(folder.toStdString());
            QVERIFY(file.has_value() && file->append(evalResults("1", 1, 0)).has_value());
        }
        EvalProcess process;
        process.setProgram(script.program());
        QVERIFY(process.showFolder(folder).has_value());
        QTRY_VERIFY(idle(process));
        QCOMPARE(process.done(), 1);
        QTRY_COMPARE(process.rows().size(), std::size_t{2});
        QVERIFY(!process.complete() && script.seen().isEmpty());
        QVERIFY(!process.showFolder(script.path("nowhere")).has_value());
    }

    void aStopEndsTheProcess() {
        EvalScript script;
        script.set(sampleEvent(evalResults("1", 1, 0), 1, 9), "exec sleep 60");
        EvalProcess process;
        process.setProgram(script.program());
        QVERIFY(process.start(evalPlan(), script.path("out"), {}).has_value());
        QTRY_COMPARE(process.done(), 1);
        QVERIFY(process.running() && process.secondsLeft().has_value());
        QVERIFY(!process.start(evalPlan(), script.path("other"), {}).has_value());
        QVERIFY(!process.showFolder(script.path("out")).has_value());
        process.stop();
        QTRY_VERIFY(idle(process));
        QVERIFY2(process.message().startsWith(QStringLiteral("Stopped: one sample ")), qPrintable(process.message()));
        QVERIFY(!process.complete() && !process.secondsLeft());
    }

    void theReasonOfAFailureIsTold() {
        EvalScript script;
        script.set({}, "echo 'error: data: no such folder' >&2; exit 1");
        EvalProcess process;
        process.setProgram(script.program());
        QSignalSpy ended(&process, &EvalProcess::ended);
        QVERIFY(process.start(evalPlan(), script.path("out"), {}).has_value());
        QTRY_COMPARE(ended.count(), 1);
        QCOMPARE(process.message(), QStringLiteral("error: data: no such folder"));
        script.set({}, "kill -9 $$");
        QVERIFY(process.start(evalPlan(), script.path("out"), {}).has_value());
        QTRY_COMPARE(ended.count(), 2);
        QVERIFY2(process.message().contains(QStringLiteral("crashed")), qPrintable(process.message()));
        process.setProgram(script.path("nothing"));
        QVERIFY(process.start(evalPlan(), script.path("out"), {}).has_value());
        QTRY_COMPARE(ended.count(), 3);
        QVERIFY(idle(process));
    }

    void aFolderKeepsItsPlan() {
        EvalScript script;
        script.set(endEvent());
        EvalProcess process;
        process.setProgram(script.program());
        QVERIFY(process.start(evalPlan(), script.path("out"), {}).has_value());
        QTRY_VERIFY(idle(process));
        eval::EvalPlan other = evalPlan();
        other.seed = 7;
        QVERIFY(!process.start(other, script.path("out"), {}).has_value());
        other = evalPlan();
        other.task = "nothing";
        QVERIFY(!process.start(other, script.path("third"), {}).has_value());
        QVERIFY(idle(process));
    }
};

QTEST_GUILESS_MAIN(EvalProcessTest)
#include "eval_process_test.moc"
