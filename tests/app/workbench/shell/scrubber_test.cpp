// SPDX-License-Identifier: GPL-3.0-or-later
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QPushButton>
#include <QSlider>
#include <QTemporaryDir>
#include <QWindow>
#include <QtTest>
#include <future>
#include <memory>

#include "app/workbench/plot/plot.h"
#include "app/workbench/shell/main_window.h"
#include "app/workbench/shell/scrubber.h"
#include "app/workbench/views/strip/strip_view.h"
#include "tests/app/workbench/shell/window_bench.h"
#include "tests/support/german_locale.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;

namespace {

/// Its prompt is read once it is let.
class WaitingRun : public FakeRun {
 public:
    WaitingRun(const RunSpec& spec, std::shared_future<void> let) : FakeRun(FakeShape(), spec), m_let(std::move(let)) {}
    Result<void> prefill(const ProgressSink& progress) override {
        m_let.wait();
        return FakeRun::prefill(progress);
    }

 private:
    std::shared_future<void> m_let;
};

class WaitingEngine : public FakeEngine {
 public:
    explicit WaitingEngine(std::shared_future<void> let) : FakeEngine(FakeShape()), m_let(std::move(let)) {}
    Result<std::unique_ptr<Run>> start(const RunSpec& spec, const Catalog&, const ProgressSink&) override {
        return std::make_unique<WaitingRun>(spec, m_let);
    }

 private:
    std::shared_future<void> m_let;
};

}  // namespace

