// SPDX-License-Identifier: Apache-2.0
#include "tests/plugins/sage/sliding_tensors.h"

#include <QtTest>
#include <algorithm>
#include <random>
#include <stdexcept>

#include "tests/plugins/check.h"

using namespace kvw::test;

class SageSlidingTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void tensorsAndPluginAgree() {
        std::mt19937_64 random(6);
        const auto below = [&random](std::size_t end) { return static_cast<std::int64_t>(random() % end); };
        for (int draw = 0; draw < 100; ++draw) {
            SageTable table;
            for (int unit = 0; unit < 3; ++unit) {
                Tokens tokens = joined(range(0, 12), {-1, -1});
                std::shuffle(tokens.begin(), tokens.end(), random);
                for (std::int64_t gone = below(6); gone > 0; --gone) {  // as after hands on the cache
                    tokens[static_cast<std::size_t>(below(tokens.size()))] = -1;
                }
                std::vector<float> chosen(tokens.size(), 1);
                chosen[static_cast<std::size_t>(below(tokens.size()))] = 0;
                table.tokens.push_back(tokens);
                table.chosen.push_back(chosen);
            }
            const std::int64_t sinks = below(3), anchor = below(10), recent = below(16);
            QCOMPARE(text(slidingSlots(table, sinks, anchor, recent, true)),
                     text(slidingSlots(table, sinks, anchor, recent, false)));
        }
    }
    void eachUnitKeepsItsNewest_data() {
        QTest::addColumn<bool>("tensors");
        QTest::newRow("plugin") << false;
        QTest::newRow("tensors") << true;
    }
    void eachUnitKeepsItsNewest() {
        QFETCH(bool, tensors);
        // The second unit misses what would be recent, the third got token 1 back.
        const SageTable table{{{7, 2, 5, -1, 3}, {9, 8, 1, 2, -1}, {1, 4, 5, 6, 9}},
                              {{1, 1, 1, 0, 1}, {1, 1, 1, 1, 0}, {0, 1, 1, 1, 1}}};
        QCOMPARE(text(slidingSlots(table, 1, 3, 2, tensors)), text({4, -1, -1, -1, -1, -1, 0, 1, 2}));
        QCOMPARE(text(slidingSlots(table, 2, 3, 2, tensors)), text({4, -1, -1, -1, 1, 2}));
        QCOMPARE(text(slidingSlots(table, 1, 3, 4, tensors)), text({-1, -1, 0}));
        QVERIFY(slidingSlots(table, 1, 3, 5, tensors).empty());
    }
};

QTEST_GUILESS_MAIN(SageSlidingTest)
#include "sliding_test.moc"
