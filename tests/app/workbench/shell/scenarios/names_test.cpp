// SPDX-License-Identifier: GPL-3.0-or-later
/// Whatever takes the keyboard, in the window and in what it opens, has a name for those who cannot see it.
#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QComboBox>
#include <QDialog>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSlider>
#include <QTabBar>
#include <QTextEdit>
#include <QtTest>
#include <clocale>

#include "app/workbench/plot/plot.h"
#include "app/workbench/views/common/widgets/fold.h"
#include "tests/app/workbench/shell/window_bench.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;

namespace {

/// A part that its owner speaks for: the line in a spin box, the list of a combo box, what Qt's own dialogs are made
/// of.
bool isPart(const QWidget& widget) {
    for (const QWidget* above = widget.parentWidget(); above != nullptr; above = above->parentWidget()) {
        if (qobject_cast<const QComboBox*>(above) != nullptr ||
            qobject_cast<const QAbstractSpinBox*>(above) != nullptr ||
            qobject_cast<const QAbstractItemView*>(above) != nullptr ||
            qobject_cast<const QTabBar*>(above) != nullptr) {
            return true;
        }
    }
    return widget.objectName().startsWith(QLatin1String("qt_"));
}

bool takesKeys(const QWidget& widget) {
    const bool control =
        qobject_cast<const QAbstractButton*>(&widget) != nullptr ||
        qobject_cast<const QComboBox*>(&widget) != nullptr || qobject_cast<const QLineEdit*>(&widget) != nullptr ||
        qobject_cast<const QAbstractSpinBox*>(&widget) != nullptr || qobject_cast<const QSlider*>(&widget) != nullptr ||
        qobject_cast<const QAbstractItemView*>(&widget) != nullptr ||
        qobject_cast<const QPlainTextEdit*>(&widget) != nullptr || qobject_cast<const QTextEdit*>(&widget) != nullptr ||
        qobject_cast<const Plot*>(&widget) != nullptr;
    return control && widget.focusPolicy() != Qt::NoFocus && !isPart(widget);
}

QString pathOf(const QWidget& widget) {
    QStringList path;
    for (const QWidget* at = &widget; at != nullptr; at = at->parentWidget()) {
        path.prepend(QString::fromLatin1(at->metaObject()->className()) + QLatin1Char(':') + at->objectName());
    }
    return path.join(QLatin1Char('/'));
}

QStringList nameless(QWidget& root, int& controls) {
    QStringList found;
    for (auto* widget : root.findChildren<QWidget*>()) {
        if (!takesKeys(*widget) || !widget->isVisible()) {  // what waits for its text is not there yet
            continue;
        }
        ++controls;
        QAccessibleInterface* told = QAccessible::queryAccessibleInterface(widget);
        if (told == nullptr || told->text(QAccessible::Name).trimmed().isEmpty()) {
            found += pathOf(*widget);
        }
    }
    return found;
}

}  // namespace

class NamesTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase() { std::setlocale(LC_NUMERIC, "C"); }

    void everyControlOfTheWindowHasOne() {
        FakeShape shape;
        shape.rows = true;
        Bench bench(shape);
        bench.window->findChild<Fold*>(QStringLiteral("runSettings"))->choose(true);
        int controls = 0;
        const auto look = [&] {
            for (const DockLayout::Placed& placed : bench.window->docks()) {
                bench.window->focusDock(*placed.dock);
                QTRY_VERIFY(placed.dock->shown());
                QCoreApplication::processEvents();
                QCOMPARE(nameless(*bench.window, controls).join('\n'), QString());
            }
        };
        look();
        bench.runToEnd();
        bench.workspace->selection().setLane(1);
        look();
        for (const Catalog::Found& policy : bench.workspace->plugins().catalog().all(PluginKind::Policy)) {
            const QString id = QString::fromStdString(policy.provided->id);
            QVERIFY(bench.workspace->draft().form().load(bench.workspace->plugins().catalog(), id).has_value());
            QCoreApplication::processEvents();
            QCOMPARE(nameless(*bench.window->dock(QStringLiteral("run")), controls).join('\n'), QString());
        }
        QVERIFY2(controls > 300, qPrintable(QString::number(controls)));
    }

    void everyControlOfADialogHasOne_data() {
        QTest::addColumn<QString>("command");
        for (const char* command :
             {"figures", "editKeys", "help", "explain", "about", "palette", "goToStep", "close"}) {
            QTest::newRow(command) << QString::fromLatin1(command);
        }
    }
    void everyControlOfADialogHasOne() {
        QFETCH(QString, command);
        Bench bench;
        bench.runToEnd();
        int controls = 0;
        QStringList without;
        bool seen = false;
        const auto look = [&] {
            for (QWidget* top : QApplication::topLevelWidgets()) {
                if (top->isVisible() && top != bench.window.get() && (seen = true)) {
                    without += nameless(*top, controls);
                    top->close();
                }
            }
        };
        QTimer modal;  // one that is waited for
        connect(&modal, &QTimer::timeout, &modal, look);
        modal.start(0);
        if (command == QLatin1String("close")) {
            QVERIFY(!bench.window->close());
        } else {
            bench.window->actions().named(command)->trigger();
        }
        QTRY_VERIFY(seen);
        QCOMPARE(without.join('\n'), QString());
        QVERIFY(controls > 0);
    }
};

QTEST_MAIN(NamesTest)
#include "names_test.moc"
