// SPDX-License-Identifier: Apache-2.0
/// The smallest budget that saves a needle: the search ends at the value below which a run loses it.
#include "core/session/needle_budget.h"

#include <QtTest>

#include "tests/core/engine/fork_runs.h"

using namespace kvw;
using namespace kvw::test;

class NeedleBudgetTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase() {
        RunSpec spec = of({"streaming:sinks=4,recent=16"});
        spec.capture = Capture::None;
        m_run = m_runs.finish(spec);
    }

    /// A window that reaches back to a token holds it, one that is a token shorter does not.
    void aWindowHasToReachBackToTheNeedle() {
        const BudgetQuestion question{{100, 104, kTokens - 1, {}}, 1, {}, {}, {}};
        std::int64_t told = 0;
        const auto found = search(question, [&told](const BudgetTry&) { return ++told > 0; });
        QVERIFY2(found.has_value(), found ? "" : found.error().sentence().c_str());
        QCOMPARE(found->parameter, std::string("recent"));
        QCOMPARE(found->smallest, kTokens - 100);
        QVERIFY(!found->uneven());
        QCOMPARE(told, static_cast<std::int64_t>(found->tries.size()));
        QVERIFY(found->tries.size() <= 10);  // 1 to 140, halved
        // Sinks are held by any window.
        const BudgetQuestion sinks{{0, 3, kTokens - 1, {}}, 1, {}, {}, {}};
        QCOMPARE(search(sinks, {})->smallest, std::int64_t{1});
    }

    void bounds() {
        const BudgetQuestion tooSmall{{100, 104, kTokens - 1, {}}, 1, "recent", 1, 20};
        const auto none = search(tooSmall, {});
        QVERIFY(none.has_value());
        QCOMPARE(none->smallest, std::int64_t{-1});
        QCOMPARE(none->tries.size(), std::size_t{1});
        const BudgetQuestion empty{{100, 104, kTokens - 1, {}}, 1, "recent", 30, 20};
        QVERIFY(contains(search(empty, {}).error().sentence(), "no budget between these bounds"));
        const BudgetQuestion wrong{{100, 104, kTokens - 1, {}}, 1, "capacity", {}, {}};
        QVERIFY(contains(search(wrong, {}).error().sentence(), "no parameter \"capacity\" that counts tokens"));
    }

    void itStopsWhenItIsTold() {
        const BudgetQuestion question{{100, 104, kTokens - 1, {}}, 1, {}, {}, {}};
        const auto stopped = search(question, [](const BudgetTry&) { return false; });
        QCOMPARE(stopped.error().code, Code::Cancelled);
    }

 private:
    Result<NeedleBudget> search(const BudgetQuestion& question, const BudgetTold& told) {
        return smallestBudget(m_runs.engine(), m_runs.catalog(), *m_run, 0, question, {}, told);
    }

    EngineRuns m_runs;
    std::shared_ptr<Recording> m_run;
};

QTEST_GUILESS_MAIN(NeedleBudgetTest)
#include "needle_budget_test.moc"
