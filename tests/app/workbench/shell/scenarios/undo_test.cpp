// SPDX-License-Identifier: GPL-3.0-or-later
/// Undo of how docks show what is selected: their controls, their own views, which of them are there.
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QSlider>
#include <QSpinBox>
#include <QTableView>
#include <QWheelEvent>
#include <QtTest>
#include <clocale>

#include "app/workbench/plot/plot.h"
#include "app/workbench/shell/modes.h"
#include "app/workbench/views/playground/share_controls.h"
#include "app/workbench/views/preference/preference_plane.h"
#include "tests/app/workbench/plot/plot_run.h"
#include "tests/app/workbench/shell/window_bench.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;

namespace {

FakeShape withRows() {
    FakeShape shape;
    shape.rows = true;
    return shape;
}

struct UndoBench : Bench {
    UndoBench() : Bench(withRows()) {
        runToEnd();
        history().settle();
    }
    /// A run with all rows instead.
    void viewRows() {
        workspace->client().view(plotRecording({.steps = 240, .prompt = 200, .promptRows = true}),
                                 QStringLiteral("test"));
        workspace->selection().setLane(1);
        history().settle();
    }
    ViewHistory& history() { return *window->findChild<ViewHistory*>(); }
    Dock* dock(const char* id) { return window->dock(QString::fromLatin1(id)); }
    void choose(const char* id, const char* name, int index) {
        auto* box = dock(id)->findChild<QComboBox*>(QString::fromLatin1(name));
        box->setCurrentIndex(index);
        Q_EMIT box->activated(index);
    }
    int chosen(const char* id, const char* name) {
        return dock(id)->findChild<QComboBox*>(QString::fromLatin1(name))->currentIndex();
    }
};

}  // namespace

class UndoTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase() { std::setlocale(LC_NUMERIC, "C"); }

    void controlsOfADockAreTakenBack() {
        UndoBench bench;
        const int before = bench.chosen("budgets", "viewUnit");
        bench.choose("budgets", "viewUnit", before == 0 ? 1 : 0);
        bench.choose("budgets", "viewPer", 1);  // at once: one change
        bench.history().settle();
        QVERIFY(bench.window->actions().named("undo")->isEnabled());
        auto* log = bench.dock("attention")->findChild<QAbstractButton*>("viewLog");
        const bool logarithmic = log->isChecked();
        log->click();
        bench.press("undo");
        QCOMPARE(log->isChecked(), logarithmic);
        QCOMPARE(bench.chosen("budgets", "viewPer"), 1);
        bench.press("undo");
        QCOMPARE(bench.chosen("budgets", "viewUnit"), before);
        QCOMPARE(bench.chosen("budgets", "viewPer"), 0);
        bench.press("redo");
        bench.press("redo");
        QCOMPARE(bench.chosen("budgets", "viewPer"), 1);
        QCOMPARE(log->isChecked(), !logarithmic);
    }

    /// Inputs that are neither box nor button: lines, ticks, the head of a table, a slider.
    void orderTicksAndLinesAreTakenBack() {
        UndoBench bench;
        for (const char* id : {"lanes", "side-by-side", "problems"}) {
            bench.dock(id)->raise();
            QTRY_VERIFY(bench.dock(id)->shown() && bench.dock(id)->refreshes() > 0);
        }
        bench.dock("lanes")->raise();
        QTRY_VERIFY(bench.dock("lanes")->shown());
        bench.history().settle();
        auto* table = bench.dock("lanes")->findChild<QTableView*>("viewTable");
        QHeaderView* header = table->horizontalHeader();
        const auto sorted = [header] { return header->sortIndicatorSection(); };
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                          QPoint(header->sectionViewportPosition(1) + 8, header->height() / 2));
        QCOMPARE(sorted(), 1);
        bench.history().settle();
        QAbstractItemModel* rows = table->model();
        const auto pinned = [rows] { return rows->index(0, 0).data(Qt::CheckStateRole).toInt() == Qt::Checked; };
        QVERIFY(rows->setData(rows->index(0, 0), Qt::Checked, Qt::CheckStateRole));
        bench.history().settle();
        auto* lane = bench.dock("side-by-side")->findChild<QAction*>("viewLane0");
        lane->trigger();
        bench.history().settle();
        auto* words = bench.dock("problems")->findChild<QLineEdit*>("problemFilter");
        QTest::keyClicks(words, "layer");
        bench.history().settle();
        bench.press("undo");
        QVERIFY(words->text().isEmpty() && !lane->isChecked());
        bench.press("undo");
        QVERIFY(lane->isChecked() && pinned());
        bench.press("undo");
        QVERIFY(!pinned());
        QCOMPARE(sorted(), 1);
        bench.press("undo");
        QCOMPARE(sorted(), -1);
        for (int i = 0; i < 4; ++i) {
            bench.press("redo");
        }
        QVERIFY(sorted() == 1 && pinned() && !lane->isChecked());
        QCOMPARE(words->text(), QStringLiteral("layer"));
    }

    void theZoomOfAMapIsTakenBack() {
        UndoBench bench;
        Dock* cache = bench.dock("cache");
        cache->raise();
        auto* map = cache->findChild<Plot*>("viewMap");
        QTRY_VERIFY(cache->shown() && map->showsAllX() && map->xBounds().size() > 100);
        bench.history().settle();
        const QPointF middle = QRectF(map->panel(0)->rect()).center();
        QWheelEvent wheel(middle, map->mapToGlobal(middle), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(map, &wheel);
        QVERIFY(!map->showsAllX());
        QCoreApplication::processEvents();  // to whole tokens
        const QCPRange seen = map->x(0)->range();
        bench.history().settle();
        bench.press("undo");
        QTRY_VERIFY(map->showsAllX());
        bench.press("redo");
        QTRY_COMPARE(map->x(0)->range(), seen);
        QCoreApplication::processEvents();
        QCOMPARE(map->x(0)->range(), seen);
    }

    void whatADockSetsItselfIsNoChange() {
        UndoBench bench;
        const auto undo = [&] { return bench.history().canUndo(); };
        bench.history().settle();
        const bool before = undo();
        bench.dock("attention")->raise();  // which fills its boxes
        bench.dock("inequality")->raise();
        bench.dock("budgets")->findChild<QComboBox*>("viewPer")->setCurrentIndex(1);
        QCoreApplication::processEvents();
        bench.history().settle();
        QCOMPARE(undo(), before);
    }

    void whatDocksFilledInIsNotTakenBack_data() {
        QTest::addColumn<QString>("id");
        QTest::newRow("playground") << "playground";
        QTest::newRow("preference") << "preference";
    }
    void whatDocksFilledInIsNotTakenBack() {
        QFETCH(QString, id);
        UndoBench bench;
        bench.viewRows();
        QVERIFY(bench.activate());
        Dock* dock = bench.window->dock(id);
        dock->show();
        dock->raise();  // which fills its boxes for the first time
        QTRY_VERIFY(dock->shown());
        QCoreApplication::processEvents();
        auto* capacity = dock->findChild<QSpinBox*>("viewCapacity");
        auto* turned = dock->findChild<QDoubleSpinBox*>(id == "playground" ? "viewTemperature" : "viewTau1");
        const int filled = capacity->value();
        const double usual = turned->value();
        QVERIFY(filled > capacity->minimum() && usual > turned->minimum());
        if (id == "playground") {
            bench.choose("playground", "viewRule", 1);
            bench.history().settle();
            bench.press("undo");
            QCOMPARE(bench.chosen("playground", "viewRule"), 0);
            QCOMPARE(capacity->value(), filled);
            QCOMPARE(turned->value(), usual);
        }
        capacity->setFocus();
        QTRY_VERIFY(capacity->hasFocus());
        capacity->selectAll();
        QTest::keyClicks(capacity, "128");
        QCOMPARE(capacity->value(), 128);
        bench.history().settle();
        bench.press("undo");
        QCOMPARE(capacity->value(), filled);
        QCOMPARE(turned->value(), usual);
        bench.press("redo");
        QCOMPARE(capacity->value(), 128);
    }

    void aStepBackLeavesWhatADockFilledInSince() {
        UndoBench bench;
        bench.viewRows();
        bench.workspace->selection().setLayer(2);
        bench.history().settle();
        bench.dock("playground")->raise();
        QCoreApplication::processEvents();
        auto* capacity = bench.dock("playground")->findChild<QSpinBox*>("viewCapacity");
        const int filled = capacity->value();
        QVERIFY(filled > 1);
        bench.press("undo");
        QCOMPARE(bench.workspace->selection().layer(), 0);
        QCOMPARE(capacity->value(), filled);
    }

    void aSliderAndADragAreSteps() {
        UndoBench bench;
        bench.viewRows();
        bench.dock("playground")->raise();
        QCoreApplication::processEvents();
        auto* temperature = bench.dock("playground")->findChild<QDoubleSpinBox*>("viewTemperature");
        const double usual = temperature->value();
        QTest::keyClick(bench.dock("playground")->findChild<ShareControls*>()->findChild<QSlider*>(), Qt::Key_PageUp);
        const double turned = temperature->value();
        QVERIFY(turned != usual);
        bench.history().settle();
        bench.press("undo");
        QCOMPARE(temperature->value(), usual);
        bench.press("redo");
        QCOMPARE(temperature->value(), turned);
        bench.dock("preference")->raise();
        auto* plane = bench.dock("preference")->findChild<PreferencePlane*>();
        QTRY_VERIFY(plane->isVisible());
        auto* tau = bench.dock("preference")->findChild<QDoubleSpinBox*>("viewTau1");
        const double before = tau->value();
        const QPoint place = plane->panel(0)->center();
        QTest::mousePress(plane, Qt::LeftButton, {}, place);
        for (const int way : {20, 60}) {
            QMouseEvent move(QEvent::MouseMove, place + QPoint(way, 0), plane->mapToGlobal(place + QPoint(way, 0)),
                             Qt::NoButton, Qt::LeftButton, {});
            QCoreApplication::sendEvent(plane, &move);
            bench.history().settle();  // the hand rests
        }
        QTest::mouseRelease(plane, Qt::LeftButton, {}, place + QPoint(60, 0));
        QVERIFY(tau->value() > before);
        bench.history().settle();
        bench.press("undo");
        QCOMPARE(tau->value(), before);
        QCOMPARE(temperature->value(), turned);
        // A handle turns its own alone, wherever it is dragged.
        auto* other = bench.dock("preference")->findChild<QDoubleSpinBox*>("viewTau2");
        using Handle = PreferencePlane::Handle;
        QTRY_VERIFY(!plane->placeOf(Handle::Tau1).isEmpty());  // its layers are measured
        for (const Handle handle : {Handle::Tau1, Handle::Tau2}) {
            plane->replot();
            const QRectF at = plane->placeOf(handle);
            const QRect within = plane->panel(0)->rect();
            QVERIFY2(within.contains(at.center().toPoint()), qPrintable(QStringLiteral("%1, %2 of %3 x %4")
                                                                            .arg(at.center().x() - within.x())
                                                                            .arg(at.center().y() - within.y())
                                                                            .arg(within.width())
                                                                            .arg(within.height())));
            QDoubleSpinBox *own = handle == Handle::Tau1 ? tau : other, *left = handle == Handle::Tau1 ? other : tau;
            const double ownBefore = own->value(), leftBefore = left->value();
            const int layer = bench.workspace->selection().layer();
            const QPoint start = at.center().toPoint();
            QTest::mouseMove(plane, start);
            QCOMPARE(plane->QWidget::cursor().shape(), handle == Handle::Tau1 ? Qt::SizeHorCursor : Qt::SizeVerCursor);
            QTest::mousePress(plane, Qt::LeftButton, {}, start);
            QMouseEvent move(QEvent::MouseMove, start + QPoint(50, -50), plane->mapToGlobal(start + QPoint(50, -50)),
                             Qt::NoButton, Qt::LeftButton, {});
            QCoreApplication::sendEvent(plane, &move);
            QTest::mouseRelease(plane, Qt::LeftButton, {}, start + QPoint(50, -50));
            QVERIFY(own->value() > ownBefore);
            QCOMPARE(left->value(), leftBefore);
            plane->replot();
            QVERIFY(plane->placeOf(handle) != at);
            QCOMPARE(bench.workspace->selection().layer(), layer);
            bench.history().settle();
            bench.press("undo");
            QCOMPARE(own->value(), ownBefore);
        }
    }

    void aDockThatIsDraggedIsOneStep() {
        UndoBench bench;
        QVERIFY(bench.activate());
        bench.workspace->selection().setLayer(2);
        bench.history().settle();
        Dock* dock = bench.dock("budgets");
        bench.window->focusDock(*dock);
        QTRY_VERIFY(dock->shown());
        bench.history().settle();
        const QRect place = dock->geometry();
        const auto drag = [](QWidget& target, QPoint from, const std::vector<QPoint>& way) {
            QTest::mousePress(&target, Qt::LeftButton, {}, from);
            for (const QPoint by : way) {
                QMouseEvent move(QEvent::MouseMove, from + by, target.mapToGlobal(from + by), Qt::NoButton,
                                 Qt::LeftButton, {});
                QCoreApplication::sendEvent(&target, &move);
                QCoreApplication::processEvents();  // a gap follows on a timer
            }
            QTest::mouseRelease(&target, Qt::LeftButton, {}, from + way.back());
            QCoreApplication::processEvents();
        };
        // A press that moves nothing is none.
        drag(*dock, {40, 6}, {{0, 0}});
        bench.history().settle();
        QVERIFY(!bench.history().canRedo());
        bench.press("undo");
        QCOMPARE(bench.workspace->selection().layer(), 0);
        bench.press("redo");
        drag(*dock, {40, 6}, {{20, 20}, {-4000, -4000}});
        QTRY_VERIFY(dock->isFloating());
        bench.press("undo");
        QTRY_VERIFY(!dock->isFloating());
        // To the pixel, but for what a line of words asks for meanwhile.
        const auto isBack = [&] {
            const QRect now = dock->geometry();
            return (now.topLeft() - place.topLeft()).manhattanLength() <= 2 &&
                   (now.bottomRight() - place.bottomRight()).manhattanLength() <= 2;
        };
        QTRY_VERIFY(isBack());
        QCOMPARE(bench.workspace->selection().layer(), 2);
        bench.press("redo");
        QTRY_VERIFY(dock->isFloating());
        bench.press("undo");
        QTRY_VERIFY(isBack());
        // Nor is the gap between two docks.
        Dock* strip = bench.dock("strip");
        const QPoint gap = strip->geometry().bottomLeft() + QPoint(strip->width() / 2, 2);
        QVERIFY(bench.window->childAt(gap) == nullptr);
        const int height = strip->height();
        drag(*bench.window, gap, {{0, -10}, {0, -60}});
        QTRY_VERIFY(strip->height() < height);
        bench.press("undo");
        QTRY_COMPARE(strip->height(), height);
        QCOMPARE(bench.workspace->selection().layer(), 2);
    }

    void aDockOverTheOthersAndBackIsNoStep() {
        UndoBench bench;
        bench.viewRows();
        bench.workspace->selection().setLayer(2);
        bench.history().settle();
        bench.press("undo");
        QVERIFY(bench.history().canRedo());
        bench.window->focusDock(*bench.dock("playground"));
        for (const char* mode : {"maximise", "examiner"}) {
            bench.press(mode);
            bench.press(mode);
            bench.history().settle();
            QVERIFY2(bench.history().canRedo(), mode);
        }
    }

    void docksComeBackAndGoAgain() {
        UndoBench bench;
        bench.dock("memory")->hide();
        bench.history().settle();
        bench.press("task-compare");
        bench.history().settle();
        QVERIFY(bench.dock("library")->isHidden());
        bench.press("undo");
        QVERIFY(!bench.dock("library")->isHidden() && bench.dock("memory")->isHidden());
        bench.press("undo");
        QVERIFY(!bench.dock("memory")->isHidden());
        bench.press("redo");
        QVERIFY(bench.dock("memory")->isHidden());
    }

    void aLayoutThatIsChosenGivesPlacesBack() {
        UndoBench bench;
        Dock* budgets = bench.dock("budgets");
        const auto place = [&] { return bench.window->dockWidgetArea(budgets); };
        const auto usual = place();
        bench.window->addDockWidget(Qt::BottomDockWidgetArea, budgets);
        bench.history().settle();
        const bool before = bench.history().canUndo();
        bench.press("resetLayout");
        QCOMPARE(place(), usual);
        bench.history().settle();
        bench.press("undo");
        QCOMPARE(place(), Qt::BottomDockWidgetArea);
        QCOMPARE(bench.history().canUndo(), before);
        // They are the user's own again: another size does not arrange them anew.
        bench.window->resize(1250, 1000);
        QTRY_COMPARE(bench.window->width(), 1250);
        QCOMPARE(place(), Qt::BottomDockWidgetArea);
        bench.press("redo");
        QCOMPARE(place(), usual);
        bench.history().settle();
        bench.press("undo");
        bench.press("redo");
        QVERIFY(!bench.history().canRedo());
    }

    void modesAreNoChangeAndKeepWhatIsTakenBack() {
        UndoBench bench;
        bench.dock("memory")->hide();
        bench.history().settle();
        for (const char* mode : {"projector", "examiner", "maximise"}) {
            bench.press(mode);
            bench.history().settle();
            QVERIFY(!bench.history().canRedo());
            bench.press("undo");
            bench.press(mode);
            QVERIFY2(!bench.dock("memory")->isHidden(), mode);
            bench.press("redo");
            QVERIFY2(bench.dock("memory")->isHidden(), mode);
        }
    }

    void jumpsByKeyAndByClickAreTakenBack() {
        UndoBench bench;
        const Selection& selection = bench.workspace->selection();
        bench.press("first");
        bench.history().settle();
        bench.press("nextPrune");
        bench.history().settle();
        const std::int64_t prune = selection.step();
        QVERIFY(prune > 0);
        Dock* nll = bench.dock("nll");
        nll->raise();
        QTRY_VERIFY(nll->shown() && nll->refreshes() > 0);
        Q_EMIT nll->findChild<Plot*>()->picked(0, 150.2, 0);
        QCOMPARE(selection.step(), 150);
        bench.press("undo");
        QCOMPARE(selection.step(), prune);
        bench.press("undo");
        QCOMPARE(selection.step(), 0);
        bench.press("undo");
        QVERIFY(selection.following());
        QCOMPARE(selection.step(), 199);
        bench.press("redo");
        bench.press("redo");
        QCOMPARE(selection.step(), prune);
    }

    void aJumpWithinAViewOfItsOwnIsTakenBack() {
        UndoBench bench;
        Dock* nll = bench.dock("nll");
        nll->setUnlinked(true);
        bench.history().settle();
        const std::int64_t before = nll->shownSelection().step();
        nll->selection().setStep(30);
        bench.history().settle();
        bench.press("undo");
        QVERIFY(nll->unlinked());
        QCOMPARE(nll->shownSelection().step(), before);
        bench.press("redo");
        QCOMPARE(nll->shownSelection().step(), 30);
        QVERIFY(bench.workspace->selection().following());
    }

    void aViewOfItsOwnIsTakenBack() {
        UndoBench bench;
        Dock* nll = bench.dock("nll");
        nll->setUnlinked(true);
        bench.history().settle();
        nll->selection().setLayer(2);
        bench.history().settle();
        bench.press("undo");
        QVERIFY(nll->unlinked());
        QCOMPARE(nll->shownSelection().layer(), 0);
        bench.press("undo");
        QVERIFY(!nll->unlinked());
        bench.press("redo");
        bench.press("redo");
        QVERIFY(nll->unlinked());
        QCOMPARE(nll->shownSelection().layer(), 2);
        // A new run starts with none of these changes.
        const auto before = bench.workspace->recording();
        QVERIFY(bench.workspace->startDraft().has_value());
        QTRY_VERIFY(bench.workspace->recording() != before && bench.state() == SessionState::Finished);
        bench.history().settle();
        while (bench.history().canUndo()) {
            bench.history().undo();
            QVERIFY(!nll->unlinked());
        }
    }
};

QTEST_MAIN(UndoTest)
#include "undo_test.moc"
