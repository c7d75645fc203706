// SPDX-License-Identifier: Apache-2.0
/// The contract scope of a run: the trace has every call of its policy, with what it was given and what it answered.
#include <QtTest>
#include <algorithm>
#include <limits>

#include "core/analysis/token_score.h"
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

/// A later record of the same step is about the same tokens' layer and head.
bool cutAgain(const Trace& trace, std::int64_t at) {
    const EvictionRecord record = trace.eviction(at);
    for (std::int64_t i = at + 1; i < trace.evictionsFrom(record.step + 1); ++i) {
        if (const EvictionRecord later = trace.eviction(i); later.layer == record.layer && later.head == record.head) {
            return true;
        }
    }
    return false;
}

/// Steps with scores of a layer.
std::vector<std::int64_t> scoredSteps(const Trace& trace, std::int32_t layer) {
    std::vector<std::int64_t> steps;
    for (std::int64_t step = 0; step < trace.steps(); ++step) {
        if (trace.scores(step, layer)) {
            steps.push_back(step);
        }
    }
    return steps;
}

}  // namespace

class CallLogTest : public QObject {
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
        // The first call tells what the policy asked for.
        QVERIFY2(trace.call(0).given.starts_with(std::string(kAskedFor) + "one set per"), trace.call(0).given.c_str());
        QVERIFY(trace.call(0).given.find("the last 8 rows") != std::string::npos);
        QCOMPARE(trace.callName(0), std::string("begin"));
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
        QTest::addColumn<int>("protectedTokens");
        QTest::newRow("one set per KV head") << "h2o:heavy=8,recent=8" << 8;
        QTest::newRow("one selection") << "snapkv:capacity=24,window=8" << 8;
        QTest::newRow("a layer several times in a step") << "cake:capacity=16,window=4" << 4;
    }
    void heldTokensHaveTheScoresOfTheLastSelection() {
        QFETCH(QString, policy);
        QFETCH(int, protectedTokens);
        const auto run = m_runs.finish(spec(policy.toStdString(), Capture::Maps));
        const Trace& trace = run->trace(0);
        QVERIFY(trace.evictions() > 0);
        for (std::int64_t i = 0; i < trace.evictions(); ++i) {
            const EvictionRecord record = trace.eviction(i);
            QVERIFY(!record.scores.empty());
            if (cutAgain(trace, i)) {
                continue;  // another selection of the step is the last
            }
            for (std::size_t t = 0; t < record.tokens.size(); ++t) {
                const auto of = tokenScore(trace, record.tokens[t], record.step, record.layer, record.head);
                QVERIFY(of.has_value());
                QCOMPARE(of->step, record.step);
                QCOMPARE(of->score, record.scores[t]);
                QVERIFY(of->rank > of->kept);  // the best stayed
            }
            // A token that stayed and was not protected has a score; the lowest of these is the cut.
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
            QCOMPARE(compared, held - protectedTokens);  // recent, or the window
            QCOMPARE(lowest, record.cut);
        }
    }
    void scoresOfEverySixteenthSelectionWithoutRows() {
        RunSpec longer = spec("h2o:heavy=8,recent=8");
        longer.ids = embeddedIds("story", kPrompt + 20);
        QCOMPARE(scoredSteps(m_runs.finish(longer)->trace(0), 0),
                 (std::vector<std::int64_t>{kPrompt - 1, kPrompt + 15}));
    }
    void theFirstSelectionOfAShortRunIsKept() {
        RunSpec small = spec("h2o:heavy=4,recent=4");
        small.ids = embeddedIds("story", 18);
        small.promptTokens = 4;
        const auto run = m_runs.finish(small);
        QCOMPARE(run->trace(0).eviction(0).step, 8);
        QCOMPARE(scoredSteps(run->trace(0), 0), (std::vector<std::int64_t>{8}));
    }
    void aReaderIsCalledForEveryStep() {
        const auto run = m_runs.finish(spec("quest:budget=16,page=8/budget=24@45"));
        const Trace& trace = run->trace(0);
        const auto pages = callsOf(trace, "pages");
        QCOMPARE(pages.size(), std::size_t{kTokens - kPrompt});  // all layers of a step are one call
        for (std::size_t i = 0; i < pages.size(); ++i) {
            QCOMPARE(pages[i].step, static_cast<std::int32_t>(kPrompt) + static_cast<std::int32_t>(i));
            QCOMPARE(pages[i].slots, pages[i].step + 1);
            QCOMPARE(pages[i].held, (pages[i].step + 1) * kLayers * trace.shape().units);
            QCOMPARE(pages[i].layer, -1);
            QCOMPARE(pages[i].given, std::string("query, bounds of pages of 8 tokens"));  // one text for all
            QVERIFY(pages[i].us > 0);
        }
        const auto set = callsOf(trace, "set");
        QCOMPARE(set.size(), std::size_t{1});
        QCOMPARE(set[0].step, 45);
        // Only the reader is asked to begin: the policy beside it keeps everything, and nobody asked for one.
        const auto begin = callsOf(trace, "begin");
        QCOMPARE(begin.size(), std::size_t{1});
        QVERIFY(begin[0].given.starts_with("quest "));
        QCOMPARE(trace.calls(), static_cast<std::int64_t>(pages.size()) + 2);
    }
    void aCodecIsCalledForWhatItCodes() {
        const auto alone = m_runs.finish(spec("kivi:bits=4,group=8,residual=16"));
        QVERIFY(callsOf(alone->trace(0), "step").empty());
        const auto coded = callsOf(alone->trace(0), "encode");
        std::vector<std::int32_t> layers;
        for (const CallRecord& call : coded) {
            QVERIFY2(call.given.find("groups") != std::string::npos, call.given.c_str());
            QVERIFY(call.us > 0 && call.held > 0);
            if (call.step == kPrompt - 1) {
                layers.push_back(call.layer);
            }
        }
        QCOMPARE(layers, (std::vector<std::int32_t>{0, 1, 2, 3, 4, 5}));
        QVERIFY(coded.back().step > kPrompt && coded.back().layer == -1);
        // Under a policy both have theirs.
        const auto both = m_runs.finish(spec("streaming:sinks=2,recent=30@kivi:bits=4,group=8,residual=16"));
        QCOMPARE(callsOf(both->trace(0), "step").size(), std::size_t{kTokens - kPrompt});
        QVERIFY(!callsOf(both->trace(0), "encode").empty());
        QCOMPARE(callsOf(both->trace(0), "begin").size(), std::size_t{2});
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

QTEST_GUILESS_MAIN(CallLogTest)
#include "call_log_test.moc"