/// The place in a run: steps, the slider, keys, and which widget has them.
class ScrubberTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase() { QVERIFY(tests::numbersAsInMain()); }

    void stepsPausesAndGoesOn() {
        Bench bench;
        bench.startPaused();
        bench.press("step1");
        QTRY_COMPARE(bench.workspace->client().steps(), 41);
        bench.press("step10");
        QTRY_COMPARE(bench.workspace->client().steps(), 51);
        bench.press("step100");
        QTRY_COMPARE(bench.workspace->client().steps(), 151);
        QTRY_COMPARE(bench.state(), SessionState::Paused);
        bench.press("run");
        QTRY_COMPARE(bench.state(), SessionState::Finished);
    }
    void scrubbingMovesTheCursorAndLiveFollowsAgain() {
        Bench bench;
        bench.runToEnd();
        auto* scrubber = bench.window->findChild<Scrubber*>();
        QTest::mouseClick(scrubber, Qt::LeftButton, {}, {scrubber->xOf(100), scrubber->height() / 2});
        QVERIFY(std::abs(bench.workspace->step() - 100) <= 1);
        QVERIFY(!bench.workspace->selection().following());
        bench.press("back10");
        QVERIFY(std::abs(bench.workspace->step() - 90) <= 1);
        bench.press("live");
        QCOMPARE(bench.workspace->step(), 199);
    }
    void pruneEventsAreVisited() {
        Bench bench;
        bench.runToEnd();
        bench.press("first");
        bench.press("nextPrune");
        QCOMPARE(bench.workspace->step(), 36);
        bench.press("nextPrune");
        bench.press("previousPrune");
        QCOMPARE(bench.workspace->step(), 36);
    }
    void theStripFollowsTheSelection() {
        Bench bench;
        bench.runToEnd();
        auto* view = bench.window->findChild<StripView*>();
        bench.workspace->selection().setStep(10);
        QTRY_VERIFY(view->viewport()->rect().contains(view->rectOf(10)));
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->rectOf(10).center());
        QCOMPARE(bench.workspace->selection().tokens(), (std::vector<std::int32_t>{10}));
    }
    /// After a parameter was turned, arrows must not turn it on while another dock is looked at.
    void aClickOnAnotherDockTakesTheKeysOfAParameter_data() {
        QTest::addColumn<QString>("place");
        QTest::addRow("title bar") << "title";
        QTest::addRow("label") << "label";
        QTest::addRow("plot") << "plot";
    }
    void aClickOnAnotherDockTakesTheKeysOfAParameter() {
        QFETCH(QString, place);
        Bench bench;
        QVERIFY(bench.activate());
        bench.startPaused();
        auto* number = bench.window->findChild<QDoubleSpinBox*>(QStringLiteral("parameter:recent"));
        QVERIFY(number != nullptr);
        number->setFocus(Qt::MouseFocusReason);
        const QString before = bench.workspace->draft().form().parameter(QStringLiteral("recent"))->text();
        Dock* dock = bench.window->dock(QStringLiteral("nll"));
        dock->show();
        dock->raise();
        QTRY_VERIFY(dock->shown());
        if (place == QLatin1String("title")) {
            QTest::mouseClick(dock, Qt::LeftButton, {}, {20, 6});
        } else if (place == QLatin1String("label")) {
            QTest::mouseClick(dock->findChild<QWidget*>(QStringLiteral("readout")), Qt::LeftButton);
        } else {
            QTest::mouseClick(dock->findChild<Plot*>(), Qt::LeftButton);
        }
        QVERIFY(!number->hasFocus());
        QCOMPARE(bench.window->lastDock(), dock);
        bench.key(Qt::Key_Down);
        QCOMPARE(bench.workspace->layer(), 1);
        QCOMPARE(bench.workspace->draft().form().parameter(QStringLiteral("recent"))->text(), before);
    }
    void aDraggedSliderLeavesTheKeysWhereTheyWere() {
        Bench bench;
        QVERIFY(bench.activate());
        bench.startPaused();
        QWidget* view = bench.window->findChild<StripView*>();
        view->setFocus(Qt::MouseFocusReason);
        for (QSlider* slider : bench.window->dock(QStringLiteral("run"))->findChildren<QSlider*>()) {
            if (slider->isVisible() && slider->isEnabled()) {
                QTest::mouseClick(slider, Qt::LeftButton, {}, slider->rect().center());
                QVERIFY2(!slider->hasFocus(), qPrintable(slider->accessibleName()));
            }
        }
        // The dock has the keys where a slider has become grey: they turn no parameter, and move the layer.
        const auto values = [&] {
            QStringList texts;
            for (const QAbstractSpinBox* box :
                 bench.window->dock(QStringLiteral("run"))->findChildren<QAbstractSpinBox*>()) {
                texts += box->text();
            }
            return texts;
        };
        const QStringList before = values();
        bench.key(Qt::Key_Down);
        QCOMPARE(values(), before);
        QCOMPARE(bench.workspace->layer(), 1);
    }
    void aClickThatGivesAPlotTheKeysStaysLive() {
        Bench bench;
        QVERIFY(bench.activate());
        bench.startPaused();
        QVERIFY(bench.workspace->selection().following());
        Dock* dock = bench.window->dock(QStringLiteral("nll"));
        dock->show();
        dock->raise();
        QTRY_VERIFY(dock->shown());
        auto* plot = dock->findChild<Plot*>();
        QTRY_VERIFY(plot->isVisible() && plot->panels() > 0);
        const QPoint middle = plot->panel(0)->center();
        QTest::mouseClick(plot, Qt::LeftButton, {}, middle);
        QVERIFY(plot->hasFocus());
        QVERIFY(bench.workspace->selection().following());
        QTest::mouseClick(plot, Qt::LeftButton, {}, middle);
        QVERIFY(!bench.workspace->selection().following());
    }
    void theStripMarksTheEndOfThePrompt() {
        Bench bench;
        bench.runToEnd();
        auto* view = bench.window->findChild<StripView*>();
        const std::int64_t prompt = bench.workspace->recording()->description().promptTokens;
        QVERIFY(prompt > 1);
        bench.workspace->selection().setStep(prompt);
        QTRY_VERIFY(view->viewport()->rect().contains(view->rectOf(prompt)));
        const auto edge = [&](std::int64_t token) {
            const QRect box = view->rectOf(token);
            return view->viewport()->grab(QRect(box.left(), box.top(), 2, box.height())).toImage();
        };
        const QImage marked = edge(prompt);
        view->setPromptEnd(0);
        QVERIFY(edge(prompt) != marked);
        bench.workspace->selection().setTokens({static_cast<std::int32_t>(prompt)});
        const auto said = [&] {
            for (const QLabel* label : bench.window->dock(QStringLiteral("strip"))->findChildren<QLabel*>()) {
                if (label->text().contains(QStringLiteral("first after the prompt"))) {
                    return true;
                }
            }
            return false;
        };
        QTRY_VERIFY(said());
    }
    void arrowsStepAfterTheStartPage() {
        Bench bench;
        QVERIFY(bench.activate());
        auto* button = bench.window->findChild<QPushButton*>(QStringLiteral("runExample"));
        QTest::mouseClick(button, Qt::LeftButton);
        QTRY_COMPARE(bench.state(), SessionState::Finished);
        QTRY_COMPARE(bench.workspace->client().steps(), 200);
        QTRY_VERIFY(!button->isVisible());
        bench.key(Qt::Key_Left);
        QCOMPARE(bench.workspace->step(), 198);
        bench.key(Qt::Key_Left, Qt::ShiftModifier);
        QCOMPARE(bench.workspace->step(), 188);
        bench.key(Qt::Key_Right);
        QCOMPARE(bench.workspace->step(), 189);
        bench.key(Qt::Key_Right, Qt::ShiftModifier);
        QCOMPARE(bench.workspace->step(), 199);
        bench.key(Qt::Key_Home);
        QCOMPARE(bench.workspace->step(), 0);
        bench.key(Qt::Key_End);
        QCOMPARE(bench.workspace->step(), 199);
        // Layer 0 is on top of every map.
        bench.key(Qt::Key_Down);
        QCOMPARE(bench.workspace->layer(), 1);
        bench.key(Qt::Key_Up);
        QCOMPARE(bench.workspace->layer(), 0);
    }
    void returnCommitsANumberAndGivesTheFocusBack() {
        Bench bench;
        QVERIFY(bench.activate());
        bench.startPaused();
        auto* recent = bench.window->findChild<QDoubleSpinBox*>(QStringLiteral("parameter:recent"));
        QVERIFY(recent != nullptr);
        recent->setFocus();
        recent->selectAll();
        bench.key(Qt::Key_6);
        // An answer about what is in effect comes at any time.
        Q_EMIT bench.workspace->draft().form().parameter(QStringLiteral("recent"))->effectiveChanged();
        bench.key(Qt::Key_4);
        bench.key(Qt::Key_Return);
        QVERIFY(!recent->hasFocus());
        QCOMPARE(bench.workspace->draft().form().parameter(QStringLiteral("recent"))->text(), QStringLiteral("64"));
        bench.key(Qt::Key_Right);
        QTRY_COMPARE(bench.workspace->client().steps(), 41);
        bench.key(Qt::Key_Space);
        QTRY_COMPARE(bench.state(), SessionState::Finished);
        QCOMPARE(recent->value(), 64.0);
    }

    void cursorsMeasureWhatLiesBetween() {
        Bench bench;
        bench.runToEnd();
        bench.workspace->selection().setCursorA(100);
        bench.workspace->selection().setCursorB(149);
        auto* readout = bench.window->dock(QStringLiteral("nll"))->findChild<QLabel*>(QStringLiteral("readout"));
        QTRY_VERIFY2(readout->text().contains(QStringLiteral("A to B (50 steps)")), qPrintable(readout->text()));
    }
    /// There is no step to go to yet, and the run is followed once there is.
    void noKeyMovesWhileThePromptIsRead() {
        QTemporaryDir folder;
        std::promise<void> made;
        Workspace workspace(manifestsOnly(folder),
                            [let = made.get_future().share()]() -> Result<std::unique_ptr<Engine>> {
                                return std::make_unique<WaitingEngine>(let);
                            });
        workspace.guard().setPace(CopyPace(std::chrono::hours(1)));
        MainWindow window(workspace, nullptr);
        std::promise<void> read = std::move(made);  // goes first, which ends the wait, too
        const auto action = [&](const char* name) { return window.actions().named(QString::fromLatin1(name)); };
        const auto state = [&] { return workspace.client().status().state; };
        QVERIFY(workspace.startDraft().has_value());
        QTRY_COMPARE(state(), SessionState::Prefill);
        QTRY_VERIFY(workspace.recording() != nullptr);
        for (const char* name :
             {"step1", "back10", "first", "last", "live", "nextPrune", "cursorA", "goToStep", "zoomIn", "tokenNext"}) {
            QVERIFY2(!action(name)->isEnabled(), name);
            QVERIFY2(action(name)->toolTip().contains(QStringLiteral("Nothing is recorded yet")), name);
        }
        QVERIFY(action("stop")->isEnabled());
        QVERIFY(action("layerUp")->isEnabled());
        read.set_value();
        QTRY_COMPARE(state(), SessionState::Finished);
        QTRY_COMPARE(workspace.step(), 199);
        QVERIFY(workspace.selection().following());
        QVERIFY(action("first")->isEnabled());
    }
};

QTEST_MAIN(ScrubberTest)
#include "scrubber_test.moc"
