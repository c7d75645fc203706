// SPDX-License-Identifier: GPL-3.0-or-later
/// The view that a figure carries is the whole of what its dock shows by the user's choice: every control, the order of
/// tables, the zoom of maps.
#include <QAbstractButton>
#include <QAction>
#include <QComboBox>
#include <QHeaderView>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTableView>
#include <QtTest>
#include <clocale>

#include "app/workbench/plot/change_marks.h"
#include "app/workbench/views/common/dock_view.h"
#include "core/figures/figure_io.h"
#include "core/figures/figures.h"
#include "tests/app/workbench/exported.h"
#include "tests/app/workbench/shell/figures/publish_bench.h"
#include "tests/app/workbench/shell/layout/turned_view.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;

namespace {

constexpr PlotRun kRun{.steps = 160, .units = 2, .promptRows = true};
constexpr QLatin1String kControls("controls"), kColumns("columns");

QString textOf(const QJsonObject& json) {
    return QString::fromUtf8(QJsonDocument(json).toJson(QJsonDocument::Compact));
}

/// Docks that show no recording: the next run, runs and files.
bool showsARun(const Dock& dock) {
    static const QStringList kOthers{QStringLiteral("run"), QStringLiteral("runs"), QStringLiteral("plugins"),
                                     QStringLiteral("library"), QStringLiteral("story"),
                                     QStringLiteral("evaluation")};
    return !kOthers.contains(dock.objectName());
}

/// A control that is set by hand and is no part of the view, for a reason.
bool belongsElsewhere(const QWidget& control) {
    static const QStringList kElsewhere{
        QStringLiteral("Lane"),          // of the selection
        QStringLiteral("Layer"),         // likewise
        QStringLiteral("Head"),          // likewise
        QStringLiteral("Temperature"),   // the slider beside the box that is part of it
        QStringLiteral("captureLevel"),  // of the next run
        QStringLiteral("play"),          // goes on by itself
        QStringLiteral("Play"),          // likewise
    };
    const auto* button = qobject_cast<const QAbstractButton*>(&control);
    for (const QWidget* within = &control; within != nullptr; within = within->parentWidget()) {
        if (within->inherits("kvw::wb::SweepForm")) {  // the next sweep
            return true;
        }
    }
    return kElsewhere.contains(control.objectName()) || kElsewhere.contains(control.accessibleName()) ||
           (button != nullptr && kElsewhere.contains(button->text()));
}

template <class Control, class Counts>
QStringList leftOut(const Dock& dock, Counts counts) {
    QStringList names;
    const auto taken = viewControls<Control>(dock);
    for (auto* control : dock.findChildren<Control*>()) {
        if (!taken.contains(control) && counts(*control) && !belongsElsewhere(*control)) {
            names += dock.objectName() + QLatin1Char(' ') + control->objectName() + QLatin1Char(' ') +
                     control->accessibleName();
        }
    }
    return names;
}

}  // namespace

class ExactViewTest : public QObject {
    Q_OBJECT

    /// Lane, step and a part of the run.
    static void look(PublishBench& bench) {
        bench.write("run", kRun);
        bench.open("run");
        Selection& selection = bench.selection();
        selection.setLane(1);
        selection.setLayer(2);
        selection.setStep(150);
        selection.setRange({20, 140});
    }

 private Q_SLOTS:
    void initTestCase() { std::setlocale(LC_NUMERIC, "C"); }

