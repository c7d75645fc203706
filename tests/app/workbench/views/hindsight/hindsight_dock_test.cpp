// SPDX-License-Identifier: GPL-3.0-or-later
#include <QPushButton>
#include <QTest>
#include <numeric>

#include "tests/app/workbench/views/common/explore_runs.h"

using namespace kvw;
using namespace kvw::wb;

namespace {

/// The full cache reads token 1 until step 7 and token 2 from there on; the other lane drops both at step 4.
bool addReads(Recording& recording, std::int32_t from, std::int32_t end) {
    bool good = true;
    for (std::int32_t lane = 0; lane < recording.lanes(); ++lane) {
        Trace& trace = recording.writer(lane);
        for (std::int32_t t = from; t < end; ++t) {
            StepRecord step;
            step.step = t;
            step.tokenId = t;
            if (lane == 1 && t == 4) {
                EvictionRecord gone;
                gone.step = t;
                gone.layer = 0;
                gone.tokens = {1, 2};
                gone.reason = "window";
                trace.addEviction(std::move(gone));
                step.evictedNow = 2;
            }
            std::vector<std::int32_t> tokens(static_cast<std::size_t>(t) + 1);
            std::iota(tokens.begin(), tokens.end(), 0);
            std::vector<float> probs(tokens.size(), 0.0F);
            probs.back() = 0.1F;
            const std::size_t read = t < 3 ? 0 : t < 8 ? 1 : 2;
            probs[read] += 0.9F;
            const std::vector<LayerRecord> layers(2);
            const std::vector<std::vector<std::int32_t>> units{tokens};
            const std::vector<std::vector<float>> heads{probs};
            good =
                trace.addStep(step, "t", layers).has_value() && trace.addRows(t, 0, units, heads).has_value() && good;
        }
        trace.publish();
    }
    return good;
}

}  // namespace

class HindsightDockTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void hindsightNamesWhatWasMissed() {
        Shown shown(hindsightDock());
        shown.view(run());
        shown.workspace->selection().setLane(1);
        shown.workspace->selection().setStep(160);
        shown.settle();
        QTRY_VERIFY(shown.text("readout").contains(QStringLiteral("of the later attention")));
        QTRY_VERIFY(shown.text("missed").contains(QStringLiteral("<b>Missed</b>")));
        QVERIFY(shown.plot()->isVisible());
        const QImage against = shown.dock->grab().toImage();
        turnTo(shown, 1);
        QVERIFY(shown.dock->grab().toImage() != against);
        Plot* map = shown.plot(1);  // the lines come first
        QTest::mouseClick(
            map, Qt::LeftButton, {},
            QPoint(static_cast<int>(map->x(0)->coordToPixel(180)), static_cast<int>(map->y(0)->coordToPixel(3))));
        QCOMPARE(shown.workspace->selection().layer(), 3);
        QVERIFY(std::abs(shown.workspace->selection().step() - 180) <= 2);
        QVERIFY(shown.dock->copyText().contains(QStringLiteral("regret")));
        shown.save(QStringLiteral("hindsight-missed"));
    }

    void hindsightNamesOneStep() {
        Shown shown(hindsightDock());
        tests::FakeShape shape;
        shape.tokens = 1200;
        shape.layers = 1;
        shape.rows = true;
        shown.view(tests::filledFakeRecording(shape, shape.tokens));
        shown.workspace->selection().setLane(1);
        shown.settle();
        QTRY_VERIFY2(shown.text("legend").contains(QStringLiteral("one step in 3 is judged")),
                     qPrintable(shown.text("legend")));
        for (const int step : {300, 301, 302}) {
            shown.workspace->selection().setStep(step);
            shown.settle();
            QTRY_VERIFY(shown.text("readout").startsWith(QStringLiteral("step ")));
            const QString judged = shown.text("readout").section(QLatin1Char(','), 0, 0);
            QTRY_VERIFY2(shown.text("missed").contains(QStringLiteral("at ") + judged),
                         qPrintable(judged + QStringLiteral(" / ") + shown.text("missed")));
        }
        // One axis: its ends lie under one another.
        shown.window.resize(500, 700);
        shown.settle();
        QTRY_COMPARE(shown.plot(1)->panel(0)->rect().left(), shown.plot(0)->panel(0)->rect().left());
        QTRY_COMPARE(shown.plot(1)->panel(0)->rect().right(), shown.plot(0)->panel(0)->rect().right());
    }

    void whatWasMissedIsJudgedAnewAsTheRunGoesOn() {
        Shown shown(hindsightDock());
        const auto recording = std::make_shared<Recording>(tests::fakeDescription(
            {.layers = 1, .queryHeads = 1, .kvHeads = 1, .tokens = 12, .prompt = 5, .sinks = 0, .recent = 2}));
        for (std::int32_t lane = 0; lane < recording->lanes(); ++lane) {
            recording->setTrace(lane, std::make_unique<Trace>(TraceShape{1, 1, 1, 4, 1}, Trace::Options{true, 0}));
        }
        QVERIFY(addReads(*recording, 0, 8));
        shown.view(recording);
        shown.workspace->selection().setLane(1);
        shown.workspace->selection().setStep(5);
        shown.settle();
        QTRY_VERIFY2(shown.text("missed").contains(QStringLiteral("at step 5: 1 “")), qPrintable(shown.text("missed")));
        QVERIFY(!shown.text("missed").contains(QStringLiteral("2 “")));
        QVERIFY(addReads(*recording, 8, 12));
        shown.workspace->client().poll();
        QTRY_VERIFY2(shown.text("missed").contains(QStringLiteral("at step 5: 2 “")), qPrintable(shown.text("missed")));
    }

    void hindsightOfTheFullCacheIsNoQuestion() {
        Shown shown(hindsightDock());
        shown.view(run());
        shown.workspace->selection().setLane(0);
        shown.settle();
        QVERIFY(!shown.plot()->isVisible());
        QVERIFY2(emptyText(shown).contains("misses nothing"), qPrintable(emptyText(shown)));
    }

    void hindsightOfWhatIsReadSaysThatItIsNotJudged() {
        Shown shown(hindsightDock());
        const auto recording = readers({"quest"});
        QVERIFY(recording != nullptr);
        shown.view(recording);
        QVERIFY2(emptyText(shown).contains("selects those that each step reads"), qPrintable(emptyText(shown)));
    }

    void hindsightWithoutAFullCacheSaysSo() {
        Shown shown(hindsightDock());
        const auto recorded = run();
        RunDescription description = recorded->description();
        description.lanes[0].policyId = "streaming";
        const auto fork = std::make_shared<Recording>(description);
        for (std::int32_t lane = 0; lane < recorded->lanes(); ++lane) {
            fork->setTrace(lane, recorded->trace(lane).fork());
        }
        fork->setState(RunState::Finished);
        shown.view(fork);
        for (const int lane : {0, 1}) {
            shown.workspace->selection().setLane(lane);
            shown.settle();
            QVERIFY2(emptyText(shown).contains("no lane with the full cache"), qPrintable(emptyText(shown)));
        }
        shown.workspace->draft().setCompareWithFull(false);
        for (auto* button : shown.dock->findChildren<QPushButton*>()) {
            if (button->isVisible() && button->text() == "Compare the next run with the full cache") {
                button->click();
            }
        }
        QVERIFY(shown.workspace->draft().compareWithFull());
        QCOMPARE(shown.workspace->draft().base().capture, Capture::Maps);
    }
};

QTEST_MAIN(HindsightDockTest)
#include "hindsight_dock_test.moc"
