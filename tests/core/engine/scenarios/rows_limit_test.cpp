// SPDX-License-Identifier: Apache-2.0
/// Runs whose attention rows have a limit: the newest stay, and a warning says so.
#include <QtTest>
#include <algorithm>

#include "tests/support/embedded.h"
#include "tests/support/engine_runs.h"

using namespace kvw;
using namespace kvw::test;

namespace {

/// Lanes that say that rows were dropped.
int dropped(const Recording& recording) {
    const auto problems = recording.problems();
    return static_cast<int>(std::count_if(problems.begin(), problems.end(), [](const Recording::Problem& problem) {
        return problem.sentence().find("the oldest attention rows are dropped") != std::string::npos;
    }));
}

}  // namespace

class RowsLimitTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void limitedRowsAreTheNewest() {
        RunSpec s;
        s.ids = embeddedIds("story", 400);
        s.promptTokens = 200;
        s.policies = {"full", "streaming:sinks=4,recent=124"};
        s.capture = Capture::Maps;
        const auto whole = m_runs.finish(s);
        s.rowsLimit = 1;
        const auto limited = m_runs.finish(s);
        QCOMPARE(limited->description().rowsLimit, std::int64_t{1});
        QCOMPARE(dropped(*whole), 0);
        QCOMPARE(dropped(*limited), 2);
        for (int lane = 0; lane < 2; ++lane) {
            const Trace& trace = limited->trace(lane);
            const std::int64_t last = trace.steps() - 1;
            QVERIFY(trace.rowBytesStored() <= 1 << 19);
            QVERIFY(!trace.rows(0, 0) && !trace.rows(199, 0));
            QVERIFY(whole->trace(lane).rows(0, 0) && whole->trace(lane).rows(199, 0));
            for (std::int32_t layer = 0; layer < trace.shape().layers; ++layer) {
                const auto found = trace.rows(last, layer), expected = whole->trace(lane).rows(last, layer);
                QVERIFY(found && expected);
                QVERIFY(std::ranges::equal(found->heads.back().probs, expected->heads.back().probs));
            }
            QCOMPARE(firstDifference(trace, whole->trace(lane)), std::string());
        }
    }

    void lanesShareTheRowsOfAPrompt() {
        RunSpec s;
        s.ids = embeddedIds("story", 300);
        s.promptTokens = 250;
        s.policies = {"full", "streaming:sinks=4,recent=124"};
        s.capture = Capture::Maps;
        const auto run = m_runs.finish(s);
        const Trace &first = run->trace(0), &second = run->trace(1);
        QCOMPARE(first.ownRowBytesStored(), first.rowBytesStored());
        QVERIFY(2 * second.ownRowBytesStored() < second.rowBytesStored());
        s.policies = {"streaming:sinks=4,recent=124"};
        const auto alone = m_runs.finish(s);
        for (std::int64_t step = 0; step < 300; ++step) {
            for (std::int32_t layer = 0; layer < second.shape().layers; ++layer) {
                const auto found = second.rows(step, layer), expected = alone->trace(0).rows(step, layer);
                QVERIFY(found && expected);
                QVERIFY(std::ranges::equal(found->heads.back().probs, expected->heads.back().probs));
                QVERIFY(std::ranges::equal(found->heads.back().tokens, expected->heads.back().tokens));
            }
        }
    }

    /// A prompt whose rows take more than the limit has its newest rows, of every layer; one with fewer has all.
    void limitedRowsOfAPrompt() {
        RunSpec s;
        s.ids = embeddedIds("story", 300);
        s.promptTokens = 300;
        s.steps = 0;
        s.capture = Capture::Maps;
        s.rowsLimit = 2;
        const auto recording = m_runs.finish(s);
        const Trace& trace = recording->trace(0);
        for (std::int32_t layer = 0; layer < trace.shape().layers; ++layer) {
            QVERIFY(trace.rows(299, layer) && trace.rows(280, layer) && !trace.rows(0, layer));
        }
        QCOMPARE(dropped(*recording), 1);
        s.rowsLimit = 16;
        const auto whole = m_runs.finish(s);
        QVERIFY(whole->trace(0).rows(0, 0).has_value());
        QCOMPARE(dropped(*whole), 0);
    }

 private:
    EngineRuns m_runs;
};

QTEST_GUILESS_MAIN(RowsLimitTest)
#include "rows_limit_test.moc"
