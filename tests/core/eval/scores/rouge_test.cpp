// SPDX-License-Identifier: Apache-2.0
#include "core/eval/scores/rouge.h"

#include <QtTest>
#include <cmath>

using namespace kvw::eval;

namespace {

/// Goldens are printed to seven digits.
bool nearRouge(double value, double golden) { return std::abs(value - golden) < 1e-7; }

}  // namespace

class RougeTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void formsOfOnePairDiffer() {
        const std::string_view hypothesis = "the cat the cat sat", reference = "the cat sat. the dog ran";
        const Rouge library = rougeL(hypothesis, reference), textbook = rougeLTextbook(hypothesis, reference);
        QVERIFY(nearRouge(library.precision, 1) && nearRouge(library.recall, 0.6) && nearRouge(library.f, 0.75));
        QVERIFY(nearRouge(textbook.precision, 0.6) && nearRouge(textbook.recall, 0.5));
        QVERIFY(nearRouge(textbook.f, 0.5454545));
        QVERIFY(nearRouge(rougeN(hypothesis, reference, 1).f, 0.75));
        const Rouge pairs = rougeN(hypothesis, reference, 2);
        QVERIFY(nearRouge(pairs.precision, 0.6666667) && nearRouge(pairs.recall, 0.4) && nearRouge(pairs.f, 0.5));
    }

    // Numbers of the package itself, version 1.0.1.
    void libraryFormsAreThoseOfThePackage() {
        const std::string_view hypothesis = "The model answers. It is right. It ends";
        const std::string_view reference = "The answer is right. It never ends.";
        QVERIFY(nearRouge(rougeL(hypothesis, reference).recall, 0.7142857142857143));
        QVERIFY(nearRouge(rougeL(hypothesis, reference).f, 0.7142857092857143));
        QVERIFY(nearRouge(rougeN(hypothesis, reference, 2).precision, 0.2857142857142857));
        // White space behind the last full stop is a sentence of one empty word.
        QVERIFY(nearRouge(rougeL("a b c. ", "a. b c d ").recall, 0.75));
        QVERIFY(nearRouge(rougeL("a b c. ", "a. b c d ").precision, 0.75));
        QVERIFY(nearRouge(rougeN("a b c. ", "a. b c d ", 2).f, 0.6666666616666668));
    }

    void emptyTextsScoreNothing() {
        for (const auto& [hypothesis, reference] : {std::pair("", "a b"), std::pair("a b", ""), std::pair("..", "a"),
                                                    std::pair("", "")}) {
            QCOMPARE(rougeL(hypothesis, reference).f, 0.0);
            QCOMPARE(rougeN(hypothesis, reference, 1).recall, 0.0);
            QCOMPARE(rougeLTextbook(hypothesis, reference).f, 0.0);
            QCOMPARE(rouge1Stemmed(hypothesis, reference).f, 0.0);
        }
        QCOMPARE(rougeN("a", "a", 2).f, 0.0);  // no bigram
    }

    void caseCountsInTheLibraryOnly() {
        QCOMPARE(rougeL("A", "a").f, 0.0);
        QCOMPARE(rougeLTextbook("\u00C4", "\u00E4").f, 1.0);
        QCOMPARE(rouge1Stemmed("A", "a").f, 1.0);
    }

    // Numbers of rouge-score 0.1.2.
    void stemmedWordsCountAsOftenAsTheyOccur() {
        const Rouge rouge = rouge1Stemmed(
            "Eating a sandwich and sitting in Dolores Park on sunny days.",
            "The best thing to do in San Francisco is eat a sandwich and sit in Dolores Park on a sunny day.");
        QVERIFY(nearRouge(rouge.precision, 1) && nearRouge(rouge.recall, 0.5238095238) && nearRouge(rouge.f, 0.6875));
        QVERIFY(nearRouge(rouge1Stemmed("running runs", "run run run").f, 0.8));
    }

    void longTextsAreScored() {
        std::string hypothesis, reference;
        for (int i = 0; i < 4000; ++i) {
            hypothesis += 'w' + std::to_string(i) + ' ';
            reference += 'w' + std::to_string(i + 2000) + ' ';
        }
        QCOMPARE(rougeL(hypothesis, reference).recall, 0.5);
        QCOMPARE(rougeLTextbook(hypothesis, reference).precision, 0.5);
    }
};

QTEST_APPLESS_MAIN(RougeTest)
#include "rouge_test.moc"
