// SPDX-License-Identifier: Apache-2.0
/// A policy that takes a cache over: what it finds there, and what it goes on with.
#include <fmt/format.h>

#include <QtTest>
#include <algorithm>
#include <cmath>

#include "core/analysis/overlap.h"
#include "core/analysis/prune_series.h"
#include "core/session/spec/run_changes.h"
#include "tests/core/engine/fork_runs.h"

using namespace kvw;
using namespace kvw::test;

class TakeOverTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void takeOverFindsTheKeptSet();
    void fullGoesOnWithEverything();
    void perHeadAfterPerLayer();
    void cascadeNeedsTheSameTokensEverywhere();
    void normsOfWhatIsFoundCount_data();
    void normsOfWhatIsFoundCount();
    void beforeTheFirstEvictionItIsTheOtherPolicy();
    void refused_data();
    void refused();
    void liveParametersKeepThePolicy();
    void aTunedCompositionKeepsWhatItObserved();
    void liveForkKeepsWhatIsDue();
    void pruneEventsAreOfTheLastTokenThatSawEverything_data();
    void pruneEventsAreOfTheLastTokenThatSawEverything();

 private:
    EngineRuns m_runs;
};

void TakeOverTest::takeOverFindsTheKeptSet() {
    const auto fork = m_runs.finish(of({"streaming:sinks=4,recent=28"}, {"streaming:sinks=4,recent=12@100"}));
    const Trace& trace = fork->trace(0);
    QCOMPARE(trace.layer(kFork - 1, 0).held, 32.0F);
    // Its first cut comes behind its first token, from what it found.
    const std::vector<std::int32_t> held = heldAt(trace, kFork, 2, -1);
    QCOMPARE(held.size(), std::size_t{16});
    for (std::int32_t i = 0; i < 4; ++i) {
        QCOMPARE(held[static_cast<std::size_t>(i)], i);
    }
    QCOMPARE(held.back(), static_cast<std::int32_t>(kFork));
    QVERIFY(trace.rows(kFork, 0));
    QCOMPARE(trace.rows(kFork, 0)->heads[0].tokens.size(), std::size_t{33});
    QVERIFY(!std::isnan(trace.layer(kFork, 0).gini));
    // Variance is over 8 rows of its own, or there is none.
    QVERIFY(std::isfinite(trace.layer(kFork - 1, 0).variance));
    for (std::int64_t step = kFork; step < kFork + 8; ++step) {
        QVERIFY(std::isnan(trace.layer(step, 0).variance));
        QVERIFY(std::isnan(trace.layer(step, 0, 0).variance));
    }
    QVERIFY(std::isfinite(trace.layer(kFork + 8, 0).variance));
    const auto& info = fork->description().lanes[0];
    QCOMPARE(info.policyId, std::string("streaming>streaming"));
    QVERIFY(info.policyText.find("@100") != std::string::npos);
    const auto problems = fork->problems();
    QVERIFY(std::any_of(problems.begin(), problems.end(), [](const Recording::Problem& problem) {
        return problem.sentence().find("takes over") != std::string::npos &&
               problem.sentence().find("makes its first cut") != std::string::npos;
    }));
}

void TakeOverTest::fullGoesOnWithEverything() {
    for (const char* parent :
         {"streaming:sinks=4,recent=28", "h2o:heavy=16,recent=16", "snapkv:capacity=32,window=8"}) {
        const auto fork = m_runs.finish(of({parent}, {"full@100"}));
        for (const auto& problem : fork->problems()) {
            QVERIFY2(problem.sentence().find("makes its first cut") == std::string::npos, problem.sentence().c_str());
        }
        const Trace& trace = fork->trace(0);
        const float before = trace.layer(kFork - 1, 1).held;
        QCOMPARE(trace.layer(kTokens - 1, 1).held, before + static_cast<float>(kTokens - kFork));
        // It is not the full cache: nothing is compared with it.
        QVERIFY(std::isnan(trace.step(kTokens - 1).nllFull));
    }
}

