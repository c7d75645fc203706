// SPDX-License-Identifier: Apache-2.0
/// Which selections' scores are kept: whole ones only.
#include "core/engine/policy/kept_scores.h"

#include <QtTest>

using namespace kvw;

namespace {

/// One unit with so many tokens: eight bytes each.
ScoredLayer of(std::int32_t layer, std::size_t tokens, float score = 0) {
    return {layer, {std::vector<std::int32_t>(tokens)}, {std::vector<float>(tokens, score)}};
}

}  // namespace

class KeptScoresTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void aLayerHasAPaceOfItsOwn() {
        KeptScores kept;
        kept.limit({16, 0});
        QVERIFY(kept.wanted(8, false, 0));  // the first
        kept.keep(8, of(0, 1));
        QVERIFY(!kept.wanted(23, false, 0));
        QVERIFY(kept.wanted(24, false, 0));
        QVERIFY(kept.wanted(9, false, 1));  // another layer's first
        QVERIFY(kept.wanted(9, true, 0));   // of a prompt always
    }
    void theLastOfALayerCounts() {
        KeptScores kept;
        kept.limit({1, 40});
        kept.keep(8, of(1, 4, 1));
        kept.keep(8, of(0, 1, 1));
        kept.keep(8, of(1, 3, 2));
        const auto taken = kept.take();
        QCOMPARE(taken.size(), std::size_t{2});
        QCOMPARE(taken[0].layer, 0);
        QCOMPARE(taken[1].scores[0], std::vector<float>(3, 2));
        QVERIFY(!kept.leftOut());
        QVERIFY(kept.take().empty());
    }
    void aSelectionThatDoesNotFitIsNotKeptAtAll() {
        KeptScores kept;
        kept.limit({4, 64});
        kept.keep(8, of(0, 6));
        kept.keep(8, of(1, 3));
        QVERIFY(kept.leftOut() && kept.tooLarge());
        QVERIFY(!kept.wanted(8, true, 2));  // nor worth the work
        kept.markSkipped(8, 2);
        QVERIFY(kept.take().empty());
        // It is not tried again at every step, and the next that fits is kept.
        QVERIFY(!kept.tooLarge());
        QVERIFY(!kept.wanted(9, false, 0) && !kept.wanted(9, false, 2));
        kept.keep(12, of(0, 8));
        QCOMPARE(kept.take().size(), std::size_t{1});
    }
    void whatTheTraceRepeatsCounts() {
        KeptScores kept;
        kept.limit({1, 64});
        kept.setUnits(4);
        kept.keep(8, of(0, 2));
        QVERIFY(!kept.leftOut());
        kept.keep(8, of(0, 3));
        QVERIFY(kept.leftOut());
    }
};

QTEST_GUILESS_MAIN(KeptScoresTest)
#include "kept_scores_test.moc"