    void everyControlIsPartOfIt() {
        PublishBench bench;
        look(bench);
        for (const DockLayout::Placed& placed : bench.bench->window->docks()) {
            Dock& dock = *placed.dock;
            if (!showsARun(dock)) {
                continue;
            }
            bench.bench->window->focusDock(dock);
            QTRY_VERIFY(dock.shown() && dock.refreshes() > 0);
            PublishBench::settle(dock);
            const auto all = [](const QWidget&) { return true; };
            QStringList missing = leftOut<QComboBox>(dock, all) + leftOut<QSpinBox>(dock, all) +
                                  leftOut<QDoubleSpinBox>(dock, all) + leftOut<QSlider>(dock, all);
            missing += leftOut<QAbstractButton>(dock, [](const QAbstractButton& each) {
                return each.isCheckable() && each.objectName() != QLatin1String("foldControls");  // of the layout
            });
            missing += leftOut<QTableView>(dock, [](const QTableView& each) { return each.isSortingEnabled(); });
            for (const QAction* action : dock.findChildren<QAction*>()) {
                if (action->isCheckable() && action != dock.toggleViewAction() &&
                    !action->objectName().startsWith(QLatin1String("view"))) {
                    missing += dock.objectName() + QLatin1Char(' ') + action->text();
                }
            }
            // One that can be zoomed, and whose zoom is not the range of steps that all docks share.
            missing += leftOut<Plot>(dock, [](const Plot& plot) {
                return plot.interactions().testFlag(QCP::iRangeZoom) &&
                       (plot.stepAxis() == Qt::Vertical || plot.findChild<ChangeMarks*>() == nullptr);
            });
            QVERIFY2(missing.isEmpty(), qPrintable(missing.join(QLatin1Char('\n'))));
        }
    }

    void everyDockShowsItAgain() {
        PublishBench bench;
        look(bench);
        int controls = 0, columns = 0;
        for (const DockLayout::Placed& placed : bench.bench->window->docks()) {
            Dock& dock = *placed.dock;
            bench.bench->window->focusDock(dock);
            QTRY_VERIFY(dock.shown() && dock.refreshes() > 0);
            PublishBench::settle(dock);
            const QString id = dock.objectName(), before = dockView(dock);
            const QJsonObject first = settingsView(dock);
            turn(dock);
            PublishBench::settle(dock);
            zoom(dock);
            PublishBench::settle(dock);
            const QString view = dockView(dock);
            const QJsonObject turned = settingsView(dock);
            for (const auto& part : {kControls, kColumns}) {
                const QJsonObject was = first.value(part).toObject(), is = turned.value(part).toObject();
                for (auto each = is.begin(); each != is.end(); ++each) {
                    QVERIFY2(each.value() != was.value(each.key()), qPrintable(id + QLatin1Char(' ') + each.key()));
                }
                (part == kControls ? controls : columns) += static_cast<int>(is.size());
            }
            showView(&dock, *bench.bench->workspace, before);
            PublishBench::settle(dock);
            QVERIFY2(settingsView(dock) == first, qPrintable(id + textOf(settingsView(dock)) + textOf(first)));
            showView(&dock, *bench.bench->workspace, view);
            PublishBench::settle(dock);
            QVERIFY2(settingsView(dock) == turned, qPrintable(id + textOf(settingsView(dock)) + textOf(turned)));
            QCOMPARE(dockView(dock), view);
            bench.selection().setTokenRange({});  // of all docks
        }
        QVERIFY2(controls >= 30 && columns >= 4, qPrintable(QStringLiteral("%1 %2").arg(controls).arg(columns)));
    }

