// SPDX-License-Identifier: Apache-2.0
/// Manual edits of the cache: what is evicted, pinned or put back in the middle of a run.
#include <fmt/format.h>

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "tests/core/engine/fork_runs.h"

using namespace kvw;
using namespace kvw::test;

class ManualEditsTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void evictByHand();
    void evictByHandBeforeAPolicyPerHead();
    void pinByHand();
    void putBackIsExact_data();
    void putBackIsExact();
    void whatIsPutBackAndReleasedLeavesAgain();
    void everyPolicyGoesOnAfterManualEdits_data();
    void everyPolicyGoesOnAfterManualEdits();
    void manualEditsOfACascade();
    void manualEditsOfASlidingWindow();
    void refusedManualEdits_data();
    void refusedManualEdits();

 private:
    EngineRuns m_runs;
};

void ManualEditsTest::evictByHand() {
    const auto without = m_runs.finish(of({"full"}));
    const auto run = m_runs.finish(of({"full"}, {"evict=3,10-14@100"}));
    const Trace& trace = run->trace(0);
    QCOMPARE(firstOther(without->trace(0), trace, kFork), std::int64_t{-1});
    const std::vector<std::int32_t> held = heldAt(trace, kFork, 1, -1);
    QCOMPARE(held.size(), static_cast<std::size_t>(kFork + 1 - 6));
    QVERIFY(std::find(held.begin(), held.end(), 12) == held.end());
    QCOMPARE(trace.layer(kFork, 1).held, static_cast<float>(kFork + 1 - 6));
    QVERIFY(trace.evictions() > 0);
    QCOMPARE(trace.eviction(0).reason, std::string("by hand"));
    QCOMPARE(trace.eviction(0).step, static_cast<std::int32_t>(kFork));
    QCOMPARE(trace.step(kFork).evictedNow, std::int64_t{6} * trace.shape().layers * trace.shape().kvHeads);
    // Its row is over what was left, and what follows is predicted from it.
    QCOMPARE(trace.rows(kFork, 0)->heads[0].tokens.size(), static_cast<std::size_t>(kFork + 1 - 6));
    QVERIFY(trace.step(kFork + 1).nll != without->trace(0).step(kFork + 1).nll);
}

/// The cache had one set for all heads when the token left, so it left every set of the policy that takes over.
void ManualEditsTest::evictByHandBeforeAPolicyPerHead() {
    const auto run = m_runs.finish(of({"streaming:sinks=4,recent=92"}, {"evict=50@100", "h2o:heavy=50,recent=46@100"}));
    const Trace& trace = run->trace(0);
    QVERIFY(trace.shape().units > 1);
    for (std::int32_t unit = 0; unit < trace.shape().units; ++unit) {
        QCOMPARE(trace.evictedAt(kFork, 1, unit)[50], static_cast<std::int32_t>(kFork));
    }
}

void ManualEditsTest::pinByHand() {
    for (const char* policy : {"streaming:sinks=4,recent=28", "h2o:heavy=16,recent=16", "tova:capacity=32"}) {
        const auto run = m_runs.finish(of({policy}, {"pin=40-42@65", "release=40-42@120"}));
        const Trace& trace = run->trace(0);
        const auto before = heldAt(trace, 64, 2, 0);
        for (const std::int32_t token : {40, 41, 42}) {
            const bool there = std::find(before.begin(), before.end(), token) != before.end();
            const auto later = heldAt(trace, 119, 2, 0);
            QCOMPARE(std::find(later.begin(), later.end(), token) != later.end(), there);
        }
        // Pinned tokens are beside the budget, and no more than them.
        QVERIFY(trace.layer(119, 2).held <= 35.0F);
        QVERIFY(trace.layer(119, 2).held >= 32.0F);
        QCOMPARE(trace.layer(kTokens - 1, 2).held, 32.0F);
        QVERIFY(run->state() == RunState::Finished);
    }
}

void ManualEditsTest::putBackIsExact_data() {
    QTest::addColumn<QString>("policy");
    QTest::addColumn<bool>("cacheRank");
    QTest::newRow("streaming") << "streaming:sinks=4,recent=92" << false;
    QTest::newRow("per head") << "h2o:heavy=50,recent=46" << false;
    QTest::newRow("ranks") << "streaming:sinks=4,recent=92" << true;
}

