// SPDX-License-Identifier: GPL-3.0-or-later
/// Every command of the palette does something that is seen, or says why it does not; one that cannot be chosen has
/// its reason in its tooltip.
#include <QClipboard>
#include <QDialog>
#include <QFileDialog>
#include <QListWidget>
#include <QtTest>
#include <clocale>

#include "app/workbench/shell/commands/command_palette.h"
#include "app/workbench/shell/modes.h"
#include "app/workbench/views/common/dock_view.h"
#include "tests/app/workbench/shell/window_bench.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;

namespace {

struct CommandBench : Bench {
    CommandBench() : Bench(shape()) {
        QObject::connect(workspace.get(), &Workspace::notice, &m_watch, [this](const QString&) { ++told; });
        QObject::connect(&workspace->problems(), &QAbstractItemModel::rowsInserted, &m_watch, [this] { ++told; });
        // Dialogs that are waited for.
        QObject::connect(&m_watch, &QTimer::timeout, &m_watch, [this] {
            if (auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget())) {
                ++told;
                dialog->reject();
            }
        });
        m_watch.start(0);
        runToEnd();
    }
    static FakeShape shape() {
        FakeShape made;
        made.rows = true;
        return made;
    }
    /// Whatever a command may change.
    QStringList seen() {
        QStringList all{QString::number(told), QApplication::clipboard()->text(), workspace->draft().commandLine()};
        for (const DockLayout::Placed& placed : window->docks()) {
            const Dock& dock = *placed.dock;
            all += dockView(dock) + QLatin1Char(dock.shown() ? '+' : '-') + QLatin1Char(dock.unlinked() ? 'u' : 'l') +
                   QString::number(dock.width());
        }
        QStringList tops;
        for (const QWidget* top : QApplication::topLevelWidgets()) {
            if (top->isVisible() && qobject_cast<const CommandPalette*>(top) == nullptr) {
                tops += QString::fromLatin1(top->metaObject()->className());
            }
        }
        tops.sort();
        all += tops;
        for (const Actions::Item& item : window->actions().all()) {
            all += QLatin1Char(item.action->isChecked() ? '1' : '0') + item.action->text();
        }
        const SessionStatus status = workspace->client().status();
        all += QString::number(static_cast<int>(status.state)) + QLatin1Char(' ') + QString::number(status.position) +
               QLatin1Char(' ') + QString::number(status.generation);
        all += QString::number(reinterpret_cast<quintptr>(workspace->recording().get()));
        all += window->lastDock() == nullptr ? QString() : window->lastDock()->objectName();
        all += QApplication::font().toString() + QApplication::palette().color(QPalette::Window).name();
        all += QString::number(static_cast<int>(window->windowState())) +
               QLatin1Char(workspace->namesHidden() ? 'x' : 'n');
        return all;
    }
    void closeOthers() {
        for (QWidget* top : QApplication::topLevelWidgets()) {
            if (top != window.get() && top->isVisible()) {
                top->close();
            }
        }
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
    int told = 0;

 private:
    QTimer m_watch;
};

}  // namespace

class CommandsTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase() {
        std::setlocale(LC_NUMERIC, "C");
        QVERIFY(m_runs.isValid());
        qputenv("KVW_RUNS", m_runs.path().toUtf8());
        QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
    }

    void everyCommandOfThePalette_data() {
        QTest::addColumn<QString>("command");
        Bench bench;
        for (const Actions::Item& item : bench.window->actions().all()) {
            if (item.action->isVisible()) {
                QTest::newRow(item.action->objectName().toUtf8()) << item.action->objectName();
            }
        }
    }
    void everyCommandOfThePalette() {
        QFETCH(QString, command);
        CommandBench bench;
        QVERIFY(bench.activate());
        // Off its ends, and with something to take back.
        Selection& selection = bench.workspace->selection();
        selection.setLayer(1);
        selection.setHead(1);
        selection.setLane(1);
        selection.setStep(100);
        selection.setRange({50, 150});
        selection.setTokens({80});
        bench.window->modes().setTypeSize(120);
        auto* history = bench.window->findChild<ViewHistory*>();
        history->settle();
        if (command == QLatin1String("redo")) {
            history->undo();
        }
        if (command.startsWith(QLatin1String("theme"))) {
            bench.press(command == QLatin1String("themeDark") ? "themeLight" : "themeDark");
        }
        QCoreApplication::processEvents();
        const QAction* action = bench.window->actions().named(command);
        if (!action->isEnabled()) {
            const QString tip = Actions::tipOf(*action);
            QVERIFY2(action->toolTip().startsWith(tip) && action->toolTip().section('\n', 1).size() > 5,
                     qPrintable(command + ": " + action->toolTip()));
            return;
        }
        const QStringList before = bench.seen();
        bench.press("palette");
        auto* palette = bench.window->findChild<CommandPalette*>();
        auto* list = palette->findChild<QListWidget*>();
        const auto found = list->findItems(action->text(), Qt::MatchStartsWith);
        QVERIFY2(!found.empty(), qPrintable(action->text()));
        const auto exact = std::find_if(found.begin(), found.end(), [&](const QListWidgetItem* item) {
            return item->text().section(QStringLiteral("    "), 0, 0) == action->text();
        });
        QVERIFY(exact != found.end());
        list->setCurrentItem(*exact);
        QTest::keyClick(palette->findChild<QLineEdit*>(), Qt::Key_Return);
        QTRY_VERIFY2(bench.seen() != before, qPrintable(command + " did nothing and said nothing"));
        bench.closeOthers();
        bench.window->modes().leave();
        bench.window->modes().setTypeSize(100);
        bench.window->modes().setTheme(ThemeChoice::System);
    }

    void thePaletteAloneDoesNothing() {
        CommandBench bench;
        QVERIFY(bench.activate());
        QCoreApplication::processEvents();
        const QStringList before = bench.seen();
        bench.press("palette");
        QTest::keyClick(bench.window->findChild<CommandPalette*>()->findChild<QLineEdit*>(), Qt::Key_Escape);
        QTRY_VERIFY(bench.window->findChild<CommandPalette*>() == nullptr);
        QCOMPARE(bench.seen(), before);
    }

    void withoutARunAGreyedCommandSaysWhy() {
        Bench bench;
        int greyed = 0;
        const auto look = [&] {
            for (const Actions::Item& item : bench.window->actions().all()) {
                if (item.action->isVisible() && !item.action->isEnabled()) {
                    ++greyed;
                    QVERIFY2(item.action->toolTip().contains('\n'), qPrintable(item.action->objectName()));
                } else if (item.action->isVisible()) {
                    QVERIFY2(!item.action->toolTip().contains('\n') || bench.workspace->client().viewing(),
                             qPrintable(item.action->objectName()));
                }
            }
        };
        look();
        QVERIFY(greyed > 10);
        bench.workspace->client().view(filledFakeRecording(FakeShape(), 60), QStringLiteral("bundle"));
        QCoreApplication::processEvents();
        look();
        QVERIFY(bench.window->actions().named("stop")->toolTip().contains(QStringLiteral("No run is in progress")));
        bench.press("examiner");
        QCoreApplication::processEvents();
        look();
    }

 private:
    QTemporaryDir m_runs;
};

QTEST_MAIN(CommandsTest)
#include "commands_test.moc"
