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

}  // namespace

class PlannedBudgetsTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void asksOnceTheEngineIsOpen() {
        std::atomic<int> asked{0};
        EngineClient client(
            [&]() -> Result<std::unique_ptr<Engine>> { return std::make_unique<PlanningEngine>(asked); });
        RunDraft draft;
        PluginsModel plugins(tests::manifestsOnly(m_folder));
        PlannedBudgets planned(client, draft, plugins);
        RunSpec base;
        base.textFile = shippedTextChoices().at(0).file;
        draft.setBase(base);
        const QSignalSpy changed(&planned, &PlannedBudgets::changed);

        // The full cache is known without the engine.
        QVERIFY(draft.form().load(plugins.catalog(), QStringLiteral("full")));
        QVERIFY(planned.lines().isEmpty());

        QVERIFY(draft.form().load(plugins.catalog(), QStringLiteral("pyramidkv:capacity=64,window=8")));
        QVERIFY(planned.lines().isEmpty());
        QCOMPARE(asked.load(), 0);  // nothing is opened for it
        client.start({}, {});
        QTRY_COMPARE(changed.count(), 1);
        QCOMPARE(asked.load(), 1);
        const QStringList lines = planned.lines();
        QCOMPARE(lines.size(), 2);
        QVERIFY2(lines[0].contains(QLatin1String("64 56 48 40 32 24")), qPrintable(lines[0]));
        QVERIFY2(lines[0].contains(QStringLiteral("█▇▆▅▄▃")), qPrintable(lines[0]));
        QCOMPARE(lines[1], QStringLiteral("a warning"));

        // Another value is another question; the answer before is not about it.
        draft.form().parameter(QStringLiteral("capacity"))->type(QStringLiteral("80"));
        QVERIFY(planned.lines().isEmpty());
        QTRY_COMPARE(changed.count(), 2);
        QCOMPARE(planned.budgets().front(), 80);
        QVERIFY(!planned.lines().isEmpty());
        QCOMPARE(asked.load(), 2);
        // A plugin that was exchanged is asked again.
        plugins.rescan();
        static_cast<void>(planned.lines());
        QTRY_COMPARE(asked.load(), 3);
    }

    void opensTheEngineOnceItMay() {
        std::atomic<int> asked{0};
        EngineClient client(
            [&]() -> Result<std::unique_ptr<Engine>> { return std::make_unique<PlanningEngine>(asked); });
        RunDraft draft;
        PluginsModel plugins(tests::manifestsOnly(m_folder));
        PlannedBudgets planned(client, draft, plugins);
        RunSpec base;
        base.textFile = shippedTextChoices().at(0).file;
        draft.setBase(base);
        const QSignalSpy changed(&planned, &PlannedBudgets::changed);
        QVERIFY(draft.form().load(plugins.catalog(), QStringLiteral("pyramidkv:capacity=64,window=8")));
        QVERIFY(planned.lines().isEmpty());
        client.openForPlans();  // what is asked by now
        QTRY_COMPARE(changed.count(), 1);
        QVERIFY(planned.lines().value(0).contains(QLatin1String("64 56 48 40 32 24")));
        draft.form().parameter(QStringLiteral("capacity"))->type(QStringLiteral("80"));
        QVERIFY(planned.lines().isEmpty());  // and what is asked later
        QTRY_COMPARE(changed.count(), 2);
        QCOMPARE(planned.budgets().front(), 80);
        QCOMPARE(client.status().state, SessionState::Empty);
        QVERIFY(!client.polling());
    }

    /// Whether the prompt decides is the policy's to say, whatever its manifest allows for.
    void saysWhenBudgetsAreKnownAndWhyNot() {
        std::atomic<int> asked{0};
        EngineClient client(
            [&]() -> Result<std::unique_ptr<Engine>> { return std::make_unique<PlanningEngine>(asked); });
        RunDraft draft;
        PluginsModel plugins(tests::manifestsOnly(m_folder));
        PlannedBudgets planned(client, draft, plugins);
        RunSpec base;
        base.textFile = shippedTextChoices().at(0).file;
        draft.setBase(base);
        client.start({}, {});
        const auto answer = [&](const char* policy) {
            const bool loaded = draft.form().load(plugins.catalog(), QString::fromLatin1(policy)).has_value();
            const QSignalSpy changed(&planned, &PlannedBudgets::changed);
            static_cast<void>(planned.lines());
            return loaded && QTest::qWaitFor([&] { return changed.count() > 0; }) ? planned.lines().value(0)
                                                                                  : QString();
        };
        QVERIFY2(answer("cake").contains(QLatin1String("known after prefill")), qPrintable(planned.lines().value(0)));
        QVERIFY2(answer("cake:capacity=16").contains(QLatin1String("16 8 0")), qPrintable(planned.lines().value(0)));
        QCOMPARE(answer("knorm:capacity=64"),
                 QStringLiteral("Budgets per layer: not known. knorm 1.0.0: no plan today."));
    }

    void barsAreOfTheHeightOfTheBudgets() {
        QCOMPARE(budgetBars({}), QString());
        QCOMPARE(budgetBars({8, 4, 1}), QStringLiteral("█▄▁"));
        QCOMPARE(budgetBars({0, 0}), QStringLiteral("▁▁"));
        QCOMPARE(budgetBars(std::vector<std::int64_t>(96, 5)).size(), 40);
    }

 private:
    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(PlannedBudgetsTest)
#include "planned_budgets_test.moc"