    void aZoomedCacheMapComesBack_data() {
        QTest::addColumn<QString>("format");
        for (const char* format : {"pdf", "svg", "png"}) {
            QTest::newRow(format) << QString::fromLatin1(format);
        }
    }
    void aZoomedCacheMapComesBack() {
        QFETCH(QString, format);
        PublishBench bench;
        bench.write("another", {.steps = 120, .withFull = false});
        look(bench);
        bench.selection().setRange({});
        Dock& cache = bench.dock("cache");
        QTRY_VERIFY(cache.shown());
        PublishBench::settle(cache);
        auto* map = cache.findChild<Plot*>(QStringLiteral("viewMap"));
        auto* order = cache.findChild<QComboBox*>(QStringLiteral("viewOrder"));
        auto* colour = cache.findChild<QComboBox*>(QStringLiteral("viewColour"));
        choose(*colour, 1);
        map->x(0)->setRange(30, 70);
        PublishBench::settle(cache);
        bench.exportTo(cache, QStringLiteral("tokens.") + format);
        const auto [first, last] = tokensOf(bench.file(QStringLiteral("tokens.csv")));
        QVERIFY2(first >= 29 && first <= 31 && last >= 69 && last <= 71,
                 qPrintable(QStringLiteral("%1 to %2").arg(first).arg(last)));
        choose(*order, 1);
        PublishBench::settle(cache);
        QVERIFY(map->showsAllX());
        const QCPRange slots = map->x(0)->range();
        map->x(0)->setRange(5, 40);
        PublishBench::settle(cache);
        bench.exportTo(cache, QStringLiteral("slots.") + format);
        QCOMPARE(tokensOf(bench.file(QStringLiteral("slots.csv"))), (std::pair{5.0, 40.0}));

        bench.open("another");
        PublishBench::settle(cache);
        QVERIFY(map->showsAllX());
        choose(*colour, 0);
        bench.drop(QStringLiteral("tokens.") + format);
        QTRY_COMPARE(map->x(0)->range(), QCPRange(30, 70));
        PublishBench::settle(cache);
        QCOMPARE(map->x(0)->range(), QCPRange(30, 70));
        QCOMPARE(order->currentIndex(), 0);
        QCOMPARE(colour->currentIndex(), 1);
        QCOMPARE(bench.selection().step(), std::int64_t{150});
        bench.drop(QStringLiteral("slots.") + format);
        QTRY_COMPARE(order->currentIndex(), 1);
        PublishBench::settle(cache);
        QCOMPARE(map->x(0)->range(), QCPRange(5, 40));
        QCOMPARE(map->xBounds(), slots);
        // The zoom stays while steps go by, and one that looked elsewhere looks where the figure does.
        cache.setUnlinked(true);
        cache.selection().setStep(149);
        PublishBench::settle(cache);
        QCOMPARE(map->x(0)->range(), QCPRange(5, 40));
        bench.drop(QStringLiteral("tokens.") + format);
        QTRY_COMPARE(map->x(0)->range(), QCPRange(30, 70));
        QVERIFY(!cache.unlinked());
    }

