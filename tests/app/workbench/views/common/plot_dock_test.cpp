// SPDX-License-Identifier: GPL-3.0-or-later
/// The docks with plots over made-up runs: empty, tiny, ragged, long; hidden ones do nothing. Pictures of all states go
/// to <build>/gallery.
#include <QComboBox>
#include <QImage>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <array>
#include <set>

#include "app/workbench/plot/change_marks.h"
#include "app/workbench/session/theme.h"
#include "app/workbench/views/common/plot_dock.h"
#include "tests/app/workbench/views/common/dock_entries.h"
#include "tests/app/workbench/views/common/scale_title.h"
#include "tests/app/workbench/views/common/shown_dock.h"

using namespace kvw;
using namespace kvw::wb;

namespace {

DockEntry entryOf(const QString& id) {
    for (const DockEntry& entry :
         {nllDock(), budgetsDock(), inequalityDock(), attentionDock(), memoryDock(), hindsightDock()}) {
        if (id == QString::fromLatin1(entry.id)) {
            return entry;
        }
    }
    return nllDock();
}

/// The curve of the first panel in this colour.
QCPGraph* curveOf(const Plot& plot, const QColor& color) {
    for (int i = 0; i < plot.graphCount(); ++i) {
        if (plot.graph(i)->valueAxis() == plot.y(0) && plot.graph(i)->pen().color() == color) {
            return plot.graph(i);
        }
    }
    return nullptr;
}

int colours(const QImage& image) {
    std::set<QRgb> seen;
    for (int y = 0; y < image.height(); y += 2) {
        for (int x = 0; x < image.width(); x += 2) {
            seen.insert(image.pixel(x, y));
        }
    }
    return static_cast<int>(seen.size());
}

}  // namespace

class PlotDockTest : public QObject {
    Q_OBJECT

    static void eachDock() {
        QTest::addColumn<QString>("id");
        for (const char* id : {"nll", "budgets", "inequality", "attention", "memory", "hindsight"}) {
            QTest::newRow(id) << QString::fromLatin1(id);
        }
    }

 private Q_SLOTS:
    /// Pointing at something elsewhere does not put empty axes in the place of the sentence.
    void aRunWithoutRowsStaysExplained() {
        Shown shown(attentionDock());
        shown.view(tests::plotRecording({.steps = 100, .rows = false}));
        QVERIFY(shown.button() != nullptr);
        shown.workspace->selection().setHover({.token = 5, .step = -1, .layer = -1});
        shown.settle();
        QVERIFY(shown.button() != nullptr);
        shown.workspace->selection().setCursorA(7);
        shown.settle();
        QVERIFY(shown.button() != nullptr);
        QVERIFY(!shown.plot()->isVisible());
    }

    void saysWhatWillAppearWhileEmpty_data() { eachDock(); }
    void saysWhatWillAppearWhileEmpty() {
        QFETCH(QString, id);
        Shown shown(entryOf(id));
        shown.settle();
        bool sentence = false;
        for (const QLabel* label : shown.dock->findChildren<QLabel*>()) {
            sentence = sentence || (label->isVisible() && label->text().contains(QStringLiteral("appear")));
        }
        QVERIFY(sentence);
        QVERIFY(shown.button() != nullptr);
        QCOMPARE(shown.button()->text(), QStringLiteral("Run the example"));
        QVERIFY(!shown.plot()->isVisible());
        QVERIFY(!shown.dock->exportTo(QStringLiteral("/nowhere/x.pdf")).has_value());
    }

