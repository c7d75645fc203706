// SPDX-License-Identifier: Apache-2.0
#include "core/eval/scores/similarity.h"

#include <QtTest>
#include <cmath>

using namespace kvw::eval;

namespace {

/// Goldens are printed to seven digits.
bool nearSimilarity(double value, double golden) { return std::abs(value - golden) < 1e-7; }

}  // namespace

class SimilarityTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void editSimilarityCountsCodePoints() {
        QVERIFY(nearSimilarity(editSimilarity("abxd", "abcd"), 0.75));
        QVERIFY(nearSimilarity(editSimilarity("kitten", "sitting"), 0.5714286));
        QCOMPARE(editSimilarity("", "ab"), 0.0);
        QCOMPARE(editSimilarity("", ""), 1.0);
        QCOMPARE(editSimilarity("\u6BB5\u843D", "\u6BB5\u6BB5"), 0.5);
        const std::string text(5000, 'x');
        QCOMPARE(editSimilarity(text, text + text), 0.5);
    }

    // Numbers of Python's difflib.
    void matchedRatioIsThatOfDifflib() {
        QCOMPARE(matchedRatio("", ""), 1.0);
        QVERIFY(nearSimilarity(
            matchedRatio("private Thread currentThread;", "private volatile Thread currentThread;"), 0.8656716417910447));
        QVERIFY(nearSimilarity(matchedRatio("gr\u00F6\u00DFe", "gr\u00F6sse"), 0.7272727272727273));
    }

    void frequentCodePointsBeginNoMatchInLongTexts() {
        std::string ab, ba;
        for (int i = 0; i < 150; ++i) {
            ab += "ab";
            ba += "ba";
        }
        QCOMPARE(matchedRatio(ab, ba), 0.0);
        QVERIFY(matchedRatio(ab.substr(0, 100), ba.substr(0, 100)) > 0.9);
        const std::string text(250, 'x');
        QVERIFY(nearSimilarity(matchedRatio(text + "yz", text + "zy"), 0.996031746031746));
    }

    void codeIsItsFirstLineThatIsNoComment() {
        QCOMPARE(codeSimilarity("\n```python\n# first\nreturn x + 1\nmore", "return x+1;"), 0.87);
        QCOMPARE(codeSimilarity("// a\nabxd", "abcd"), 0.75);
        QCOMPARE(codeSimilarity("# only", "abc"), 0.0);
        QCOMPARE(codeSimilarity("", ""), 1.0);
        QCOMPARE(codeSimilarity("private Thread currentThread;", "private volatile Thread currentThread;"), 0.87);
    }

    void aKeywordIsWorthAllOfNeedleBench() {
        QVERIFY(nearSimilarity(100 * needleBenchSimilarity("abxd", "abcd", {"key"}), 15));
        QCOMPARE(needleBenchSimilarity("abxd key", "abcd", {"none", "key"}), 1.0);
        QVERIFY(nearSimilarity(needleBenchSimilarity("a b\u3000x\nd", " abcd", {}), 0.15));
    }
};

QTEST_APPLESS_MAIN(SimilarityTest)
#include "similarity_test.moc"
