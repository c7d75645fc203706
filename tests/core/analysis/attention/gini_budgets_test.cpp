// SPDX-License-Identifier: Apache-2.0
/// Golden numbers: fixture A and section 6 of POLICIES.md.
#include "core/analysis/attention/gini_budgets.h"

#include <QtTest>
#include <cmath>

#include "tests/core/analysis/attention/fixture_recording.h"

using namespace kvw;
using namespace kvw::tests;

class GiniBudgetsTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void golden() {
        const auto measured = layerGinis(*fixtureA(), 0, 2);
        QVERIFY(measured.has_value());
        QCOMPARE(measured->prompt, 8);
        QCOMPARE(measured->window, 2);
        QCOMPARE(measured->layers.size(), std::size_t{2});
        QVERIFY(std::abs(measured->layers[0] - .3126733) < 1e-6);
    }

    void sharesOfTheSources() {
        const LayerGinis measured{{.2, .5, .9}, 100, 64};
        GiniPlan plan{.capacity = 50};
        QCOMPARE(giniBudgets(measured, plan).tokens, (std::vector<std::int64_t>{67, 50, 33}));
        QCOMPARE(giniBudgets(measured, plan).sum, 150);
        QCOMPARE(giniBudgets(measured, plan).nominal, 150);
        plan.asCoded = true;
        QCOMPARE(giniBudgets(measured, plan).tokens, (std::vector<std::int64_t>{32, 50, 66}));
    }

    void aLowTemperatureMovesMoreUntilItIsClamped() {
        const LayerGinis measured{{.2, .5, .9}, 100, 64};
        GiniPlan plan{.capacity = 50, .isProtected = 8, .temperature = .1};
        const GiniBudgets budgets = giniBudgets(measured, plan);
        QCOMPARE(budgets.tokens, (std::vector<std::int64_t>{100, 8, 8}));
        QCOMPARE(budgets.asked, (std::vector<double>{143, 7, 0}));
        QVERIFY(budgets.clamped(0) && budgets.clamped(1) && budgets.clamped(2));
        QCOMPARE(budgets.sum, 116);
        plan.temperature = 1000;
        QCOMPARE(giniBudgets(measured, plan).tokens, (std::vector<std::int64_t>{50, 50, 50}));
    }

    void whatFitsIsLeft() {
        const LayerGinis measured{{.2, .9}, 40, 39};
        QVERIFY(giniBudgets(measured, {.capacity = 40}).guarded);
        QCOMPARE(giniBudgets(measured, {.capacity = 40}).tokens, (std::vector<std::int64_t>{40, 40}));
        QVERIFY(giniBudgets(measured, {.capacity = 20, .isProtected = 20}).guarded);
        QVERIFY(!giniBudgets(measured, {.capacity = 20, .isProtected = 19}).guarded);
    }

    void thePlanIsTheLanes() {
        LaneInfo lane;
        lane.policyId = "snapkv+adap-gini";
        lane.parameters = {
            {"capacity", 96}, {"budget.window", 16}, {"scorer.window", 8}, {"temperature", 0.3}, {"direction", "code"}};
        lane.recent = 32;
        const GiniPlan plan = giniPlan(lane);
        QVERIFY(hasGiniBudgets(lane) && plan.asCoded);
        QCOMPARE(plan.capacity, 96);
        QCOMPARE(plan.window, 16);
        QCOMPARE(plan.isProtected, 32);
        QCOMPARE(plan.temperature, 0.3);
        lane.policyId = "snapkv+uniform";
        QVERIFY(!hasGiniBudgets(lane));
        QCOMPARE(giniPlan(lane).temperature, 1.0);
    }

    void rowsAreNeeded() {
        QVERIFY(!layerGinis(*fixtureA(false), 0, 2).has_value());
        QCOMPARE(layerGinis(*fixtureA(), 0, 2, [] { return true; }).error().code, Code::Cancelled);
    }
};

QTEST_APPLESS_MAIN(GiniBudgetsTest)
#include "gini_budgets_test.moc"
