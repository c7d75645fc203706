// SPDX-License-Identifier: GPL-3.0-or-later
/// The inequality playground: what is played, what a temperature does to the budgets, and the run that has them.
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QPushButton>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>
#include <clocale>
#include <numeric>

#include "app/workbench/stories/story_loader.h"
#include "app/workbench/views/common/plots/row_plots.h"
#include "app/workbench/views/playground/share_bars.h"
#include "app/workbench/views/playground/share_controls.h"
#include "tests/app/workbench/manifest_catalog.h"
#include "tests/app/workbench/real_bench.h"
#include "tests/app/workbench/views/common/dock_entries.h"
#include "tests/app/workbench/views/common/shown_dock.h"
#include "tests/support/slowness.h"

using namespace kvw;
using namespace kvw::wb;

namespace {

constexpr int kRunMs = 100'000 * tests::kSanitizerSlowness;

template <class Widget>
Widget* child(const QWidget* of, const char* name) {
    return of->findChild<Widget*>(QString::fromLatin1(name));
}

std::shared_ptr<Recording> run(bool rows = true) {
    return tests::plotRecording({.steps = 240, .prompt = 200, .rows = rows, .promptRows = rows});
}

std::vector<double> heights(ShareBars& bars, int panel) {
    std::vector<double> all;
    for (int i = 0; i < bars.plottableCount(); ++i) {
        const auto* each = qobject_cast<QCPBars*>(bars.plottable(i));
        if (each != nullptr && each->valueAxis() == bars.y(panel) && each->brush().style() != Qt::NoBrush) {
            for (const QCPBarsData& bar : *each->data()) {
                all.push_back(bar.value);
            }
        }
    }
    std::sort(all.begin(), all.end());
    return all;
}

void choose(const QWidget* of, const char* name, int index) {
    auto* box = child<QComboBox>(of, name);
    box->setCurrentIndex(index);
    Q_EMIT box->activated(index);
}

}  // namespace

class PlaygroundDockTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase() {
        std::setlocale(LC_NUMERIC, "C");
        tests::RealBench::useBuiltEngine();
    }

    void theCurveAndItsNumberStandTogether() {
        Shown shown(playgroundDock());
        shown.view(run());
        shown.workspace->selection().setLane(1);
        shown.workspace->selection().setStep(220);
        shown.settle();
        auto* lorenz = shown.dock->findChild<LorenzPlot*>();
        QTRY_VERIFY(lorenz->gini().has_value());
        const QString number = QLocale::c().toString(*lorenz->gini(), 'f', 2);
        QTRY_VERIFY(shown.text("legend").contains(QStringLiteral("Gini ") + number));
        QCOMPARE(heights(*shown.dock->findChild<ShareBars*>(), 0).size(), std::size_t{4});
        QTRY_VERIFY(shown.text("sums").contains(QStringLiteral("tokens")));
        shown.save(QStringLiteral("playground"));
    }

    void aTemperatureMovesBudgetAndSaysWhatIsClamped() {
        Shown shown(playgroundDock());
        shown.view(run());
        shown.workspace->selection().setLane(1);
        shown.settle();
        auto* bars = shown.dock->findChild<ShareBars*>();
        auto* temperature = child<QDoubleSpinBox>(shown.dock, "viewTemperature");
        child<QSpinBox>(shown.dock, "viewCapacity")->setValue(100);
        QTRY_COMPARE(heights(*bars, 1).size(), std::size_t{4});
        const auto spread = [&] {
            const std::vector<double> all = heights(*bars, 1);
            return all.back() - all.front();
        };
        temperature->setValue(10);
        const double level = spread();
        temperature->setValue(0.5);
        QVERIFY(spread() > level);
        QVERIFY(!shown.text("sums").contains(QStringLiteral("clamped")));
        temperature->setValue(0.05);
        QVERIFY2(shown.text("sums").contains(QStringLiteral("clamped")), qPrintable(shown.text("sums")));
        QCOMPARE(heights(*bars, 1).back(), 200.0);  // the prompt
        QVERIFY2(
            shown.text("sums").contains(QStringLiteral("MiB")) || shown.text("sums").contains(QStringLiteral("KiB")),
            qPrintable(shown.text("sums")));
        // Figure and values have all plots, not the curve alone.
        const QString values = shown.dock->copyText();
        for (const char* name : {"equal", "last 64 prompt rows", "budget", "share before it is limited"}) {
            QVERIFY2(values.contains(QLatin1String(name)), qPrintable(values.left(300)));
        }
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("playground.csv"));
        QVERIFY(shown.dock->exportTo(file).has_value());
        shown.settle();
        shown.save(QStringLiteral("playground-clamped"));
        for (const int rule : {1, 2}) {
            choose(shown.dock, "viewRule", rule);
            const std::vector<double> all = heights(*bars, 1);
            QCOMPARE(all.size(), std::size_t{4});
            QVERIFY(std::accumulate(all.begin(), all.end(), 0.0) > 0);
        }
        child<QSpinBox>(shown.dock, "viewCapacity")->setValue(500);
        QVERIFY(shown.text("sums").contains(QStringLiteral("Nothing to share out")));
    }

    void stepsAndLayersArePlayed() {
        Shown shown(playgroundDock());
        shown.view(run());
        Selection& selection = shown.workspace->selection();
        selection.setLane(1);
        selection.setRange({215, 222});
        selection.setStep(222);
        auto* play = child<QToolButton>(shown.dock, "play");
        std::vector<std::int64_t> seen;
        connect(&selection, &Selection::changed, &selection, [&] { seen.push_back(selection.step()); });
        play->click();
        QCOMPARE(selection.step(), 215);
        QTRY_VERIFY(!play->isChecked());
        QCOMPARE(selection.step(), 222);
        QVERIFY(seen.size() >= 7);
        choose(shown.dock, "viewWalk", 1);
        selection.setLayer(2);
        play->click();
        QVERIFY(play->isChecked());
        QTRY_COMPARE(selection.layer(), 3);
        QTRY_VERIFY(!play->isChecked());
    }

    void itStopsWhenItIsHidden() {
        Shown shown(playgroundDock());
        shown.view(run());
        shown.workspace->selection().setLane(1);
        shown.workspace->selection().setStep(10);
        auto* play = child<QToolButton>(shown.dock, "play");
        play->click();
        shown.dock->hide();
        QTRY_VERIFY(!play->isChecked());
        QVERIFY(shown.workspace->selection().step() < 239);
    }

    void withoutRowsItSaysHowToGetThem() {
        Shown shown(playgroundDock());
        shown.view(run(false));
        shown.settle();
        QVERIFY(shown.button() != nullptr);
        QVERIFY(!child<QPushButton>(shown.dock, "runPlayground")->isVisible());
    }

    void aPluginThatIsNotThereIsNamed() {
        Shown shown(playgroundDock());
        shown.view(run());
        shown.workspace->selection().setLane(1);
        shown.settle();
        auto* start = child<QPushButton>(shown.dock, "runPlayground");
        QVERIFY(!start->isEnabled());
        QVERIFY(!start->toolTip().isEmpty());
    }

    /// On the real engine: the next run has the budgets that were drawn.
    void theRunHasTheBudgets_data() {
        QTest::addColumn<int>("rule");
        QTest::addColumn<double>("temperature");
        QTest::addColumn<QString>("policy");
        QTest::newRow("gini") << 0 << 0.1 << "snapkv+adap-gini:recent=32,budget.capacity=80,budget.temperature=0.1";
        QTest::newRow("preference") << 2 << 0.5 << "cake:capacity=80,tau1=0.5,tau2=0.5";
    }
    void theRunHasTheBudgets() {
        QFETCH(int, rule);
        QFETCH(double, temperature);
        QFETCH(QString, policy);
        tests::RealBench bench;
        QStringList told;
        connect(&bench.workspace, &Workspace::notice, this, [&told](const QString& sentence) { told += sentence; });
        LoadAction load;
        load.text = "needle";
        load.policies = {"snapkv:capacity=80"};
        load.full = true;
        load.prompt = 300;
        load.steps = 8;
        QVERIFY(applyLoad(load, {}, bench.workspace).has_value());
        RunSpec spec = bench.workspace.draft().base();
        spec.capture = Capture::Maps;
        bench.workspace.draft().setBase(spec);
        QVERIFY(bench.workspace.startDraft().has_value());
        const auto finished = [&] { return bench.workspace.client().status().state == SessionState::Finished; };
        QTRY_VERIFY_WITH_TIMEOUT(finished(), kRunMs);
        auto* dock = bench.window.findChild<Dock*>(QStringLiteral("playground"));
        dock->show();
        dock->raise();
        bench.workspace.selection().setLane(1);
        auto* bars = dock->findChild<ShareBars*>();
        QTRY_VERIFY(!heights(*bars, 1).empty());
        choose(dock, "viewRule", rule);
        child<QSpinBox>(dock, "viewCapacity")->setValue(80);
        child<QDoubleSpinBox>(dock, "viewTemperature")->setValue(temperature);
        const std::vector<double> drawn = heights(*bars, 1);
        QVERIFY(drawn.back() > drawn.front());
        const auto before = bench.workspace.recording();
        child<QPushButton>(dock, "runPlayground")->click();
        QVERIFY2(told.contains(QStringLiteral("Started with ") + policy), qPrintable(told.join('\n')));
        QTRY_VERIFY_WITH_TIMEOUT(bench.workspace.recording() != before && finished(), kRunMs);
        const auto made = bench.workspace.recording();
        QCOMPARE(made->lanes(), 2);
        QVERIFY(policy.startsWith(QString::fromStdString(made->description().lanes[1].policyId)));
        const Trace& trace = made->trace(1);
        std::vector<double> budgets;
        for (int layer = 0; layer < trace.shape().layers; ++layer) {
            budgets.push_back(static_cast<double>(trace.layer(299, layer).budget));
        }
        std::sort(budgets.begin(), budgets.end());
        QCOMPARE(budgets, drawn);
        tests::RealBench::save("KVW_GALLERY", bench.window, QStringLiteral("playground-window"));
    }
};

QTEST_MAIN(PlaygroundDockTest)
#include "playground_dock_test.moc"
