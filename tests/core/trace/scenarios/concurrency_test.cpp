// SPDX-License-Identifier: Apache-2.0
/// Readers that hammer the writer; meant for the thread sanitizer as much as for its own assertions.
#include <QtTest>
#include <algorithm>
#include <atomic>
#include <thread>

#include "core/trace/recording.h"
#include "tests/core/trace/support.h"

using namespace kvw;
using namespace kvw::tests;

namespace {

constexpr std::int32_t kSteps = 2500;
constexpr std::int32_t kWindow = 16;

void writeAll(Trace& trace) {
    const std::vector<std::vector<std::int32_t>> tokens{{0, 1, 2}, {3, 4}};
    for (std::int32_t step = 0; step < kSteps; ++step) {
        const auto value = static_cast<float>(step);
        const std::vector<std::vector<float>> probs{
            {value, value, value}, {value, value, value}, {value, value}, {value, value}};
        (void)trace.addRows(step, 1, tokens, probs);
        StepRecord record;
        record.step = step;
        record.tokenId = step * 3;
        (void)trace.addStep(record, fmt::format("token {}", step), layersOf(trace.shape(), step));
        if (step >= kWindow) {
            for (std::int32_t unit = 0; unit < 2; ++unit) {
                trace.addEviction(evictionOf(step, 0, unit, {step - kWindow}));
            }
        }
        if (step % 100 == 0) {
            trace.addEvent({step, "parameter", "x"});
        }
        trace.publish();
    }
}

/// Everything a reader may ask about the newest step; the number of contradictions.
int contradictions(const Trace& trace) {
    const std::int64_t steps = trace.steps();
    if (steps == 0) {
        return 0;
    }
    const std::int64_t last = steps - 1;
    const std::int64_t dropped = std::max<std::int64_t>(0, steps - kWindow);
    int wrong = 0;
    wrong += trace.step(last).tokenId != last * 3;
    wrong += trace.tokenText(last) != fmt::format("token {}", last);
    wrong += trace.layer(last, 1, 1).held != heldOf(last, 1, 1);
    wrong += trace.evictions() < 2 * dropped;
    wrong += trace.evictionsFrom(static_cast<std::int32_t>(steps)) < 2 * dropped;
    wrong += trace.events() < last / 100 + 1;
    const auto rows = trace.rows(last, 1);
    if (rows) {
        wrong += rows->heads[2].probs[1] != static_cast<float>(last);
    }
    const std::vector<std::int32_t> evicted = trace.evictedAt(last, 0, -1);
    wrong += std::ranges::count(evicted, -1) != std::min<std::int64_t>(steps, kWindow);
    return wrong;
}

}  // namespace

class ConcurrencyTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void readersSeeWholeSteps_data() {
        QTest::addColumn<qlonglong>("limit");
        QTest::newRow("all rows kept") << qlonglong{0};
        QTest::newRow("oldest rows dropped") << qlonglong{32768};
    }
    void readersSeeWholeSteps() {
        QFETCH(qlonglong, limit);
        Trace trace(smallShape(2, 2), {true, limit});
        std::atomic<int> wrong{0};
        std::atomic<int> looks{0};
        std::vector<std::thread> readers;
        for (int reader = 0; reader < 3; ++reader) {
            readers.emplace_back([&] {
                std::int64_t seen = 0;
                while (seen < kSteps) {
                    const std::int64_t now = trace.steps();
                    wrong += now < seen;
                    seen = now;
                    wrong += contradictions(trace);
                    ++looks;
                }
            });
        }
        writeAll(trace);
        for (std::thread& reader : readers) {
            reader.join();
        }
        QCOMPARE(wrong.load(), 0);
        QVERIFY(looks.load() >= 3);
        QCOMPARE(trace.steps(), std::int64_t{kSteps});
    }
    void aTraceMayBeForkedWhileItIsWritten() {
        Trace trace(smallShape(2, 2), {true, 65536});
        std::atomic<int> wrong{0};
        std::thread copier([&] {
            while (trace.steps() < kSteps) {
                const std::unique_ptr<Trace> copy = trace.fork();
                wrong += contradictions(*copy);
                (void)addStep(*copy, static_cast<std::int32_t>(copy->steps()));
                copy->publish();
            }
        });
        writeAll(trace);
        copier.join();
        QCOMPARE(wrong.load(), 0);
        QCOMPARE(contradictions(trace), 0);
    }
    void aRecordingMayBeReadWhileItIsWritten() {
        RunDescription run;
        run.lanes.resize(1);
        run.lanes[0].policyId = run.lanes[0].policyText = "full";
        Recording recording(run);
        recording.setTrace(0, std::make_unique<Trace>(smallShape(2, 2), Trace::Options{}));
        std::atomic<bool> summariesGrow{true};
        std::thread reader([&] {
            std::int64_t before = 0;
            while (recording.state() == RunState::Running) {
                const std::int64_t now = summarize(recording, 0)["tokens"].get<std::int64_t>();
                summariesGrow = summariesGrow && now >= before;
                before = now;
                (void)recording.problems();
            }
        });
        writeAll(recording.writer(0));
        recording.report({"Something was clamped.", 0, 1, 2, "snapkv"});
        recording.setTtft(0, 5);
        recording.setState(RunState::Finished);
        reader.join();
        QVERIFY(summariesGrow);
        QCOMPARE(summarize(recording, 0)["tokens"].get<int>(), kSteps);
        QCOMPARE(recording.problems().size(), std::size_t{1});
    }
};

QTEST_GUILESS_MAIN(ConcurrencyTest)
#include "concurrency_test.moc"