void TakeOverTest::perHeadAfterPerLayer() {
    const auto fork = m_runs.finish(of({"streaming:sinks=4,recent=28"}, {"h2o:heavy=8,recent=8@100"}));
    const Trace& trace = fork->trace(0);
    QVERIFY(trace.shape().units > 1);
    QCOMPARE(heldAt(trace, kFork - 1, 0, 0), heldAt(trace, kFork - 1, 0, 1));
    QCOMPARE(heldAt(trace, kFork - 1, 0, 0).size(), std::size_t{32});
    QCOMPARE(heldAt(trace, kTokens - 1, 0, 0).size(), std::size_t{16});
    QVERIFY(trace.rows(kFork - 1, 0));
}

/// Its sub-caches are filled alike in all layers; TOVA's layers choose for themselves.
void TakeOverTest::cascadeNeedsTheSameTokensEverywhere() {
    const auto fork = m_runs.finish(of({"full", "tova:capacity=32"}, {"cascade:sinks=4,window=24,cascades=3@100"}));
    QCOMPARE(fork->trace(1).steps(), kFork);
    QCOMPARE(fork->trace(0).steps(), kTokens);
    std::string sentence;
    for (const auto& problem : fork->problems()) {
        sentence = problem.isError() ? problem.sentence() : sentence;
    }
    QVERIFY2(sentence.find("hold different tokens") != std::string::npos, sentence.c_str());
}

void TakeOverTest::normsOfWhatIsFoundCount_data() {
    QTest::addColumn<QString>("policy");
    QTest::addColumn<QString>("changes");
    QTest::addColumn<bool>("cacheRank");
    const QString knorm = "knorm:capacity=24,schedule=every-step,skip-layers=0";
    QTest::newRow("taken over") << "full" << knorm + "@100" << false;
    QTest::newRow("as a scorer") << "full"
                                 << "knorm+uniform:capacity=24,schedule=every-step@100" << false;
    QTest::newRow("at ranks") << "full" << knorm + "@100" << true;
    QTest::newRow("put back and released") << knorm << "restore=0-30@100 release=0-30@101" << false;
}

/// Norms of layer 0 are those of the text, whatever was held before: the smallest stay, those of equal tokens are
/// equal.
void TakeOverTest::normsOfWhatIsFoundCount() {
    QFETCH(QString, policy);
    QFETCH(QString, changes);
    QFETCH(bool, cacheRank);
    const auto tokensHeld = [](const Recording& recording, std::int64_t step) {
        const Trace& trace = recording.trace(0);
        std::vector<std::int32_t> ids;
        for (std::int32_t unit = 0; unit < trace.shape().units; ++unit) {
            const std::size_t before = ids.size();
            for (const std::int32_t token : heldAt(trace, step, 0, unit)) {
                ids.push_back(trace.step(token).tokenId);
            }
            std::sort(ids.begin() + static_cast<std::ptrdiff_t>(before), ids.end());
        }
        return ids;
    };
    std::vector<std::string> list;
    for (const QString& change : changes.split(' ')) {
        list.push_back(change.toStdString());
    }
    RunSpec own = of({"knorm:capacity=24,schedule=every-step,skip-layers=0"}), other = of({policy.toStdString()}, list);
    own.positions = other.positions = cacheRank ? Positions::CacheRank : Positions::Original;
    const auto whole = m_runs.finish(own);
    const auto fork = m_runs.finish(other);
    QVERIFY(fork->trace(0).shape().units > 1);
    for (const std::int64_t step : {kFork + 1, kFork + 10, kTokens - 1}) {
        QCOMPARE(tokensHeld(*fork, step), tokensHeld(*whole, step));
    }
}