    /// The id of a figure of the command line holds its view.
    void anIdIsAView() {
        PublishBench bench;
        look(bench);
        const auto shown = [&](const char* id) {
            const QString view = viewOfFigure(id, 1);
            Dock& dock = bench.dock(dockOfView(view).toLatin1().constData());
            showView(&dock, *bench.bench->workspace, view);
            PublishBench::settle(dock);
            return QJsonDocument::fromJson(dockView(dock).toUtf8()).object();
        };
        QJsonObject view = shown("cache-map-age-by-slot-head-1-step-120-slots-5-40");
        QJsonObject controls = view.value(kControls).toObject();
        QCOMPARE(controls.value(QLatin1String("viewColour")).toInt(), 1);
        QCOMPARE(controls.value(QLatin1String("viewOrder")).toInt(), 1);
        QCOMPARE(view.value(QLatin1String("head")).toInt(), 1);
        QCOMPARE(view.value(QLatin1String("step")).toInt(), 120);
        QCOMPARE(view.value(kColumns).toObject().value(QLatin1String("viewMap")).toArray(), (QJsonArray{4.5, 40.5}));
        // And back: of what an id does not say, the usual.
        view = shown("cache-map-step-120");
        controls = view.value(kControls).toObject();
        QCOMPARE(controls.value(QLatin1String("viewColour")).toInt(), 0);
        QCOMPARE(controls.value(QLatin1String("viewOrder")).toInt(), 0);
        QVERIFY(view.value(kColumns).toObject().value(QLatin1String("viewMap")).toArray().isEmpty());
        view = shown("attention-layer-1-mean-linear-steps-30-90-tokens-10-60");
        controls = view.value(kControls).toObject();
        QCOMPARE(controls.value(QLatin1String("viewPooling")).toInt(), 1);
        QCOMPARE(controls.value(QLatin1String("viewLog")), QJsonValue(false));
        QCOMPARE(view.value(QLatin1String("layer")).toInt(), 1);
        QCOMPARE(view.value(QLatin1String("steps")).toArray(), (QJsonArray{30, 90}));
        QCOMPARE(view.value(QLatin1String("tokenRange")).toArray(), (QJsonArray{10, 60}));
        controls = shown("attention-layer-1").value(kControls).toObject();
        QCOMPARE(controls.value(QLatin1String("viewPooling")).toInt(), 0);
        QCOMPARE(controls.value(QLatin1String("viewLog")), QJsonValue(true));
        controls = shown("budgets-share-heads-layer-3-step-100").value(kControls).toObject();
        QCOMPARE(controls.value(QLatin1String("viewPer")).toInt(), 1);
        QCOMPARE(controls.value(QLatin1String("viewUnit")).toInt(), 1);
        controls = shown("budgets-bytes-all-lanes-step-90").value(kControls).toObject();
        QCOMPARE(controls.value(QLatin1String("viewPer")).toInt(), 2);
        QCOMPARE(controls.value(QLatin1String("viewUnit")).toInt(), 2);
        controls = shown("budgets-step-90").value(kControls).toObject();
        QCOMPARE(controls.value(QLatin1String("viewPer")).toInt(), 0);
        controls = shown("attention-layer-1-margins-step-90-of-3-5-9-9").value(kControls).toObject();
        QCOMPARE(controls.value(QLatin1String("viewParts")), QJsonValue(true));
        QCOMPARE(bench.selection().tokens(), (std::vector<std::int32_t>{3, 4, 5, 9}));
        controls = shown("attention-lanes-layer-1-lanes-1").value(kControls).toObject();
        QCOMPARE(controls.value(QLatin1String("viewLane0")), QJsonValue(false));
        QCOMPARE(controls.value(QLatin1String("viewLane1")), QJsonValue(true));
        controls = shown("attention-lanes-layer-1").value(kControls).toObject();
        QCOMPARE(controls.value(QLatin1String("viewLane0")), QJsonValue(true));
        controls = shown("preference-tau1-0p5-capacity-77").value(kControls).toObject();
        QCOMPARE(controls.value(QLatin1String("viewTau1")).toDouble(), 0.5);
        QCOMPARE(controls.value(QLatin1String("viewCapacity")).toInt(), 77);
        view = shown("lanes-kl-overlap-lane-0-step-44");
        QCOMPARE(view.value(QLatin1String("lane")).toInt(), 0);
        QCOMPARE(view.value(QLatin1String("step")).toInt(), 44);
        controls = shown("reach-shares-head-1").value(kControls).toObject();
        QCOMPARE(controls.value(QLatin1String("viewWhat")).toInt(), 5);
        controls = shown("reach").value(kControls).toObject();
        QCOMPARE(controls.value(QLatin1String("viewWhat")).toInt(), 4);
        controls = shown("span-steps-30-90").value(kControls).toObject();
        QCOMPARE(controls.value(QLatin1String("viewWhat")).toInt(), 3);
        QCOMPARE(controls.value(QLatin1String("viewMetric")).toInt(), 5);
        controls = shown("hindsight-protected").value(kControls).toObject();
        QCOMPARE(controls.value(QLatin1String("viewAgainst")).toInt(), 1);
    }

    void aZoomToWhatIsNotReadYetIsNotTheWholeMap() {
        PublishBench bench;
        look(bench);
        bench.selection().setStep(20);
        bench.selection().setTokenRange({60, 100});
        Dock& cache = bench.dock("cache");
        QTRY_VERIFY(cache.shown());
        PublishBench::settle(cache);
        bench.exportTo(cache, QStringLiteral("ahead.svg"));
        const auto evidence = readEvidence(bench.file(QStringLiteral("ahead.svg")).toStdString());
        QVERIFY(evidence.has_value());
        QCOMPARE(evidence->figure, std::string("cache-map-step-20-tokens-20-20"));
    }

