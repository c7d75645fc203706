// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/overlap.h"

#include <QtTest>

#include "tests/core/trace/support.h"

using namespace kvw;
using namespace kvw::tests;

namespace {

/// Eight tokens; `units` keep-sets per layer.
std::unique_ptr<Trace> lane(std::int32_t units, const std::vector<EvictionRecord>& evictions, double kl = kMissing) {
    return traceOf({.units = units, .evictions = evictions, .step = [kl](StepRecord& step) {
                        step.tokenId = 10 + step.step;
                        step.kl = step.step >= 5 ? kl : 0.0;
                    }});
}

}  // namespace

class OverlapTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void isJaccardOfWhatIsHeldAtTheStep() {
        // At step 5: lane 0 holds {0,1,5} of layer 0, lane 1 {0,2,5} or so: 2 of 4.
        const auto recording = twoLanes(lane(1, {evictionOf(5, 0, -1, {2, 3, 4})}),
                                        lane(1, {evictionOf(5, 0, -1, {1, 3, 4}), evictionOf(7, 1, -1, {0})}));
        QCOMPARE(keepSetOverlap(*recording, 0, 1, 4), (std::vector<double>{1, 1}));
        QCOMPARE(keepSetOverlap(*recording, 0, 1, 5), (std::vector<double>{0.5, 1}));
        QCOMPARE(keepSetOverlap(*recording, 1, 0, 5), (std::vector<double>{0.5, 1}));
        QCOMPARE(keepSetOverlap(*recording, 0, 1, 7), (std::vector<double>{4.0 / 6, 7.0 / 8}));
        QCOMPARE(keepSetOverlap(*recording, 1, 1, 7), (std::vector<double>{1, 1}));
    }

    void setsPerHeadMeetTheirOwnHeads() {
        // Lane 1 has two keep-sets: heads 0 and 1 lost token 0, heads 2 and 3 tokens 0 and 1.
        const auto recording = twoLanes(lane(1, {}), lane(2, {evictionOf(3, 0, 0, {0}), evictionOf(3, 0, 1, {0, 1})}));
        const auto overlap = keepSetOverlap(*recording, 0, 1, 3);
        QCOMPARE(overlap.size(), std::size_t{2});
        QVERIFY(std::abs(overlap[0] - (3.0 / 4 + 2.0 / 4) / 2) < 1e-15);
        QCOMPARE(overlap[1], 1.0);
    }

    void whatIsNotThereIsEmpty() {
        const auto recording = twoLanes(lane(1, {}), lane(1, {}));
        QVERIFY(keepSetOverlap(*recording, 0, 1, 8).empty());
        QVERIFY(keepSetOverlap(*recording, 0, 1, -1).empty());
        QVERIFY(keepSetOverlap(*recording, 0, 1, 3, [] { return true; }).empty());
    }

    void runsBesideEachOtherKeepTheirSettings() {
        const auto run = [](std::int64_t seed, const char* distinguishingText) {
            RunDescription description;
            description.seed = seed;
            description.lanes.resize(1);
            description.lanes[0].policyId = "streaming";
            description.lanes[0].distinguishingText = distinguishingText;
            auto recording = std::make_shared<Recording>(std::move(description));
            recording->setTrace(0, lane(1, {}));
            return recording;
        };
        const auto alike = combineLanes(*run(7, ""), 0, *run(7, ""), 0, {}, {});
        QVERIFY(alike && (*alike)->description().lanes[1].distinguishingText.empty());
        const auto other = combineLanes(*run(7, ""), 0, *run(3, ""), 0, {}, {});
        QVERIFY(other.has_value());
        QCOMPARE((*other)->description().lanes[1].distinguishingText, std::string("seed 3"));
        QCOMPARE(settingsOf((*other)->description(), 0).seed, std::int64_t{7});
        QCOMPARE(settingsOf((*other)->description(), 1).seed, std::int64_t{3});
        QVERIFY(!settingsLost((*other)->description().lanes[1]));
        // Named by an older version, which kept the name only.
        const auto old = combineLanes(*run(7, ""), 0, *run(3, "30 tokens, seed 5"), 0, {}, {});
        QVERIFY(settingsLost((*old)->description().lanes[1]));
        QVERIFY(!settingsLost(run(7, "30 tokens, seed = 5 from step 9")->description().lanes[0]));
    }

    void theFirstDifferenceIsAKlThatNoRoundingReaches() {
        QCOMPARE(firstDifference(*twoLanes(lane(1, {}), lane(1, {}, 0.25)), 0, 1), 5);
        QCOMPARE(firstDifference(*twoLanes(lane(1, {}), lane(1, {}, 1e-9)), 0, 1), -1);
        QCOMPARE(firstDifference(*twoLanes(lane(1, {}), lane(1, {}, 0.25)), 0, 1, 6), 6);
    }

    void aForkAndItsParentPartWhereMoreIsGone() {
        const auto same = lane(1, {}), other = lane(1, {});
        QCOMPARE(firstUnequal(*same, *other, 8), std::int64_t{-1});
        const auto later = std::make_unique<Trace>(same->shape(), Trace::Options{});
        for (std::int32_t i = 0; i < 8; ++i) {
            StepRecord step = same->step(i);
            step.nll = i == 6 ? 1.5 : step.nll;
            QVERIFY(addStep(*later, step));
            later->publish();
        }
        QCOMPARE(firstUnequal(*same, *later, 8), std::int64_t{6});
        QCOMPARE(firstUnequal(*same, *later, 6), std::int64_t{-1});
        QCOMPARE(firstUnequal(*same, *later, 8, 6), std::int64_t{6});
        QCOMPARE(firstUnequal(*same, *later, 8, 7), std::int64_t{-1});
    }

    void twoRunsStandBesideEachOther() {
        const auto run = [](const char* policy, const std::vector<std::int32_t>& tokens) {
            RunDescription about;
            about.tokenIds = tokens;
            about.lanes.resize(2);
            about.lanes[0].policyId = "full";
            about.lanes[1].policyId = policy;
            auto recording = std::make_shared<Recording>(about);
            recording->setTrace(0, lane(1, {}));
            recording->setTrace(1, lane(1, {}));
            return recording;
        };
        const auto both = combineLanes(*run("one", {1, 2}), 1, *run("two", {1, 2}), 1, {}, "kvw compare");
        QVERIFY2(both.has_value(), both ? "" : both.error().sentence().c_str());
        QCOMPARE((*both)->lanes(), 3);
        QCOMPARE((*both)->description().lanes[1].policyId, std::string("one"));
        QCOMPARE((*both)->description().lanes[2].policyId, std::string("two"));
        QCOMPARE((*both)->description().commandLine, std::string("kvw compare"));
        QCOMPARE((*both)->trace(2).steps(), std::int64_t{8});
        // The full lane itself stands there once.
        QCOMPARE((*combineLanes(*run("one", {1, 2}), 0, *run("two", {1, 2}), 1, {}, {}))->lanes(), 2);
        QVERIFY(!combineLanes(*run("one", {1, 2}), 1, *run("two", {1, 3}), 1, {}, {}));
    }
};

QTEST_APPLESS_MAIN(OverlapTest)
#include "overlap_test.moc"
