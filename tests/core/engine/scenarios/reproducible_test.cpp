// SPDX-License-Identifier: Apache-2.0
/// The same bits twice, with any number of threads, and after a fork.
#include <QtTest>

#include "tests/support/embedded.h"
#include "tests/support/engine_runs.h"

using namespace kvw;
using namespace kvw::test;

namespace {

RunSpec spec() {
    RunSpec s;
    s.ids = embeddedIds("needle", 220);
    s.policies = {"full",
                  "streaming:sinks=4,recent=28",
                  "h2o:heavy=16,recent=16",
                  "tova:capacity=40",
                  "keydiff:capacity=96,schedule=every-step",
                  "kivi:residual=32",
                  "tova:capacity=40@kivi:bits=4,group=8,residual=16",
                  "snapkv:capacity=48,window=8,granularity=query-head@kivi:group=16,residual=16"};
    s.promptTokens = 120;
    s.threads = 1;
    return s;
}

std::string difference(const Recording& a, const Recording& b) {
    for (std::int32_t lane = 0; lane < a.lanes(); ++lane) {
        if (const std::string found = firstDifference(a.trace(lane), b.trace(lane)); !found.empty()) {
            return "lane " + std::to_string(lane) + ": " + found;
        }
    }
    return {};
}

}  // namespace

class ReproducibleTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void sameRunTwice_data() { spaces(); }
    void sameRunTwice();
    void anyNumberOfThreads_data() { spaces(); }
    void anyNumberOfThreads();
    void threadsThatShareHeads_data();
    void threadsThatShareHeads();
    void anotherThreadCountInBetween();
    void forkContinuesAlike();
    void forkIsIndependent();
    void forkOfASampledRun();

 private:
    static void spaces() {
        QTest::addColumn<bool>("cacheRank");
        QTest::addColumn<bool>("streaming");
        QTest::addRow("original, layer-major") << false << false;
        QTest::addRow("cache-rank, layer-major") << true << false;
        QTest::addRow("original, streaming") << false << true;
        QTest::addRow("cache-rank, streaming") << true << true;
    }
    static RunSpec specOfRow() {
        QFETCH(bool, cacheRank);
        QFETCH(bool, streaming);
        RunSpec s = spec();
        s.positions = cacheRank ? Positions::CacheRank : Positions::Original;
        s.streamingPrefill = streaming;
        s.chunk = 16;
        if (streaming) {
            s.policies.pop_back();  // snapkv needs the whole prompt
        }
        return s;
    }
    EngineRuns m_runs;
};

void ReproducibleTest::sameRunTwice() {
    RunSpec s = specOfRow();
    s.threads = 2;
    const auto first = m_runs.finish(s);
    const auto second = m_runs.finish(s);
    QCOMPARE(first->trace(1).steps(), std::int64_t{220});
    QVERIFY(first->trace(1).evictions() > 0);
    QCOMPARE(difference(*first, *second), std::string());
}

void ReproducibleTest::anyNumberOfThreads() {
    RunSpec s = specOfRow();
    s.threads = 1;
    const auto one = m_runs.finish(s);
    QCOMPARE(m_runs.engine().threads(), 1);
    s.threads = 2;
    const auto two = m_runs.finish(s);
    QCOMPARE(m_runs.engine().threads(), 2);
    s.threads = 5;
    const auto five = m_runs.finish(s);
    QCOMPARE(difference(*one, *two), std::string());
    QCOMPARE(difference(*one, *five), std::string());
}

void ReproducibleTest::threadsThatShareHeads_data() {
    QTest::addColumn<bool>("cacheRank");
    QTest::addRow("original") << false;
    QTest::addRow("cache-rank") << true;
}

