// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "tests/core/policy/kit/tensors.h"

using namespace kvw::test;

class ComposeTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void fractionsAreTakenInDouble_data() {
        QTest::addColumn<int>("prompt");
        QTest::addColumn<double>("removed");
        QTest::addColumn<int>("budget");
        QTest::newRow("100 / .9") << 100 << .9 << 9;
        QTest::newRow("10 / .9, at least 1") << 10 << .9 << 1;
        QTest::newRow("1000 / .8") << 1000 << .8 << 199;
        QTest::newRow("10 / .7") << 10 << .7 << 3;
        QTest::newRow("4096 / .3") << 4096 << .3 << 2867;
        QTest::newRow("nothing removed") << 77 << 0.0 << 77;
    }
    void fractionsAreTakenInDouble() {
        QFETCH(int, prompt);
        QFETCH(double, removed);
        QTEST(static_cast<int>(oneShotBudget(0, removed, prompt)), "budget");
    }
    void capacityWins() { QCOMPARE(oneShotBudget(7, 0.5, 100), 7); }
    void oneShotTotalsAreAtMostThePrompt() {
        QCOMPARE(oneShotTotals(50, 0.5, 0, 3, 20), (Tokens{20, 20, 20}));
        QCOMPARE(oneShotTotals(0, 0.5, 0, 2, 20), (Tokens{10, 10}));
    }
    void aBudgetAsksForNothingThatOnlyAScorerGets() {
        QCOMPARE(refusedBudget(0, false, false), std::string());
        for (const std::string& refused :
             {refusedBudget(1, false, false), refusedBudget(0, true, false), refusedBudget(0, false, true)}) {
            QVERIFY2(refused.starts_with("a budget asks for statistics"), refused.c_str());
        }
    }
    void skippedLayersStayFull() { QCOMPARE(oneShotTotals(5, 0.5, 2, 3, 20), (Tokens{20, 20, 5})); }
};

QTEST_GUILESS_MAIN(ComposeTest)
#include "compose_test.moc"
