// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/attention/hindsight.h"

#include <QtTest>

#include "core/analysis/protection.h"
#include "tests/core/trace/support.h"

using namespace kvw;
using namespace kvw::tests;

namespace {

std::unique_ptr<Trace> lane(bool rows, std::int32_t units, const std::vector<EvictionRecord>& evictions,
                            std::int32_t otherFrom = 8) {
    return traceOf({.units = units,
                    .evictions = evictions,
                    .keepRows = rows,
                    .row = laterRow,
                    .step = [otherFrom](StepRecord& step) { step.tokenId = step.step < otherFrom ? step.step : 99; }});
}

/// Its newest token is protected.
std::shared_ptr<Recording> judged(std::unique_ptr<Trace> full, std::unique_ptr<Trace> other) {
    return twoLanes(std::move(full), std::move(other), 1);
}

}  // namespace

class HindsightTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void judgesByTheRowsThatCameLater() {
        const auto recording = judged(lane(true, 1, {}), lane(false, 1, {evictionOf(3, 0, -1, {1, 2})}));
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
        const auto recording = judged(lane(true, 1, {}), lane(false, 1, {evictionOf(3, 0, -1, {1, 2})}));
        const auto result = hindsight(*recording, 1);
        const auto& last = result->at(0, 3);
        QCOMPARE(last.all, 0.75);
        QCOMPARE(last.held, 0.25);
        QCOMPARE(last.regret().value(), 0.5 / 0.75);
        QCOMPARE(last.regretProtected().value(), 0.5 / 0.75);
    }

    void headsAreJudgedByTheirOwnKeepSet() {
        // Unit 0 is heads 0 and 1, which read 1 and 2; only it lost them.
        const auto recording = judged(lane(true, 1, {}), lane(false, 2, {evictionOf(3, 0, 0, {1, 2})}));
        const auto result = hindsight(*recording, 1);
        QCOMPARE(result->at(0, 0).all, 3.0);
        QCOMPARE(result->at(0, 0).held, 2.0);
        QCOMPARE(result->at(0, 0).regret().value(), 0.5 / 3);
        const auto missed = missedTokens(*recording, 1, 0, 3, 5);
        QCOMPARE(missed.size(), std::size_t{2});
        QCOMPARE(missed[0].share, 0.5 / 3);
    }

    void missedTokensAreThoseOfTheBestSet() {
        const auto recording = judged(lane(true, 1, {}), lane(false, 1, {evictionOf(3, 0, -1, {1, 2})}));
        const auto missed = missedTokens(*recording, 1, 0, 4, 5);
        QCOMPARE(missed.size(), std::size_t{2});
        QCOMPARE(missed[0].token, 1);
        QCOMPARE(missed[0].evictedAt, 3);
        QCOMPARE(missed[0].share, 0.75 / 2.25);
        QCOMPARE(missedTokens(*recording, 1, 0, 4, 1).size(), std::size_t{1});
        QVERIFY(missedTokens(*recording, 1, 1, 4, 5).empty());
        QVERIFY(missedTokens(*recording, 1, 0, 7, 5).empty());
    }

    void whatIsPutBackWasAwayUntilThen() {
        const auto parent = judged(lane(true, 1, {}), lane(false, 1, {evictionOf(3, 0, -1, {1, 2})}));
        auto fork = lane(false, 1, {evictionOf(3, 0, -1, {1, 2})});
        fork->addEvent({5, "hand", "restore=1"});
        fork->publish();
        const auto restored = judged(lane(true, 1, {}), std::move(fork));
        const auto before = hindsight(*parent, 1), after = hindsight(*restored, 1);
        // Steps 3 and 4 are those of the parent; from 5 on one of two missed tokens is held.
        for (const std::size_t index : {std::size_t{0}, std::size_t{1}}) {
            QCOMPARE(after->at(0, index).held, before->at(0, index).held);
            QCOMPARE(after->at(0, index).regret().value(), before->at(0, index).regret().value());
        }
        QVERIFY(after->at(0, 2).held > before->at(0, 2).held);
        QVERIFY(after->at(0, 3).regret().value() < before->at(0, 3).regret().value());
    }

    void protectedIsWhatWasProtectedThen() {
        // A policy that keeps token 0 and the newest one takes over at step 5 from one that keeps the newest three.
        auto other = lane(false, 1, {evictionOf(3, 0, -1, {0}), evictionOf(5, 0, -1, {2, 3})});
        other->addEvent({5, kProtectionEvent, protectionChange({0, 3}, {1, 1})});
        other->publish();
        const auto recording = twoLanes(lane(true, 1, {}), std::move(other), 1);
        const Protections protections(*recording, 1);
        QCOMPARE(protections.at(4), (ProtectedEnds{0, 3}));
        QCOMPARE(protections.at(5), (ProtectedEnds{1, 1}));
        const auto result = hindsight(*recording, 1);
        // All that is held at step 3 was protected there, so there was no choice.
        QVERIFY(result->at(0, 0).regret().value() > 0);
        QCOMPARE(result->at(0, 0).regretProtected().value(), 0.0);
        // At step 5 tokens 1, 4 and 5 are held, of which only the newest is protected: token 2 is worth more than 4.
        QVERIFY(result->at(0, 2).regretProtected().value() > 0);
    }

    void aLongRunIsSampled() {
        const auto recording = judged(lane(true, 1, {}), lane(false, 1, {evictionOf(3, 0, -1, {1, 2})}));
        const auto result = hindsight(*recording, 1, 2);
        QCOMPARE(result->every, 2);
        QCOMPARE(result->steps, (std::vector<std::int32_t>{3, 5}));
        QCOMPARE(result->at(0, 1).all, hindsight(*recording, 1)->at(0, 2).all);
    }

    void onlyACommonTextIsJudged() {
        const auto recording = judged(lane(true, 1, {}), lane(false, 1, {evictionOf(3, 0, -1, {1})}, 6));
        QCOMPARE(hindsight(*recording, 1)->steps, (std::vector<std::int32_t>{3, 4}));
    }

    void aLaneThatSelectsWhatIsReadSaysSo() {
        const auto reading = [](const std::vector<EvictionRecord>& evictions) {
            return traceOf(
                {.units = 1, .evictions = evictions, .keepRows = false, .row = laterRow, .step = [](StepRecord& step) {
                     step.bytesRead = step.step < 4 ? -1 : 64;
                 }});
        };
        const auto recording = judged(lane(true, 1, {}), reading({}));
        QVERIFY(onlySelectsReads(*recording, 1) && !onlySelectsReads(*recording, 0) &&
                !onlySelectsReads(*recording, 2));
        const auto byHand = judged(lane(true, 1, {}), reading({evictionOf(3, 0, -1, {1})}));
        QVERIFY(!onlySelectsReads(*byHand, 1));
    }

    void whatCannotBeJudgedIsASentence() {
        const auto rowless = judged(lane(false, 1, {}), lane(false, 1, {}));
        const auto refused = hindsight(*rowless, 1);
        QVERIFY(!refused && refused.error().sentence().find("capture \"maps\"") != std::string::npos);
        QVERIFY(missedTokens(*rowless, 1, 0, 4, 5).empty());
        const auto recording = judged(lane(true, 1, {}), lane(false, 1, {}));
        QVERIFY(!hindsight(*recording, 2));
        QCOMPARE(hindsight(*recording, 1, 512, [] { return true; }).error().code, Code::Cancelled);
        RunDescription alone;
        alone.lanes.resize(1);
        Recording single(alone);
        single.setTrace(0, lane(true, 1, {}));
        QVERIFY(whyNoHindsight(single, 0).english().find("no lane with the full cache") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(HindsightTest)
#include "hindsight_test.moc"
