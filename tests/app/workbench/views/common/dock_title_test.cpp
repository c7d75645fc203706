// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/common/dock_title.h"

#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QToolButton>
#include <QVBoxLayout>
#include <QtTest>

#include "app/workbench/views/common/widgets/boxes.h"

using namespace kvw::wb;

namespace {

/// A dock whose column has a line above, a column with boxes and a view, and a line below.
struct Titled {
    explicit Titled(bool withView = true) {
        if (withView) {
            columnOf({above, {columnOf({rowOf({box, other}), {view, 1}}), 1}, below}, content);
        } else {
            columnOf({above, box, other, view, below}, content);
        }
        auto* nothing = new QWidget(&window);  // docks fill the window
        window.setCentralWidget(nothing);
        nothing->hide();
        dock->setWidget(content);
        title->setContent(*content);
        window.addDockWidget(Qt::LeftDockWidgetArea, dock);
        window.resize(500, 400);
        window.show();
    }
    QToolButton* button(const char* name) const { return dock->findChild<QToolButton*>(QString::fromLatin1(name)); }

    int maximised = 0;
    QMainWindow window;
    QDockWidget* dock = new QDockWidget(QStringLiteral("A view"), &window);
    DockTitle* title = new DockTitle(*dock, [this] { ++maximised; });
    QWidget* content = new QWidget(dock);
    QLabel *above = new QLabel(QStringLiteral("above"), content), *below = new QLabel(QStringLiteral("below"), content);
    QLineEdit *box = new QLineEdit(content), *other = new QLineEdit(content);
    QWidget* view = new QWidget(content);
};

}  // namespace

class DockTitleTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void theButtonsLieLeftOfThoseOfQt() {
        const Titled titled;
        const auto* own = titled.dock->findChild<QWidget*>(QStringLiteral("qt_dockwidget_floatbutton"));
        QVERIFY(own != nullptr);
        const QToolButton *maximise = titled.button("maximiseDock"), *fold = titled.button("foldControls");
        QTRY_VERIFY(maximise->isVisible() && fold->isVisible());
        QVERIFY(fold->geometry().right() < maximise->geometry().left());
        QVERIFY(maximise->geometry().right() < own->geometry().left());
        QCOMPARE(maximise->geometry().top(), own->geometry().top());
        QCOMPARE(titled.dock->property(DockTitle::kEnd).toInt(), fold->geometry().left());
        for (const QToolButton* button : {maximise, fold}) {
            QVERIFY(!button->accessibleName().isEmpty() && !button->toolTip().isEmpty() && !button->icon().isNull());
        }
    }
    void theyFollowTheWidth() {
        Titled titled;
        const QToolButton* fold = titled.button("foldControls");
        QTRY_VERIFY(fold->isVisible());
        const int before = fold->geometry().left();
        titled.window.resize(700, 400);
        QTRY_COMPARE(fold->geometry().left(), before + 200);
    }
    void aClickMaximises() {
        Titled titled;
        QTest::mouseClick(titled.button("maximiseDock"), Qt::LeftButton);
        QCOMPARE(titled.maximised, 1);
    }
    void aClickFoldsWhatIsAroundTheView() {
        const Titled titled;
        QTRY_VERIFY(titled.view->isVisible() && titled.view->height() > 0);
        const QRect before = titled.view->geometry();
        QTest::mouseClick(titled.button("foldControls"), Qt::LeftButton);
        QVERIFY(titled.title->folded());
        for (const QWidget* control : {static_cast<QWidget*>(titled.above), static_cast<QWidget*>(titled.below),
                                       static_cast<QWidget*>(titled.box), static_cast<QWidget*>(titled.other)}) {
            QVERIFY(!control->isVisible());
        }
        QVERIFY(titled.view->isVisible());
        QTRY_VERIFY(titled.view->height() > before.height() + titled.above->height());
        QTest::mouseClick(titled.button("foldControls"), Qt::LeftButton);
        QVERIFY(!titled.title->folded());
        QTRY_VERIFY(titled.above->isVisible() && titled.box->isVisible() && titled.other->isVisible());
        QVERIFY(titled.above->mapTo(titled.content, QPoint()).y() < titled.box->mapTo(titled.content, QPoint()).y());
        QTRY_VERIFY(titled.below->mapTo(titled.content, QPoint()).y() > titled.view->geometry().bottom());
    }
    /// The keys are the view's then, not those of whatever comes next.
    void theFocusLeavesAFoldedControl() {
        Titled titled;
        titled.window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&titled.window));
        titled.content->setFocusPolicy(Qt::StrongFocus);
        titled.box->setFocus();
        QTRY_VERIFY(titled.box->hasFocus());
        titled.title->setFolded(true);
        QVERIFY(titled.content->hasFocus());
    }
    void aControlThatIsHiddenStaysHidden() {
        const Titled titled;
        titled.box->hide();
        titled.title->setFolded(true);
        titled.title->setFolded(false);
        QTRY_VERIFY(titled.other->isVisible());
        QVERIFY(!titled.box->isVisible());
    }
    void aFormHasNothingToFold() {
        const Titled titled(false);
        QTRY_VERIFY(titled.button("maximiseDock")->isVisible());
        QVERIFY(!titled.title->canFold() && !titled.button("foldControls")->isVisible());
        titled.title->setFolded(true);
        QVERIFY(!titled.title->folded() && titled.box->isVisible());
    }
};

QTEST_MAIN(DockTitleTest)
#include "dock_title_test.moc"
