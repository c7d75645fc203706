// SPDX-License-Identifier: Apache-2.0
#include "core/eval/tasks/draws.h"

#include <QtTest>
#include <algorithm>

using kvw::eval::Draws;

class DrawsTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    /// As a program in another language draws them from the same generator (MT19937-64).
    void numbersAreTheSameEverywhere() {
        QCOMPARE(below100("niah_single_1", 0), (std::vector<std::int64_t>{23, 36, 72, 32, 74, 92, 69, 47}));
        QCOMPARE(below100("niah_single_1", 1), (std::vector<std::int64_t>{6, 52, 56, 4, 40, 36, 44, 12}));
        Draws draws(42, "x", 0);
        QCOMPARE(draws.different(5, 10), (std::vector<std::int64_t>{6, 0, 1, 3, 7}));
        std::vector<char> letters{'a', 'b', 'c', 'd', 'e', 'f', 'g'};
        draws.shuffle(letters);
        QCOMPARE(letters, (std::vector<char>{'f', 'c', 'd', 'b', 'a', 'e', 'g'}));
    }

    void rangesHaveBothEnds() {
        Draws draws(1, "ends", 0);
        std::vector<bool> seen(3);
        for (int i = 0; i < 200; ++i) {
            const std::int64_t drawn = draws.between(5, 7);
            QVERIFY(drawn >= 5 && drawn <= 7);
            seen[static_cast<std::size_t>(drawn - 5)] = true;
        }
        QVERIFY(std::all_of(seen.begin(), seen.end(), [](bool each) { return each; }));
        QCOMPARE(draws.different(9, 4).size(), std::size_t{4});
        QCOMPARE(draws.below(1), std::int64_t{0});
    }

 private:
    static std::vector<std::int64_t> below100(std::string_view name, std::int64_t index) {
        Draws draws(42, name, index);
        std::vector<std::int64_t> numbers;
        for (int i = 0; i < 8; ++i) {
            numbers.push_back(draws.below(100));
        }
        return numbers;
    }
};

QTEST_APPLESS_MAIN(DrawsTest)
#include "draws_test.moc"