/// A policy that takes over a cache that lost nothing decides as if it had been there, but for what it would have
/// observed: StreamingLLM observes nothing.
void TakeOverTest::beforeTheFirstEvictionItIsTheOtherPolicy() {
    const auto own = m_runs.finish(of({"streaming:sinks=4,recent=96"}));
    const auto fork = m_runs.finish(of({"full"}, {"streaming:sinks=4,recent=96@90"}));
    const Trace &a = own->trace(0), &b = fork->trace(0);
    for (const std::int64_t step : {std::int64_t{99}, std::int64_t{100}, kTokens - 1}) {
        QCOMPARE(heldAt(a, step, 3, -1), heldAt(b, step, 3, -1));
        QVERIFY(std::abs(a.step(step).nll - b.step(step).nll) < 1e-3);
    }
}

void TakeOverTest::refused_data() {
    QTest::addColumn<QString>("policy");
    QTest::addColumn<QString>("change");
    QTest::addColumn<QString>("word");
    QTest::newRow("in the prompt") << "streaming"
                                   << "recent=4@59"
                                   << "prompt";
    QTest::newRow("behind the end") << "streaming"
                                    << "recent=4@140"
                                    << "step from";
    QTest::newRow("no such parameter") << "streaming"
                                       << "resent=4@100"
                                       << "recent";
    QTest::newRow("not live") << "h2o"
                              << "granularity=query-head@100"
                              << "cannot be changed";
    QTest::newRow("out of range") << "streaming"
                                  << "recent=-4@100"
                                  << "recent";
    QTest::newRow("no such policy") << "streaming"
                                    << "streeming@100"
                                    << "streaming";
    QTest::newRow("whole prompt") << "streaming"
                                  << "snapkv@100"
                                  << "while the prompt was read";
    QTest::newRow("once") << "streaming"
                          << "knorm@100"
                          << "while the prompt was read";
    QTest::newRow("ragged") << "h2o"
                            << "tova@100"
                            << "different tokens";
    QTest::newRow("codec") << "streaming"
                           << "streaming@kivi:bits=4@100"
                           << "codes";
    QTest::newRow("out of a codec") << "streaming@kivi:bits=4"
                                    << "full@100"
                                    << "codes";
    QTest::newRow("reader") << "full"
                            << "quest@100"
                            << "page";
    QTest::newRow("afresh") << "streaming"
                            << "window-recompute@100"
                            << "afresh";
}

void TakeOverTest::refused() {
    QFETCH(QString, policy);
    QFETCH(QString, change);
    QFETCH(QString, word);
    const auto run = m_runs.engine().start(of({policy.toStdString()}, {change.toStdString()}), m_runs.catalog(), {});
    QVERIFY(!run);
    const QString sentence = QString::fromStdString(run.error().sentence());
    QVERIFY2(sentence.contains(word), qPrintable(sentence));
}

void TakeOverTest::liveParametersKeepThePolicy() {
    const PolicyChain chain = *parseChain("streaming/h2o:heavy=16,recent=16@80");
    const auto turned = changesTo(m_runs.catalog(), chain, "h2o:heavy=8,recent=16", kFork);
    QVERIFY(turned);
    QCOMPARE(turned->size(), std::size_t{1});
    QCOMPARE(whatChanges(turned->front()), std::string("heavy=8"));
    QVERIFY(changesTo(m_runs.catalog(), chain, "h2o:heavy=16,recent=16", kFork)->empty());
    const auto other = changesTo(m_runs.catalog(), chain, "h2o:heavy=16,recent=16,granularity=query-head", kFork);
    QVERIFY(other->front().kind == RunChange::Kind::Policy);
    QVERIFY(changesTo(m_runs.catalog(), chain, "streaming", kFork)->front().kind == RunChange::Kind::Policy);
    QVERIFY(!changesTo(m_runs.catalog(), chain, "streeming", kFork));
}

