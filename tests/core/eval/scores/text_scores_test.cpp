// SPDX-License-Identifier: Apache-2.0
#include "core/eval/scores/text_scores.h"

#include <QtTest>
#include <cmath>

using namespace kvw::eval;

namespace {

/// Goldens are printed to seven digits.
bool nearTextScores(double value, double golden) { return std::abs(value - golden) < 1e-7; }

}  // namespace

class TextScoresTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void wordsOfAnAnswerHaveNoCasePunctuationOrArticles() {
        QCOMPARE(answerWords("The  cat, an APPLE-pie; a_b."), (std::vector<std::string>{"cat", "applepie", "ab"}));
        // A word ends where Python's \\b is: at white space and at punctuation that is not ASCII.
        QCOMPARE(answerWords("the\u2019s anthem"), (std::vector<std::string>{"\u2019s", "anthem"}));
        QCOMPARE(answerWords("\u00C4RA\u00A0A"), (std::vector<std::string>{"\u00E4ra"}));
        QCOMPARE(answerWords(" .,! "), std::vector<std::string>());
    }

    void tokenF1_data() {
        QTest::addColumn<QString>("prediction");
        QTest::addColumn<QString>("gold");
        QTest::addColumn<double>("score");
        QTest::newRow("articles") << "The cat sat on the mat." << "a cat on a mat" << 0.8571429;
        QTest::newRow("longer") << "Paris, France" << "paris" << 0.6666667;
        QTest::newRow("unlike") << "Yes" << "no" << 0.0;
        QTest::newRow("both empty") << "" << "" << 0.0;
        QTest::newRow("articles only") << "the" << "an" << 0.0;
        QTest::newRow("each as often as it occurs") << "x x x" << "x y" << 0.4;
        QTest::newRow("not ASCII") << QStringLiteral("\u00DCBER \u6BB5") << QStringLiteral("\u00FCber") << 0.6666667;
    }
    void tokenF1() {
        QFETCH(QString, prediction);
        QFETCH(QString, gold);
        QFETCH(double, score);
        QVERIFY(nearTextScores(kvw::eval::tokenF1(prediction.toStdString(), gold.toStdString()), score));
    }

    void exactMatchIgnoresTheEnds() {
        QCOMPARE(exactMatch(" 42\n", "42"), 1.0);
        QCOMPARE(exactMatch("\u00A0x\u3000", "x"), 1.0);
        QCOMPARE(exactMatch("The 42.", "42"), 0.0);
        QCOMPARE(exactMatch("", " "), 1.0);
    }

    void substringMatchIsAMeanOrAMaximum() {
        QCOMPARE(substringMatch("xx def", {"abc", "DEF"}, true), 0.5);
        QCOMPARE(substringMatch("xx def", {"abc", "DEF"}, false), 1.0);
        QCOMPARE(substringMatch("de\x01" "f\n", {"def"}, true), 1.0);  // control characters go
        QCOMPARE(substringMatch("GR\u00D6SSE", {"gr\u00F6sse"}, true), 1.0);
        QCOMPARE(substringMatch("x", {}, true), 0.0);
        QCOMPARE(substringMatch("x", {}, false), 0.0);
    }

    void theHeatMapCountsDistinctWordsOfTheAnswer() {
        QCOMPARE(answerWordsFound("Eat eat a sandwich", "eat a sandwich now"), 0.75);
        QCOMPARE(answerWordsFound("day", "day."), 0.0);  // punctuation stays
        QCOMPARE(answerWordsFound("", ""), 0.0);
    }

    void theFirstLineIsBehindLeadingNewlines() {
        QCOMPARE(firstLine("\n\none\ntwo"), std::string("one"));
        QCOMPARE(firstLine(" \none"), std::string(" "));
        QCOMPARE(firstLine("one"), std::string("one"));
        QCOMPARE(firstLine("\n\n"), std::string());
        QCOMPARE(firstLine(""), std::string());
    }
};

QTEST_APPLESS_MAIN(TextScoresTest)
#include "text_scores_test.moc"