    /// The id of what a dock shows draws the same data again, without the window.
    void whatIsExportedIsWhatItsIdDraws() {
        PublishBench bench;
        look(bench);
        bench.selection().setHead(2);
        int number = 0;
        std::string ids;
        for (const char* id : {"cache", "budgets", "hindsight", "attention", "nll", "side-by-side", "lanes",
                               "preference", "inequality"}) {
            Dock& dock = bench.dock(id);
            QTRY_VERIFY(dock.shown());
            PublishBench::settle(dock);
            turn(dock);
            PublishBench::settle(dock);
            if (auto* lane = dock.findChild<QAction*>(QStringLiteral("viewLane1"))) {
                lane->setChecked(true);  // not the other one
            }
            if (id == QStringLiteral("preference")) {
                choose(*dock.findChild<QComboBox*>(QStringLiteral("viewWhat")), 0);  // where temperatures are turned
            }
            PublishBench::settle(dock);
            zoom(dock);
            PublishBench::settle(dock);
            const QString name = QStringLiteral("%1.svg").arg(++number);
            bench.exportTo(dock, name);
            const auto evidence = readEvidence(bench.file(name).toStdString());
            QVERIFY(evidence.has_value());
            const auto lane = static_cast<std::int32_t>(bench.selection().lane());
            const auto figure = figures::byId(*bench.bench->workspace->recording(), lane, evidence->figure);
            QVERIFY2(figure.has_value(), evidence->figure.c_str());
            QCOMPARE(figure->id, evidence->figure);
            const QByteArray csv = bytesOf(bench.file(QStringLiteral("%1.csv").arg(number)));
            QVERIFY2(csv == QByteArray::fromStdString(figures::toCsv(*figure)), evidence->figure.c_str());
            ids += ' ' + evidence->figure;
        }
        // The settings that were changed are in the ids.
        for (const char* words : {"-margins-step-150", "-lanes-1", "-overlap-lane-1-step-150", "-tau1-"}) {
            QVERIFY2(ids.find(words) != std::string::npos, ids.c_str());
        }
    }