/// A token that is put back at the moment it left was never gone: the next token finds the cache as the full one has
/// it.
void ManualEditsTest::putBackIsExact() {
    QFETCH(QString, policy);
    QFETCH(bool, cacheRank);
    RunSpec full = of({"full"});
    RunSpec run = of({policy.toStdString()}, {"restore=0-96@97"});
    full.positions = run.positions = cacheRank ? Positions::CacheRank : Positions::Original;
    const auto whole = m_runs.finish(full);
    const auto back = m_runs.finish(run);
    const Trace &a = whole->trace(0), &b = back->trace(0);
    // The first eviction came behind token 96, so its rows, and all before it, are those of the full cache.
    QVERIFY(b.step(96).evictedNow > 0);
    QCOMPARE(b.step(97).heldTotal - b.step(96).heldTotal,
             b.step(96).evictedNow + std::int64_t{b.shape().layers} * b.shape().kvHeads - b.step(97).evictedNow);
    QCOMPARE(heldAt(b, 97, 0, -1).size(), std::size_t{98});
    // Another order of slots sums in another order.
    QVERIFY(std::abs(a.step(98).nll - b.step(98).nll) < 1e-4);
    QVERIFY(std::abs(a.step(kTokens - 1).nll - b.step(kTokens - 1).nll) > -1.0);
    // The event tells what the next token would have been, and is: one decode beside the run, which stays as it is.
    const auto without = m_runs.finish([&] {
        RunSpec plain = of({policy.toStdString()});
        plain.positions = run.positions;
        return plain;
    }());
    std::string told;
    for (std::int64_t i = 0; i < b.events(); ++i) {
        if (b.event(i).kind == "next") {
            QVERIFY(told.empty());
            told = b.event(i).text;
            QCOMPARE(b.event(i).step, 97);
        }
    }
    QVERIFY2(told.find(" % → ") != std::string::npos, told.c_str());
    const auto percent = [](const Trace& trace) {
        return fmt::format("{:.1f} %", 100 * std::exp(-trace.step(98).nll));
    };
    const std::string of98 = nlohmann::json(std::string(b.tokenText(98))).dump() + " ";
    if (const auto at = told.find(of98); at != std::string::npos) {
        const std::string expected = of98 + percent(without->trace(0)) + " → " + percent(b);
        QCOMPARE(told.substr(at, expected.size()), expected);
    }
}

void ManualEditsTest::whatIsPutBackAndReleasedLeavesAgain() {
    const auto run = m_runs.finish(of({"streaming:sinks=4,recent=28"}, {"restore=20@97", "release=20@98"}));
    const Trace& trace = run->trace(0);
    QVERIFY(trace.evictedAt(96, 2, -1)[20] > 0);
    QCOMPARE(trace.evictedAt(97, 2, -1)[20], -1);
    QCOMPARE(trace.evictedAt(98, 2, -1)[20], 98);
    for (const std::int64_t step : {std::int64_t{96}, std::int64_t{97}, std::int64_t{98}, kTokens - 1}) {
        QCOMPARE(static_cast<float>(heldAt(trace, step, 2, -1).size()), trace.layer(step, 2).held);
    }
}

void ManualEditsTest::everyPolicyGoesOnAfterManualEdits_data() {
    QTest::addColumn<QString>("policy");
    for (const char* policy : {"full",
                               "streaming:sinks=4,recent=28",
                               "streaming:sinks=4,recent=28,slack=8",
                               "streaming:sinks=4,recent=28,slack=8,max-drop=4",
                               "cascade:sinks=4,window=32,cascades=4",
                               "cascade:sinks=4,window=32,cascades=4,granularity=kv-head,eager-fill=true",
                               "cascade:sinks=4,window=32,cascades=1",
                               "cascade:sinks=4,window=32,cascades=2,token-selection=false",
                               "sage:sinks=4,top-k=12,recent=16",
                               "sage:sinks=4,top-k=12,recent=16,granularity=query-head",
                               "sage:sinks=4,top-k=12,recent=16,query=first-generated,skip-layers=2",
                               "sage:sinks=4,top-k=12,recent=16,decode=grow",
                               "h2o:heavy=16,recent=16",
                               "tova:capacity=32",
                               "random:capacity=32",
                               "knorm:capacity=32",
                               "keydiff:capacity=32",
                               "snapkv:capacity=40,window=8",
                               "pyramidkv:capacity=40,window=8",
                               "cake:capacity=40,window=8",
                               "adakv:capacity=40,window=8",
                               "adap-kv:removed=0.4,gini-window=8",
                               "adap-kv:variant=code,removed=0.4,gini-window=8",
                               "expected-attention:capacity=40",
                               "snapkv+adakv-headwise:capacity=40,window=8",
                               "snapkv+pyramid:capacity=40,window=8",
                               "recency+uniform:capacity=32",
                               "python-policy:capacity=32"}) {
        QTest::newRow(policy) << policy;
    }
}

/// Taken out, held fast, put back and let go: each unit holds its own number of tokens then.
void ManualEditsTest::everyPolicyGoesOnAfterManualEdits() {
    QFETCH(QString, policy);
    const auto plain = m_runs.finish(of({policy.toStdString()}));
    const auto run =
        m_runs.finish(of({policy.toStdString()}, {"evict=2,98-99@101", "pin=100@102", "restore=2,20-22,61,98@108",
                                                  "release=2,20-22,61,98,100@120"}));
    QVERIFY2(run->state() == RunState::Finished, run->message().english().c_str());
    const Trace& trace = run->trace(0);
    QCOMPARE(trace.steps(), kTokens);
    for (const Recording::Problem& problem : run->problems()) {
        QVERIFY2(!problem.isError(), problem.sentence().c_str());
    }
    const auto holds = [&trace](std::int64_t step, std::int32_t token) {
        return trace.evictedAt(step, 3, -1)[static_cast<std::size_t>(token)] < 0;
    };
    QVERIFY(!holds(101, 2) && !holds(101, 99));
    for (const std::int32_t token : {2, 20, 61, 98, 100}) {
        QVERIFY2(holds(119, token), qPrintable(QString::number(token)));
    }
    // Hands are beside the budget, and leave nothing behind that grows.
    const std::int64_t before = plain->trace(0).step(kTokens - 1).heldTotal;
    const std::int64_t units = std::int64_t{trace.shape().layers} * trace.shape().queryHeads;
    QVERIFY(trace.step(119).heldTotal <= plain->trace(0).step(119).heldTotal + 6 * units);
    QVERIFY(trace.step(kTokens - 1).heldTotal <= before + 6 * units);
}

