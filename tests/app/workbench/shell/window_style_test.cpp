// SPDX-License-Identifier: GPL-3.0-or-later
/// Size of type, themes and the projector: what is written stays whole and can be read.
#include <QHeaderView>
#include <QLabel>
#include <QLayout>
#include <QPushButton>
#include <QStatusBar>
#include <QTableView>
#include <QToolBar>
#include <QtTest>
#include <algorithm>
#include <clocale>

#include "app/workbench/plot/colors.h"
#include "app/workbench/plot/plot.h"
#include "app/workbench/session/theme.h"
#include "app/workbench/shell/modes.h"
#include "tests/app/workbench/seen.h"
#include "tests/app/workbench/shell/window_bench.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;

class WindowStyleTest : public QObject {
    Q_OBJECT

 private Q_SLOTS:
    void initTestCase() { std::setlocale(LC_NUMERIC, "C"); }

    void typeGrowsInStepsAndIsKept() {
        const QFont usual = QApplication::font();
        QTemporaryDir folder;
        QSettings settings(folder.filePath("settings.ini"), QSettings::IniFormat);
        Bench bench;
        {
            MainWindow window(*bench.workspace, &settings);
            const auto press = [&](const char* name) { window.actions().named(QLatin1String(name))->trigger(); };
            press("typeLarger");
            press("typeLarger");
            QCOMPARE(QApplication::font().pointSizeF(), usual.pointSizeF() * 1.2);
            for (int i = 0; i < 20; ++i) {
                press("typeLarger");
            }
            QCOMPARE(window.modes().typeSize(), 200);
            QVERIFY(!window.actions().named("typeLarger")->isEnabled());
            window.modes().setTypeSize(10);
            QCOMPARE(window.modes().typeSize(), 80);
            QVERIFY(!window.actions().named("typeSmaller")->isEnabled());
            window.modes().setTypeSize(120);
            press("projector");
            QCOMPARE(QApplication::font().pointSizeF(), usual.pointSizeF() * 1.92);
            press("projector");
            window.modes().setTypeSize(150);
            press("projector");
            QCOMPARE(QApplication::font().pointSizeF(), usual.pointSizeF() * 2);
            press("projector");
            QCOMPARE(QApplication::font().pointSizeF(), usual.pointSizeF() * 1.5);
        }
        QCOMPARE(QApplication::font().pointSizeF(), usual.pointSizeF());
        MainWindow again(*bench.workspace, &settings);
        QCOMPARE(again.modes().typeSize(), 150);
        again.actions().named("typeUsual")->trigger();
        QCOMPARE(QApplication::font().pointSizeF(), usual.pointSizeF());
    }