    void drawsRunsOfAllShapes_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<int>("steps");
        QTest::addColumn<int>("units");
        QTest::addColumn<int>("layers");
        for (const char* id : {"nll", "budgets", "inequality", "attention", "memory", "hindsight"}) {
            QTest::addRow("%s one step", id) << QString::fromLatin1(id) << 1 << 1 << 4;
            QTest::addRow("%s tiny", id) << QString::fromLatin1(id) << 3 << 1 << 1;
            QTest::addRow("%s ragged", id) << QString::fromLatin1(id) << 250 << 2 << 4;
            QTest::addRow("%s deep", id) << QString::fromLatin1(id) << 150 << 1 << 24;
            QTest::addRow("%s usual", id) << QString::fromLatin1(id) << 700 << 1 << 4;
        }
    }
    void drawsRunsOfAllShapes() {
        QFETCH(QString, id);
        QFETCH(int, steps);
        QFETCH(int, units);
        QFETCH(int, layers);
        for (const ThemeChoice theme : {ThemeChoice::Light, ThemeChoice::Dark}) {
            QApplication::setPalette(themePalette(theme, QApplication::palette()));
            Shown shown(entryOf(id));
            shown.view(tests::plotRecording(
                {.steps = steps, .prompt = std::min(60, steps / 2), .layers = layers, .units = units}));
            // Hindsight needs something that came later.
            QCOMPARE(shown.plot()->isVisible(), id != QStringLiteral("hindsight") || steps > 1);
            shown.save(QStringLiteral("%1-%2-%3")
                           .arg(id, QString::fromLatin1(QTest::currentDataTag()).section(' ', 1),
                                theme == ThemeChoice::Dark ? "dark" : "light"));
            if (steps > 100) {
                QVERIFY(colours(shown.dock->grab().toImage()) > 8);
            }
        }
    }

    void changesOfARunStandOnTheAxisOfSteps_data() { eachDock(); }
    void changesOfARunStandOnTheAxisOfSteps() {
        QFETCH(QString, id);
        Shown shown(entryOf(id));
        const auto recording = tests::plotRecording({.steps = 250});
        for (const TraceEvent& event : {TraceEvent{120, "parameter", "recent = 64"},
                                        {121, "hand", "evict=12,20-25"},
                                        {200, "policy", "h2o:heavy=64"},
                                        {200, "parameter", "heavy = 32"}}) {
            recording->writer(1).addEvent(event);
        }
        recording->writer(1).publish();
        shown.view(recording);
        shown.save(id + QStringLiteral("-changes"));
        const auto marks = shown.dock->findChildren<ChangeMarks*>();
        QVERIFY(!marks.isEmpty());
        for (const ChangeMarks* each : marks) {
            QCOMPARE(each->labels(), (QStringList{"recent 64", "evict=12,20-25", "heavy 32, h2o:heavy=64"}));
        }
        // The full cache beside it was not touched.
        shown.workspace->selection().setLane(0);
        shown.settle();
        for (const ChangeMarks* each : marks) {
            QVERIFY(each->labels().isEmpty() || id == QStringLiteral("hindsight"));
        }
    }

    /// All plots have the line of a change, the first one that is seen its name.
    void aChangeIsNamedOnceInTheWindow() {
        Shown shown(nllDock());
        std::unique_ptr<Dock> memory(memoryDock().make(*shown.workspace, &shown.window));
        shown.window.addDockWidget(Qt::RightDockWidgetArea, memory.get());
        memory->show();
        shown.window.resize(1400, 500);
        const auto recording = tests::plotRecording({.steps = 250});
        recording->writer(1).addEvent({120, "parameter", "recent = 64"});
        recording->writer(1).publish();
        shown.view(recording);
        const auto named = [](const Dock& dock) {
            int count = 0;
            for (Plot* plot : dock.findChildren<Plot*>()) {
                plot->replot();
                for (int i = 0; i < plot->itemCount(); ++i) {
                    const auto* text = qobject_cast<QCPItemText*>(plot->item(i));
                    count += text != nullptr && text->visible() && text->text() == QStringLiteral("recent 64") ? 1 : 0;
                }
            }
            return count;
        };
        QTRY_VERIFY(memory->shown() && !memory->findChildren<ChangeMarks*>().front()->labels().isEmpty());
        QCOMPARE(named(*shown.dock), 1);
        QCOMPARE(named(*memory), 0);
        shown.dock->hide();
        QTRY_VERIFY(!shown.dock->shown());
        QCOMPARE(named(*memory), 1);
        memory.reset();
    }

    void takesALongTrace_data() { eachDock(); }
    void takesALongTrace() {
        QFETCH(QString, id);
        Shown shown(entryOf(id));
        const auto recording = tests::plotRecording({.steps = 100000, .layers = 2, .every = 400, .rows = false});
        shown.view(recording);
        const Trace& trace = recording->trace(1);
        shown.workspace->selection().setLane(1);
        shown.settle();
        for (Plot* plot : shown.dock->findChildren<Plot*>()) {
            for (int i = 0; i < plot->graphCount(); ++i) {
                QVERIFY(plot->graph(i)->dataCount() < 5000);
            }
        }
        if (id != QStringLiteral("attention") && id != QStringLiteral("hindsight")) {
            QVERIFY(shown.plot()->isVisible());
            shown.save(id + QStringLiteral("-long"));
        }
        const int before = shown.dock->refreshes();
        shown.workspace->selection().setStep(50000);
        QTRY_COMPARE(shown.dock->refreshes(), before + 1);
        shown.workspace->selection().setRange({40000, 41000});
        QTRY_COMPARE(shown.dock->refreshes(), before + 2);
        shown.settle();
        if (id == QStringLiteral("nll")) {
            QCOMPARE(shown.plot()->x(0)->range(), QCPRange(40000, 41000));
            QCPGraph* line = curveOf(*shown.plot(), policyColor(0));
            QVERIFY(line != nullptr);
            for (int step = 40000; step <= 41000; ++step) {
                QCOMPARE(line->data()->at(step - 39999)->key, static_cast<double>(step));
                QCOMPARE(line->data()->at(step - 39999)->value, trace.step(step).nll);
            }
        }
        if (id == QStringLiteral("budgets")) {
            QCPColorMap* map = nullptr;
            for (Plot* plot : shown.dock->findChildren<Plot*>()) {
                for (int i = 0; i < plot->plottableCount(); ++i) {
                    auto* found = dynamic_cast<QCPColorMap*>(plot->plottable(i));
                    map = found != nullptr ? found : map;
                }
            }
            QVERIFY(map != nullptr);
            QCOMPARE(map->data()->keySize(), 1001);
            for (int step = 40000; step <= 41000; ++step) {
                QCOMPARE(map->data()->data(step, 1), static_cast<double>(trace.layer(step, 1).held));
            }
            shown.workspace->selection().setRange({});
            shown.settle();
            QVERIFY(map->data()->keySize() > 2000);
            QCOMPARE(map->data()->data(0, 1),
                     static_cast<double>(trace.layer(0, 1).held + trace.layer(31, 1).held) / 2);
        }
    }

    void aHiddenDockDoesNoWork_data() { eachDock(); }
    void aHiddenDockDoesNoWork() {
        QFETCH(QString, id);
        Shown shown(entryOf(id));
        shown.view(tests::plotRecording({.steps = 100}));
        shown.dock->hide();
        QCoreApplication::processEvents();
        const int before = shown.dock->refreshes();
        shown.workspace->client().view(tests::plotRecording({.steps = 120}), {});
        shown.workspace->selection().setStep(7);
        shown.workspace->selection().setLayer(1);
        QCoreApplication::processEvents();
        QCOMPARE(shown.dock->refreshes(), before);
        shown.dock->show();
        QCoreApplication::processEvents();
        QCOMPARE(shown.dock->refreshes(), before + 1);
    }

    void aClickSelectsTheStep_data() {
        QTest::addColumn<QString>("id");
        for (const char* id : {"nll", "inequality", "memory"}) {
            QTest::newRow(id) << QString::fromLatin1(id);
        }
    }
    void aClickSelectsTheStep() {
        QFETCH(QString, id);
        Shown shown(entryOf(id));
        shown.view(tests::plotRecording({.steps = 300}));
        Plot* plot = shown.plot();
        const QPoint place(static_cast<int>(plot->x(0)->coordToPixel(150)), plot->panel(0)->center().y());
        QTest::mouseClick(plot, Qt::LeftButton, {}, place);
        QVERIFY(std::abs(shown.workspace->selection().step() - 150) <= 1);
        QVERIFY(!shown.workspace->selection().following());
    }

    void aDoubleClickPicksOnce() {
        Plot plot;
        plot.addPanel(QStringLiteral("number"));
        plot.resize(400, 300);
        plot.grab();
        QSignalSpy picks(&plot, &Plot::picked), twice(&plot, &QCustomPlot::mouseDoubleClick);
        const QPoint place = plot.panel(0)->center();
        QTest::mouseClick(&plot, Qt::LeftButton, {}, place);
        QTest::mouseDClick(&plot, Qt::LeftButton, {}, place);
        QTest::mouseRelease(&plot, Qt::LeftButton, {}, place);
        QCOMPARE(twice.count(), 1);
        QCOMPARE(picks.count(), 1);
        QTest::mouseClick(&plot, Qt::LeftButton, {}, place);
        QCOMPARE(picks.count(), 2);
    }

    void theWheelZoomsEveryLinkedView() {
        Shown shown(nllDock());
        shown.view(tests::plotRecording({.steps = 300}));
        Plot* plot = shown.plot();
        const QPointF place(plot->x(0)->coordToPixel(150), plot->panel(0)->center().y());
        QWheelEvent wheel(place, plot->mapToGlobal(place), {}, {0, 240}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(plot, &wheel);
        const StepRange range = shown.workspace->selection().range();
        QVERIFY(!range.all());
        QVERIFY(range.first > 0 && range.last < 299 && range.first < 150 && range.last > 150);
        shown.workspace->selection().setRange({});
        shown.settle();
        QCOMPARE(plot->x(1)->range(), QCPRange(-0.5, 299.5));
    }

    void aLabelAtTheEndIsWhole() {
        QCOMPARE(*labelStart(10, 30, 0, 100), 10.0);
        QCOMPARE(*labelStart(80, 30, 0, 100), 50.0);  // before its line
        QVERIFY(!labelStart(80, 30, 60, 100).has_value());
        Shown shown(nllDock());
        const auto recording = tests::plotRecording({.steps = 250});
        recording->writer(1).addEvent({244, "parameter", "recent = 64"});
        recording->writer(1).publish();
        shown.view(recording);
        shown.workspace->selection().setLane(1);
        shown.settle();
        const Plot* plot = shown.plot();
        int labels = 0;
        for (int i = 0; i < plot->itemCount(); ++i) {
            if (auto* text = qobject_cast<QCPItemText*>(plot->item(i));
                text != nullptr && text->text() == "recent 64") {
                ++labels;
                QVERIFY(text->visible());
                QVERIFY(text->right->pixelPosition().x() <= plot->panel(0)->right() + 1);
                QVERIFY(text->left->pixelPosition().x() >= plot->panel(0)->left());
            }
        }
        QCOMPARE(labels, 1);
    }

    void lowPanelsShareTheRoomAndLabelsStayApart() {
        Shown shown(inequalityDock());
        shown.view(tests::plotRecording({}));
        for (const int high : {460, 240, 190, 460}) {
            shown.window.resize(420, high);
            shown.settle();
            shown.settle();
            Plot* plot = shown.plot();
            QCOMPARE(plot->panels(), 3);
            int least = plot->height(), most = 0;
            for (int i = 0; i < plot->panels(); ++i) {
                least = std::min(least, plot->panel(i)->height());
                most = std::max(most, plot->panel(i)->height());
                const QCPAxis* axis = plot->y(i);
                QVector<double> ticks;
                axis->ticker()->generate(axis->range(), QLocale::c(), QLatin1Char('g'), 3, ticks, nullptr, nullptr);
                const int line = QFontMetrics(axis->tickLabelFont()).height();
                for (int tick = 1; tick < ticks.size(); ++tick) {
                    const double apart = axis->coordToPixel(ticks[tick - 1]) - axis->coordToPixel(ticks[tick]);
                    QVERIFY2(apart >= line - 2, qPrintable(QStringLiteral("%1 at %2").arg(apart).arg(high)));
                }
            }
            QVERIFY2(most - least <= 2, qPrintable(QStringLiteral("%1 to %2 at %3").arg(least).arg(most).arg(high)));
        }
    }

    void aLowDockLeavesNoGapForWhatItNoLongerSays() {
        const auto lines = [](const Shown& shown) {
            return shown.dock->findChild<QLabel*>(QStringLiteral("speed"))->height();
        };
        Shown low(memoryDock());
        low.window.resize(620, 260);
        low.view(tests::plotRecording({}));
        Shown shrunk(memoryDock());
        shrunk.window.resize(620, 560);
        shrunk.view(tests::plotRecording({}));
        QVERIFY(lines(shrunk) > lines(low));
        shrunk.window.resize(620, 260);
        shrunk.settle();
        QTRY_COMPARE(lines(shrunk), lines(low));
    }

    void budgetsInSharesAndBytes() {
        Shown shown(budgetsDock());
        const auto run = tests::plotRecording({.steps = 300});
        shown.view(run);
        shown.workspace->selection().setLane(1);
        shown.workspace->selection().setStep(199);
        shown.settle();
        const double held = static_cast<double>(run->trace(1).layer(199, 1).held);
        auto* unit = shown.dock->findChild<QComboBox*>(QStringLiteral("viewUnit"));
        double all = 0;
        for (int layer = 0; layer < 4; ++layer) {
            all += static_cast<double>(run->trace(1).layer(199, layer).held);
        }
        const double live = static_cast<double>(run->trace(1).step(199).bytesLive) / (1024 * 1024);
        const double expected[] = {held, held / 2, held / all * live};
        const QStringList titles{"held (tokens)", "held (% of tokens seen)", "held (MiB)"};
        const QStringList labels{"held", "share held", "memory held"};
        for (int which = 0; which < 3; ++which) {
            unit->setCurrentIndex(which);
            Q_EMIT unit->activated(which);
            shown.settle();
            shown.save(QStringLiteral("budgets-unit-%1").arg(which));
            QCOMPARE(scaleTitle(shown), titles[which]);
            const QCPBars* bars = nullptr;
            for (Plot* plot : shown.dock->findChildren<Plot*>()) {
                auto* found = dynamic_cast<QCPBars*>(plot->plottable(0));
                bars = found != nullptr ? found : bars;
            }
            QVERIFY(bars != nullptr && !bars->data()->isEmpty());
            QCOMPARE(bars->data()->at(0)->value, expected[which]);
            QVERIFY2(shown.dock->copyText().contains(labels[which]), qPrintable(shown.dock->copyText().left(300)));
        }
    }

    void inequalityIsAMapOfLayersToo() {
        Shown shown(inequalityDock());
        const auto run = tests::plotRecording({.steps = 300});
        shown.view(run);
        shown.workspace->selection().setLane(1);
        const auto choose = [&shown](const char* name, int index) {
            auto* box = shown.dock->findChild<QComboBox*>(QString::fromLatin1(name));
            box->setCurrentIndex(index);
            Q_EMIT box->activated(index);
            shown.settle();
        };
        auto* metric = shown.dock->findChild<QComboBox*>(QStringLiteral("viewMetric"));
        QVERIFY(!metric->isVisible());
        choose("viewWhat", 3);
        QVERIFY(metric->isVisible());
        Plot* plot = shown.plot();
        auto* map = dynamic_cast<QCPColorMap*>(plot->plottable(0));
        QVERIFY(map != nullptr);
        const QStringList titles{"Gini", "H (nats)", "V"}, figures{"Gini", "entropy (nats)", "variance"};
        for (int which = 0; which < 3; ++which) {
            choose("viewMetric", which);
            shown.save(QStringLiteral("inequality-map-%1").arg(which));
            QCOMPARE(scaleTitle(shown), titles[which]);
            const LayerRecord& record = run->trace(1).layer(200, 2);
            QCOMPARE(map->data()->data(200, 2),
                     static_cast<double>(
                         std::array{record.gini, record.entropy, record.variance}[static_cast<std::size_t>(which)]));
            QVERIFY2(shown.dock->copyText().contains(figures[which].section(QLatin1Char(' '), 0, 0)),
                     qPrintable(shown.dock->copyText().left(400)));
        }
        choose("viewMetric", 0);
        const QString ofAll = shown.dock->copyText();
        shown.workspace->selection().setHead(1);
        shown.settle();
        const int part = run->trace(1).shape().partOf(1);
        QVERIFY(run->trace(1).layer(200, 2, part).gini != run->trace(1).layer(200, 2).gini);
        QCOMPARE(map->data()->data(200, 2), static_cast<double>(run->trace(1).layer(200, 2, part).gini));
        QVERIFY(shown.dock->copyText() != ofAll);
        shown.workspace->selection().setHead(-1);
        shown.settle();
        QTest::mouseClick(
            plot, Qt::LeftButton, {},
            QPoint(static_cast<int>(plot->x(0)->coordToPixel(150)), static_cast<int>(plot->y(0)->coordToPixel(3))));
        QCOMPARE(shown.workspace->selection().layer(), 3);
        QVERIFY(std::abs(shown.workspace->selection().step() - 150) <= 1);
    }

    void askedForAndSeenStandBesideTheBudget() {
        Shown shown(budgetsDock());
        const auto run = tests::plotRecording({.steps = 200});
        shown.view(run);
        shown.workspace->selection().setLane(1);
        shown.workspace->selection().setStep(150);
        shown.settle();
        const QList<Plot*> plots = shown.dock->findChildren<Plot*>();
        const auto found = std::find_if(plots.begin(), plots.end(), [](const Plot* plot) {
            return plot->graphCount() > 0;  // the bars have one curve: what was asked for
        });
        QVERIFY(found != plots.end());
        Plot* bars = *found;
        QCOMPARE(bars->graph(0)->dataCount(), 2);
        QCOMPARE(bars->graph(0)->data()->constBegin()->value, 96.0);  // sinks 4, recent 92
        QVERIFY(shown.text("readout").contains(QStringLiteral("budgets of all layers and heads: ")));
        Q_EMIT bars->hovered(0, 1, 10);
        const QString early = shown.text("readout");
        QVERIFY2(early.contains(QStringLiteral("96 tokens asked for")), qPrintable(early));
        QVERIFY(!early.contains(QStringLiteral("seen")));
        shown.workspace->selection().setStep(20);
        shown.settle();
        Q_EMIT bars->hovered(0, 1, 10);
        QVERIFY2(shown.text("readout").contains(QStringLiteral("no more than the 21 seen")),
                 qPrintable(shown.text("readout")));
    }

    void aClickOnABarSelectsTheLayer() {
        Shown shown(budgetsDock());
        shown.view(tests::plotRecording({.steps = 200}));
        Plot* bars = shown.plot(0);
        QTest::mouseClick(bars, Qt::LeftButton, {},
                          QPoint(static_cast<int>(bars->x(0)->coordToPixel(2)), bars->panel(0)->center().y()));
        QCOMPARE(shown.workspace->selection().layer(), 2);
    }

    void hoverReadsOutWithUnits() {
        Shown shown(nllDock());
        shown.view(tests::plotRecording({.steps = 300}));
        Plot* plot = shown.plot();
        Q_EMIT plot->hovered(0, 120.2, 1.0);
        QVERIFY(shown.text("readout").contains(QStringLiteral("step 120: NLL ")));
        QVERIFY(shown.text("readout").contains(QStringLiteral(" nats")));
        QCOMPARE(shown.workspace->selection().hover().step, 120);
    }

    void copiesValuesAsTabSeparatedText() {
        Shown shown(memoryDock());
        shown.view(tests::plotRecording({.steps = 50}));
        const QStringList lines = shown.dock->copyText().split(QLatin1Char('\n'));
        QVERIFY(lines.size() > 100);
        QCOMPARE(lines.front().count(QLatin1Char('\t')), 5);
    }

    void exportsWhatIsZoomed() {
        Shown shown(nllDock());
        shown.view(tests::plotRecording({.steps = 300}));
        shown.workspace->selection().setRange({100, 110});
        shown.settle();
        const QString text = shown.dock->copyText();
        QVERIFY(text.contains(QStringLiteral("\t105\t")));
        QVERIFY(!text.contains(QStringLiteral("\t150\t")));
    }

    void growsByTheNewStepsOnly() {
        auto recording = std::make_shared<Recording>(tests::plotDescription({.withFull = false}));
        auto owned = std::make_unique<Trace>(TraceShape{4, 4, 2, 16, 1}, Trace::Options{});
        Trace& trace = *owned;
        recording->setTrace(0, std::move(owned));
        const auto add = [&](std::int32_t step) {
            StepRecord record;
            record.step = step;
            record.nll = 2.0 + step;
            return trace.addStep(record, "t", std::vector<LayerRecord>(12)).has_value();
        };
        for (int step = 0; step < 10; ++step) {
            QVERIFY(add(step));
        }
        trace.publish();
        Shown shown(nllDock());
        shown.view(recording);
        QCPGraph* line = curveOf(*shown.plot(), policyColor(0));
        QVERIFY(line != nullptr);
        QCOMPARE(line->dataCount(), 10);
        QVERIFY(add(10));
        trace.publish();
        shown.workspace->client().poll();
        shown.settle();
        QTRY_COMPARE(line->dataCount(), 11);
        QCOMPARE(line->dataMainValue(10), 12.0);
    }
};

QTEST_MAIN(PlotDockTest)
#include "plot_dock_test.moc"