/// Above 512 slots a head is shared by threads if these cannot take the same number of heads each.
void ReproducibleTest::threadsThatShareHeads() {
    QFETCH(bool, cacheRank);
    RunSpec s;
    s.ids = embeddedIds("story", 640);
    s.policies = {"full", "streaming:sinks=4,recent=580", "h2o:heavy=300,recent=290"};
    s.promptTokens = 560;
    s.positions = cacheRank ? Positions::CacheRank : Positions::Original;
    s.threads = 1;
    const auto one = m_runs.finish(s);
    QVERIFY(one->trace(0).shape().kvHeads % 3 != 0);
    QVERIFY(one->trace(1).evictions() > 0);
    s.threads = 3;
    const auto three = m_runs.finish(s);
    QCOMPARE(m_runs.engine().threads(), 3);
    QCOMPARE(difference(*one, *three), std::string());
}

/// A run under way keeps the threads it was started with, whatever the engine is told since.
void ReproducibleTest::anotherThreadCountInBetween() {
    RunSpec s = spec();
    s.threads = 2;
    const auto undisturbed = m_runs.finish(s);
    const auto run = m_runs.prefilled(s);
    QVERIFY(run->step());
    m_runs.engine().setThreads(1);
    RunSpec other = spec();
    other.threads = 3;
    (void)m_runs.finish(other);
    const auto fork = m_runs.forked(s, *run);
    EngineRuns::finish(*run);
    EngineRuns::finish(*fork);
    QCOMPARE(difference(*run->recording(), *undisturbed), std::string());
    QCOMPARE(difference(*fork->recording(), *undisturbed), std::string());
}

void ReproducibleTest::forkContinuesAlike() {
    const auto unforked = m_runs.finish(spec());
    const auto run = m_runs.prefilled(spec());
    for (int i = 0; i < 40; ++i) {
        QVERIFY(run->step());
    }
    const auto fork = m_runs.forked(spec(), *run);
    QCOMPARE(fork->position(), run->position());
    QCOMPARE(fork->total(), run->total());
    QCOMPARE(difference(*run->recording(), *fork->recording()), std::string());
    // In turns, so that shared state would show.
    while (!run->finished()) {
        QVERIFY(run->step());
        QVERIFY(fork->step());
    }
    EngineRuns::finish(*run);
    EngineRuns::finish(*fork);
    QCOMPARE(difference(*run->recording(), *fork->recording()), std::string());
    QCOMPARE(difference(*run->recording(), *unforked), std::string());
}

void ReproducibleTest::forkIsIndependent() {
    const auto unforked = m_runs.finish(spec());
    auto run = m_runs.prefilled(spec());
    for (int i = 0; i < 20; ++i) {
        QVERIFY(run->step());
    }
    const auto fork = m_runs.forked(spec(), *run);
    QVERIFY(fork->setParameter(1, "recent", "12"));
    QVERIFY(fork->setParameter(2, "heavy", "4"));
    EngineRuns::finish(*fork);
    EngineRuns::finish(*run);
    QCOMPARE(difference(*run->recording(), *unforked), std::string());
    QVERIFY(!firstDifference(run->recording()->trace(1), fork->recording()->trace(1)).empty());
    // The other way round: what happens to the original, its end included, leaves the fork alone.
    run = m_runs.prefilled(spec());
    const auto second = m_runs.forked(spec(), *run);
    QVERIFY(run->setParameter(1, "recent", "12"));
    QVERIFY(run->step());
    run->cancel();
    run.reset();
    EngineRuns::finish(*second);
    QCOMPARE(difference(*second->recording(), *unforked), std::string());
}

void ReproducibleTest::forkOfASampledRun() {
    RunSpec s = spec();
    s.mode = Mode::Generate;
    s.promptTokens = 60;
    s.questionTokens = 0;
    s.steps = 60;
    s.sampling = {0.9, 40, 0.95};
    s.seed = 11;
    const auto run = m_runs.prefilled(s);
    for (int i = 0; i < 20; ++i) {
        QVERIFY(run->step());
    }
    const auto fork = m_runs.forked(s, *run);
    EngineRuns::finish(*run);
    EngineRuns::finish(*fork);
    QCOMPARE(difference(*run->recording(), *fork->recording()), std::string());
}

QTEST_GUILESS_MAIN(ReproducibleTest)
#include "reproducible_test.moc"
