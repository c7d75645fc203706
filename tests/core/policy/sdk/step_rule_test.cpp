// SPDX-License-Identifier: Apache-2.0
/// Rules of compositions: they say beforehand what `step` does.
#include "core/policy/sdk/step_rule.h"

#include <ATen/ATen.h>

#include <QtTest>
#include <memory>
#include <optional>
#include <vector>

#include "core/policy/sdk/compose.h"
#include "core/policy/sdk/rule_policy.h"

using namespace kvw::sdk;

namespace {

/// Scores tokens by their index, and says so if it is asked for a rule.
class ByIndex final : public RuleScorer {
 public:
    explicit ByIndex(bool tells) : m_tells(tells) {}
    [[nodiscard]] Needs needs() const override { return {}; }
    [[nodiscard]] bool acceptsStreaming() const override { return true; }
    [[nodiscard]] at::Tensor score(const Observation& seen) override { return seen.tokens.to(at::kFloat); }
    [[nodiscard]] std::optional<StepScore> stepScore() const override {
        return m_tells ? std::optional(StepScore{}) : std::nullopt;
    }
    [[nodiscard]] std::unique_ptr<Scorer> clone() const override { return std::make_unique<ByIndex>(*this); }

 private:
    bool m_tells;
};

std::unique_ptr<Policy> composed(std::int64_t every, bool tells = true) {
    Composition parts;
    parts.scorer = std::make_unique<ByIndex>(tells);
    parts.budget = uniform_budget(6);
    parts.protection = {2, 1};
    parts.cutInterval = every;
    auto policy = compose(std::move(parts));
    RunInfo run;
    run.shape = {2, 2, 2, 4};
    run.promptTokens = 8;
    policy->begin(run);
    return policy;
}

/// Shows `count` tokens of layer `first` and those behind it.
Observation seenBy(std::int64_t first, std::int64_t layers, std::int64_t count, bool prefill) {
    Observation seen;
    seen.prefill = seen.lastPrefillPass = prefill;
    seen.firstLayer = first;
    seen.layers = layers;
    seen.seen = count;
    seen.passTokens = prefill ? count : 1;
    seen.tokens = at::arange(count, at::kLong).expand({layers, 1, count}).contiguous();
    seen.held.assign(static_cast<std::size_t>(layers), count);
    return seen;
}

std::optional<StepRule> ruleOf(const Policy& policy) {
    return dynamic_cast<const RulePolicy&>(policy).stepRule();
}

}  // namespace

class StepRuleTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void tokensThatStay() {
        StepRule rule;
        rule.every = 4;
        QCOMPARE(rule.kept(13, 10), std::int64_t{13});
        QCOMPARE(rule.kept(14, 10), std::int64_t{10});
        QCOMPARE(rule.kept(14, kUnlimited), std::int64_t{14});
        rule.maxDrop = 3;
        QCOMPARE(rule.kept(14, 10), std::int64_t{10});
        rule.slack = 2;
        QCOMPARE(rule.kept(14, 10), std::int64_t{11});
        QCOMPARE(rule.kept(30, 10), std::int64_t{12});
        rule.every = 0;
        QCOMPARE(rule.kept(30, 10), std::int64_t{30});
    }

    void plansCoverTheirTokens() {
        auto plan = std::make_shared<StepPlan>();
        plan->first = 10;
        plan->steps = {{}, {29, 4, 1}};
        plan->reasons = {"the oldest", "a contest"};
        StepRule rule;
        rule.reason = "a budget";
        QVERIFY(rule.covers(5) && rule.reasonOf(5) == "a budget");
        rule.plan = plan;
        QVERIFY(!rule.covers(9) && rule.covers(10) && rule.covers(11) && !rule.covers(12));
        QCOMPARE(rule.plan->of(11).accounted, 29);
        QVERIFY(rule.reasonOf(10) == "the oldest" && rule.reasonOf(11) == "a contest");
        StepRule other = rule;
        QVERIFY(other == rule);
        other.plan = std::make_shared<StepPlan>(*plan);
        QVERIFY(!(other == rule));
    }

    void numbersThatStepsChange() {
        StepScore score;
        QCOMPARE(score.statistics(), std::int64_t{0});
        for (const auto kind : {StepScore::Kind::Mass, StepScore::Kind::KeyNorm, StepScore::Kind::Average}) {
            score.kind = kind;
            QCOMPARE(score.statistics(), std::int64_t{1});
        }
        score.kind = StepScore::Kind::Pooled;
        QCOMPARE(score.statistics(), std::int64_t{1});
        score.pooled.value = PooledScore::Value::Sum;
        QCOMPARE(score.statistics(), std::int64_t{3});
        score.kind = StepScore::Kind::Cosine;
        QCOMPARE(score.statistics(), std::int64_t{0});
        score.keepsLengths = true;
        QCOMPARE(score.statistics(), std::int64_t{2});
    }

    void saysWhatStepDoes() {
        const auto policy = composed(3);
        QVERIFY(!ruleOf(*policy));  // the budgets come with the prompt
        for (std::int64_t layer = 0; layer < 2; ++layer) {
            policy->prefillLayer(seenBy(layer, 1, 8, true));
        }
        const auto rule = ruleOf(*policy);
        QVERIFY(rule && rule->score == StepScore{});
        QVERIFY(rule->budgets == std::vector<std::int64_t>({6, 6}) && !rule->budgetsPerUnit);
        QVERIFY(rule->every == 3 && rule->sinks == 2 && rule->recent == 1 && rule->maxDrop == 0 && rule->showsScores);
        const Edits edits = policy->step(seenBy(0, 2, 9, false));
        QCOMPARE(edits.size(), std::size_t{1});
        QCOMPARE(QString::fromStdString(edits[0].reason), QString::fromStdString(rule->reason));
        QVERIFY(edits[0].scores.defined());
        QCOMPARE(9 - edits[0].evict.size(2), rule->kept(9, 6));
        QVERIFY(policy->step(seenBy(0, 2, 8, false)).empty());
        QCOMPARE(rule->kept(8, 6), std::int64_t{8});
    }

    void hasNoneIfOnlyStepCanTell() {
        const auto policy = composed(1, false);
        for (std::int64_t layer = 0; layer < 2; ++layer) {
            policy->prefillLayer(seenBy(layer, 1, 8, true));
        }
        QVERIFY(!ruleOf(*policy));
    }

    void cutsOnce() {
        const auto rule = ruleOf(*composed(0, false));
        QVERIFY(rule && rule->every == 0);
    }
};

QTEST_GUILESS_MAIN(StepRuleTest)
#include "step_rule_test.moc"
