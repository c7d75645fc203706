// SPDX-License-Identifier: Apache-2.0
#include "core/trace/hindsight.h"

#include <QtTest>

#include "tests/core/trace/support.h"

using namespace kvw;
using namespace kvw::tests;

namespace {

constexpr std::int32_t kSteps = 8, kPrompt = 4;

/// Later attention to a token: what is in the table, the rest to the token itself. Even heads read token 1, odd ones 2.
std::vector<float> rowOf(std::int32_t step, std::int32_t head) {
    std::vector<float> row(static_cast<std::size_t>(step) + 1, 0.0F);
    row.back() = 0.25F;
    row[0] += 0.25F;
    row[step < 3 ? 0 : head % 2 == 0 ? 1 : 2] += 0.5F;
    return row;
}

std::unique_ptr<Trace> traceOf(bool rows, std::int32_t units, const std::vector<EvictionRecord>& evictions,
                               std::int32_t otherFrom = kSteps) {
    TraceShape shape = smallShape(2, units);
    auto trace = std::make_unique<Trace>(shape, Trace::Options{.keepRows = rows});
    for (std::int32_t step = 0; step < kSteps; ++step) {
        std::vector<std::int32_t> tokens;
        for (std::int32_t token = 0; token <= step; ++token) {
            tokens.push_back(token);
        }
        for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
            std::vector<std::vector<float>> heads;
            for (std::int32_t head = 0; head < shape.queryHeads; ++head) {
                heads.push_back(rowOf(step, head));
            }
            QTest::qVerify(
                trace
                    ->addRows(step, layer,
                              std::vector<std::vector<std::int32_t>>(static_cast<std::size_t>(units), tokens), heads)
                    .has_value(),
                "addRows", "", __FILE__, __LINE__);
        }
        StepRecord record;
        record.step = step;
        record.tokenId = step < otherFrom ? step : 99;
        QTest::qVerify(addStep(*trace, record), "addStep", "", __FILE__, __LINE__);
        for (const EvictionRecord& eviction : evictions) {
            if (eviction.step == step) {
                trace->addEviction(eviction);
            }
        }
        trace->publish();
    }
    return trace;
}

std::shared_ptr<Recording> judged(std::unique_ptr<Trace> full, std::unique_ptr<Trace> other) {
    RunDescription run;
    run.promptTokens = kPrompt;
    run.lanes.resize(2);
    run.lanes[0].policyId = "full";
    run.lanes[1].policyId = "snapkv";
    run.lanes[1].recent = 1;
    auto recording = std::make_shared<Recording>(run);
    recording->setTrace(0, std::move(full));
    recording->setTrace(1, std::move(other));
    return recording;
}

}  // namespace

class HindsightTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void judgesByTheRowsThatCameLater() {
        const auto recording = judged(traceOf(true, 1, {}), traceOf(false, 1, {evictionOf(3, 0, -1, {1, 2})}));
        const auto result = hindsight(*recording, 1);
        QVERIFY(result.has_value());
        QCOMPARE(result->layers, 2);
        QCOMPARE(result->every, 1);
        QCOMPARE(result->steps, (std::vector<std::int32_t>{3, 4, 5, 6}));
        // Rows 4 to 7 give tokens 0 to 3: a quarter to 0, half a half each to 1 and 2; 0 and 3 are held.
        QCOMPARE(result->at(0, 0).all, 3.0);
        QCOMPARE(result->at(0, 0).held, 1.0);
        QCOMPARE(result->at(0, 0).best, 2.0);
        QCOMPARE(result->at(0, 0).regret().value(), 1.0 / 3);
        // Token 3 is recent and stays: one place for the best of the others.
        QCOMPARE(result->at(0, 0).regretProtected().value(), 0.0);
        QCOMPARE(result->at(1, 0).regret().value(), 0.0);
        QCOMPARE(result->mean(0, &metrics::HindsightMass::regret), 1.0 / 6);
        QCOMPARE(result->layerMean(1, &metrics::HindsightMass::retained), 1.0);
        // With three places both missed tokens are in the best set.
        QCOMPARE(result->at(0, 1).regret().value(), 1.5 / 2.25);
        QCOMPARE(result->worst(), std::size_t{1});
        QVERIFY(result->overall(&metrics::HindsightMass::regret) > 0);
    }

    void theNewestTokenIsRecentNotSacred() {
        // At step 6 the lane holds 0, 3, 4, 5 and 6; only row 7 is left, and reads 0, 1 or 2.
        const auto recording = judged(traceOf(true, 1, {}), traceOf(false, 1, {evictionOf(3, 0, -1, {1, 2})}));
        const auto result = hindsight(*recording, 1);
        const auto& last = result->at(0, 3);
        QCOMPARE(last.all, 0.75);
        QCOMPARE(last.held, 0.25);
        QCOMPARE(last.regret().value(), 0.5 / 0.75);
        QCOMPARE(last.regretProtected().value(), 0.5 / 0.75);
    }

    void headsAreJudgedByTheirOwnKeepSet() {
        // Unit 0 is heads 0 and 1, which read 1 and 2; only it lost them.
        const auto recording = judged(traceOf(true, 1, {}), traceOf(false, 2, {evictionOf(3, 0, 0, {1, 2})}));
        const auto result = hindsight(*recording, 1);
        QCOMPARE(result->at(0, 0).all, 3.0);
        QCOMPARE(result->at(0, 0).held, 2.0);
        QCOMPARE(result->at(0, 0).regret().value(), 0.5 / 3);
        const auto missed = missedTokens(*recording, 1, 0, 3, 5);
        QCOMPARE(missed.size(), std::size_t{2});
        QCOMPARE(missed[0].share, 0.5 / 3);
    }

    void missedTokensAreThoseOfTheBestSet() {
        const auto recording = judged(traceOf(true, 1, {}), traceOf(false, 1, {evictionOf(3, 0, -1, {1, 2})}));
        const auto missed = missedTokens(*recording, 1, 0, 4, 5);
        QCOMPARE(missed.size(), std::size_t{2});
        QCOMPARE(missed[0].token, 1);
        QCOMPARE(missed[0].evictedAt, 3);
        QCOMPARE(missed[0].share, 0.75 / 2.25);
        QCOMPARE(missedTokens(*recording, 1, 0, 4, 1).size(), std::size_t{1});
        QVERIFY(missedTokens(*recording, 1, 1, 4, 5).empty());
        QVERIFY(missedTokens(*recording, 1, 0, 7, 5).empty());
    }

    void aLongRunIsSampled() {
        const auto recording = judged(traceOf(true, 1, {}), traceOf(false, 1, {evictionOf(3, 0, -1, {1, 2})}));
        const auto result = hindsight(*recording, 1, 2);
        QCOMPARE(result->every, 2);
        QCOMPARE(result->steps, (std::vector<std::int32_t>{3, 5}));
        QCOMPARE(result->at(0, 1).all, hindsight(*recording, 1)->at(0, 2).all);
    }

    void onlyACommonTextIsJudged() {
        const auto recording = judged(traceOf(true, 1, {}), traceOf(false, 1, {evictionOf(3, 0, -1, {1})}, 6));
        QCOMPARE(hindsight(*recording, 1)->steps, (std::vector<std::int32_t>{3, 4}));
    }

    void whatCannotBeJudgedIsASentence() {
        const auto rowless = judged(traceOf(false, 1, {}), traceOf(false, 1, {}));
        const auto refused = hindsight(*rowless, 1);
        QVERIFY(!refused && refused.error().sentence().find("capture \"maps\"") != std::string::npos);
        QVERIFY(missedTokens(*rowless, 1, 0, 4, 5).empty());
        const auto recording = judged(traceOf(true, 1, {}), traceOf(false, 1, {}));
        QVERIFY(!hindsight(*recording, 2));
        QCOMPARE(hindsight(*recording, 1, 512, [] { return true; }).error().code, Code::Cancelled);
        RunDescription alone;
        alone.lanes.resize(1);
        Recording single(alone);
        single.setTrace(0, traceOf(true, 1, {}));
        QVERIFY(whyNoHindsight(single, 0).find("no lane with the full cache") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(HindsightTest)
#include "hindsight_test.moc"
