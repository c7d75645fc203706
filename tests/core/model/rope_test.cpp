// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <cmath>
#include <numbers>

#include "core/model/config.h"

namespace {

/// Unscaled frequency i of a head of 128 dimensions.
double plain(double theta, int i) {
    return std::pow(theta, -2.0 * i / 128);
}

kvw::RopeConfig ropeOf(kvw::RopeScaling scaling, double theta, double factor = 1, double originalContext = 8192) {
    kvw::RopeConfig rope;
    rope.scaling = scaling;
    rope.theta = theta;
    rope.factor = factor;
    rope.originalContext = originalContext;
    return rope;
}

void compare(double actual, double expected) {
    // Frequencies are rounded to f32, whose unit is 6e-8; the power adds a few.
    QVERIFY2(std::abs(actual - expected) <= 5e-7 * expected,
             qPrintable(QString("%1 for %2").arg(actual).arg(expected)));
}

void all(const std::vector<float>& actual, const std::vector<double>& expected) {
    QCOMPARE(actual.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        compare(static_cast<double>(actual[i]), expected[i]);
    }
}

}  // namespace

class RopeTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void unscaled() {
        const auto frequencies = ropeOf(kvw::RopeScaling::None, 5e5).inverseFrequencies(128);
        QCOMPARE(frequencies.size(), std::size_t{64});
        QCOMPARE(frequencies[0], 1.0F);
        for (int i = 0; i < 64; ++i) {
            compare(static_cast<double>(frequencies[static_cast<std::size_t>(i)]), plain(5e5, i));
        }
    }
    void linearDividesAll() {
        const auto rope = ropeOf(kvw::RopeScaling::Linear, 1e4, 4);
        const auto frequencies = rope.inverseFrequencies(128);
        for (int i = 0; i < 64; ++i) {
            compare(static_cast<double>(frequencies[static_cast<std::size_t>(i)]), plain(1e4, i) / 4);
        }
    }
    void llama3KeepsShortWavesAndDividesLongOnes() {
        const auto rope = ropeOf(kvw::RopeScaling::Llama3, 5e5, 8, 8192);
        const auto frequencies = rope.inverseFrequencies(128);
        int kept = 0, divided = 0, between = 0;
        for (int i = 0; i < 64; ++i) {
            const double f = plain(5e5, i), wave = 2 * std::numbers::pi / f;
            const double actual = static_cast<double>(frequencies[static_cast<std::size_t>(i)]);
            if (wave < 8192.0 / 4) {
                compare(actual, f);
                ++kept;
            } else if (wave > 8192.0) {
                compare(actual, f / 8);
                ++divided;
            } else {
                const double s = (8192 / wave - 1) / 3;
                compare(actual, (1 - s) * f / 8 + s * f);
                ++between;
            }
        }
        // In the Llama-3.1 checkpoint, pairs 29 to 34 lie between 2048 and 8192 tokens.
        QCOMPARE(kept, 29);
        QCOMPARE(between, 6);
        QCOMPARE(divided, 29);
    }
    /// Numbers of transformers 5.23, `_compute_yarn_parameters`.
    void yarnIsAsInTheLibrary() {
        auto rope = ropeOf(kvw::RopeScaling::Yarn, 1e6, 4, 32768);
        const auto qwen = rope.inverseFrequencies(128);
        const std::pair<std::size_t, double> expected[] = {
            {0, 1.0},           {5, 0.339820832},     {15, 0.0392418988},   {20, 0.0133352149},
            {25, 0.0041317381}, {31, 0.000802959781}, {40, 4.44569851e-05}, {47, 9.81047469e-06}};
        for (const auto& [pair, value] : expected) {
            compare(static_cast<double>(qwen[pair]), value);
        }
        rope = ropeOf(kvw::RopeScaling::Yarn, 5e4, 8, 128);
        rope.betaFast = 16;
        rope.betaSlow = 2;
        all(rope.inverseFrequencies(16), {1.0, 0.145462587, 0.00835925434, 0.00216170424, 0.000559017004,
                                          0.000144561869, 3.73837211e-05, 9.66743482e-06});
        rope.betaFast = 32;
        rope.betaSlow = 1;
        rope.truncate = false;
        all(rope.inverseFrequencies(16), {1.0, 0.157068849, 0.0143620297, 0.00216170424, 0.000559017004, 0.000144561869,
                                          3.73837211e-05, 9.66743482e-06});
    }
    void longropeTakesTheFactorsOfTheLength() {
        auto rope = ropeOf(kvw::RopeScaling::LongRope, 1e4, 1, 48);
        rope.shortFactors = {1, 1.05, 1.1, 2};
        rope.longFactors = {1, 1.2, 9, 60};
        const auto shorter = rope.inverseFrequencies(8, 48), longer = rope.inverseFrequencies(8, 49);
        for (std::size_t i = 0; i < 4; ++i) {
            const double f = std::pow(1e4, -0.25 * static_cast<double>(i));
            compare(static_cast<double>(shorter[i]), f / rope.shortFactors[i]);
            compare(static_cast<double>(longer[i]), f / rope.longFactors[i]);
        }
        QCOMPARE(rope.inverseFrequencies(8), shorter);
    }
    void scalingsHaveTheirNames() {
        QCOMPARE(kvw::toText(kvw::RopeScaling::None), "default");
        QCOMPARE(kvw::toText(kvw::RopeScaling::Linear), "linear");
        QCOMPARE(kvw::toText(kvw::RopeScaling::Llama3), "llama3");
        QCOMPARE(kvw::toText(kvw::RopeScaling::Yarn), "yarn");
        QCOMPARE(kvw::toText(kvw::RopeScaling::LongRope), "longrope");
        QCOMPARE(kvw::toText(kvw::RopeScaling::Dynamic), "dynamic");
    }
};

QTEST_GUILESS_MAIN(RopeTest)
#include "rope_test.moc"
