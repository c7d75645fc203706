// SPDX-License-Identifier: Apache-2.0
/// Lanes with noise in the last bits: small moves that seed and stream decide, whoever runs beside them.
#include <QtTest>

#include "core/analysis/overlap.h"
#include "core/session/spec/lane_choice.h"
#include "core/session/spec/run_changes.h"
#include "tests/core/engine/fork_runs.h"

using namespace kvw;
using namespace kvw::test;

namespace {

const std::string kPolicy = "snapkv:capacity=24,window=8";

/// The mean difference of NLL behind the prompt, without signs.
double apart(const Trace& a, const Trace& b) {
    double sum = 0;
    for (std::int64_t step = kPrompt; step < kTokens; ++step) {
        sum += std::abs(static_cast<double>(a.step(step).nll) - static_cast<double>(b.step(step).nll));
    }
    return sum / static_cast<double>(kTokens - kPrompt);
}

}  // namespace

class EngineJitterTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void noneIsNoNoise() {
        const auto plain = m_runs.finish(of({kPolicy})), none = m_runs.finish(of({kPolicy + "/jitter=none"}));
        QCOMPARE(firstDifference(plain->trace(0), none->trace(0)), std::string());
        QVERIFY(settingsOf(none->description(), 0).jitter.empty());
    }

    void theNoiseIsSmallAndRepeats_data() {
        QTest::addColumn<QString>("lane");
        QTest::addRow("layer by layer") << QString::fromStdString(kPolicy);
        QTest::addRow("in chunks") << "streaming:sinks=4,recent=28/prefill=streaming:16";
        QTest::addRow("ranks") << "streaming:sinks=4,recent=28/positions=cache-rank/prefill=streaming:1";
        QTest::addRow("afresh") << "window-recompute:window=32";
    }
    void theNoiseIsSmallAndRepeats() {
        QFETCH(QString, lane);
        const std::string text = lane.toStdString();
        const auto exact = m_runs.finish(of({text})), noisy = m_runs.finish(of({text + "/jitter=ulp:8"})),
                   again = m_runs.finish(of({text + "/jitter=ulp:8"})),
                   other = m_runs.finish(of({text + "/jitter=ulp:8:1"}));
        QCOMPARE(firstDifference(noisy->trace(0), again->trace(0)), std::string());
        QVERIFY(apart(exact->trace(0), noisy->trace(0)) > 0);
        QVERIFY(apart(other->trace(0), noisy->trace(0)) > 0);
        // 8 ulp are 1e-6 of a query; a token that falls the other way at a cut may move the NLL of some tokens further.
        QVERIFY(apart(exact->trace(0), noisy->trace(0)) < 0.05);
        const RunDescription& run = noisy->description();
        QCOMPARE(settingsOf(run, 0).jitter, std::string("ulp:8"));
        QVERIFY(run.specs[0].policies[0].ends_with("/jitter=ulp:8"));
    }

    void theSeedOfTheRunDrawsIt() {
        RunSpec spec = of({kPolicy + "/jitter=ulp:8"});
        const auto first = m_runs.finish(spec);
        spec.seed = 1;
        QVERIFY(apart(first->trace(0), m_runs.finish(spec)->trace(0)) > 0);
    }

    /// Lanes with the same noise share a prompt; others do not disturb them.
    void aLaneIsWhatItIsAlone() {
        const auto many = m_runs.finish(of({"full", kPolicy, kPolicy + "/jitter=ulp:8", "full/jitter=ulp:8"}));
        QCOMPARE(firstOther(many->trace(1), m_runs.finish(of({kPolicy}))->trace(0), kTokens), std::int64_t{-1});
        QCOMPARE(firstOther(many->trace(2), m_runs.finish(of({kPolicy + "/jitter=ulp:8"}))->trace(0), kTokens),
                 std::int64_t{-1});
        QCOMPARE(laneName(many->description().lanes[2]), many->description().lanes[2].policyText + " [jitter ulp:8]");
    }

    void forksGoOnWithIt() {
        const auto parent = m_runs.finish(of({"streaming:sinks=4,recent=28/jitter=ulp:8"}));
        const auto spec = forkSpec(*parent, 0, kFork, {*parseChange("recent=12", kFork)}, {});
        QVERIFY2(spec, spec ? "" : spec.error().sentence().c_str());
        const auto fork = m_runs.finish(*spec);
        QCOMPARE(settingsOf(fork->description(), 0).jitter, std::string("ulp:8"));
        QCOMPARE(firstOther(parent->trace(0), fork->trace(0), kFork), std::int64_t{-1});
    }

    void aDeviceHasNone() {
        RunSpec spec = of({"full/jitter=ulp:8"});
        spec.device = "emulated";
        const auto run = m_runs.engine().start(spec, m_runs.catalog(), {});
        QVERIFY(!run);
        QCOMPARE(run.error().code, Code::BadUsage);
        QVERIFY2(run.error().sentence().find("jitter=none") != std::string::npos, run.error().sentence().c_str());
    }

 private:
    EngineRuns m_runs;
};

QTEST_GUILESS_MAIN(EngineJitterTest)
#include "jitter_test.moc"
