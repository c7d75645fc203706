// SPDX-License-Identifier: Apache-2.0
#include "core/eval/scores/translation.h"

#include <QtTest>
#include <cmath>

using namespace kvw::eval;

namespace {

/// Goldens are printed to seven digits.
bool nearTranslation(double value, double golden) { return std::abs(value - golden) < 1e-7; }

}  // namespace

class TranslationTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    // Numbers of NLTK 3.9, METEOR without synonyms.
    void bleuIsOfGramsOfOneLength() {
        QVERIFY(nearTranslation(bleu("the cat sat on the mat", "the cat is on the mat", 1), 0.8333333333333334));
        QCOMPARE(bleu("the cat sat on the mat", "the cat is on the mat", 4), 0.0);
        QVERIFY(
            nearTranslation(bleu("the cat sat on mats today", "A cat sat on the mat today .", 1), 0.5971094254781577));
        QVERIFY(nearTranslation(bleu("the the the the", "the cat", 1), 0.25));
        QVERIFY(
            nearTranslation(bleu("the cat the cat on the mat here", "the cat is on the mat", 2), 0.42857142857142855));
    }

    void shortHypothesesArePenalised() {
        QVERIFY(nearTranslation(bleu("a b c d", "a b c d e f", 4), 0.6065306597126334));
        QCOMPARE(bleu("a b c d e", "a b c d e", 4), 1.0);
        QCOMPARE(bleu("a b", "a b", 4), 0.0);
        QCOMPARE(bleu("", "a", 1), 0.0);
        QCOMPARE(bleu("a", "", 1), 0.0);
    }

    void meteorAlignsWordsAndStems() {
        const std::string_view hypothesis = "the runner runs in cities", reference = "Running in the city the runner ran";
        QVERIFY(nearTranslation(meteor(hypothesis, reference), 0.6305084745762711));
        QVERIFY(nearTranslation(meteor(hypothesis, reference, false), 0.6558823529411766));
        QVERIFY(nearTranslation(meteor("the cat sat on the mat", "the cat is on the mat"), 0.75));
        QVERIFY(nearTranslation(meteor("the cat sat on the mat", "the cat is on the mat", false), 0.8066666666666668));
        QVERIFY(nearTranslation(meteor("a b c d e", "A b c d e"), 0.996));
        QCOMPARE(meteor("", "x"), 0.0);
        QCOMPARE(meteor("x", ""), 0.0);
        QCOMPARE(meteor("x", "y"), 0.0);
    }
};

QTEST_APPLESS_MAIN(TranslationTest)
#include "translation_test.moc"