void ManualEditsTest::manualEditsOfACascade() {
    const std::string policy = "cascade:sinks=4,window=32,cascades=4";
    const auto plain = m_runs.finish(of({policy}));
    const Trace& trace = plain->trace(0);
    const float budget = trace.layer(kTokens - 1, 2).held;
    QCOMPARE(budget, 36.0F);
    // Tokens that are taken out leave room for as many.
    const auto taken = m_runs.finish(of({policy}, {"evict=96-98@101"}));
    QVERIFY(taken->trace(0).layer(101, 2).held <= 34.0F);
    QCOMPARE(taken->trace(0).layer(kTokens - 1, 2).held, budget);
    // Tokens that are put back stay beside the sub-caches as long as they are pinned.
    std::vector<std::int32_t> gone;
    const auto dropped = trace.evictedAt(100, 2, -1);
    for (std::int32_t token = 4; token < 60 && gone.size() < 2; ++token) {
        if (dropped[static_cast<std::size_t>(token)] >= 0) {
            gone.push_back(token);
        }
    }
    QCOMPARE(gone.size(), std::size_t{2});
    const std::string tokens = std::to_string(gone[0]) + "," + std::to_string(gone[1]);
    const auto back = m_runs.finish(of({policy}, {"restore=" + tokens + "@101", "release=" + tokens + "@125"}));
    const auto later = heldAt(back->trace(0), 124, 2, -1);
    for (const std::int32_t token : gone) {
        QVERIFY(std::find(later.begin(), later.end(), token) != later.end());
    }
    QVERIFY(back->trace(0).layer(124, 2).held <= budget + 2);
    QCOMPARE(back->trace(0).layer(kTokens - 1, 2).held, budget);
}

void ManualEditsTest::manualEditsOfASlidingWindow() {
    const std::string policy = "sage:sinks=4,top-k=12,recent=16";
    const auto plain = m_runs.finish(of({policy}));
    // Where a token of the window is taken out nothing slides until it is full again; one that has slid comes back and
    // goes again once it is let go.
    const auto taken = m_runs.finish(of({policy}, {"evict=98@101"}));
    const auto behind = heldAt(taken->trace(0), 101, 2, 0), before = heldAt(taken->trace(0), 100, 2, 0);
    QCOMPARE(behind.size(), std::size_t{32});  // the new one came in its place
    QVERIFY(std::find(behind.begin(), behind.end(), 98) == behind.end());
    QCOMPARE(behind[16], before[16]);
    QCOMPARE(taken->trace(0).layer(kTokens - 1, 2).held, 32.0F);
    const auto back = m_runs.finish(of({policy}, {"restore=70@101", "release=70@110"}));
    QCOMPARE(back->trace(0).layer(109, 2).held, 33.0F);
    QCOMPARE(back->trace(0).layer(110, 2).held, 32.0F);
    QCOMPARE(back->trace(0).evictedAt(110, 2, -1)[70], 110);
    QCOMPARE(heldAt(back->trace(0), kTokens - 1, 2, -1), heldAt(plain->trace(0), kTokens - 1, 2, -1));
}

void ManualEditsTest::refusedManualEdits_data() {
    QTest::addColumn<QString>("policy");
    QTest::addColumn<QString>("change");
    QTest::addColumn<QString>("word");
    QTest::newRow("reader") << "quest"
                            << "evict=5@100"
                            << "read selection";
    QTest::newRow("afresh") << "window-recompute"
                            << "pin=5@100"
                            << "afresh";
    QTest::newRow("codec") << "streaming@kivi:bits=4"
                           << "restore=5@100"
                           << "codes";
    QTest::newRow("not yet") << "streaming"
                             << "evict=100@100"
                             << "no such tokens";
}

void ManualEditsTest::refusedManualEdits() {
    QFETCH(QString, policy);
    QFETCH(QString, change);
    QFETCH(QString, word);
    const auto run = m_runs.engine().start(of({policy.toStdString()}, {change.toStdString()}), m_runs.catalog(), {});
    QVERIFY(!run);
    const QString sentence = QString::fromStdString(run.error().sentence());
    QVERIFY2(sentence.contains(word), qPrintable(sentence));
}

QTEST_GUILESS_MAIN(ManualEditsTest)
#include "manual_edits_test.moc"
