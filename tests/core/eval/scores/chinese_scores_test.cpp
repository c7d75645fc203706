// SPDX-License-Identifier: Apache-2.0
#include "core/eval/scores/chinese_scores.h"

#include <QtTest>
#include <cmath>

using namespace kvw::eval;

namespace {

/// Goldens are printed to seven digits.
bool nearChineseScores(double value, double golden) { return std::abs(value - golden) < 1e-7; }

}  // namespace

class ChineseScoresTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void wordsAreThoseOfADictionary() {
        QCOMPARE(chineseWords("\u6211\u4EEC\u559C\u6B22\u5317\u4EAC\u3002"),
                 (std::vector<std::string>{"\u6211\u4EEC", "\u559C\u6B22", "\u5317\u4EAC", "\u3002"}));
        QCOMPARE(chineseWords(""), std::vector<std::string>());
    }

    void f1IgnoresPunctuationAndCase() {
        QCOMPARE(tokenF1Chinese("\u5317\u4EAC\uFF01 ABC", "\u5317\u4EAC\u3002abc"), 1.0);
        QVERIFY(nearChineseScores(tokenF1Chinese("\u6211\u4EEC\u559C\u6B22\u5317\u4EAC", "\u5317\u4EAC"), 0.5));
        QCOMPARE(tokenF1Chinese("\u3002", "\u3002"), 0.0);
        QCOMPARE(tokenF1Chinese("", ""), 0.0);
    }

    void rougeIsThatOfThePackageOverWords() {
        const Rouge rouge = rougeLChinese("\u6211\u4EEC\u559C\u6B22\u5317\u4EAC", "\u5317\u4EAC");
        QVERIFY(nearChineseScores(rouge.recall, 1) && nearChineseScores(rouge.precision, 1.0 / 3));
        QCOMPARE(rougeLChinese("", "\u5317\u4EAC").f, 0.0);
    }
};

QTEST_APPLESS_MAIN(ChineseScoresTest)
#include "chinese_scores_test.moc"