/// The named policy counts the rows since it took over, however often it is tuned; as parts it does the same.
void TakeOverTest::aTunedCompositionKeepsWhatItObserved() {
    const auto named = m_runs.finish(
        of({"streaming:sinks=4,recent=44"}, {"h2o:heavy=24,recent=4,normalise=observers@90", "heavy=12@100"}));
    const auto parts = m_runs.finish(
        of({"streaming:sinks=4,recent=44"},
           {"h2o-mass+uniform:capacity=28,normalise=observers,recent=4,schedule=every-step@90", "capacity=16@100"}));
    const auto summed =
        m_runs.finish(of({"streaming:sinks=4,recent=44"}, {"h2o:heavy=24,recent=4@90", "heavy=12@100"}));
    QCOMPARE(firstOther(named->trace(0), parts->trace(0), kTokens), std::int64_t{-1});
    QVERIFY(firstOther(named->trace(0), summed->trace(0), kTokens) >= 90);  // the divisor decides here
}

void TakeOverTest::liveForkKeepsWhatIsDue() {
    const RunSpec spec = of({"streaming:sinks=4,recent=28"}, {"h2o:heavy=8,recent=8@100"});
    const auto run = m_runs.prefilled(spec);
    const auto fork = m_runs.forked(spec, *run);
    EngineRuns::finish(*run);
    EngineRuns::finish(*fork);
    QCOMPARE(QString::fromStdString(firstDifference(run->recording()->trace(0), fork->recording()->trace(0))),
             QString());
    QCOMPARE(run->recording()->trace(0).layer(kTokens - 1, 0).held, 16.0F);
}

void TakeOverTest::pruneEventsAreOfTheLastTokenThatSawEverything_data() {
    QTest::addColumn<QString>("policy");
    QTest::addColumn<QString>("change");
    QTest::addColumn<bool>("cacheRank");
    QTest::addColumn<int>("record");
    QTest::addColumn<int>("event");
    QTest::newRow("policy") << "streaming:sinks=4,recent=86" << QString() << false << 90 << 90;
    QTest::newRow("policy at ranks") << "streaming:sinks=4,recent=86" << QString() << true << 90 << 90;
    QTest::newRow("end of the prompt") << "streaming:sinks=4,recent=28" << QString() << false << 59 << 59;
    QTest::newRow("by hand") << "full"
                             << "evict=3,10-14@100" << false << 100 << 99;
    QTest::newRow("afresh") << "window-recompute:window=90" << QString() << false << 90 << 89;
    QTest::newRow("afresh at ranks") << "window-recompute:window=90" << QString() << true << 90 << 89;
    QTest::newRow("afresh behind the prompt") << "window-recompute:window=40" << QString() << false << 59 << 58;
}

/// Token event + 2 is the first that is predicted otherwise.
void TakeOverTest::pruneEventsAreOfTheLastTokenThatSawEverything() {
    QFETCH(QString, policy);
    QFETCH(QString, change);
    QFETCH(bool, cacheRank);
    QFETCH(int, record);
    QFETCH(int, event);
    std::vector<std::string> changes;
    if (!change.isEmpty()) {
        changes.push_back(change.toStdString());
    }
    RunSpec made = of({policy.toStdString()}, changes), full = of({"full"});
    made.positions = full.positions = cacheRank ? Positions::CacheRank : Positions::Original;
    const auto run = m_runs.finish(made);
    const auto whole = m_runs.finish(full);
    QCOMPARE(run->trace(0).pruneSteps().front(), record);
    const PruneSeries series = pruneSeries(*run, 0);
    QCOMPARE(series.events.front(), std::int64_t{event});
    QCOMPARE(series.records.front(), std::int64_t{record});
    const auto groups = series.groups();
    QCOMPARE(groups.front().windowBegin, std::int64_t{event} + 2);
    QCOMPARE(series.firstRecord(groups.front()), std::int64_t{record});
    QVERIFY(series.lastRecord(groups.front()) >= record);
    for (std::int64_t token = 1; token < kTokens; ++token) {
        if (run->trace(0).step(token).nll != whole->trace(0).step(token).nll) {
            QCOMPARE(token, std::int64_t{event} + 2);
            break;
        }
    }
}

QTEST_GUILESS_MAIN(TakeOverTest)
#include "take_over_test.moc"
