// SPDX-License-Identifier: GPL-3.0-or-later
/// The sweep dock: from a form to bundles that the real `kvw` makes, and back on another day.
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>
#include <QToolButton>
#include <QtTest>
#include <clocale>

#include "app/workbench/views/sweep/sweep_front_view.h"
#include "app/workbench/views/sweep/sweep_map_view.h"
#include "core/base/process/processor.h"
#include "core/eval/sweep_file.h"
#include "core/model/text/document.h"
#include "tests/app/workbench/exported.h"
#include "tests/app/workbench/shell/window_bench.h"
#include "tests/app/workbench/views/sweep/sweep_bench.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;

class SweepDockTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase() {
        std::setlocale(LC_NUMERIC, "C");
        QVERIFY(m_root.isValid());
        qputenv("KVW_RUNS", m_root.path().toUtf8());
    }

    void aSweepThatCameLaterIsFoundByNameAndInTheList() {
        SweepBench bench;
        const QString folder = m_root.filePath(QStringLiteral("later"));
        Sweep sweep = *bench.draft().sweep();
        sweep.axes = {{"slack", {"0", "4"}}};
        QVERIFY(writeSweep(folder.toStdString(), sweep).has_value());
        auto* folders = bench.child<QComboBox>("sweepFolder");
        folders->lineEdit()->selectAll();
        QTest::keyClicks(folders->lineEdit(), QStringLiteral("later"));
        QCOMPARE(bench.draft().axis(0).name, QStringLiteral("recent"));
        QTest::keyClick(folders->lineEdit(), Qt::Key_Return);
        QCOMPARE(bench.draft().axis(0).name, QStringLiteral("slack"));
        QCOMPARE(bench.draft().folder(), folder);
        QCOMPARE(bench.runner().folder(), folder);
        folders->showPopup();
        QVERIFY(folders->findData(folder) >= 0);
        QCOMPARE(folders->currentText(), QStringLiteral("later"));
        folders->hidePopup();
        QTRY_VERIFY_WITH_TIMEOUT(bench.idle(), 60000);
    }

    void theLastSweepIsOneClickAway() {
        const QString folder = m_root.filePath(QStringLiteral("of <today>"));
        {
            SweepBench before;
            Sweep sweep = *before.draft().sweep();
            sweep.axes = {{"slack", {"0", "4"}}};
            QVERIFY(writeSweep(folder.toStdString(), sweep).has_value());
        }
        SweepBench bench;
        auto* missing = bench.child<QLabel>("sweepMissing");
        QTRY_VERIFY2(missing->text().contains(QStringLiteral(">of &lt;today&gt;</a>")), qPrintable(missing->text()));
        Q_EMIT missing->linkActivated(folder);
        QCOMPARE(bench.draft().axis(0).name, QStringLiteral("slack"));
        QCOMPARE(bench.runner().folder(), folder);
        QTRY_VERIFY_WITH_TIMEOUT(bench.idle(), 60000);
        QTRY_VERIFY(!missing->isVisible());
        QVERIFY(QDir(folder).removeRecursively());
    }

    void aSweepFillsInAndAPointOpens() {
        SweepBench bench;
        bench.draft().setWorkers(2);
        QTRY_VERIFY(bench.child<QPushButton>("sweepStart")->isEnabled());
        bench.start();
        QVERIFY(bench.runner().running());
        QVERIFY(!bench.child<QSpinBox>("workers")->isEnabled() || bench.runner().running());
        QTRY_VERIFY_WITH_TIMEOUT(bench.idle(), 60000);
        QVERIFY2(bench.runner().message().isEmpty(), qPrintable(bench.runner().message()));
        QCOMPARE(bench.runner().rows().size(), std::size_t{4});
        auto* table = bench.child<QTableView>("sweepTable");
        QTRY_COMPARE(table->model()->rowCount(), 4);
        QTRY_VERIFY(table->model()->index(3, 2).data().toString().startsWith(QLatin1Char('+')) ||
                    table->model()->index(3, 2).data().toString().startsWith(QStringLiteral("-")));
        QVERIFY(QFile::exists(bench.runs.filePath("grid/table.tex")));
        QTRY_VERIFY2(bench.plan().startsWith(QStringLiteral("All 4 runs are done")), qPrintable(bench.plan()));
        // A longer axis: what was done tells what the rest takes.
        bench.draft().setAxis(0, {QStringLiteral("recent"), QStringLiteral("8,16,32")});
        QTRY_VERIFY2(bench.plan().startsWith(QStringLiteral("6 runs: ")), qPrintable(bench.plan()));
        QVERIFY2(!bench.plan().contains(QStringLiteral("known after")), qPrintable(bench.plan()));
        bench.draft().setAxis(0, {QStringLiteral("recent"), QStringLiteral("8,16")});
        // The same point in the map, the front and the table.
        auto* map = bench.child<SweepMapView>("sweepMap");
        QCOMPARE(map->pointsAt(1, 0), std::vector<std::size_t>{2});
        QVERIFY(map->pointsAt(7, 0).empty());
        bench.dock->resize(900, 500);
        const QPointF cell(map->x(0)->coordToPixel(1), map->y(0)->coordToPixel(0));
        QTest::mouseClick(map, Qt::LeftButton, {}, cell.toPoint());
        QCOMPARE(table->currentIndex().row(), 2);
        QVERIFY(bench.child<QLabel>("sweepReadout")->text().contains(QStringLiteral("opens it")));
        // Where no point lies, nothing is opened.
        auto* front = bench.child<SweepFrontView>("sweepFront");
        const QPoint empty(front->panel(0)->left() + 1, front->panel(0)->top() + 1);
        QVERIFY(front->pointsAt(front->x(0)->pixelToCoord(empty.x()), front->y(0)->pixelToCoord(empty.y())).empty());
        QTest::mouseDClick(front, Qt::LeftButton, {}, empty);
        QCOMPARE(bench.workspace->bundles().pending(), 0);
        QTest::mouseDClick(map, Qt::LeftButton, {}, cell.toPoint());
        QCOMPARE(bench.workspace->bundles().pending(), 1);
        QTRY_COMPARE(bench.workspace->bundles().pending(), 0);
        QTest::keyClick(table, Qt::Key_Return);
        QCOMPARE(bench.workspace->bundles().pending(), 1);
        QTRY_COMPARE(bench.workspace->bundles().pending(), 0);
        QTRY_VERIFY(bench.workspace->client().viewing());
        QVERIFY(bench.workspace->client().source().endsWith(QStringLiteral("recent=16,sinks=1")));
        QCOMPARE(bench.workspace->recording()->lanes(), 2);
        const QString out = bench.runs.path() + QLatin1Char('/');
        checkExports(*bench.dock, out, "sweep-map", {QStringLiteral("recent"), QStringLiteral("sinks")});
        QTest::mouseClick(front, Qt::LeftButton, {}, front->rect().center());
        checkExports(*bench.dock, out, "sweep-front", {QStringLiteral("NLL")});
        // The same results as LaTeX: a line per point, and a column per value of an axis.
        QMenu* latex = bench.child<QToolButton>("sweepLatex")->menu();
        Q_EMIT latex->aboutToShow();
        const QList<QAction*> offered = latex->actions();
        QVERIFY(offered.size() >= 7 && offered[0]->isEnabled());
        offered[0]->trigger();
        QVERIFY(QApplication::clipboard()->text().contains(QStringLiteral("\\toprule")));
        QVERIFY(!QApplication::clipboard()->text().contains(QStringLiteral("\\cmidrule")));
        QVERIFY2(offered[1]->text().contains(QStringLiteral("per recent")), qPrintable(offered[1]->text()));
        offered[1]->trigger();
        QVERIFY2(QApplication::clipboard()->text().contains(QStringLiteral("\\multicolumn{2}{c}{recent}")),
                 qPrintable(QApplication::clipboard()->text()));
        // No probe of the text is answered within six tokens.
        auto* number = bench.child<QComboBox>("sweepNumber");
        number->setCurrentIndex(number->findText(QStringLiteral("NLL of answers")));
        Q_EMIT number->activated(number->currentIndex());
        QVERIFY(!map->isVisible() && bench.child<QLabel>("sweepMapMissing")->isVisible());
        QVERIFY(bench.child<QLabel>("sweepMapMissing")->text().contains(QStringLiteral("NLL of answers")));
        QVERIFY(bench.child<SweepFrontView>("sweepFront")->isVisible());
        for (const QString& format : bench.dock->exportFormats()) {
            const QString file = bench.runs.filePath(QStringLiteral("out.") + format);
            const auto done = bench.dock->exportTo(file);
            QVERIFY2(done.has_value(), done ? "" : done.error().sentence().c_str());
            QVERIFY(QFileInfo(file).size() > 0);
        }
        QCOMPARE(bench.dock->copyText().count(QLatin1Char('\n')), 4);
        // For another sweep of the model these are recorded runs, once the library has them.
        RunSpec longer = bench.workspace->draft().base();
        longer.steps = 7;
        bench.workspace->draft().setBase(longer);
        bench.draft().setAxis(0, {QStringLiteral("recent"), QStringLiteral("8,16,32")});
        QTRY_VERIFY2(bench.plan().startsWith(QStringLiteral("6 runs: how long")), qPrintable(bench.plan()));
        bench.workspace->library().addFolder(bench.runs.path());
        QTRY_VERIFY2(cpuName() == "unknown" || bench.plan().contains(QStringLiteral("estimated from recorded runs")),
                     qPrintable(bench.plan()));
    }

    void eachPolicyHasItsMapOverBothParameters() {
        SweepBench bench;
        Sweep sweep;
        sweep.policies = {"streaming", "random"};
        sweep.axes = {{"recent", {"8", "16"}}, {"sinks", {"1", "2"}}, {"seed", {"0", "1"}}};
        std::vector<SweepPoint> points;
        for (const char* policy : {"streaming", "random"}) {
            for (const char* recent : {"8", "16"}) {
                for (const char* sinks : {"1", "2"}) {
                    for (const char* seed : {"0", "1"}) {
                        SweepPoint point;
                        point.id = std::to_string(points.size());
                        point.policy = policy;
                        point.values = {policy, recent, sinks, seed};
                        points.push_back(point);
                    }
                }
            }
        }
        auto* policies = bench.child<QComboBox>("sweepPolicy");
        QVERIFY(policies->isHidden());
        bench.runner().showFolder(sweep, points, bench.runs.filePath(QStringLiteral("nowhere")));
        auto* map = bench.child<SweepMapView>("sweepMap");
        QTRY_COMPARE(policies->count(), 2);
        QVERIFY(!policies->isHidden());
        QCOMPARE(map->pointsAt(1, 0), (std::vector<std::size_t>{4, 5}));
        QCOMPARE(bench.child<QLabel>("sweepLegend")->text(), QStringLiteral("map: mean over seed"));
        policies->setCurrentIndex(1);
        Q_EMIT policies->activated(1);
        QCOMPARE(map->pointsAt(1, 0), (std::vector<std::size_t>{12, 13}));
        QVERIFY(policies->property("view").toBool());
        QTRY_VERIFY_WITH_TIMEOUT(bench.idle(), 60000);
        QCOMPARE(policies->currentText(), QStringLiteral("random"));
    }

    void itGoesOnAfterAPauseAndOnAnotherDay() {
        QTemporaryDir runs;
        const QString folder = runs.filePath(QStringLiteral("grid"));
        {
            SweepBench bench;
            bench.draft().setFolder(folder);
            QTRY_VERIFY(bench.child<QPushButton>("sweepStart")->isEnabled());
            bench.start();
            QTRY_VERIFY_WITH_TIMEOUT(bench.runner().done() >= 1, 60000);
            bench.start();  // the button says Pause
            QTRY_VERIFY_WITH_TIMEOUT(bench.idle(), 60000);
        }
        QVERIFY(QDir(folder + "/runs").entryList(QDir::Dirs | QDir::NoDotAndDotDot | QDir::Hidden).size() >= 1);
        SweepBench bench;
        bench.draft().setAxis(0, {});
        bench.draft().setAxis(1, {});
        auto* folders = bench.child<QComboBox>("sweepFolder");
        folders->addItem(QStringLiteral("grid"), folder);
        Q_EMIT folders->activated(folders->count() - 1);
        QCOMPARE(bench.draft().axis(0).name, QStringLiteral("recent"));
        QCOMPARE(bench.draft().axis(1).values, QStringLiteral("1,2"));
        QTRY_VERIFY_WITH_TIMEOUT(bench.idle() && bench.runner().done() >= 1, 60000);
        const std::size_t known = bench.runner().done();
        QTRY_VERIFY(bench.child<QPushButton>("sweepStart")->isEnabled());
        bench.start();
        QTRY_VERIFY_WITH_TIMEOUT(bench.idle(), 60000);
        QCOMPARE(bench.runner().done(), std::size_t{4});
        QVERIFY(known <= 4);
    }

    void anotherSweepIsNotWrittenOverOne() {
        SweepBench bench;
        const auto points = bench.draft().points();
        QVERIFY(points.has_value());
        Sweep other = *bench.draft().sweep();
        const std::filesystem::path folder = bench.draft().folder().toStdString();
        ++other.base.promptTokens;
        QVERIFY(writeSweep(folder, other).has_value());
        const auto started = bench.runner().start(*bench.draft().sweep(), *points, bench.draft().folder(), 1, 0);
        QVERIFY(!started && started.error().sentence().find("another text, model or length") != std::string::npos);
        QVERIFY(bench.idle());
        QCOMPARE(readSweep(folder)->base.promptTokens, other.base.promptTokens);
    }

    /// Views may ask the table before the dock is refreshed.
    void anotherSweepIsInTheTableAtOnce() {
        SweepBench bench;
        bench.runner().setProgram(QStringLiteral("/nowhere/kvw"));
        bench.look("recent", {{"8", "1"}, {"8", "2"}, {"16", "1"}, {"16", "2"}}, "first");
        QTRY_VERIFY(bench.idle());
        const QAbstractItemModel* rows = bench.child<QTableView>("sweepTable")->model();
        QTRY_COMPARE(rows->rowCount(), 4);
        const QSignalSpy reset(rows, &QAbstractItemModel::modelReset);
        bench.look("capacity", {{"64", "1"}, {"64", "2"}, {"128", "1"}, {"128", "2"}}, "second");
        QCOMPARE(reset.size(), 1);  // its head, too
        QCOMPARE(rows->headerData(0, Qt::Horizontal).toString(), QStringLiteral("capacity"));
        QTRY_VERIFY(bench.idle());
        bench.look("capacity", {{"64", "1"}}, "third");
        QCOMPARE(rows->rowCount(), 1);
        QCOMPARE(rows->index(0, 0).data().toString(), QStringLiteral("64"));
        QTRY_VERIFY(bench.idle());
    }

    void aFolderThatIsChosenWhileAnotherIsReadComesNext() {
        SweepBench bench;
        bench.setSilentProgram();
        bench.look("recent", {{"8", "1"}, {"8", "2"}}, "first");
        QTRY_VERIFY(bench.seen().contains(QStringLiteral("/first")));
        bench.look("recent", {{"16", "1"}}, "second");
        QVERIFY(bench.runner().folder().endsWith(QStringLiteral("/second")));
        QCOMPARE(bench.runner().points().size(), std::size_t{1});
        QTRY_VERIFY(bench.seen().contains(QStringLiteral("/second")));
        QCOMPARE(bench.runner().activity(), SweepRunner::Activity::Reading);
    }

    void aReadingThatIsStoppedIsNotTakenUpAgain() {
        SweepBench bench;
        bench.setSilentProgram();
        bench.look("recent", {{"8", "1"}, {"8", "2"}}, "first");
        QTRY_VERIFY(bench.seen().contains(QStringLiteral("/first")));
        bench.look("recent", {{"16", "1"}}, "second");
        bench.runner().stop();
        QTRY_VERIFY(bench.idle());
        QVERIFY(!bench.seen().contains(QStringLiteral("/second")));
        QVERIFY(bench.runner().folder().endsWith(QStringLiteral("/second")));
    }

    void resultsOfAnotherTextOrModelAreTold_data() {
        QTest::addColumn<bool>("model");
        QTest::newRow("text") << false;
        QTest::newRow("model") << true;
    }
    void resultsOfAnotherTextOrModelAreTold() {
        QFETCH(bool, model);
        SweepBench bench;
        bench.setSilentProgram();
        const auto points = bench.draft().points();
        QVERIFY(points.has_value());
        QVERIFY(bench.runner().start(*bench.draft().sweep(), *points, bench.draft().folder(), 1, 0).has_value());
        bench.runner().stop();
        QTRY_VERIFY(bench.idle());
        bench.dock->refreshIfPending();
        const QString told = QStringLiteral("The results shown are of another sweep: ");
        QVERIFY2(!bench.plan().contains(told), qPrintable(bench.plan()));
        RunSpec base = bench.workspace->draft().base();
        if (model) {
            base.model = std::filesystem::path(bench.runs.filePath(QStringLiteral("model")).toStdString());
            std::filesystem::copy(embeddedModelDir().value(), base.model, std::filesystem::copy_options::recursive);
        } else {
            base.textFile = shippedTextChoices().at(1).file;
        }
        bench.workspace->draft().setBase(base);
        bench.dock->refreshIfPending();
        QTRY_VERIFY2(bench.plan().contains(told), qPrintable(bench.plan()));
        QTRY_VERIFY(bench.child<QPushButton>("sweepStart")->isEnabled());
    }

    void closingAsksAndKeeps() {
        SweepBench bench;
        bench.setSilentProgram();
        const auto points = bench.draft().points();
        QVERIFY(points.has_value());
        QVERIFY(bench.runner().start(*bench.draft().sweep(), *points, bench.draft().folder(), 1, 0).has_value());
        QVERIFY(bench.runner().running());
        bench.window->close();
        auto* question = bench.window->findChild<QMessageBox*>();
        QVERIFY(question != nullptr);
        QVERIFY2(question->text().contains(QStringLiteral("sweep")), qPrintable(question->text()));
        QVERIFY(bench.window->isVisible());
        question->findChild<QPushButton*>(QStringLiteral("stayOpen"))->click();
    }

    void aProgramThatIsNotThereIsASentence() {
        SweepBench bench;
        bench.runner().setProgram(QStringLiteral("/nowhere/kvw"));
        QSignalSpy said(bench.workspace.get(), &Workspace::notice);
        QTRY_VERIFY(bench.child<QPushButton>("sweepStart")->isEnabled());
        bench.start();
        QTRY_VERIFY(bench.idle() && said.count() == 1);
        QVERIFY(said[0][0].toString().contains(QStringLiteral("/nowhere/kvw")));
        QVERIFY(bench.runner().start(*bench.draft().sweep(), {}, QStringLiteral("/proc/nowhere"), 1, 0).error().code ==
                Code::Io);
    }

 private:
    QTemporaryDir m_root;
};

QTEST_MAIN(SweepDockTest)
#include "sweep_dock_test.moc"
