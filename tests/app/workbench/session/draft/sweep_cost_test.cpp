// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/draft/sweep_cost.h"

#include <QtTest>

#include "tests/support/fake_engine.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;

namespace {

SweepRow row(double seconds) {
    SweepRow made;
    made.seconds = seconds;
    return made;
}

/// Two lanes, `prompt` tokens of it in the prefill, `ms` a decoded token.
std::shared_ptr<Recording> measured(std::int32_t prompt, std::int32_t tokens, float ms, double ttftMs) {
    FakeShape shape;
    shape.prompt = prompt;
    shape.tokens = tokens;
    auto recording = std::make_shared<Recording>(fakeDescription(shape));
    for (std::int32_t lane = 0; lane < 2; ++lane) {
        recording->setTrace(lane, std::make_unique<Trace>(TraceShape{1, 1, 1, 1, 1}, Trace::Options{}));
        for (std::int32_t step = 0; step < tokens; ++step) {
            StepRecord record;
            record.step = step;
            record.decodeMs = step < prompt ? 0 : ms;
            const std::vector<LayerRecord> layers(2);
            if (!recording->writer(lane).addStep(record, "x", layers)) {
                return nullptr;
            }
        }
        recording->writer(lane).publish();
        recording->setTtft(lane, ttftMs);
    }
    return recording;
}

}  // namespace

class SweepCostTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void nothingMeasuredIsNothingTold() {
        QVERIFY(!secondsOfRun(std::vector<SweepRow>{}).has_value());
        QVERIFY(!secondsOfRun({row(kMissing)}).has_value());
        QVERIFY(!secondsLeft({}, {1.0}, 3, 2).has_value());
        const auto onlyPrompt = measured(10, 10, 1, 100);
        QVERIFY(onlyPrompt && !secondsOfRun(*onlyPrompt, {10, 10}).has_value());
    }

    void rowsTellWhatARunTakes() {
        const auto one = secondsOfRun({row(2), row(4), row(kMissing)});
        QVERIFY(one && one->low == 3 && one->high == 3);
        const SecondsRange all = secondsOfAll(*one, 8, 4);
        QCOMPARE(all.low, 6.0);    // side by side
        QCOMPARE(all.high, 24.0);  // in turns
        QCOMPARE(secondsOfAll(*one, 2, 4).low, 3.0);
        QCOMPARE(secondsOfAll(*one, 8, 1).low, 24.0);
    }

    void anotherRunOfTheModelTellsBounds() {
        const auto recording = measured(10, 30, 5, 400);
        QVERIFY(recording);
        // Two lanes of 100 tokens at 5 ms; then a prompt of 20 at 400 ms for two lanes of 10.
        const auto one = secondsOfRun(*recording, {20, 100});
        QVERIFY(one.has_value());
        QCOMPARE(one->low, 1.0);
        QCOMPARE(one->high, 1.8);
    }

    void recordedRunsOfTheModelAreAnEstimate() {
        LibraryEntry fast, slow, other, untimed, elsewhere;
        fast.model = slow.model = untimed.model = "demo";
        fast.lanes = slow.lanes = 2;
        fast.promptTokens = slow.promptTokens = 10;
        fast.tpotMs = 5;
        fast.ttftMs = 400;
        slow.tpotMs = 10;  // of a prompt nothing is known
        fast.machine = slow.machine = other.machine = untimed.machine = "here";
        elsewhere = fast;
        elsewhere.machine = "there";
        elsewhere.tpotMs = 1;
        other.model = "another";
        other.tpotMs = 1000;
        const auto one = secondsOfRun({fast, slow, other, untimed, elsewhere}, "demo", "here", {20, 100});
        QVERIFY(one.has_value());
        QCOMPARE(one->low, 1.0);
        QCOMPARE(one->high, 2.0);
        QCOMPARE(secondsOfRun({fast}, "demo", "here", {20, 100})->high, 1.8);
        QVERIFY(!secondsOfRun({other, untimed, elsewhere}, "demo", "here", {20, 100}));
    }

    void whatIsLeftGoesByWhatWasDone() {
        QCOMPARE(*secondsLeft({10}, {}, 4, 1), 40.0);
        QCOMPARE(*secondsLeft({10}, {}, 4, 2), 20.0);
        QCOMPARE(*secondsLeft({10}, {4, 9}, 2, 2), 13.5);
        QCOMPARE(*secondsLeft({10}, {25}, 0, 2), 0.0);
        QCOMPARE(*secondsLeft({90, 10, 11, 9, 10}, {}, 1, 1), 10.0);  // the first loaded the model
    }

    void aPlanRunsDown() {
        const auto left = leftOf({10, 30}, 4);
        QVERIFY(left.has_value());
        QCOMPARE(left->low, 6.0);
        QCOMPARE(left->high, 26.0);
        QCOMPARE(leftOf({10, 30}, 12)->low, 0.0);
        QVERIFY(!leftOf({10, 30}, 30));
    }

    void timesAreWords() {
        QCOMPARE(durationText({0, 0.4}), QStringLiteral("less than a second"));
        QCOMPARE(durationText({40, 40}), QStringLiteral("40 s"));
        QCOMPARE(durationText({12, 60}), QStringLiteral("12 to 60 s"));
        QCOMPARE(durationText({300, 900}), QStringLiteral("5 to 15 min"));
        QCOMPARE(durationText({10, 900}), QStringLiteral("up to 15 min"));
        QCOMPARE(durationText({7200, 7200}), QStringLiteral("2.0 h"));
        QCOMPARE(aboutText({40, 40}), QStringLiteral("about 40 s"));
        QCOMPARE(aboutText({12, 60}), QStringLiteral("12 to 60 s"));
        QCOMPARE(aboutText({0.4, 0.4}), QStringLiteral("less than a second"));
    }
};

QTEST_GUILESS_MAIN(SweepCostTest)
#include "sweep_cost_test.moc"
