// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/prune_sound.h"

#include <QtTest>
#include <cmath>

#include "tests/core/trace/support.h"

using namespace kvw;
using namespace kvw::tests;

namespace {

/// Twelve tokens, four of them the prompt; evictions at the ends of steps 1, 6, 6 and 9. ΔNLL of token i is i / 2.
std::shared_ptr<Recording> recorded(bool full = true) {
    auto trace = std::make_unique<Trace>(smallShape(), Trace::Options{});
    for (std::int32_t i = 0; i < 12; ++i) {
        StepRecord step;
        step.step = i;
        step.nll = 1 + 0.5 * i;
        step.nllFull = full ? 1 : kMissing;
        QTest::qVerify(addStep(*trace, step), "addStep", "", __FILE__, __LINE__);
        if (i == 1 || i == 6 || i == 9) {
            trace->addEviction(evictionOf(i, 0, 0, {i - 1}));
        }
        if (i == 6) {
            trace->addEviction(evictionOf(i, 1, 0, {3}));
        }
        trace->publish();
    }
    RunDescription run;
    run.promptTokens = 4;
    run.lanes.resize(1);
    auto recording = std::make_shared<Recording>(run);
    recording->setTrace(0, std::move(trace));
    return recording;
}

/// The frequency whose sum over the samples is largest, of those tried.
double pitchOf(std::span<const std::int16_t> samples) {
    double best = 0, found = 0;
    for (double hertz = 150; hertz < 4000; hertz *= 1.01) {
        double re = 0, im = 0;
        for (std::size_t i = 0; i < samples.size(); ++i) {
            const double phase = 2 * M_PI * hertz * static_cast<double>(i) / kSoundRate;
            re += samples[i] * std::cos(phase);
            im += samples[i] * std::sin(phase);
        }
        if (const double power = re * re + im * im; power > best) {
            best = power;
            found = hertz;
        }
    }
    return found;
}

}  // namespace

class PruneSoundTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void aClickSaysTheLargestDeltaSinceTheOneBefore() {
        const auto recording = recorded();
        const auto clicks = pruneClicks(*recording, 0, 0, 12);
        QCOMPARE(clicks.size(), std::size_t{2});
        QCOMPARE(clicks[0].step, 6);
        QCOMPARE(clicks[0].delta, 3.0);
        QCOMPARE(clicks[1].step, 9);
        QCOMPARE(clicks[1].delta, 4.5);
    }
    void inPartsItIsTheSame() {
        const auto recording = recorded();
        const auto second = pruneClicks(*recording, 0, 8, 12);
        QCOMPARE(second.size(), std::size_t{1});
        QCOMPARE(second[0].delta, 4.5);
        QCOMPARE(pruneClicks(*recording, 0, 0, 6).size(), std::size_t{0});
        QCOMPARE(pruneClicks(*recording, 0, 6, 7).front().delta, 3.0);
    }
    void withoutAFullLaneTheDeltaIsUnknown() {
        const auto recording = recorded(false);
        QVERIFY(std::isnan(pruneClicks(*recording, 0, 0, 12).front().delta));
        QCOMPARE(clickPitch(std::nan("")), 220.0);
    }
    void theHigherTheMoreItCost() {
        QCOMPARE(clickPitch(-3), 220.0);
        QCOMPARE(clickPitch(0), 220.0);
        QCOMPARE(clickPitch(2), 440.0);
        QCOMPARE(clickPitch(4), 880.0);
        QCOMPARE(clickPitch(100), 3520.0);
        for (const double hertz : {220.0, 440.0, 1234.0, 3520.0}) {
            const double heard = pitchOf(clickSamples(hertz));
            QVERIFY2(std::abs(heard / hertz - 1) < 0.03, qPrintable(QString::number(heard)));
        }
    }
    void clicksLieWhereTheirTokensAre() {
        const auto recording = recorded();
        const auto samples = clicksSamples(pruneClicks(*recording, 0, 0, 12), 4, 12, 10);
        const std::size_t tenth = kSoundRate / 10;
        QVERIFY(samples.size() > 8 * tenth);
        const auto loudness = [&](std::size_t from) {
            double sum = 0;
            for (std::size_t i = from; i < from + tenth / 2; ++i) {
                sum += std::abs(static_cast<double>(samples[i]));
            }
            return sum;
        };
        QCOMPARE(loudness(0), 0.0);
        QVERIFY(loudness(2 * tenth) > 100'000);
        QCOMPARE(loudness(4 * tenth), 0.0);
        QVERIFY(loudness(5 * tenth) > 100'000);
        QVERIFY(std::abs(pitchOf(std::span(samples).subspan(2 * tenth, tenth)) / clickPitch(3) - 1) < 0.03);
        QVERIFY(std::abs(pitchOf(std::span(samples).subspan(5 * tenth, tenth)) / clickPitch(4.5) - 1) < 0.03);
    }
    void overlappingClicksDoNotOverflow() {
        const std::vector<PruneClick> many(50, PruneClick{4, 4});
        for (const std::int16_t sample : clicksSamples(many, 4, 6, 10)) {
            QVERIFY(sample >= -32767);
        }
    }
    void aWavFileIsRead() {
        const std::vector<std::int16_t> samples{0, 1, -1, 32767};
        const std::string bytes = wavBytes(samples);
        QCOMPARE(bytes.size(), std::size_t{44 + 8});
        QCOMPARE(bytes.substr(0, 4), std::string("RIFF"));
        QCOMPARE(bytes.substr(8, 8), std::string("WAVEfmt "));
        QCOMPARE(static_cast<unsigned char>(bytes[4]), 44);
        QCOMPARE(static_cast<unsigned char>(bytes[40]), 8);
        QCOMPARE(bytes.substr(44), std::string("\0\0\1\0\xff\xff\xff\x7f", 8));
    }
};

QTEST_MAIN(PruneSoundTest)
#include "prune_sound_test.moc"
