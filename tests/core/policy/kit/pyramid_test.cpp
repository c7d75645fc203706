// SPDX-License-Identifier: Apache-2.0
/// The golden pyramids of POLICIES.md, section 9, and what holds for every pyramid.
#include "core/policy/kit/pyramid.h"

#include <QtTest>
#include <algorithm>

#include "core/policy/kit/nominal.h"

using namespace kvw::sdk;

using Entries = std::vector<std::int64_t>;

class PyramidTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void integers_data() {
        QTest::addColumn<int>("capacity");
        QTest::addColumn<int>("window");
        QTest::addColumn<int>("prompt");
        QTest::addColumn<int>("first");
        QTest::addColumn<int>("second");
        QTest::addColumn<int>("last");
        QTest::addColumn<int>("sum");
        QTest::newRow("128, window 8") << 128 << 8 << 100000 << 234 << 227 << 17 << 4016;
        QTest::newRow("2048, window 32") << 2048 << 32 << 100000 << 3932 << 3809 << 119 << 64816;
        QTest::newRow("2048, window 8") << 2048 << 8 << 7500 << 3978 << 3853 << 103 << 65296;
        QTest::newRow("shorter than 2 base: uniform") << 128 << 8 << 230 << 120 << 120 << 120 << 3840;
        QTest::newRow("one token below 2 base") << 128 << 8 << 239 << 120 << 120 << 120 << 3840;
        QTest::newRow("2 base is the ramp, moved into the prompt") << 128 << 8 << 240 << 232 << 225 << 15 << 3952;
        QTest::newRow("just room for the ramp") << 128 << 8 << 245 << 234 << 227 << 17 << 4016;
    }
    void integers() {
        QFETCH(int, capacity);
        QFETCH(int, window);
        QFETCH(int, prompt);
        const Entries entries = integer_pyramid({capacity - window, window, prompt, 32, 20});
        QCOMPARE(entries.size(), std::size_t(32));
        QTEST(static_cast<int>(entries[0]), "first");
        QTEST(static_cast<int>(entries[1]), "second");
        QTEST(static_cast<int>(entries[31]), "last");
        QTEST(static_cast<int>(total_of(entries)), "sum");
    }
    void steepnessOneIsUniform() { QCOMPARE(integer_pyramid({13, 4, 200, 5, 1}), Entries(5, 13)); }
    void oneLayerIsUniform() { QCOMPARE(integer_pyramid({13, 4, 200, 1, 20}), Entries{13}); }
    void moreLayersThanTokensToShare() {
        // min 0, max 6, step 0: every layer gets twice the base.
        QCOMPARE(integer_pyramid({3, 2, 50, 40, 20}), Entries(40, 6));
    }
    void nothingToShare() {
        QCOMPARE(integer_pyramid({0, 8, 50, 3, 20}), Entries(3, 0));
        QCOMPARE(integer_pyramid({-4, 8, 50, 3, 20}), Entries(3, 0));
    }
    void neverMoreThanThePromptHas() {
        QCOMPARE(integer_pyramid({30, 8, 20, 3, 20}), Entries(3, 12));
        QCOMPARE(integer_pyramid({30, 8, 5, 3, 20}), Entries(3, 0));
    }
    void integersFallAndAreNeverBelowNominal() {
        for (std::int64_t base = 1; base < 60; ++base) {
            for (std::int64_t window = 0; window < 6; ++window) {
                for (std::int64_t prompt = base + window + 1; prompt < 3 * base + 8; prompt += 3) {
                    for (const std::int64_t beta : {1, 2, 7, 20, 1000}) {
                        const std::int64_t layers = 1 + (base * 7 + prompt) % 9;
                        const Entries entries = integer_pyramid({base, window, prompt, layers, beta});
                        QVERIFY(std::is_sorted(entries.rbegin(), entries.rend()));
                        QVERIFY(entries.front() <= prompt - window && entries.back() >= 0);
                        QVERIFY(total_of(entries) >= base * layers);
                    }
                }
            }
        }
    }

    void reals_data() {
        QTest::addColumn<double>("removed");
        QTest::addColumn<int>("first");
        QTest::addColumn<int>("second");
        QTest::addColumn<int>("last");
        QTest::addColumn<bool>("uniform");
        QTest::newRow("half removed") << .5 << 3994 << 3868 << 102 << false;
        QTest::newRow("a quarter: moved into the prompt") << .25 << 4032 << 3970 << 2112 << false;
        QTest::newRow("a tenth") << .1 << 4032 << 4010 << 3341 << false;
        QTest::newRow("the smallest is the window") << .6875 << 2496 << 2418 << 64 << false;
        QTest::newRow("the smallest is below the window") << .69 << 1270 << 1270 << 1270 << true;
        QTest::newRow("four fifths") << .8 << 819 << 819 << 819 << true;
    }
    void reals() {
        QFETCH(double, removed);
        const RealPyramid pyramid = real_pyramid(4096 * (1 - removed), 64, 4096, 32, 20);
        QCOMPARE(pyramid.totals.size(), std::size_t(32));
        QTEST(static_cast<int>(pyramid.totals[0]), "first");
        QTEST(static_cast<int>(pyramid.totals[1]), "second");
        QTEST(static_cast<int>(pyramid.totals[31]), "last");
        QTEST(pyramid.uniform, "uniform");
    }
    void realsAddUpToTheBudget() { QCOMPARE(total_of(real_pyramid(2048, 64, 4096, 32, 20).totals), 65536); }
    void realOfOneLayerIsUniform() {
        const RealPyramid pyramid = real_pyramid(50, 4, 100, 1, 20);
        QCOMPARE(pyramid.totals, Entries{50});
        QVERIFY(pyramid.uniform);
    }
    void realSteepnessOneIsUniformWithoutFallingBack() {
        const RealPyramid pyramid = real_pyramid(50, 4, 120, 3, 1);
        QCOMPARE(pyramid.totals, Entries(3, 50));
        QVERIFY(!pyramid.uniform);
    }
    void realsRoundHalfToEven() {
        // max 22.5, min 7.5, step 7.5: 22.5 and 7.5 stand between two integers.
        QCOMPARE(real_pyramid(15, 4, 100, 3, 2).totals, (Entries{22, 15, 8}));
    }
    void realsKeepAtLeastOneToken() { QCOMPARE(real_pyramid(0.2, 4, 100, 3, 20).totals, Entries(3, 1)); }
    void whatIsTold() {
        QCOMPARE(against_nominal({30, 24}, 52).english(),
                 std::string("all budgets together are 54 tokens, 52 are nominal"));
    }
};

QTEST_GUILESS_MAIN(PyramidTest)
#include "pyramid_test.moc"
