// SPDX-License-Identifier: Apache-2.0
/// Score, rank and cut of single tokens, from the selections that a trace keeps.
#include "core/analysis/token_score.h"

#include <QtTest>

#include "tests/core/trace/support.h"

using namespace kvw;
using namespace kvw::tests;

class TokenScoreTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void heldAndTakenTokensHaveTheirs() {
        const auto trace = selecting(2);
        // In step 3, tokens 0, 1, 2 of unit 1 of layer 0 had scores 5, 2, 2; token 2 went.
        const auto best = tokenScore(*trace, 0, 5, 0, 1);
        QVERIFY(best.has_value());
        QCOMPARE(best->step, 3);
        QCOMPARE(best->score, 5.0F);
        QCOMPARE(best->rank, 1);
        QCOMPARE(best->among, 3);
        QCOMPARE(best->kept, 2);
        QCOMPARE(best->cut, 2.0F);
        // The older of two equal scores comes first, as the policies' rule for ties says.
        QCOMPARE(tokenScore(*trace, 1, 5, 0, 1)->rank, 2);
        QCOMPARE(tokenScore(*trace, 2, 5, 0, 1)->rank, 3);
        QVERIFY(!tokenScore(*trace, 3, 5, 0, 1).has_value());  // it was protected
        const auto all = tokenScores(*trace, 5, 0, 1);
        QCOMPARE(all.size(), std::size_t{3});
        for (std::size_t i = 0; i < all.size(); ++i) {
            QCOMPARE(all[i].token, static_cast<std::int32_t>(i));
            QCOMPARE(all[i].of.rank, tokenScore(*trace, all[i].token, 5, 0, 1)->rank);
        }
    }
    void theLastSelectionByTheStepCounts() {
        const auto trace = selecting(2);
        QVERIFY(!tokenScore(*trace, 0, 2, 0, 1).has_value());
        QCOMPARE(scoredStep(*trace, 2, 0, 1), -1);
        QCOMPARE(scoredStep(*trace, 3, 0, 1), 3);
        QCOMPARE(scoredStep(*trace, 6, 0, 1), 6);
        QCOMPARE(tokenScore(*trace, 0, 6, 0, 1)->score, 7.0F);
        QCOMPARE(scoredStep(*trace, 6, 1, 1), -1);  // another layer
        QCOMPARE(scoredStep(*trace, 6, 0, 0), -1);  // another unit
        QCOMPARE(scoredStep(*trace, 6, 0, -1), -1);
    }
    void oneSetForAllHeadsNeedsNoName() {
        const auto trace = selecting(1);
        QCOMPARE(tokenScore(*trace, 0, 4, 0, -1)->score, 5.0F);
    }
    void aForkHasThoseOfItsSteps() {
        const auto fork = selecting(2)->fork(5);
        QCOMPARE(scoredStep(*fork, 4, 0, 1), 3);
        QVERIFY(!fork->scores(2, 0).has_value());
        QVERIFY(fork->scores(3, 0).has_value());
    }

 private:
    /// Returns the step of the last selection; -1: there is none.
    static std::int32_t scoredStep(const Trace& trace, std::int64_t step, std::int32_t layer, std::int32_t unit) {
        const auto all = tokenScores(trace, step, layer, unit);
        return all.empty() ? -1 : all.front().of.step;
    }
    /// Two selections in the last unit of layer 0, at steps 3 and 6 of 8.
    static std::unique_ptr<Trace> selecting(std::int32_t units) {
        auto trace = std::make_unique<Trace>(smallShape(2, units), Trace::Options{});
        const auto last = static_cast<std::size_t>(units - 1);
        for (std::int32_t step = 0; step < 8; ++step) {
            if (step == 3 || step == 6) {
                std::vector<std::vector<std::int32_t>> tokens(static_cast<std::size_t>(units));
                std::vector<std::vector<float>> scores(tokens.size());
                tokens[last] = step == 3 ? std::vector<std::int32_t>{0, 1, 2} : std::vector<std::int32_t>{0, 1};
                scores[last] = step == 3 ? std::vector<float>{5, 2, 2} : std::vector<float>{7, 1};
                QTest::qVerify(trace->addScores(step, 0, tokens, scores).has_value(), "scores", "", __FILE__, __LINE__);
                EvictionRecord record = evictionOf(step, 0, units == 1 ? -1 : units - 1, {step == 3 ? 2 : 1});
                record.scores = {step == 3 ? 2.0F : 1.0F};
                record.cut = step == 3 ? 2.0F : 7.0F;
                trace->addEviction(record);
            }
            QTest::qVerify(addStep(*trace, step), "step", "", __FILE__, __LINE__);
            trace->publish();
        }
        return trace;
    }
};

QTEST_GUILESS_MAIN(TokenScoreTest)
#include "token_score_test.moc"
