// SPDX-License-Identifier: Apache-2.0
/// The contract scope of a run: the trace has every call of its policy, with what it was given and what it answered.
#include <QtTest>
#include <algorithm>
#include <limits>

#include "core/trace/token_score.h"
#include "tests/support/embedded.h"
#include "tests/support/engine_runs.h"

using namespace kvw;
using namespace kvw::test;

namespace {

constexpr std::int64_t kPrompt = 40, kTokens = 52;
constexpr std::int32_t kLayers = 6;  // of the embedded model

RunSpec spec(const std::string& policy, Capture capture = Capture::Rows) {
    RunSpec s;
    s.ids = embeddedIds("story", kTokens);
    s.promptTokens = kPrompt;
    s.policies = {policy};
    s.capture = capture;
    s.threads = 2;
    return s;
}

std::vector<CallRecord> callsOf(const Trace& trace, const std::string& name = {}) {
    std::vector<CallRecord> calls;
    for (std::int64_t i = 0; i < trace.calls(); ++i) {
        if (CallRecord call = trace.call(i); name.empty() || call.name == name) {
            calls.push_back(std::move(call));
        }
    }
    return calls;
}

}  // namespace

class CallsTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void everyCallOfAPolicyThatSelectsOnce() {
        const auto run = m_runs.finish(spec("snapkv:capacity=24,window=8"));
        const Trace& trace = run->trace(0);
        const auto layers = callsOf(trace, "prefillLayer");
        QCOMPARE(layers.size(), std::size_t{kLayers});
        for (std::int32_t layer = 0; layer < kLayers; ++layer) {
            const CallRecord& call = layers[static_cast<std::size_t>(layer)];
            QCOMPARE(call.layer, layer);
            QCOMPARE(call.step, std::int32_t{kPrompt - 1});
            QCOMPARE(call.held, kPrompt * trace.shape().units);
            QCOMPARE(call.after, call.held - call.evicted);
            QVERIFY(call.evicted > 0 && call.budget >= call.after);
            QVERIFY2(call.given.find("8 rows") != std::string::npos, call.given.c_str());
            QVERIFY(call.us > 0);
        }
        QCOMPARE(callsOf(trace, "step").size(), std::size_t{kTokens - kPrompt});
        QCOMPARE(callsOf(trace, "begin").size(), std::size_t{1});
        QCOMPARE(trace.call(0).step, -1);
    }
    void whatItAnsweredIsWhatWasEvicted_data() {
        QTest::addColumn<QString>("policy");
        QTest::newRow("heavy hitters") << "h2o:heavy=8,recent=8";
        QTest::newRow("a window") << "streaming:sinks=2,recent=16";
        QTest::newRow("layer after layer") << "cake:capacity=16,window=4";
    }
    void whatItAnsweredIsWhatWasEvicted() {
        QFETCH(QString, policy);
        const auto run = m_runs.finish(spec(policy.toStdString()));
        const Trace& trace = run->trace(0);
        std::int64_t asked = 0, evicted = 0;
        for (const CallRecord& call : callsOf(trace)) {
            asked += call.evicted;
            QVERIFY(call.violation.empty());
        }
        for (std::int64_t i = 0; i < trace.evictions(); ++i) {
            evicted += static_cast<std::int64_t>(trace.eviction(i).tokens.size());
        }
        QVERIFY(evicted > 0);
        QCOMPARE(asked, evicted);
        const auto steps = callsOf(trace, "step");
        QCOMPARE(steps.back().step, std::int32_t{kTokens - 1});
        for (std::size_t i = 1; i < steps.size(); ++i) {
            QCOMPARE(steps[i].held, steps[i - 1].after + kLayers * trace.shape().units);
        }
    }
    void aTurnedParameterIsACall() {
        const auto run = m_runs.finish(spec("streaming:sinks=2,recent=16/recent=8@45"));
        const auto calls = callsOf(run->trace(0), "set");
        QCOMPARE(calls.size(), std::size_t{1});
        QCOMPARE(calls[0].step, 45);
        QCOMPARE(calls[0].budgetBefore - calls[0].budget, std::int64_t{8 * kLayers});
    }
    void heldTokensHaveTheScoresOfTheLastSelection_data() {
        QTest::addColumn<QString>("policy");
        QTest::newRow("one set per KV head") << "h2o:heavy=8,recent=8";
        QTest::newRow("one selection") << "snapkv:capacity=24,window=8";
    }
    void heldTokensHaveTheScoresOfTheLastSelection() {
        QFETCH(QString, policy);
        const auto run = m_runs.finish(spec(policy.toStdString(), Capture::Maps));
        const Trace& trace = run->trace(0);
        QVERIFY(trace.evictions() > 0);
        for (std::int64_t i = 0; i < trace.evictions(); ++i) {
            const EvictionRecord record = trace.eviction(i);
            QVERIFY(!record.scores.empty());
            QCOMPARE(scoredStep(trace, record.step, record.layer, record.head), record.step);
            for (std::size_t t = 0; t < record.tokens.size(); ++t) {
                const auto of = tokenScore(trace, record.tokens[t], record.step, record.layer, record.head);
                QVERIFY(of.has_value());
                QCOMPARE(of->score, record.scores[t]);
                QVERIFY(of->rank > of->kept);  // the best stayed
            }
            // What stayed and was not protected has one, the lowest of them is the cut.
            const auto gone = trace.evictedAt(record.step, record.layer, record.head);
            float lowest = std::numeric_limits<float>::infinity();
            std::int32_t compared = 0, held = 0;
            for (std::int32_t token = 0; token < static_cast<std::int32_t>(gone.size()); ++token) {
                const bool stays = gone[static_cast<std::size_t>(token)] < 0;
                held += stays ? 1 : 0;
                const auto of = tokenScore(trace, token, record.step, record.layer, record.head);
                if (stays && of) {
                    ++compared;
                    lowest = std::min(lowest, of->score);
                    QVERIFY(of->rank <= of->kept);
                    QCOMPARE(of->kept + static_cast<std::int32_t>(record.tokens.size()), of->among);
                }
            }
            QCOMPARE(compared, held - 8);  // recent, or the window
            QCOMPARE(lowest, record.cut);
        }
    }
    void scoresOfEverySixteenthSelectionWithoutRows() {
        const auto run = m_runs.finish(spec("h2o:heavy=8,recent=8"));
        const Trace& trace = run->trace(0);
        std::vector<std::int64_t> steps;
        for (std::int64_t step = 0; step < trace.steps(); ++step) {
            if (trace.scores(step, 0)) {
                steps.push_back(step);
            }
        }
        QCOMPARE(steps, std::vector<std::int64_t>{kPrompt - 1});
    }
    void nothingIsRecordedWithoutCapture() {
        QCOMPARE(m_runs.finish(spec("h2o:heavy=8,recent=8", Capture::None))->trace(0).calls(), std::int64_t{0});
    }
    void lanesHaveTheCallsThatTheyHaveAlone() {
        RunSpec both = spec("full");
        both.policies = {"full", "h2o:heavy=8,recent=8"};
        const auto together = m_runs.finish(both);
        const auto alone = m_runs.finish(spec("h2o:heavy=8,recent=8"));
        const auto a = callsOf(together->trace(1)), b = callsOf(alone->trace(0));
        QVERIFY(std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const CallRecord& x, const CallRecord& y) {
            return x.name == y.name && x.step == y.step && x.layer == y.layer && x.given == y.given &&
                   x.held == y.held && x.after == y.after && x.evicted == y.evicted && x.budget == y.budget;
        }));
    }

 private:
    EngineRuns m_runs;
};

QTEST_GUILESS_MAIN(CallsTest)
#include "calls_test.moc"
