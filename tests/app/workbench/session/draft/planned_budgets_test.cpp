// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/draft/planned_budgets.h"

#include <QSignalSpy>
#include <QtTest>
#include <atomic>

#include "tests/app/workbench/manifest_catalog.h"

using namespace kvw;
using namespace kvw::wb;

namespace {

/// Falls by 8 from layer to layer, from the capacity on; counts what it is asked.
class PlanningEngine final : public tests::FakeEngine {
 public:
    PlanningEngine(std::atomic<int>& asked) : FakeEngine({}), m_asked(asked) {}
    Result<PolicyPlan> plan(const PlanRequest& request, const Catalog& catalog) override {
        ++m_asked;
        const auto policy = resolvePolicy(catalog, request.policy);
        if (request.policy.starts_with("knorm")) {
            return fail(Code::Policy, "knorm 1.0.0", "no plan today");
        }
        PolicyPlan plan{{}, {"a warning"}, {}};
        if (request.policy == "cake" || request.context <= 0 ||
            request.inverseFrequency.size() * 2 != static_cast<std::size_t>(request.headDim)) {
            return plan;
        }
        for (std::int64_t layer = 0; layer < request.layers; ++layer) {
            plan.budgets.push_back(policy->parts[0].parameters.integer("capacity") - 8 * layer);
        }
        return plan;
    }

 private:
    std::atomic<int>& m_asked;
};

/// Budgets of a run over a shipped text.
struct PlanBench {
    PlanBench() {
        RunSpec base;
        base.textFile = shippedTextChoices().at(0).file;
        draft.setBase(base);
    }
    QTemporaryDir folder;
    std::atomic<int> asked{0};
    EngineClient client{
        [this]() -> Result<std::unique_ptr<Engine>> { return std::make_unique<PlanningEngine>(asked); }};
    RunDraft draft;
    PluginsModel plugins{tests::manifestsOnly(folder)};
    PlannedBudgets planned{client, draft, plugins};
};

}  // namespace

class PlannedBudgetsTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void asksOnceTheEngineIsOpen() {
        PlanBench bench;
        const QSignalSpy changed(&bench.planned, &PlannedBudgets::changed);

        // The full cache is known without the engine.
        QVERIFY(bench.draft.form().load(bench.plugins.catalog(), QStringLiteral("full")));
        QVERIFY(bench.planned.lines().isEmpty());

        QVERIFY(bench.draft.form().load(bench.plugins.catalog(), QStringLiteral("pyramidkv:capacity=64,window=8")));
        QVERIFY(bench.planned.lines().isEmpty());
        QCOMPARE(bench.asked.load(), 0);  // nothing is opened for it
        bench.client.start({}, {});
        QTRY_COMPARE(changed.count(), 1);
        QCOMPARE(bench.asked.load(), 1);
        const QStringList lines = bench.planned.lines();
        QCOMPARE(lines.size(), 2);
        QVERIFY2(lines[0].contains(QLatin1String("64 56 48 40 32 24")), qPrintable(lines[0]));
        QVERIFY2(lines[0].contains(QStringLiteral("█▇▆▅▄▃")), qPrintable(lines[0]));
        QCOMPARE(lines[1], QStringLiteral("a warning"));

        // Another value is another question; the answer before is not about it.
        bench.draft.form().parameter(QStringLiteral("capacity"))->type(QStringLiteral("80"));
        QVERIFY(bench.planned.lines().isEmpty());
        QTRY_COMPARE(changed.count(), 2);
        QCOMPARE(bench.planned.budgets().front(), 80);
        QVERIFY(!bench.planned.lines().isEmpty());
        QCOMPARE(bench.asked.load(), 2);
        // A plugin that was exchanged is asked again.
        bench.plugins.rescan();
        static_cast<void>(bench.planned.lines());
        QTRY_COMPARE(bench.asked.load(), 3);
    }

    void opensTheEngineOnceItMay() {
        PlanBench bench;
        const QSignalSpy changed(&bench.planned, &PlannedBudgets::changed);
        QVERIFY(bench.draft.form().load(bench.plugins.catalog(), QStringLiteral("pyramidkv:capacity=64,window=8")));
        QVERIFY(bench.planned.lines().isEmpty());
        bench.client.openForPlans();  // what is asked by now
        QTRY_COMPARE(changed.count(), 1);
        QVERIFY(bench.planned.lines().value(0).contains(QLatin1String("64 56 48 40 32 24")));
        bench.draft.form().parameter(QStringLiteral("capacity"))->type(QStringLiteral("80"));
        QVERIFY(bench.planned.lines().isEmpty());  // and what is asked later
        QTRY_COMPARE(changed.count(), 2);
        QCOMPARE(bench.planned.budgets().front(), 80);
        QCOMPARE(bench.client.status().state, SessionState::Empty);
        QVERIFY(!bench.client.polling());
    }

    /// Whether the prompt decides is the policy's to say, whatever its manifest allows for.
    void saysWhenBudgetsAreKnownAndWhyNot() {
        PlanBench bench;
        bench.client.start({}, {});
        const auto answer = [&](const char* policy) {
            const bool loaded =
                bench.draft.form().load(bench.plugins.catalog(), QString::fromLatin1(policy)).has_value();
            const QSignalSpy changed(&bench.planned, &PlannedBudgets::changed);
            static_cast<void>(bench.planned.lines());
            return loaded && QTest::qWaitFor([&] { return changed.count() > 0; }) ? bench.planned.lines().value(0)
                                                                                  : QString();
        };
        QVERIFY2(answer("cake").contains(QLatin1String("known after prefill")),
                 qPrintable(bench.planned.lines().value(0)));
        QVERIFY2(answer("cake:capacity=16").contains(QLatin1String("16 8 0")),
                 qPrintable(bench.planned.lines().value(0)));
        QCOMPARE(answer("knorm:capacity=64"),
                 QStringLiteral("Budgets per layer: not known. knorm 1.0.0: no plan today."));
    }

    void barsAreOfTheHeightOfTheBudgets() {
        QCOMPARE(budgetBars({}), QString());
        QCOMPARE(budgetBars({8, 4, 1}), QStringLiteral("█▄▁"));
        QCOMPARE(budgetBars({0, 0}), QStringLiteral("▁▁"));
        QCOMPARE(budgetBars(std::vector<std::int64_t>(96, 5)).size(), 40);
    }
};

QTEST_GUILESS_MAIN(PlannedBudgetsTest)
#include "planned_budgets_test.moc"
