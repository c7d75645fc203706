// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "core/analysis/attention/attention_row.h"
#include "tests/core/trace/support.h"

using namespace kvw;
using namespace kvw::tests;

class AttentionRowTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    /// Head h of four leaves h / 8 of each row.
    void learnedSinksTakeWhatIsMissing() {
        TraceRule rule;
        rule.keepRows = true;
        rule.row = [](std::int32_t step, std::int32_t head) {
            const auto tokens = static_cast<std::size_t>(step) + 1;
            return std::vector<float>(tokens, (1 - static_cast<float>(head) / 8) / static_cast<float>(tokens));
        };
        const auto trace = traceOf(rule);
        QVERIFY(!learnedSinkShare(*trace, 5, 1, 0));
        QVERIFY(std::abs(learnedSinkShare(*trace, 5, 1, 3).value() - 0.375) < 1e-6);
        QVERIFY(std::abs(learnedSinkShare(*trace, 5, 1, -1).value() - 0.1875) < 1e-6);
        QVERIFY(!learnedSinkShare(*trace, 8, 1, 3));
        // Bundles may keep weights with 16 bits.
        QVERIFY(!learnedSinkShare(0.9995));
        rule.row = {};
        QVERIFY(!learnedSinkShare(*traceOf(rule), 5, 1, 3));
    }
};

QTEST_GUILESS_MAIN(AttentionRowTest)
#include "attention_row_test.moc"