    void linksCanBeReadInEveryTheme() {
        for (const ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark}) {
            const QPalette palette = themePalette(choice, QApplication::palette());
            for (const auto link : {QPalette::Link, QPalette::LinkVisited}) {
                for (const auto ground : {QPalette::Window, QPalette::Base}) {
                    QVERIFY(contrast(palette.color(link), palette.color(ground)) >= 4.5);
                }
            }
        }
        // Text that was shown before the theme is legible, too.
        Bench bench;
        auto* label = new QLabel(QStringLiteral("<a href=\"x\">a link of many words</a>"), bench.window.get());
        label->resize(label->sizeHint());
        bench.window->modes().setTheme(ThemeChoice::Dark);
        const QImage image = label->grab().toImage();
        double most = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                most =
                    std::max(most, contrast(image.pixelColor(x, y), QApplication::palette().color(QPalette::Window)));
            }
        }
        bench.window->modes().setTheme(ThemeChoice::System);
        QVERIFY2(most >= 4.5, qPrintable(QString::number(most)));
    }

    void theStartPageIsWholeInLargeType() {
        Bench bench;
        const auto* page = bench.window->findChild<QWidget*>("startPage");
        QVERIFY(bench.activate() && page->isVisible());
        for (const int percent : {100, 160, 200}) {
            bench.window->modes().setTypeSize(percent);
            const auto whole = [&] {
                for (const QLabel* label : page->findChildren<QLabel*>()) {
                    if (label->isVisible() && label->wordWrap() &&
                        label->height() < label->heightForWidth(label->width())) {
                        return false;
                    }
                }
                return true;
            };
            QTRY_VERIFY(whole());
        }
        bench.window->modes().setTypeSize(100);
    }

    void theWindowFitsALowScreenInLargeType_data() {
        QTest::addColumn<QSize>("screen");
        QTest::addColumn<int>("percent");
        QTest::newRow("200 % of 768") << QSize(1366, 768) << 200;
        QTest::newRow("170 % of 768") << QSize(1366, 768) << 170;
        QTest::newRow("200 % of 700") << QSize(1024, 700) << 200;
        QTest::newRow("150 % of 700") << QSize(1024, 700) << 150;
    }
    void theWindowFitsALowScreenInLargeType() {
        QFETCH(QSize, screen);
        QFETCH(int, percent);
        Bench bench;
        MainWindow& window = *bench.window;
        bench.runToEnd();
        window.fitTo(screen);
        window.resize(screen);
        QTRY_COMPARE(window.size(), screen);
        window.modes().setTypeSize(percent);
        window.fitTo(screen);
        const auto fits = [&](const QWidget* part) {
            return part != nullptr && part->isVisible() &&
                   part->mapTo(&window, part->rect().bottomRight()).y() < screen.height();
        };
        const auto* start = window.findChild<QWidget*>(QStringLiteral("start"));
        const auto* scrubber = window.findChild<QWidget*>(QStringLiteral("scrubber"));
        for (const DockLayout::Placed& placed : window.docks()) {
            if (placed.dock->isHidden()) {
                continue;
            }
            window.focusDock(*placed.dock);  // its sentences are there by now
            QTRY_VERIFY2(placed.dock->shown(), placed.entry.id);
            QCoreApplication::processEvents();
            QTRY_VERIFY2(
                window.minimumSizeHint().height() <= screen.height(),
                qPrintable(QStringLiteral("%1: %2").arg(placed.entry.id).arg(window.minimumSizeHint().height())));
            QTRY_VERIFY2(window.height() <= screen.height() && window.width() <= screen.width(), placed.entry.id);
            QTRY_VERIFY2(fits(window.statusBar()) && fits(scrubber) && fits(placed.dock), placed.entry.id);
        }
        window.focusDock(*window.dock("run"));
        QTRY_VERIFY(fits(start));
        window.modes().setTypeSize(100);
    }

    void namesAreHiddenInAWindowOfTheSameSize() {
        Bench bench;
        bench.runToEnd();
        const QSize size(1600, 1000);
        bench.window->fitTo(size);
        QTRY_COMPARE(bench.window->size(), size);
        for (const char* mode : {"examiner", "examiner"}) {
            bench.window->modes().setTypeSize(200);
            QCoreApplication::processEvents();
            bench.window->modes().setTypeSize(100);
            QCoreApplication::processEvents();
            bench.press(mode);
            QTRY_VERIFY(bench.window->minimumHeight() > 0);
            QCoreApplication::processEvents();
            QCOMPARE(bench.window->size(), size);
        }
    }

    void storiesCanBeReadInTheHall() {
        Bench bench;
        bench.window->fitTo(QSize(1600, 1000));
        bench.runToEnd();
        bench.press("stories");
        auto* story = bench.window->dock("story");
        QTRY_VERIFY(story->shown());
        bench.press("projector");
        QTRY_VERIFY2(story->shown() && story->width() >= 400, qPrintable(QString::number(story->width())));
        const auto whole = [&] {
            int titles = 0;
            for (const QPushButton* title : story->findChildren<QPushButton*>()) {
                if (title->objectName().startsWith(QLatin1String("story:"))) {
                    ++titles;
                    const QStringList words = title->text().split(QLatin1Char(' '));
                    for (const QString& word : words) {
                        titles = title->fontMetrics().horizontalAdvance(word) < title->width() ? titles : -100;
                    }
                    titles = title->height() >= title->heightForWidth(title->width()) ? titles : -100;
                }
            }
            return titles >= 6;
        };
        QTRY_VERIFY(whole());
        bench.press("projector");
        QTRY_VERIFY(story->width() < 400);
    }

    void theProjectorShowsTheStepAndTheKeys() {
        Bench bench;
        bench.runToEnd();
        auto* stage = bench.window->findChild<QToolBar*>("stage");
        auto* step = bench.window->findChild<QLabel*>("stageStep");
        auto* keys = bench.window->findChild<QLabel*>("stageKeys");
        QVERIFY(stage != nullptr && !stage->isVisible());
        QVERIFY(bench.activate());
        bench.press("projector");
        QTRY_VERIFY(stage->isVisible());
        QCOMPARE(step->text(), QStringLiteral("Step 199 of 199"));
        QVERIFY(step->font().pointSizeF() > QApplication::font().pointSizeF() * 1.5);
        bench.window->dock("strip")->widget()->setFocus();
        bench.key(Qt::Key_Left, Qt::ShiftModifier);
        QTRY_COMPARE(step->text(), QStringLiteral("Step 189 of 199"));
        QVERIFY2(keys->text().contains("Shift+Left"), qPrintable(keys->text()));
        QTRY_COMPARE_WITH_TIMEOUT(keys->text(), QString(), 10000);
        bench.press("projector");
        QTRY_VERIFY(!stage->isVisible());
        bench.key(Qt::Key_Left);
        QCOMPARE(keys->text(), QString());
    }

    void theProjectorDrawsThickLinesAndPaleMaps() {
        Bench bench;
        bench.runToEnd();
        auto* nll = bench.window->dock("nll")->findChild<Plot*>();
        auto* map = bench.window->dock("attention")->findChild<Plot*>();
        QVERIFY(nll != nullptr && nll->graphCount() > 0 && map != nullptr);
        map->replot();
        const int below = map->panel(0)->margins().bottom();
        QCOMPARE(nll->graph(0)->pen().widthF(), 1.0);
        bench.press("projector");
        QVERIFY(nll->presenting() && map->presenting());
        QVERIFY(nll->graph(0)->pen().widthF() > 2);
        for (Plot* plot : bench.window->findChildren<Plot*>()) {
            for (int i = 0; i < plot->plottableCount(); ++i) {
                if (const auto* cells = qobject_cast<const QCPColorMap*>(plot->plottable(i))) {
                    QVERIFY(!(cells->gradient() == sequentialGradient()));
                }
            }
        }
        bench.press("projector");
        QCOMPARE(nll->graph(0)->pen().widthF(), 1.0);
        QVERIFY(!map->presenting());
        map->replot();
        QCOMPARE(map->panel(0)->margins().bottom(), below);
    }

    void shadesOfAHallRiseFromPaleToBlack() {
        double before = 2;
        for (int i = 0; i <= 16; ++i) {
            const QColor shade = sequentialColor(i / 16.0, Shades::Contrast);
            const double light = 0.2126 * shade.redF() + 0.7152 * shade.greenF() + 0.0722 * shade.blueF();
            QVERIFY(light < before);
            before = light;
        }
        QVERIFY(before < 0.1);
    }

    void rowsOfTablesGrowWithTheType() {
        Bench bench;
        bench.runToEnd();
        for (const int percent : {100, 200, 80}) {
            bench.window->modes().setTypeSize(percent);
            int tables = 0;
            for (const QTableView* table : bench.window->findChildren<QTableView*>()) {
                ++tables;
                const int row = table->verticalHeader()->sectionResizeMode(0) == QHeaderView::ResizeToContents
                                    ? table->verticalHeader()->maximumSectionSize()
                                    : table->verticalHeader()->defaultSectionSize();
                QVERIFY2(row >= table->fontMetrics().height() + 4 && row <= 2 * table->fontMetrics().lineSpacing() + 6,
                         qPrintable(table->accessibleName()));
            }
            QVERIFY(tables >= 7);
            for (const QTableView* table : bench.window->dock("nll")->findChildren<QTableView*>()) {
                for (int column = 0; column < table->model()->columnCount(); ++column) {
                    const QString name = table->model()->headerData(column, Qt::Horizontal).toString();
                    QVERIFY2(table->columnWidth(column) >= table->fontMetrics().horizontalAdvance(name),
                             qPrintable(QStringLiteral("%1 at %2 %").arg(name).arg(percent)));
                }
            }
        }
        bench.window->modes().setTypeSize(100);
    }
};

QTEST_MAIN(WindowStyleTest)
#include "window_style_test.moc"
