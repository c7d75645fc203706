// SPDX-License-Identifier: Apache-2.0
#include "core/eval/scores/choice_scores.h"

#include <QtTest>
#include <cmath>

using namespace kvw::eval;

namespace {

/// Goldens are printed to seven digits.
bool nearChoiceScores(double value, double golden) { return std::abs(value - golden) < 1e-7; }

}  // namespace

class ChoiceScoresTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void partsOfTheLabelAreNotNamed() {
        QCOMPARE(classification("Food product", "Food product", {"Food", "Food product"}), 1.0);
        const std::vector<std::string> classes = {"Food", "product", "Food product"};
        QCOMPARE(classification("Food product", "Food product", classes), 0.5);
        QCOMPARE(classification("Food product", "Food product", classes, true), 1.0);
    }

    void aClassificationIsSharedByTheClassesNamed() {
        QCOMPARE(classification("Date or City", "City", {"Date", "City", "State"}), 0.5);
        QCOMPARE(classification("State", "City", {"Date", "City", "State"}), 0.0);
        QCOMPARE(classification("", "City", {"City"}), 0.0);
        QCOMPARE(classification("City", "City", {}), 0.0);
    }

    void numbersAreCompared() {
        QVERIFY(nearChoiceScores(countScore("There are 3 or 5 paragraphs, 3", 3), 0.6666667));
        QCOMPARE(countScore("03", 3), 0.0);
        QCOMPARE(countScore("none", 3), 0.0);
        QCOMPARE(countScore("\uFF13 3", 3), 0.5);  // a full-width digit is another text
        QCOMPARE(retrievalScore("Paragraph 12, 13", "Paragraph 12"), 0.5);
        QCOMPARE(retrievalScore("12", "\u6BB5\u843D12"), 1.0);
        QCOMPARE(retrievalScore("12", "Paragraph x, Paragraph 12"), 1.0);
        QCOMPARE(retrievalScore("12", "12"), 0.0);
        QCOMPARE(retrievalScore("", "Paragraph 12"), 0.0);
    }

    void digitsOfAKeyCountPlaceByPlace() {
        QCOMPARE(passkeyScore(" The key is 12345.", "12345"), 1.0);
        QCOMPARE(passkeyScore("12395", "12345"), 0.8);
        QCOMPARE(passkeyScore("123", "12345"), 0.6);
        QCOMPARE(passkeyScore("2345", "12345"), 0.0);
        QCOMPARE(passkeyScore("", "12345"), 0.0);
        QCOMPARE(passkeyScore("1", ""), 0.0);
    }
};

QTEST_APPLESS_MAIN(ChoiceScoresTest)
#include "choice_scores_test.moc"
