// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "tests/core/policy/kit/tensors.h"

using namespace kvw::test;

class MemoTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void namesDifferInTheLastBit() {
        const std::int64_t large = std::int64_t{1} << 53U;
        QCOMPARE(measureName(7, 0.5, true), std::string("measure 7 0.5 1 2"));
        QVERIFY(measureName(large, 0.5, true) != measureName(large + 1, 0.5, true));
        QVERIFY(measureName(7, 0.1 + 0.2, true) != measureName(7, 0.3, true));
    }
    void parametersOfAFunctionNameIt() {
        QVERIFY(oncePerPrompt(3, true) == std::pair(std::string("product 3 1"), std::int64_t{15}));
        QVERIFY(oncePerPrompt(3, false) == std::pair(std::string(), std::int64_t{15}));
    }
};

QTEST_GUILESS_MAIN(MemoTest)
#include "memo_test.moc"
