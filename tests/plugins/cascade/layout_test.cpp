// SPDX-License-Identifier: Apache-2.0
/// Where insertions end, and the lists of a prefill pass.
#include <QtTest>
#include <stdexcept>

#include "plugins/cascade/layout.h"
#include "plugins/cascade/unit_lists.h"

using namespace kvw::cascade;

namespace {

using End = Insertion::End;

QByteArray ends(const Rule& rule, std::int64_t tokens) {
    Layout layout(rule);
    QByteArray result;
    for (std::int64_t t = 0; t < tokens; ++t) {
        const Insertion insertion = layout.insert(t);
        result += "srco"[static_cast<int>(insertion.end)];
        if (insertion.end != End::Sink) {
            result += QByteArray::number(static_cast<qlonglong>(insertion.level));
        }
    }
    return result;
}

}  // namespace

class CascadeLayoutTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void endsOfInsertions() {
        // s = 1, W = 2, N = 2: s sink, r room, c contest, o overflow, and the level.
        QCOMPARE(ends(Rule::equal(1, 4, 2, 2), 13), QByteArray("sr0r0r1c1r1c1o2c1o2c1o2c1"));
        QCOMPARE(ends(Rule::equal(1, 4, 2, 2, true), 13), QByteArray("sr0r0r1r1o2c1o2c1o2c1o2c1"));
    }
    void rateDecidesWhoAccepts() { QCOMPARE(ends(Rule::equal(0, 2, 2, 3), 8), QByteArray("r0r1c1o2c1c1o2c1")); }
    void historyIsTheSumOfThePeriods_data() {
        QTest::addColumn<int>("rate");
        QTest::addColumn<double>("tokens");
        QTest::newRow("2") << 2 << 512. * (1 + 2 + 4 + 8);
        QTest::newRow("3") << 3 << 512. * (1 + 3 + 9 + 27);
        QTest::newRow("4") << 4 << 512. * (1 + 4 + 16 + 64);
    }
    void historyIsTheSumOfThePeriods() {
        QFETCH(int, rate);
        QTEST((Rule::equal(4, 2048, 4, rate).history()), "tokens");
    }
    void historyIsTheSumOfSizesAndIntervals() {
        const Rule rule{0, {4, 2, 1}, {1, 2, 3}, false};
        QCOMPARE(rule.history(), 4. + 2 * 2 + 1 * 6);
        QCOMPARE(rule.before(2), std::int64_t{6});
        QCOMPARE(rule.newest(), std::int64_t{4});
        QCOMPARE((Rule{0, {4}, {2}, false}.newest()), std::int64_t{0});
        // Numbers that no run comes to do not overflow.
        QCOMPARE((Rule{0, {1, 1}, {9007199254740991, 9007199254740881}, false}.intervals().back()), 0x1p53);
    }
    void listsRefuseTokensOutOfOrder() {
        UnitLists lists({{5, 0, 0.F}}, {1, 0});
        bool refused = false;
        try {
            lists.insert({4, 1, 0.F}, {End::Room, 0}, {});
        } catch (const std::logic_error&) {
            refused = true;
        }
        QVERIFY(refused);
    }
};

QTEST_GUILESS_MAIN(CascadeLayoutTest)
#include "layout_test.moc"