    /// Figures of the run that is shown, and of another one.
    void aDroppedFigureIsOneStep_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<bool>("other");
        for (const char* id : {"cache", "lanes", "attention", "side-by-side", "inequality"}) {
            QTest::addRow("%s", id) << QString::fromLatin1(id) << false;
            QTest::addRow("%s of another run", id) << QString::fromLatin1(id) << true;
        }
    }
    void aDroppedFigureIsOneStep() {
        QFETCH(QString, id);
        QFETCH(bool, other);
        PublishBench bench;
        bench.write("another", {.steps = 120, .promptRows = true});
        look(bench);
        auto& history = *bench.bench->window->findChild<ViewHistory*>();
        Dock& dock = bench.dock(qPrintable(id));
        QTRY_VERIFY(dock.shown() && dock.refreshes() > 0);
        PublishBench::settle(dock);
        const QJsonObject usual = settingsView(dock);
        turn(dock);
        zoom(dock);
        PublishBench::settle(dock);
        const QJsonObject turned = settingsView(dock);
        bench.exportTo(dock, QStringLiteral("figure.svg"));
        if (other) {
            bench.open("another");
            PublishBench::settle(dock);
        }
        showView(&dock, *bench.bench->workspace,
                 textOf({{"controls", usual.value(kControls)}, {"columns", usual.value(kColumns)}}));
        bench.selection().setLayer(0);
        bench.selection().setTokenRange({});
        PublishBench::settle(dock);
        history.settle();
        const QJsonObject before = settingsView(dock);
        QVERIFY(before != turned);
        const bool undoable = history.canUndo();
        bench.drop(QStringLiteral("figure.svg"));
        QTRY_COMPARE(bench.selection().layer(), 2);
        PublishBench::settle(dock);
        QTRY_COMPARE(settingsView(dock), turned);
        history.settle();
        bench.bench->press("undo");
        PublishBench::settle(dock);
        if (!other) {
            QTRY_COMPARE(settingsView(dock), before);
            QCOMPARE(history.canUndo(), undoable);
        }
        QCOMPARE(bench.selection().layer(), 0);
        QVERIFY(settingsView(dock) != turned);
        bench.bench->press("redo");
        PublishBench::settle(dock);
        QTRY_COMPARE(settingsView(dock), turned);
        QCOMPARE(bench.selection().layer(), 2);
        QVERIFY(!history.canRedo());
    }

    /// The run of the figure is not the one that is shown: its lanes are not made up for yet.
    void tickedLanesComeBackWithTheirRun() {
        PublishBench bench;
        bench.write("another", {.steps = 120});
        look(bench);
        Dock& dock = bench.dock("side-by-side");
        QTRY_VERIFY(dock.shown());
        PublishBench::settle(dock);
        dock.findChild<QAction*>(QStringLiteral("viewLane0"))->trigger();
        bench.exportTo(dock, QStringLiteral("figure.svg"));
        bench.open("another");
        PublishBench::settle(dock);
        QVERIFY(dock.findChild<QAction*>(QStringLiteral("viewLane0"))->isChecked());
        bench.drop(QStringLiteral("figure.svg"));
        QTRY_COMPARE(bench.source(), QString::fromStdString(bench.path("run").string()));
        PublishBench::settle(dock);
        QVERIFY(!dock.findChild<QAction*>(QStringLiteral("viewLane0"))->isChecked());
        QVERIFY(dock.findChild<QAction*>(QStringLiteral("viewLane1"))->isChecked());
    }

    void whatDoesNotFitIsShownAsFarAsItDoes() {
        PublishBench bench;
        look(bench);
        Dock& lanes = bench.dock("lanes");
        QTRY_VERIFY(lanes.shown());
        auto* table = lanes.findChild<QTableView*>(QStringLiteral("viewTable"));
        showView(&lanes, *bench.bench->workspace,
                 QStringLiteral(R"({"dock":"lanes","controls":{"viewTable":{"sort":1e300,"descending":7,)"
                                R"("ticked":[-3,"x",1e9,1]},"viewCurve":-5},"columns":{"viewMap":"all"}})"));
        PublishBench::settle(lanes);
        QCOMPARE(table->horizontalHeader()->sortIndicatorSection(), table->model()->columnCount() - 1);
        QCOMPARE(table->horizontalHeader()->sortIndicatorOrder(), Qt::AscendingOrder);
        const QAbstractItemModel& rows = *sourceOf(*table);
        QCOMPARE(rows.index(0, 0).data(Qt::CheckStateRole).toInt(), int(Qt::Unchecked));
        QCOMPARE(rows.index(1, 0).data(Qt::CheckStateRole).toInt(), int(Qt::Checked));
        showView(&lanes, *bench.bench->workspace, QStringLiteral(R"({"dock":"lanes","controls":{"viewTable":[1,2]}})"));
        QCOMPARE(rows.index(1, 0).data(Qt::CheckStateRole).toInt(), int(Qt::Checked));
    }

 private:
    /// The first and the last of the map's columns in the data of a figure.
    static std::pair<double, double> tokensOf(const QString& csv) {
        std::pair<double, double> ends{1e9, -1e9};
        const QList<QByteArray> lines = bytesOf(csv).split('\n');
        for (const QByteArray& line : lines) {
            const QList<QByteArray> fields = line.split(',');
            if (fields.size() >= 6 && fields[1].startsWith("map")) {
                ends = {std::min(ends.first, fields[3].toDouble()), std::max(ends.second, fields[3].toDouble())};
            }
        }
        return ends;
    }
};

QTEST_MAIN(ExactViewTest)
#include "exact_view_test.moc"
