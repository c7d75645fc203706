// SPDX-License-Identifier: GPL-3.0-or-later
/// The library dock on a folder of bundles: found, filtered, marked, compared, thrown away and put back.
#include <QClipboard>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <QtTest>
#include <clocale>

#include "app/workbench/session/words/copy_command.h"
#include "app/workbench/views/common/dock_view.h"
#include "app/workbench/views/library/library_model.h"
#include "app/workbench/views/library/table_columns.h"
#include "core/publish/write_bundle.h"
#include "tests/app/workbench/shell/window_bench.h"
#include "tests/app/workbench/views/library/library_bench.h"
#include "tests/core/bundle/sample.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;
namespace fs = std::filesystem;

class LibraryDockTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase() { std::setlocale(LC_NUMERIC, "C"); }

    void withoutARunItSaysWhatWillAppear() {
        LibraryBench bench;
        bench.open();
        QTRY_VERIFY(!bench.table()->isVisible());
        bool said = false;
        for (const QLabel* label : bench.dock->findChildren<QLabel*>()) {
            said = said || (label->isVisible() && label->text().contains(bench.home.filePath(QStringLiteral("runs"))));
        }
        QVERIFY(said);
        bench.write("first");
        bench.library().refresh();
        bench.waitFor(1);
        QTRY_VERIFY(bench.table()->isVisible());
        // All settings of a policy, and of the others the file.
        const auto tip = [&](int column) {
            return bench.table()->model()->index(0, column).data(Qt::ToolTipRole).toString();
        };
        QCOMPARE(tip(LibraryModel::Policy), QStringLiteral("streaming 1.0.0: sinks=2, recent=10, scale=0.5"));
        QVERIFY2(tip(LibraryModel::Name).endsWith(QLatin1String("first")), qPrintable(tip(LibraryModel::Name)));
    }

    void anEmptyLibraryLooksAgain() {
        LibraryBench bench;
        bench.open();
        QTRY_VERIFY(!bench.table()->isVisible());
        bench.write("meanwhile");  // by another program
        bench.click("libraryLookAgain");
        bench.waitFor(1);
        QTRY_VERIFY(bench.table()->isVisible());
    }

    void anEmptyLibraryLooksAnewWhereItIsShown() {
        LibraryBench bench;
        bench.open();
        QTRY_VERIFY(!bench.table()->isVisible());
        bench.dock->hide();
        bench.write("meanwhile");
        bench.dock->show();
        bench.waitFor(1);
    }

    void theFindFieldLeavesTheKeyOfTheExport() {
        LibraryBench bench;
        bench.write("alpha");
        bench.open();
        /// Takes every key, as fields do with Ctrl+E where it is the end of the line.
        struct Greedy : QLineEdit {
            using QLineEdit::QLineEdit;
            bool event(QEvent* event) override {
                const bool asked = event->type() == QEvent::ShortcutOverride;
                asked ? event->accept() : void();
                return asked || QLineEdit::event(event);
            }
        } field(bench.dock);
        const auto keeps = [&field](int key, Qt::KeyboardModifiers with) {
            QKeyEvent asked(QEvent::ShortcutOverride, key, with);
            QCoreApplication::sendEvent(&field, &asked);
            return asked.isAccepted();
        };
        QVERIFY(!keeps(Qt::Key_E, Qt::ControlModifier));
        QVERIFY(!keeps(Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier));
        QVERIFY(keeps(Qt::Key_A, Qt::ControlModifier));
        QVERIFY(keeps(Qt::Key_E, Qt::NoModifier));
    }

    void wordsAndOrderArePartOfTheView() {
        LibraryBench bench;
        bench.write("alpha");
        bench.write("beta");
        bench.open();
        bench.waitFor(2);
        auto& history = *bench.bench->window->findChild<ViewHistory*>();
        history.settle();
        const QJsonObject before = settingsView(*bench.dock);
        bench.find("alpha");
        bench.waitFor(1);
        history.settle();
        const QJsonObject found = settingsView(*bench.dock);
        QVERIFY(found != before);
        bench.bench->press("undo");
        bench.waitFor(2);
        bench.bench->press("redo");
        bench.waitFor(1);
        bench.bench->press("undo");
        bench.waitFor(2);
        QHeaderView* header = bench.table()->horizontalHeader();
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                          QPoint(header->sectionViewportPosition(LibraryModel::Text) + 8, header->height() / 2));
        history.settle();
        QCOMPARE(header->sortIndicatorSection(), int(LibraryModel::Text));
        bench.bench->press("undo");
        QCOMPARE(header->sortIndicatorSection(), -1);
        // A tick is a tag of the bundle, and stays.
        bench.table()->model()->setData(bench.table()->model()->index(0, LibraryModel::Started), Qt::Checked,
                                        Qt::CheckStateRole);
        showSettings(*bench.dock, before);
        QCOMPARE(bench.table()->model()->index(0, LibraryModel::Started).data(Qt::CheckStateRole).toInt(),
                 int(Qt::Checked));
    }

    void itFitsANarrowWindow() {
        LibraryBench bench;
        bench.write("alpha");
        bench.open();
        for (const char* id : {"sweep", "library"}) {
            const Dock* dock = bench.bench->window->dock(QString::fromLatin1(id));
            QVERIFY2(dock->minimumSizeHint().width() <= 340,
                     qPrintable(QStringLiteral("%1 %2").arg(QLatin1String(id)).arg(dock->minimumSizeHint().width())));
        }
    }

    void bundlesAreFoundAndFiltered() {
        LibraryBench bench;
        bench.write("alpha");
        bench.write("deep/beta", 1);
        bench.write("gamma.zip");
        bench.open();
        bench.waitFor(3);
        QVERIFY(bench.rowOf("alpha") >= 0 && bench.rowOf("beta") >= 0 && bench.rowOf("gamma.zip") >= 0);
        QVERIFY2(bench.about().startsWith(QLatin1String("3 runs")), qPrintable(bench.about()));
        bench.find("kind:run");
        bench.waitFor(1);
        QVERIFY(bench.rowOf("beta") == 0);
        bench.find("nothing-has-this-name");
        bench.waitFor(0);
        QTRY_VERIFY2(bench.about().contains(QLatin1String("matches these words")), qPrintable(bench.about()));
        QVERIFY(bench.table()->isVisible());
        bench.find("polcy:snapkv");
        QTRY_VERIFY2(bench.about().contains(QLatin1String("policy")), qPrintable(bench.about()));
        bench.child<QLineEdit>("libraryFilter")->clear();
        bench.find("gamma");
        bench.waitFor(1);
        // Sorting keeps what is chosen; Ctrl+C takes the table.
        bench.find("path:runs");
        bench.waitFor(3);
        bench.table()->sortByColumn(LibraryModel::Name, Qt::DescendingOrder);
        QCOMPARE(bench.rowOf("gamma.zip"), 0);
        QCOMPARE(bench.dock->copyText().count(QLatin1Char('\n')), 3);
    }

    void aTableIsWrittenWhileTheWindowGoesOn() {
        LibraryBench bench;
        bench.write("alpha");
        bench.open();
        bench.waitFor(1);
        const QString file = bench.home.filePath(QStringLiteral("table.csv"));
        bench.bench->window->exportDockTo(*bench.dock, file);
        QVERIFY(!QFile::exists(file));  // its bundles are read off the GUI thread
        QTRY_VERIFY(QFile::exists(file));
        bench.bench->window->exportDockTo(*bench.dock, QStringLiteral("/dev/null/table.csv"));
        QTRY_COMPARE(bench.bench->workspace->problems().errors(), 1);
        QVERIFY(bench.bench->workspace->problems().copyText().contains(QLatin1String("/dev/null")));
    }

    void oneOpensTwoAreLanes() {
        LibraryBench bench;
        bench.write("alpha");
        bench.write("beta");
        bench.write("single", 1);
        bench.open();
        bench.waitFor(3);
        bench.choose({"alpha"});
        QVERIFY(!bench.child<QPushButton>("libraryCompare")->isEnabled());
        QApplication::clipboard()->clear();
        bench.click("libraryCopy");
        QTRY_VERIFY2(QApplication::clipboard()->text().startsWith(QLatin1String("kvw ")),
                     qPrintable(QApplication::clipboard()->text()));
        bench.click("libraryOpen");
        QTRY_VERIFY(bench.bench->workspace->client().viewing());
        // A table of what is chosen, in every format.
        for (const QString& format : bench.dock->exportFormats()) {
            const QString file = bench.home.filePath(QStringLiteral("table.") + format);
            const auto done = bench.dock->exportTo(file);
            QVERIFY2(done.has_value(), done ? "" : done.error().sentence().c_str());
            QVERIFY(QFileInfo(file).size() > 0);
        }
        QCOMPARE(bench.bench->workspace->recording()->lanes(), 2);
        // With the columns that are wanted, in this and the next session.
        QTemporaryDir home;
        QSettings settings(home.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
        auto* columns = bench.child<TableColumns>("libraryTableColumns");
        columns->rememberIn(&settings);
        for (QAction* action : columns->actions()) {
            action->setChecked(action->data() == QLatin1String("policy") ||
                               action->data() == QLatin1String("delta_nll"));
        }
        const QString csv = bench.home.filePath(QStringLiteral("table.csv"));
        QVERIFY(bench.dock->exportTo(csv).has_value());
        QFile written(csv);
        QVERIFY(written.open(QIODevice::ReadOnly));
        QCOMPARE(written.readLine().trimmed(), QByteArray("policy,delta_nll,delta_nll_sd"));
        TableColumns next(nullptr);
        next.rememberIn(&settings);
        QCOMPARE(next.chosen(), (std::vector<std::string>{"policy", "delta_nll"}));
        next.actions().at(12)->setChecked(false);
        QCOMPARE(next.chosen().size(), std::size_t{1});
        QVERIFY(!next.actions().at(15)->isEnabled());  // the only one that is left
        QCOMPARE(next.actions().at(15)->toolTip(), QStringLiteral("A table needs one column"));
        QVERIFY(next.toolTipsVisible());
        for (const QAction* action : next.actions()) {
            QVERIFY2(action->text().front().isUpper() && !action->text().contains(QLatin1Char('_')),
                     qPrintable(action->text()));  // none is without a title of its own
        }
        QCOMPARE(next.actions().at(12)->toolTip(), QStringLiteral("“policy” in the file"));
        next.popup({});
        next.setActiveAction(next.actions().at(12));
        QTest::keyClick(&next, Qt::Key_Enter, Qt::KeypadModifier);
        QVERIFY(next.isVisible() && next.actions().at(12)->isChecked());
        next.close();
        bench.choose({"beta", "single"});
        QVERIFY(!bench.child<QPushButton>("libraryOpen")->isEnabled());
        bench.click("libraryCompare");
        QTRY_VERIFY(bench.bench->workspace->client().source().contains(QLatin1String("2 runs")));
        const auto joined = bench.bench->workspace->recording();
        QVERIFY(joined->lanes() >= 2);
        QTRY_VERIFY(bench.bench->window->dock(QStringLiteral("lanes"))->shown());
        QApplication::clipboard()->clear();
        bench.bench->press("copyCommand");
        QTRY_VERIFY2(QApplication::clipboard()->text().startsWith(QLatin1String("kvw ")),
                     qPrintable(QApplication::clipboard()->text()));
        // A run whose command is not known gives nothing to copy.
        RunDescription description = joined->description();
        description.specs.clear();
        description.commandLine.clear();
        const auto bare = std::make_shared<Recording>(std::move(description));
        for (std::int32_t lane = 0; lane < joined->lanes(); ++lane) {
            bare->setTrace(lane, joined->trace(lane).fork());
        }
        bare->setState(RunState::Finished);
        bench.bench->workspace->client().view(bare, QString());
        QTRY_VERIFY(!bench.bench->window->actions().named(QStringLiteral("copyCommand"))->isEnabled());
    }

    void whatABundleSaysIsNoCommandOfAnotherProgram() {
        LibraryBench bench;
        bench.write("ours");
        const auto made = sample::recording();
        RunDescription description = made->description();
        description.commandLine = "kvw run --policy streaming; echo pwned\n";
        const auto hostile = std::make_shared<Recording>(std::move(description));
        hostile->setTrace(0, made->trace(0).fork());
        hostile->setState(RunState::Finished);
        const auto written = writeBundle(*hostile, bench.path("hostile"));
        QVERIFY2(written.has_value(), written ? "" : written.error().sentence().c_str());
        bench.open();
        bench.waitFor(2);
        const QString mine = QStringLiteral("mine");
        QApplication::clipboard()->setText(mine);
        bench.choose({"hostile"});
        QVERIFY(!bench.child<QPushButton>("libraryCopy")->isEnabled());
        bench.click("libraryOpen");
        QTRY_VERIFY(bench.bench->workspace->client().viewing());
        const QAction* copy = bench.bench->window->actions().named(QStringLiteral("copyCommand"));
        QTRY_VERIFY(copy->toolTip().contains(QLatin1String("No kvw command is known")));
        QVERIFY(!copy->isEnabled());
        QSignalSpy notices(bench.bench->workspace.get(), &Workspace::notice);
        copyCommand(*bench.bench->workspace, hostile->description().commandLine);
        QVERIFY(notices.back()[0].toString().contains(QLatin1String("No kvw command is known")));
        QCOMPARE(QApplication::clipboard()->text(), mine);
        bench.choose({"ours"});
        QTRY_VERIFY(bench.child<QPushButton>("libraryCopy")->isEnabled());
    }

    void deletingAsksAndCanBeTakenBack() {
        LibraryBench bench;
        bench.write("alpha");
        bench.write("beta");
        QVERIFY(writeNotes(bench.path("alpha"), {"keep"}, "a note").has_value());
        bench.open();
        bench.waitFor(2);
        QVERIFY(!bench.child<QPushButton>("libraryPutBack")->isVisible());
        bench.choose({"alpha"});
        bench.click("libraryDelete");
        bench.answer(QMessageBox::Cancel);
        QTRY_VERIFY(bench.dock->findChild<QMessageBox*>() == nullptr);
        QVERIFY(fs::exists(bench.path("alpha")));
        // Also where the key would evict a token.
        bench.bench->runToEnd();
        bench.bench->workspace->selection().setTokens({4});
        const QAction* evict = bench.bench->window->actions().named(QStringLiteral("evictTokens"));
        QTRY_VERIFY(evict->isEnabled());
        bench.dock->raise();
        QTRY_VERIFY(bench.dock->shown());
        const QSignalSpy evicted(evict, &QAction::triggered);
        QVERIFY(bench.bench->activate());
        bench.table()->setFocus();
        QTest::keyClick(bench.table(), Qt::Key_Delete);
        QCOMPARE(evicted.count(), 0);
        bench.answer(QMessageBox::Yes);
        bench.waitFor(1);
        QVERIFY(!fs::exists(bench.path("alpha")) && !fs::exists(bench.path("alpha.notes.json")));
        QTRY_VERIFY(bench.child<QPushButton>("libraryPutBack")->isVisible());
        bench.click("libraryPutBack");
        bench.waitFor(2);
        QTRY_COMPARE(bench.cell(bench.rowOf("alpha"), LibraryModel::Tags), QStringLiteral("keep"));
        QTRY_VERIFY(!bench.child<QPushButton>("libraryPutBack")->isVisible());
        QVERIFY(QDir(bench.home.filePath(QStringLiteral("data/Trash/info"))).isEmpty());
    }

    void whatStandsInTheWayStays() {
        LibraryBench bench;
        bench.write("alpha");
        bench.write("beta");
        bench.open();
        bench.waitFor(2);
        bench.library().moveToTrash({QString::fromStdString(bench.path("alpha").string())});
        bench.waitFor(1);
        bench.write("alpha", 1);
        QSignalSpy failed(&bench.library(), &LibraryClient::failed);
        bench.library().putBack();
        QTRY_COMPARE(failed.count(), 1);
        QVERIFY(failed[0][0].value<Phrase>().english().find("alpha") != std::string::npos);
        bench.waitFor(2);
        QCOMPARE(readEntry(bench.path("alpha")).lanes, 1);
        // And can be put back once the name is free.
        const QString alpha = QString::fromStdString(bench.path("alpha").string());
        QCOMPARE(bench.library().inTrash(), QStringList{alpha});
        fs::remove_all(bench.path("alpha"));
        bench.library().putBack();
        bench.waitFor(2);
        QTRY_VERIFY(bench.library().inTrash().isEmpty());
        QCOMPARE(readEntry(bench.path("alpha")).lanes, 2);
    }

    void whatCouldNotBeTakenLeavesThatOfBefore() {
        LibraryBench bench;
        bench.write("alpha");
        bench.write("beta");
        bench.open();
        bench.waitFor(2);
        const QString alpha = QString::fromStdString(bench.path("alpha").string());
        bench.library().moveToTrash({alpha});
        bench.waitFor(1);
        const QSignalSpy failed(&bench.library(), &LibraryClient::failed);
        bench.library().moveToTrash({alpha + QStringLiteral("-of-long-ago")});
        QTRY_COMPARE(failed.count(), 1);
        QCOMPARE(bench.library().inTrash(), QStringList{alpha});
    }

    void aBrokenBundleIsARowWithASentence() {
        LibraryBench bench;
        bench.write("alpha");
        bench.write("half");
        fs::remove_all(bench.path("half"));
        fs::create_directories(bench.path("half"));
        sample::spill(bench.path("half") / "manifest.json", "{\"format\": \"kvw-bundle-9\", \"kind\": \"run\"}");
        bench.open();
        bench.waitFor(2);
        bench.choose({"half"});
        QVERIFY2(bench.cell(bench.rowOf("half"), LibraryModel::Policy).contains(QLatin1String("newer")),
                 qPrintable(bench.cell(bench.rowOf("half"), LibraryModel::Policy)));
        QVERIFY2(bench.about().contains(QLatin1String("newer")), qPrintable(bench.about()));
        QVERIFY(!bench.child<QPushButton>("libraryOpen")->isEnabled());
        QVERIFY(!bench.child<QPushButton>("libraryCopy")->isEnabled());
        QVERIFY(bench.child<QPushButton>("libraryDelete")->isEnabled());
    }
};

QTEST_MAIN(LibraryDockTest)
#include "library_dock_test.moc"
