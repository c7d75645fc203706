// SPDX-License-Identifier: Apache-2.0
// The quantiser itself; what is coded when, and how it is read, is tested with the cache, the kernels and whole runs.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "kernels/half.h"
#include "tests/plugins/kivi/policy_tensors.h"

using namespace kvw::test;

namespace {

using Row = std::vector<float>;

FakeCodec with(const std::map<std::string, kvw::sdk::Value>& parameters) {
    return FakeCodec(parameters);
}

FakeCodec kivi(std::int64_t bits, const char* scales = "float16") {
    return with({{"bits", bits}, {"scale-dtype", std::string(scales)}});
}

/// As the engine stores scales of float16: half a unit in the last place, subnormals included.
double halfUlp(double number) {
    const double size = std::max(std::abs(number), 0x1p-14);
    return std::ldexp(1.0, std::ilogb(size) - 11);
}

double decoded(const FakeCodec::Encoded& row, std::size_t i) {
    return static_cast<double>(row.codes[i]) * static_cast<double>(row.scale) + static_cast<double>(row.minimum);
}

/// Empty, or where |x - decoded| exceeds half a step by more than the rounding of scale and minimum to f32.
QString worse(const Row& row, const FakeCodec::Encoded& encoded, std::int64_t bits) {
    const auto [low, high] = std::minmax_element(row.begin(), row.end());
    const double range = static_cast<double>(*high) - static_cast<double>(*low);
    const double most = static_cast<double>((1 << bits) - 1);
    const double half = range / most / 2;
    for (std::size_t i = 0; i < row.size(); ++i) {
        const double error = std::abs(static_cast<double>(row[i]) - decoded(encoded, i));
        const double rounding = range * 1e-7 + most * 1.5e-45;
        if (encoded.codes[i] < 0 || encoded.codes[i] > static_cast<int>(most) || !(error <= half + rounding)) {
            return QString("element %1: %2 came back as %3, half a step is %4")
                .arg(i)
                .arg(double(row[i]))
                .arg(decoded(encoded, i))
                .arg(half);
        }
    }
    return {};
}

}  // namespace

class KiviTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void golden() {
        FakeCodec codec = kivi(2);
        const auto rows = codec.encode({{0, .5F, 1.5F, 3}, {-1, 0, .2F, 2}, {5, 5, 5, 5}});
        QCOMPARE(rows[0].codes, (std::vector<int>{0, 0, 2, 3}));
        QCOMPARE(rows[0].scale, 1.0F);
        QCOMPARE(rows[0].minimum, 0.0F);
        QCOMPARE(rows[1].codes, (std::vector<int>{0, 1, 1, 3}));
        const double expected[] = {-1, 0, 0, 2};
        for (std::size_t i = 0; i < 4; ++i) {
            QCOMPARE(decoded(rows[1], i), expected[i]);
        }
        // A constant group.
        QCOMPARE(rows[2].codes, (std::vector<int>{0, 0, 0, 0}));
        QCOMPARE(rows[2].scale, 0.0F);
        QCOMPARE(rows[2].minimum, 5.0F);
    }
    void layoutIsThatOfTheParameters() {
        const auto standard = with({}).layout();
        QCOMPARE(standard.bits, 2);
        QCOMPARE(standard.keyGroup, 32);
        QCOMPARE(standard.valueGroup, 32);
        QCOMPARE(standard.residual, 128);
        QVERIFY(standard.halfScales);
        const auto other = with({{"bits", std::int64_t{4}},
                                 {"group", std::int64_t{16}},
                                 {"residual", std::int64_t{48}},
                                 {"scale-dtype", std::string("float32")}})
                               .layout();
        QCOMPARE(other.bits, 4);
        QCOMPARE(other.keyGroup, 16);
        QCOMPARE(other.valueGroup, 16);
        QCOMPARE(other.residual, 48);
        QVERIFY(!other.halfScales);
    }
    void bytesPerElementAreSaid() {
        const auto says = [](const FakeCodec& codec, const char* words) {
            return codec.notes().size() == 1 && codec.notes()[0].find(words) != std::string::npos;
        };
        QVERIFY(says(with({}), "0.375 bytes per element; the newest 128 tokens"));
        QVERIFY(says(kivi(4), "0.625 bytes per element"));
        QVERIFY(says(kivi(2, "float32"), "0.5 bytes per element"));
        QVERIFY(with({}).warnings().empty());
        QCOMPARE(with({{"group", std::int64_t{2}}}).warnings().size(), std::size_t{1});
    }
    void errorIsAtMostHalfAStep_data() {
        QTest::addColumn<int>("bits");
        QTest::addColumn<int>("group");
        for (const int bits : {2, 4}) {
            for (const int group : {1, 2, 7, 32, 128}) {
                QTest::addRow("%d bit, groups of %d", bits, group) << bits << group;
            }
        }
    }
    void errorIsAtMostHalfAStep() {
        QFETCH(int, bits);
        QFETCH(int, group);
        std::mt19937_64 random(static_cast<std::uint64_t>(bits * 1000 + group));
        std::normal_distribution<float> normal;
        std::vector<Row> rows;
        for (int i = 0; i < 300; ++i) {
            // All sizes that f32 has, and a few large outliers.
            const float size = std::ldexp(1.0F, static_cast<int>(random() % 200) - 120);
            Row row(static_cast<std::size_t>(group));
            std::generate(row.begin(), row.end(), [&] { return normal(random) * size; });
            row[0] *= random() % 4 == 0 ? 100.0F : 1.0F;
            rows.push_back(row);
        }
        const auto encoded = kivi(bits).encode(rows);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            QVERIFY2(worse(rows[i], encoded[i], bits).isEmpty(), qPrintable(worse(rows[i], encoded[i], bits)));
        }
    }
    void extremesAreInTheirGroups() {
        const float most = std::numeric_limits<float>::max();
        const float least = std::numeric_limits<float>::denorm_min();
        const std::vector<Row> rows{
            {-most, 0, 1, most},                 // the range exceeds f32
            {0, least, 2 * least, 3 * least},    // a step of one subnormal
            {0, 0, least, least},                // a step below f32: it is 0, and so is the error's bound
            {-0.0F, 0.0F, -0.0F, 0.0F},          // the sign of zero is not kept
            {1, 1 + 0x1p-23F, 1, 1 + 0x1p-23F},  // one unit in the last place
            {-1e-30F, 1e30F, 0, -1e30F},
            {65504, -65504, 0, 1},
        };
        for (const std::int64_t bits : {2, 4}) {
            const auto encoded = kivi(bits).encode(rows);
            for (std::size_t i = 0; i < rows.size(); ++i) {
                QVERIFY2(worse(rows[i], encoded[i], bits).isEmpty(), qPrintable(worse(rows[i], encoded[i], bits)));
                QVERIFY(std::isfinite(encoded[i].scale) && encoded[i].scale >= 0);
            }
            // Ends come back exactly where the step is exact.
            QCOMPARE(encoded[0].codes.front(), 0);
            QCOMPARE(encoded[0].codes.back(), (1 << bits) - 1);
            QCOMPARE(encoded[3].scale, 0.0F);
            QCOMPARE(decoded(encoded[3], 1), 0.0);
        }
    }
    void tiesRoundToEvenWhateverTheStep() {
        // The middle of a range is code 1.5 or 7.5, the sixth part of one 0.5: exactly, whether or not the step is.
        std::vector<Row> rows;
        for (int range = 1; range <= 999; ++range) {
            const auto width = static_cast<float>(range);
            rows.push_back({-width, 5 * width, 0, 2 * width});
        }
        const auto two = kivi(2).encode(rows);
        const auto four = kivi(4).encode(rows);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            QCOMPARE(two[i].codes, (std::vector<int>{0, 3, 0, 2}));
            QCOMPARE(four[i].codes[3], 8);
        }
    }
    void aRowHasItsCodesInAnyCompany() {
        std::mt19937_64 random(5);
        std::normal_distribution<float> normal;
        std::vector<Row> rows(67, Row(19));
        for (Row& row : rows) {
            std::generate(row.begin(), row.end(), [&] { return normal(random); });
        }
        FakeCodec codec = kivi(4);
        const auto together = codec.encode(rows);
        FakeCodec fork = codec.fork();
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const auto alone = fork.encode({rows[i]});
            QCOMPARE(alone[0].codes, together[i].codes);
            QCOMPARE(alone[0].scale, together[i].scale);
            QCOMPARE(alone[0].minimum, together[i].minimum);
            // And in any order.
            Row turned(rows[i].rbegin(), rows[i].rend());
            std::vector<int> codes = codec.encode({turned})[0].codes;
            std::reverse(codes.begin(), codes.end());
            QCOMPARE(codes, together[i].codes);
        }
    }
    void storedScalesCostTheirRounding() {
        // |x - decoded| with scale and minimum as float16 keeps them.
        std::mt19937_64 random(9);
        std::normal_distribution<float> normal(3, 2);
        std::vector<Row> rows(200, Row(32));
        for (Row& row : rows) {
            std::generate(row.begin(), row.end(), [&] { return normal(random); });
        }
        for (const std::int64_t bits : {2, 4}) {
            const auto encoded = kivi(bits).encode(rows);
            const double most = static_cast<double>((1 << bits) - 1);
            for (std::size_t r = 0; r < rows.size(); ++r) {
                const double bound = static_cast<double>(encoded[r].scale) / 2 +
                                     most * halfUlp(static_cast<double>(encoded[r].scale)) +
                                     halfUlp(static_cast<double>(encoded[r].minimum)) + 1e-6;
                const auto scale = static_cast<double>(kvw::widenF16(kvw::narrowF16(encoded[r].scale)));
                const auto minimum = static_cast<double>(kvw::widenF16(kvw::narrowF16(encoded[r].minimum)));
                for (std::size_t i = 0; i < 32; ++i) {
                    const double back = static_cast<double>(encoded[r].codes[i]) * scale + minimum;
                    QVERIFY(std::abs(back - static_cast<double>(rows[r][i])) <= bound);
                }
            }
        }
    }
    void whatIsNotANumberIsNotHidden() {
        const float nan = std::nanf("");
        const float infinity = std::numeric_limits<float>::infinity();
        const auto rows = kivi(2).encode({{0, nan, 1, 2}, {0, infinity, 1, 2}, {-infinity, infinity, 0, 0}});
        for (const auto& row : rows) {
            QVERIFY(!std::isfinite(row.scale) || !std::isfinite(row.minimum));
            QVERIFY(std::all_of(row.codes.begin(), row.codes.end(), [](int code) { return code >= 0 && code <= 3; }));
        }
    }
};

QTEST_GUILESS_MAIN(KiviTest)
#include "tests/plugins/kivi/policy_test.moc"
