// SPDX-License-Identifier: Apache-2.0
/// Designs of a cascade: what they are made of, and what a replay holds of rows that are known.
#include "core/analysis/attention/cascade_design.h"

#include <QtTest>
#include <cmath>

#include "tests/core/trace/support.h"

using namespace kvw;
using namespace kvw::tests;

namespace {

/// A full lane whose rows put `weight(step, token)` on each token.
std::shared_ptr<Recording> attending(std::int32_t steps, const std::function<float(std::int32_t, std::int32_t)>& weight) {
    TraceRule rule;
    rule.steps = steps;
    rule.keepRows = true;
    rule.row = [&weight](std::int32_t step, std::int32_t) {
        std::vector<float> row;
        for (std::int32_t token = 0; token <= step; ++token) {
            row.push_back(weight(step, token));
        }
        return row;
    };
    RunDescription run;
    run.promptTokens = 4;
    run.lanes.resize(1);
    run.lanes[0].policyId = "full";
    auto recording = std::make_shared<Recording>(std::move(run));
    recording->setTrace(0, traceOf(rule));
    return recording;
}

/// The same weight for every token.
float evenly(std::int32_t step, std::int32_t /*token*/) {
    return 1.0F / static_cast<float>(step + 1);
}

bool near(double a, double b) {
    return std::abs(a - b) < 1e-5;
}

}  // namespace

class CascadeDesignTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void designsHaveTheTotal() {
        CascadeChoices choices;
        choices.total = 100;
        const auto designs = cascadeDesigns(choices);
        QVERIFY(designs.size() > 10);
        for (const CascadeDesign& design : designs) {
            QCOMPARE(design.total(), std::int64_t{100});
            QCOMPARE(design.sizes.size(), design.periods.size());
            QCOMPARE(design.periods.front(), std::int64_t{1});
        }
        // One sub-cache is one design, whatever the rate.
        QCOMPARE(std::ranges::count_if(designs, [](const CascadeDesign& design) { return design.sizes.size() == 1; }), 1);
        choices.total = 2;
        choices.cascades = {1, 4};
        QCOMPARE(cascadeDesigns(choices).size(), std::size_t{1});
        const CascadeDesign code{4, {8, 4, 4}, {1, 2, 3}};
        QCOMPARE(code.reach(), std::int64_t{8 + 4 * 2 + 4 * 6});
        QCOMPARE(code.policy(), std::string("cascade:sinks=4,sizes=8/4/4,periods=1/2/3"));
    }

    void agesAreBinnedByDoubling() {
        for (const auto& [age, bin] : {std::pair{0, 0}, {1, 1}, {2, 2}, {3, 2}, {4, 3}, {7, 3}, {8, 4}}) {
            QCOMPARE(ageBin(age), bin);
        }
    }

    /// A single sub-cache is a window: of even attention it holds as many parts as it has tokens, its own, and the sinks.
    void oneSubCacheIsAWindow() {
        const auto recording = attending(40, evenly);
        const auto study = studyCascades(*recording, 0, {{2, {8}, {1}}});
        QVERIFY2(study.has_value(), study ? "" : study.error().sentence().c_str());
        QCOMPARE(study->rows, std::int64_t{36});
        double retained = 0, sinks = 0;
        for (int step = 4; step < 40; ++step) {
            retained += std::min(step + 1, 2 + 8 + 1) / static_cast<double>(step + 1) / 36;
            sinks += 2 / static_cast<double>(step + 1) / 36;
        }
        QVERIFY(near(study->designs[0].retained, retained));
        QVERIFY(near(study->sinks, sinks));
        double all = study->sinks;
        for (const double mass : study->attention) {
            all += mass;
        }
        QVERIFY(near(all, 1));
        QVERIFY(near(study->designs[0].byAge[0], 1));
        QVERIFY(near(study->designs[0].byAge[3], 1));        // ages 4 to 7
        QVERIFY(study->designs[0].byAge[4] < 0.3);           // 8 to 15: age 8 alone
        QVERIFY(near(study->designs[0].byAge.back(), 0));
    }

    /// A cascade keeps a token that all queries attend to where a window of its size has lost it.
    void aTokenThatMattersStays() {
        const auto recording = attending(60, [](std::int32_t step, std::int32_t token) {
            return token == 9 ? 0.5F : step < 9 ? 1.0F / static_cast<float>(step + 1) : 0.5F / static_cast<float>(step);
        });
        const auto study = studyCascades(*recording, 0, {{0, {8}, {1}}, {0, {4, 4}, {1, 4}}, {0, {4, 2, 2}, {1, 4, 16}}});
        QVERIFY(study.has_value());
        QVERIFY(study->designs[0].design.sizes.size() > 1);
        QCOMPARE(study->designs[2].design.sizes.size(), std::size_t{1});
        QVERIFY(study->designs[0].retained > study->designs[2].retained + 0.1);
        // A window of 8 holds it for 8 of the steps behind it.
        const auto loses = std::ranges::find(study->designs, std::vector<std::int64_t>{8},
                                             [](const JudgedCascade& each) { return each.design.sizes; });
        QVERIFY(near(loses->byAge.back(), 0));
    }

    void whatCannotBeJudgedIsRefused() {
        const auto recording = attending(8, evenly);
        QVERIFY(!studyCascades(*recording, 0, {}).has_value());
        QVERIFY(!studyCascades(*recording, 1, {{0, {4}, {1}}}).has_value());
        const auto other = twoLanes(traceOf({}), traceOf({}));
        QVERIFY(studyCascades(*other, 0, {{0, {4}, {1}}}).error().what.english().find("are not recorded") !=
                std::string::npos);
        QVERIFY(studyCascades(*other, 1, {{0, {4}, {1}}}).error().what.english().find("full cache") !=
                std::string::npos);
        const auto dropped = studyCascades(*recording, 0, {{0, {4}, {1}}}, [] { return true; });
        QVERIFY(dropped.has_value() && dropped->designs.empty());
    }
};

QTEST_GUILESS_MAIN(CascadeDesignTest)
#include "cascade_design_test.moc"
