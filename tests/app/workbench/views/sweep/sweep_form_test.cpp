// SPDX-License-Identifier: GPL-3.0-or-later
/// The form of a sweep: its axes, what they suggest, and the runs that come of them.
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QToolButton>
#include <QtTest>
#include <clocale>

#include "app/workbench/views/sweep/sweep_map_view.h"
#include "core/eval/sweep_file.h"
#include "core/model/text/document.h"
#include "tests/app/workbench/exported.h"
#include "tests/app/workbench/shell/window_bench.h"
#include "tests/app/workbench/views/sweep/sweep_bench.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;

class SweepFormTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase() {
        std::setlocale(LC_NUMERIC, "C");
        QVERIFY(m_root.isValid());
        qputenv("KVW_RUNS", m_root.path().toUtf8());
    }

    void thePlanIsThereBeforeTheStart() {
        SweepBench bench;
        QTRY_VERIFY2(bench.plan().startsWith(QStringLiteral("4 runs")), qPrintable(bench.plan()));
        QVERIFY2(bench.plan().contains(QStringLiteral("known after the first")), qPrintable(bench.plan()));
        QVERIFY(bench.child<QLabel>("sweepMissing")->isVisible());
        QVERIFY(!bench.child<SweepMapView>("sweepMap")->isVisible());
        QVERIFY(bench.plan().contains(QStringLiteral("on disk")) && bench.plan().contains(QStringLiteral("of memory")));
        auto* values = bench.child<QLineEdit>("values0");
        QCOMPARE(values->text(), QStringLiteral("8,16"));
        values->selectAll();
        QTest::keyClicks(values, QStringLiteral("8:64:x2"));
        QTRY_VERIFY2(bench.plan().startsWith(QStringLiteral("8 runs")), qPrintable(bench.plan()));
        bench.child<QLineEdit>("seeds")->setFocus();
        QTest::keyClicks(bench.child<QLineEdit>("seeds"), QStringLiteral("0,1,2"));
        QTRY_VERIFY2(bench.plan().startsWith(QStringLiteral("24 runs")), qPrintable(bench.plan()));
        values->selectAll();
        QTest::keyClicks(values, QStringLiteral("x"));
        QTRY_VERIFY2(bench.plan().contains(QStringLiteral("recent")), qPrintable(bench.plan()));
        QVERIFY(!bench.child<QPushButton>("sweepStart")->isEnabled());
        QVERIFY(bench.draft().commandLine().isEmpty());
        // The clipboard stays as it was.
        QGuiApplication::clipboard()->setText(QStringLiteral("before"));
        bench.child<QPushButton>("sweepCopy")->click();
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("before"));
    }

    void pointsAreDrawnListedOrHalved() {
        SweepBench bench;
        QTRY_VERIFY2(bench.plan().startsWith(QStringLiteral("4 runs")), qPrintable(bench.plan()));
        QVERIFY(!bench.child<QSpinBox>("sweepCount")->isVisible());
        bench.draft().setKind(SweepPlan::Kind::Random);
        QTRY_VERIFY(bench.child<QSpinBox>("sweepCount")->isVisible());
        QTRY_VERIFY2(bench.plan().contains(QStringLiteral("from 1 to 4")), qPrintable(bench.plan()));
        bench.child<QSpinBox>("sweepCount")->setValue(3);
        QTRY_VERIFY2(bench.plan().startsWith(QStringLiteral("3 runs")), qPrintable(bench.plan()));
        QVERIFY(bench.draft().commandLine().contains(QStringLiteral(" --random 3")));
        bench.draft().setKind(SweepPlan::Kind::Grid);
        auto* halving = bench.child<QLineEdit>("halving");
        halving->setFocus();
        QTest::keyClicks(halving, QStringLiteral("2"));
        // Four points, two, one.
        QTRY_VERIFY2(bench.plan().startsWith(QStringLiteral("7 runs")), qPrintable(bench.plan()));
        QVERIFY(bench.draft().commandLine().contains(QStringLiteral(" --halving 2")));
        halving->selectAll();
        QTest::keyClicks(halving, QStringLiteral("x"));
        QTRY_VERIFY2(bench.plan().contains(QStringLiteral("halving")), qPrintable(bench.plan()));
        bench.draft().setHalving({});
        const QString file = bench.runs.filePath(QStringLiteral("points.csv"));
        QFile list(file);
        QVERIFY(list.open(QIODevice::WriteOnly) && list.write("recent,sinks\n8,1\n16,2\n32,4\n") > 0);
        list.close();
        QVERIFY(bench.draft().readPoints(file).has_value());
        QTRY_VERIFY2(bench.plan().startsWith(QStringLiteral("3 runs")), qPrintable(bench.plan()));
        QCOMPARE(bench.draft().axis(1).values, QStringLiteral("1,2,4"));
        QCOMPARE(bench.child<QComboBox>("sweepKind")->currentIndex(), 2);
        // Another value makes a grid of it.
        bench.draft().setAxis(0, {QStringLiteral("recent"), QStringLiteral("8,16")});
        QTRY_VERIFY2(bench.plan().startsWith(QStringLiteral("6 runs")), qPrintable(bench.plan()));
        QVERIFY(!bench.draft().readPoints(QStringLiteral("/nowhere")).has_value());
    }

    void everySchemaSuggestsAGridThatRuns() {
        SweepBench bench;
        bench.draft().setAxis(1, {});
        int tried = 0;
        for (const char* policy : {"streaming", "snapkv", "h2o", "cascade", "cake", "adap-kv", "kivi", "quest",
                                   "snapkv+adap-gini", "recency+uniform@kivi"}) {
            QVERIFY2(bench.workspace->draft()
                         .lanes()
                         .set(bench.workspace->plugins().catalog(), {QString::fromLatin1(policy)})
                         .has_value(),
                     policy);
            for (const SweepDraft::Parameter& parameter : bench.draft().parameters()) {
                bench.draft().setAxis(0, {});
                bench.draft().setAxis(0, {parameter.name, {}});
                const auto points = bench.draft().points();
                QVERIFY2(points.has_value(), points ? "" : points.error().sentence().c_str());
                QVERIFY2(points->size() <= 64, qPrintable(parameter.name));
                ++tried;
            }
        }
        QVERIFY(tried > 30);
    }

    void aCompositionOffersItsProtectionAndSchedule() {
        SweepBench bench;
        bench.setPolicy("snapkv+adap-gini");
        QStringList names;
        for (const SweepDraft::Parameter& parameter : bench.draft().parameters()) {
            names << parameter.name;
        }
        for (const char* own : {"sinks", "recent", "schedule"}) {
            QVERIFY2(names.contains(QLatin1String(own)), qPrintable(names.join(QLatin1Char(' '))));
            QCOMPARE(names.count(QString::fromLatin1(own)), qsizetype{1});
        }
        bench.draft().setAxis(0, {QStringLiteral("schedule"), QStringLiteral("once,every:32")});
        bench.draft().setAxis(1, {});
        QCOMPARE(bench.draft().points()->back().policy, std::string("snapkv+adap-gini:schedule=every:32"));
    }

    void positionsAndPrefillVaryUnlessALaneHasItsOwn() {
        SweepBench bench;
        bench.setPolicy("streaming:recent=16");
        auto* across = bench.child<QComboBox>("axis0");
        const auto choose = [](QComboBox& box, const char* name) {
            const int at = box.findData(QString::fromLatin1(name));
            QVERIFY2(at > 0, name);
            box.setCurrentIndex(at);
            Q_EMIT box.activated(at);
        };
        QTRY_VERIFY(across->findData(QStringLiteral("positions")) > 0);
        choose(*across, "positions");
        choose(*bench.child<QComboBox>("axis1"), "prefill");
        QTRY_COMPARE(bench.child<QLineEdit>("values0")->text(), QStringLiteral("original,cache-rank"));
        const auto points = bench.draft().points();
        QVERIFY2(points.has_value(), points ? "" : points.error().sentence().c_str());
        QCOMPARE(points->size(), std::size_t{4});
        QCOMPARE(points->back().spec.positions, Positions::CacheRank);
        QVERIFY(points->back().spec.streamingPrefill);
        QVERIFY(bench.draft().commandLine().contains(QStringLiteral("--axis positions=original,cache-rank")));
        // A lane that has its own: the other axis is offered still, and the plan says what is wrong with this one.
        bench.setPolicy("streaming:recent=16/positions=cache-rank");
        QTRY_VERIFY2(bench.plan().contains(QStringLiteral("chosen it for itself")), qPrintable(bench.plan()));
        choose(*across, "prompt-tokens");
        QTRY_COMPARE(across->findData(QStringLiteral("positions")), -1);
        QVERIFY(across->findData(QStringLiteral("prefill")) > 0);
    }

    void anAxisWaitsForAPolicyThatHasIt() {
        SweepBench bench;
        QTRY_VERIFY2(bench.plan().startsWith(QStringLiteral("4 runs")), qPrintable(bench.plan()));
        bench.setPolicy("tova");
        QTRY_VERIFY2(bench.plan().contains(QStringLiteral("“recent” is left out: not a parameter of tova")),
                     qPrintable(bench.plan()));
        QVERIFY(bench.plan().startsWith(QStringLiteral("1 run:")));
        QVERIFY(bench.child<QComboBox>("axis0")->currentText().contains(QStringLiteral("not a parameter of tova")));
        QVERIFY(!bench.child<QLineEdit>("values0")->isEnabled());
        bench.setPolicy("streaming");
        QTRY_VERIFY2(bench.plan().startsWith(QStringLiteral("4 runs")), qPrintable(bench.plan()));
        QCOMPARE(bench.child<QLineEdit>("values0")->text(), QStringLiteral("8,16"));
        QVERIFY(bench.child<QLineEdit>("values0")->isEnabled());
    }

    void aSweepOverMoreAxesIsShownWhole() {
        SweepBench bench;
        const QString folder = bench.draft().folder();
        Sweep sweep = *bench.draft().sweep();
        sweep.axes = {{"seed", {"0", "1"}}, {"recent", {"8", "16"}}, {"sinks", {"1", "2"}}, {"slack", {"0", "4"}}};
        QVERIFY(writeSweep(folder.toStdString(), sweep).has_value());
        const auto written = toJson(*readSweep(folder.toStdString()));
        Q_EMIT bench.workspace->sweepRequested(folder);
        QCOMPARE(toJson(*bench.draft().sweep()), written);
        QTRY_VERIFY(!bench.child<QLabel>("furtherAxes")->parentWidget()->isHidden());
        QVERIFY(bench.child<QLabel>("furtherAxes")->text().contains(QStringLiteral("slack")));
        QCOMPARE(bench.child<QComboBox>("axis1")->currentText(), QStringLiteral("sinks"));
        QCOMPARE(bench.runner().points().size(), std::size_t{16});
        QTRY_VERIFY_WITH_TIMEOUT(bench.idle(), 60000);
        // Without them its runs would not be listed any more: not in its folder.
        QVERIFY(QDir().mkpath(bench.runner().bundle(0)));
        bench.child<QToolButton>("dropFurther")->click();
        QCOMPARE(bench.draft().sweep()->axes.size(), std::size_t{3});
        QTRY_VERIFY(bench.child<QLabel>("furtherAxes")->parentWidget()->isHidden());
        QSignalSpy said(bench.workspace.get(), &Workspace::notice);
        bench.start();
        QCOMPARE(said.count(), 1);
        QVERIFY2(said[0][0].toString().contains(QStringLiteral("not part of this sweep")),
                 qPrintable(said[0][0].toString()));
        QVERIFY(bench.idle());
        QCOMPARE(toJson(*readSweep(folder.toStdString())), written);
    }

    void aFurtherAxisThatIsLeftOutIsTold() {
        SweepBench bench;
        Sweep sweep = *bench.draft().sweep();
        sweep.axes = {{"recent", {"8", "16"}}, {"sinks", {"1", "2"}}, {"slack", {"0", "4"}}};
        QVERIFY(bench.draft().load(sweep, bench.draft().folder()).has_value());
        QTRY_VERIFY2(bench.plan().startsWith(QStringLiteral("8 runs")), qPrintable(bench.plan()));
        QVERIFY(!bench.plan().contains(QStringLiteral("left out")));
        bench.setPolicy("tova");
        QTRY_VERIFY2(bench.plan().contains(QStringLiteral("“slack” is left out: not a parameter of tova")),
                     qPrintable(bench.plan()));
        QCOMPARE(bench.draft().sweep()->axes.size(), std::size_t{0});
        bench.setPolicy("streaming");
        QTRY_VERIFY2(bench.plan().startsWith(QStringLiteral("8 runs")), qPrintable(bench.plan()));
    }

    void aPromptThatIsTakenOverHasItsTemplate() {
        SweepBench bench;
        Sweep sweep = *bench.draft().sweep();
        sweep.base.textFile.clear();
        sweep.base.prompt = "<|user|>Who?<|assistant|>";
        sweep.base.mode = Mode::Generate;
        bench.workspace->draft().setChat(true, {});
        QVERIFY(bench.draft().load(sweep, bench.draft().folder()).has_value());
        QVERIFY(!bench.workspace->draft().chatWanted());
        QCOMPARE(bench.draft().sweep()->base.prompt, sweep.base.prompt);
    }

    void aSweepThatRunsStaysInTheForm() {
        SweepBench bench;
        bench.setSilentProgram();
        const auto points = bench.draft().points();
        QVERIFY(points.has_value());
        const QString other = bench.runs.filePath(QStringLiteral("other"));
        QVERIFY(writeSweep(other.toStdString(), *bench.draft().sweep()).has_value());
        const QString folder = bench.draft().folder();
        QVERIFY(bench.runner().start(*bench.draft().sweep(), *points, folder, 1, 0).has_value());
        QSignalSpy said(bench.workspace.get(), &Workspace::notice);
        Q_EMIT bench.workspace->sweepRequested(other);
        QCOMPARE(bench.draft().folder(), folder);
        QCOMPARE(bench.runner().folder(), folder);
        QVERIFY(!said.isEmpty() && said.back()[0].toString().contains(QStringLiteral("another one is in progress")));
        // Later changes in the Run dock do not change the sweep under way.
        auto* policies = bench.child<QLabel>("sweepPolicies");
        QVERIFY(policies != nullptr);
        const QString streaming = policies->text();
        QVERIFY2(streaming.startsWith(QStringLiteral("streaming")), qPrintable(streaming));
        bench.setPolicy("tova:capacity=64");
        bench.dock->refreshIfPending();
        QCOMPARE(policies->text(), streaming);
        QVERIFY2(!bench.child<QComboBox>("axis0")->currentText().contains(QStringLiteral("tova")),
                 qPrintable(bench.child<QComboBox>("axis0")->currentText()));
        bench.child<QPushButton>("sweepCopy")->click();
        const QString command = QGuiApplication::clipboard()->text();
        QVERIFY2(command.contains(QStringLiteral("--policy streaming")) && !command.contains(QStringLiteral("tova")),
                 qPrintable(command));
        // Over, it is still what is shown.
        bench.runner().stop();
        QTRY_VERIFY(bench.idle());
        bench.dock->refreshIfPending();
        QTRY_COMPARE(policies->text(), QStringLiteral("tova:capacity=64"));
        QTRY_VERIFY2(bench.plan().contains(QStringLiteral("The results shown are of another sweep: streaming")),
                     qPrintable(bench.plan()));
    }

 private:
    QTemporaryDir m_root;
};

QTEST_MAIN(SweepFormTest)
#include "sweep_form_test.moc"
