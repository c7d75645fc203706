// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/attention/attention_ages.h"

#include <QtTest>

#include "core/analysis/attention/attention_row.h"
#include "tests/core/trace/support.h"

using namespace kvw;
using namespace kvw::tests;

namespace {

/// Rows from step 4 on; head h reads the first token, the others the last, in equal parts.
std::unique_ptr<Trace> sample() {
    auto trace = std::make_unique<Trace>(smallShape(2, 1), Trace::Options{.keepRows = true});
    for (std::int32_t step = 0; step < 12; ++step) {
        const std::vector<std::vector<std::int32_t>> tokens{{0, step}};
        for (std::int32_t layer = 0; step >= 4 && layer < 2; ++layer) {
            QTest::qVerify(
                trace->addRows(step, layer, tokens, std::vector<std::vector<float>>{{1, 0}, {0, 1}, {0, 1}, {0, 1}})
                    .has_value(),
                "addRows", "", __FILE__, __LINE__);
        }
        QTest::qVerify(addStep(*trace, step), "addStep", "", __FILE__, __LINE__);
        trace->publish();
    }
    return trace;
}

}  // namespace

class AttentionAgesTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void aPromptAloneIsReadItself() {
        QCOMPARE(agesBegin(8, 12), 8);
        QCOMPARE(agesBegin(11, 12), 11);
        QCOMPARE(agesBegin(12, 12), 0);
        QCOMPARE(agesBegin(20, 12), 0);
    }

    void aRowIsAHeadOrTheirMean() {
        const auto trace = sample();
        std::vector<std::int32_t> tokens;
        std::vector<float> values;
        QVERIFY(attentionRow(*trace, 6, 1, 0, tokens, values));
        QCOMPARE(tokens, (std::vector<std::int32_t>{0, 6}));
        QCOMPARE(values, (std::vector<float>{1, 0}));
        QVERIFY(attentionRow(*trace, 6, 1, -1, tokens, values));
        QCOMPARE(values, (std::vector<float>{0.25F, 0.75F}));
        QVERIFY(!attentionRow(*trace, 2, 1, 0, tokens, values));
        QVERIFY(tokens.empty());
    }
    void oldestAndNewestAreTheArmsOfTheU() {
        const auto trace = sample();
        const AttentionAges ages = attentionAges(*trace, 0, 100, 4);
        QCOMPARE(ages.rows, 8);
        QCOMPARE(ages.layers.size(), std::size_t{2});
        QCOMPARE(ages.layers[1], (std::vector<double>{0.25, 0, 0, 0.75}));
        QCOMPARE(attentionAges(*trace, 10, 11, 4).rows, 2);
        QCOMPARE(attentionAges(*trace, 0, 11, 4, 3).rows, 2);  // every fourth: 11, 7, and 3, which has no row
        QVERIFY(attentionAges(*trace, 0, 3, 4).empty());
        QVERIFY(attentionAges(*trace, 0, 11, 4, 3, [] { return true; }).empty());
    }
};

QTEST_APPLESS_MAIN(AttentionAgesTest)
#include "attention_ages_test.moc"
