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

void compare(double actual, double expected) {
    // Frequencies are rounded to f32, whose unit is 6e-8; the power adds a few.
    QVERIFY2(std::abs(actual - expected) <= 5e-7 * expected,
             qPrintable(QString("%1 for %2").arg(actual).arg(expected)));
}

}  // namespace

class RopeTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void unscaled() {
        const auto frequencies = kvw::RopeConfig{.theta = 5e5}.inverseFrequencies(128);
        QCOMPARE(frequencies.size(), std::size_t{64});
        QCOMPARE(frequencies[0], 1.0F);
        for (int i = 0; i < 64; ++i) {
            compare(static_cast<double>(frequencies[static_cast<std::size_t>(i)]), plain(5e5, i));
        }
    }
    void linearDividesAll() {
        const kvw::RopeConfig rope{.theta = 1e4, .scaling = kvw::RopeScaling::Linear, .factor = 4};
        const auto frequencies = rope.inverseFrequencies(128);
        for (int i = 0; i < 64; ++i) {
            compare(static_cast<double>(frequencies[static_cast<std::size_t>(i)]), plain(1e4, i) / 4);
        }
    }
    void llama3KeepsShortWavesAndDividesLongOnes() {
        const kvw::RopeConfig rope{.theta = 5e5,
                                   .scaling = kvw::RopeScaling::Llama3,
                                   .factor = 8,
                                   .lowFrequencyFactor = 1,
                                   .highFrequencyFactor = 4,
                                   .originalContext = 8192};
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
        // Of the Llama-3.1 checkpoint: pairs 29 to 34 lie between 2048 and 8192 tokens.
        QCOMPARE(kept, 29);
        QCOMPARE(between, 6);
        QCOMPARE(divided, 29);
    }
    void scalingsHaveTheirNames() {
        QCOMPARE(kvw::toText(kvw::RopeScaling::None), "default");
        QCOMPARE(kvw::toText(kvw::RopeScaling::Linear), "linear");
        QCOMPARE(kvw::toText(kvw::RopeScaling::Llama3), "llama3");
    }
};

QTEST_GUILESS_MAIN(RopeTest)
#include "rope_test.moc"
