// SPDX-License-Identifier: Apache-2.0
/// The plan of a policy before a run is what the run reports of it behind the prompt; and the budgets, limits and
/// combinations in manifests are those of the parts.
#include <QtTest>
#include <algorithm>
#include <cmath>

#include "core/analysis/requested_budget.h"
#include "core/policy/host/choice/combination.h"
#include "core/policy/host/choice/nominal_budget.h"
#include "core/session/policy_plan.h"
#include "tests/support/embedded.h"
#include "tests/support/engine_runs.h"

using namespace kvw;
using namespace kvw::test;

namespace {

constexpr std::int64_t kPrompt = 120;

PlanRequest request(const std::string& policy) {
    return {policy, 6, 6, 2, 32, kPrompt};
}

/// Returns the budgets per layer at the last prompt token; empty: there are none, or they differ from head to head.
std::vector<std::int64_t> reported(const Trace& trace) {
    std::vector<std::int64_t> budgets;
    for (std::int32_t layer = 0; layer < trace.shape().layers; ++layer) {
        const float budget = trace.layer(kPrompt - 1, layer, 0).budget;
        for (std::int32_t unit = 1; unit < trace.shape().units; ++unit) {
            if (trace.layer(kPrompt - 1, layer, unit).budget != budget) {
                return {};
            }
        }
        if (std::isnan(budget)) {
            return {};
        }
        budgets.push_back(static_cast<std::int64_t>(budget));
    }
    return budgets;
}

}  // namespace

class PolicyPlanTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void isWhatARunReports_data() {
        QTest::addColumn<QString>("policy");
        for (const char* policy : {"snapkv:capacity=40,window=8",
                                   "snapkv:capacity=4096",
                                   "snapkv:capacity=0,removed=0.7",
                                   "h2o:heavy=20,recent=20",
                                   "tova:capacity=30",
                                   "streaming:sinks=4,recent=60",
                                   "sage:sinks=4,top-k=16,recent=16",
                                   "knorm:capacity=30",
                                   "knorm:capacity=30,schedule=every-step",
                                   "keydiff:capacity=4096",
                                   "random:capacity=50,sinks=2",
                                   "expected-attention:capacity=40",
                                   "pyramidkv:capacity=24,window=8",
                                   "pyramidkv:capacity=24,window=8,variant=kvpress,beta=4.5",
                                   "cascade:window=64,cascades=2",
                                   "cake:capacity=40,window=8,allocation=pyramid",
                                   "cake:capacity=40,window=8,allocation=uniform",
                                   "cake:capacity=16",
                                   "cake:capacity=400,window=8",
                                   "snapkv+pyramid:capacity=24,beta=5,recent=4",
                                   "knorm+random:capacity=24",
                                   "recency+uniform:capacity=24,schedule=every-step"}) {
            QTest::newRow(policy) << policy;
        }
    }
    void isWhatARunReports() {
        QFETCH(QString, policy);
        const auto plan = m_runs.engine().plan(request(policy.toStdString()), m_runs.catalog());
        QVERIFY2(plan.has_value(), plan ? "" : plan.error().sentence().c_str());
        QCOMPARE(plan->budgets.size(), std::size_t{6});
        const auto run = m_runs.prefilled(spec(policy));
        QCOMPARE(plan->budgets, reported(run->recording()->trace(0)));
        // Warnings of the plan are warnings of the run, too.
        for (const Finding& warning : plan->warnings) {
            const auto problems = run->recording()->problems();
            QVERIFY2(std::any_of(problems.begin(), problems.end(),
                                 [&](const auto& problem) { return problem.finding == warning; }),
                     warning.english().c_str());
        }
    }

    void whatIsAlwaysCertainFollowsFromNoPrompt() {
        for (const char* policy : {"pyramidkv", "knorm", "cake:allocation=pyramid", "snapkv+pyramid"}) {
            QVERIFY2(!budgetsFollowPrompt(*resolvePolicy(m_runs.catalog(), policy)), policy);
        }
    }

    void whatFollowsFromThePromptIsNotPlanned_data() {
        QTest::addColumn<QString>("policy");
        for (const char* policy : {"cake:capacity=40,window=8", "adakv:capacity=40,window=8", "adap-kv",
                                   "adap-kv:variant=code", "snapkv+cake-preference:capacity=40",
                                   "knorm+adap-gini:capacity=40", "knorm+adakv-headwise:capacity=40"}) {
            QTest::newRow(policy) << policy;
        }
    }
    void whatFollowsFromThePromptIsNotPlanned() {
        QFETCH(QString, policy);
        QVERIFY(budgetsFollowPrompt(*resolvePolicy(m_runs.catalog(), policy.toStdString())));
        const auto plan = m_runs.engine().plan(request(policy.toStdString()), m_runs.catalog());
        QVERIFY2(plan.has_value(), plan ? "" : plan.error().sentence().c_str());
        QVERIFY(plan->budgets.empty());
    }

    void planningRefusesAsARunDoes() {
        for (const char* policy : {"nothing", "tova+adakv-headwise", "window-recompute@kivi",
                                   "knorm:schedule=every-step,capacity=0", "streaming@kivi:group=48,residual=96"}) {
            QVERIFY2(!m_runs.engine().plan(request(policy), m_runs.catalog()), policy);
        }
    }

    /// The table of combinations says of each pair what making it says.
    void everyPairIsWhatItsPartsSay() {
        for (const Combination& pair : compositions(m_runs.catalog()).cells) {
            QVERIFY2(pair.verdict != Combination::Verdict::Never, pair.reason.english().c_str());
            const auto plan = m_runs.engine().plan(request(pair.policy), m_runs.catalog());
            QVERIFY2(plan.has_value(), plan ? "" : plan.error().sentence().c_str());
        }
        RunTraits streaming;
        streaming.streamingPrefill = true;
        for (const CombinationTable& table :
             {compositions(m_runs.catalog(), streaming), storages(m_runs.catalog(), streaming)}) {
            for (std::size_t i = 0; i < table.cells.size(); ++i) {
                const Combination& pair = table.cells[i];
                const auto& row = *table.rows[i / table.columns.size()].provided;
                const auto& column = *table.columns[i % table.columns.size()].provided;
                if (pair.verdict == Combination::Verdict::Never || !row.streamingPrefill || !column.streamingPrefill) {
                    continue;  // those that are wrong on purpose say nothing
                }
                RunSpec s = spec(QString::fromStdString(pair.policy));
                s.streamingPrefill = true;
                s.chunk = 64;
                s.steps = 0;
                const auto run = m_runs.engine().start(s, m_runs.catalog(), {});
                QVERIFY2(run.has_value(), run ? "" : run.error().sentence().c_str());
            }
        }
    }

    void aFractionAskedForIsOfWhatThePolicyTakesItOf() {
        for (const auto& [policy, atEnd] : {std::pair{"adap-kv:removed=0.25", 0.75 * (kPrompt + 60)},
                                            std::pair{"adap-kv:variant=code,removed=0.25", 0.75 * kPrompt},
                                            std::pair{"snapkv:capacity=0,removed=0.25", 0.75 * kPrompt}}) {
            RunSpec longer = spec(policy);
            longer.ids = embeddedIds("story", kPrompt + 60);
            const auto run = m_runs.finish(longer);
            QCOMPARE(requestedBudget(*run, 0, kPrompt - 1).value_or(-1), static_cast<std::int64_t>(0.75 * kPrompt));
            QCOMPARE(requestedBudget(*run, 0, kPrompt + 59).value_or(-1), static_cast<std::int64_t>(atEnd));
        }
    }

    void layersAsText() {
        QCOMPARE(budgetsText({}), std::string());
        QCOMPARE(budgetsText({96, 88, 80, 72}), std::string("96 88 80 72"));
        QCOMPARE(budgetsText({403, 403, 64, 64, 64, 64}), std::string("2 x 403, 4 x 64"));
        QCOMPARE(budgetsText({7, 7, 5}), std::string("2 x 7, 5"));
        QCOMPARE(budgetsText({9, 8, 7, 6, 5, 4, 3, 2}, 4), std::string("9 8 7 ... 2"));
    }

 private:
    static RunSpec spec(const QString& policy) {
        RunSpec s;
        s.ids = embeddedIds("story", kPrompt + 4);
        s.promptTokens = kPrompt;
        s.policies = {policy.toStdString()};
        return s;
    }
    EngineRuns m_runs;
};

QTEST_GUILESS_MAIN(PolicyPlanTest)
#include "policy_plan_test.moc"
