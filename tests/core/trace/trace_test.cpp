// SPDX-License-Identifier: Apache-2.0
#include "core/trace/trace.h"

#include <QtTest>
#include <algorithm>
#include <map>
#include <random>
#include <utility>

#include "tests/core/trace/support.h"

using namespace kvw;
using namespace kvw::tests;

namespace {

/// Returns what `evictedAt` must say, straight from the records.
std::vector<std::int32_t> replayed(const Trace& trace, std::int64_t step, std::int32_t layer, std::int32_t unit) {
    const std::int32_t units = trace.shape().units;
    std::vector<std::map<std::int32_t, std::int32_t>> dropped(static_cast<std::size_t>(units));
    for (std::int64_t i = 0; i < trace.evictions(); ++i) {
        const EvictionRecord record = trace.eviction(i);
        if (record.layer != layer || record.step > step) {
            continue;
        }
        for (std::int32_t u = 0; u < units; ++u) {
            if (record.head == -1 || record.head == u) {
                for (const std::int32_t token : record.tokens) {
                    dropped[static_cast<std::size_t>(u)].try_emplace(token, record.step);
                }
            }
        }
    }
    std::vector<std::int32_t> result;
    for (std::int32_t token = 0; token <= step; ++token) {
        std::int32_t latest = -1;
        bool held = false;
        for (std::int32_t u = 0; u < units; ++u) {
            if (unit == -1 || unit == u) {
                const auto found = dropped[static_cast<std::size_t>(u)].find(token);
                held = held || found == dropped[static_cast<std::size_t>(u)].end();
                latest = held ? -1 : std::max(latest, found->second);
            }
        }
        result.push_back(held ? -1 : latest);
    }
    return result;
}

/// Random drops, each token once per (layer, unit), sometimes of a whole layer.
void fillWithRandomEvictions(Trace& trace, std::int32_t steps, unsigned seed) {
    std::mt19937 random(seed);
    const TraceShape& shape = trace.shape();
    std::vector<std::vector<std::int32_t>> held(static_cast<std::size_t>(shape.layers * shape.units));
    for (std::int32_t step = 0; step < steps; ++step) {
        QVERIFY(addStep(trace, step));
        for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
            for (std::int32_t unit = 0; unit < shape.units; ++unit) {
                auto& tokens = held[static_cast<std::size_t>(layer * shape.units + unit)];
                tokens.push_back(step);
                std::vector<std::int32_t> gone;
                while (random() % 3 == 0 && !tokens.empty()) {
                    const auto victim = tokens.begin() + static_cast<std::ptrdiff_t>(random() % tokens.size());
                    gone.push_back(*victim);
                    tokens.erase(victim);
                }
                if (!gone.empty()) {
                    std::ranges::sort(gone);
                    trace.addEviction(evictionOf(step, layer, shape.units == 1 ? -1 : unit, gone));
                }
            }
        }
        if (random() % 4 == 0) {
            trace.publish();
        }
    }
    trace.publish();
}

}  // namespace

class TraceTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void nothingIsVisibleBeforePublish() {
        Trace trace(smallShape(), {});
        QVERIFY(addStep(trace, 0));
        trace.addEviction(evictionOf(0, 0, 0, {0}));
        trace.addEvent({0, "parameter", "recent = 4"});
        QCOMPARE(trace.steps(), 0);
        QCOMPARE(trace.evictions(), 0);
        QCOMPARE(trace.events(), 0);
        QVERIFY(trace.pruneSteps().empty());
        trace.publish();
        QCOMPARE(trace.steps(), 1);
        QCOMPARE(trace.evictions(), 1);
        QCOMPARE(trace.events(), 1);
        QCOMPARE(trace.event(0).text, std::string("recent = 4"));
    }
    void everyColumnComesBack() {
        Trace trace(smallShape(3, 2), {});
        StepRecord step;
        step.step = 0;
        step.tokenId = 42;
        step.phase = Phase::Decode;
        step.nll = 1.5;
        step.decodeMs = 1;
        step.captureMs = 2;
        step.policyMs = 3;
        step.evictMs = 4;
        const std::string bytes("\0\xff", 2);
        QVERIFY(trace.addStep(step, bytes, layersOf(trace.shape(), 0)).has_value());
        QVERIFY(addStep(trace, 1));
        trace.publish();
        QCOMPARE(trace.step(0).tokenId, 42);
        QCOMPARE(trace.step(0).nll, 1.5);
        QCOMPARE(trace.step(0).ms(), 10.0F);
        QCOMPARE(std::string(trace.tokenText(0)), bytes);
        for (std::int64_t at = 0; at < 2; ++at) {
            for (std::int32_t layer = 0; layer < 3; ++layer) {
                for (std::int32_t unit = -1; unit < 2; ++unit) {
                    QCOMPARE(trace.layer(at, layer, unit).held, heldOf(at, layer, unit));
                }
            }
        }
    }
    void callsComeBackAndForksHaveThoseOfTheirSteps() {
        Trace trace(smallShape(), {});
        CallRecord begin;
        begin.name = "begin";
        trace.addCall(begin);
        for (std::int32_t step = 0; step < 3; ++step) {
            QVERIFY(addStep(trace, step));
            trace.addCall(
                {step, -1, "step", "1 row", 16, 12, 10, 40, 20, 1, 2, "score", step == 2 ? "twice" : "", 3.5F});
            QCOMPARE(trace.calls(), std::int64_t{step == 0 ? 0 : step + 1});
            trace.publish();
        }
        QCOMPARE(trace.calls(), std::int64_t{4});
        QCOMPARE(trace.call(0).name, std::string("begin"));
        QCOMPARE(trace.call(0).step, -1);
        QCOMPARE(trace.call(0).budget, std::int64_t{-1});
        const CallRecord last = trace.call(3);
        QCOMPARE(last.name + last.given + last.reason + last.violation.english(), std::string("step1 rowscoretwice"));
        QCOMPARE(last.budgetBefore - last.budget, std::int64_t{20});
        QCOMPARE(last.slots + last.held + last.after + last.edits + last.evicted, std::int64_t{41});
        QCOMPARE(last.us, 3.5F);
        QVERIFY(trace.callBroken(3) && !trace.callBroken(2));
        QCOMPARE(trace.callsFrom(-1), std::int64_t{0});
        QCOMPARE(trace.callsFrom(1), std::int64_t{2});
        QCOMPARE(trace.callsFrom(9), std::int64_t{4});
        const auto fork = trace.fork(2);
        QCOMPARE(fork->calls(), std::int64_t{3});
        QCOMPARE(fork->call(2).step, 1);
        // The call that broke the run off has no step: a copy has it, a fork that goes on has not.
        trace.addCall({3, -1, "step", "1 row", 16, 12, 12, 40, 40, 1, 2, "", "twice", 1});
        trace.addEvent({3, "problem", "twice"});
        trace.publish();
        QCOMPARE(trace.fork()->calls(), std::int64_t{5});
        QCOMPARE(trace.fork()->events(), std::int64_t{1});
        QCOMPARE(trace.fork(3)->calls(), std::int64_t{4});
        QCOMPARE(trace.fork(3)->events(), std::int64_t{0});
    }
    void undefinedStaysUndefined() {
        Trace trace(smallShape(), {});
        QVERIFY(addStep(trace, 0));
        trace.publish();
        QVERIFY(std::isnan(trace.step(0).nll));
        QVERIFY(std::isnan(trace.layer(0, 0).gini));
    }
    void aStepOutOfOrderIsRefused() {
        Trace trace(smallShape(), {});
        StepRecord step;
        step.step = 1;
        const auto added = trace.addStep(step, "x", layersOf(trace.shape(), 1));
        QVERIFY(!added.has_value());
        QCOMPARE(added.error().sentence(), std::string("trace: a step is out of order; found 1, expected 0."));
        trace.publish();
        QCOMPARE(trace.steps(), 0);
    }
    void aWrongNumberOfLayerRecordsIsRefused() {
        Trace trace(smallShape(2, 2), {});
        const std::vector<LayerRecord> layers(5);
        const auto added = trace.addStep({}, "x", layers);
        QVERIFY(!added.has_value());
        QCOMPARE(added.error().found.english(), std::string("5"));
        QCOMPARE(added.error().expected.english(), std::string("6"));
    }
    void aPendingStepCanBeCompletedOnce() {
        Trace trace(smallShape(), {});
        QCOMPARE(trace.pending(0), nullptr);
        QVERIFY(addStep(trace, 0));
        QVERIFY(trace.pending(0) != nullptr);
        trace.pending(0)->kl = 0.25;
        trace.publish();
        QCOMPARE(trace.step(0).kl, 0.25);
        QCOMPARE(trace.pending(0), nullptr);
    }
    void evictionsOfABatchAreOrderedByStep() {
        Trace trace(smallShape(), {});
        for (std::int32_t step = 0; step < 4; ++step) {
            QVERIFY(addStep(trace, step));
        }
        trace.addEviction(evictionOf(3, 0, 0, {0}));
        trace.addEviction(evictionOf(1, 1, 0, {0}));
        trace.addEviction(evictionOf(3, 1, 1, {2}));
        trace.publish();
        QCOMPARE(trace.eviction(0).step, 1);
        QCOMPARE(trace.eviction(1).layer, 0);
        QCOMPARE(trace.eviction(2).layer, 1);
        QCOMPARE(trace.pruneSteps(), (std::vector<std::int32_t>{1, 3}));
        QCOMPARE(trace.evictionsFrom(0), 0);
        QCOMPARE(trace.evictionsFrom(1), 0);
        QCOMPARE(trace.evictionsFrom(2), 1);
        QCOMPARE(trace.evictionsFrom(4), 3);
    }
    void aLayerHoldsATokenWhileAnyUnitDoes() {
        Trace trace(smallShape(1, 2), {});
        for (std::int32_t step = 0; step < 4; ++step) {
            QVERIFY(addStep(trace, step));
        }
        trace.addEviction(evictionOf(1, 0, 0, {0}));
        trace.addEviction(evictionOf(3, 0, 1, {0}));
        trace.publish();
        QCOMPARE(trace.evictedAt(2, 0, 0), (std::vector<std::int32_t>{1, -1, -1}));
        QCOMPARE(trace.evictedAt(2, 0, 1), (std::vector<std::int32_t>{-1, -1, -1}));
        QCOMPARE(trace.evictedAt(2, 0, -1), (std::vector<std::int32_t>{-1, -1, -1}));
        QCOMPARE(trace.evictedAt(3, 0, -1), (std::vector<std::int32_t>{3, -1, -1, -1}));
    }
    void whatIsPutBackCanLeaveAgain() {
        Trace trace(smallShape(1, 2), {});
        for (std::int32_t step = 0; step < 10; ++step) {
            QVERIFY(addStep(trace, step));
            if (step == 4 || step == 8) {
                trace.addEvent({step, "hand", "restore=1"});
            }
            if (step == 5) {  // taken and put back before token 5
                trace.addEvent({5, "hand", "evict=0"});
                trace.addEviction(evictionOf(5, 0, -1, {0}));
                trace.addEvent({5, "hand", "restore=0"});
            }
            if (step == 9) {
                trace.addEvent({9, "hand", "evict=1"});
            }
            if (step == 2 || step == 9) {
                trace.addEviction(evictionOf(step, 0, -1, {1}));
            }
            if (step == 6 || step == 7) {
                trace.addEviction(evictionOf(step, 0, step - 6, {1}));
            }
            trace.publish();
        }
        const auto droppedOf = [](const Trace& of, std::int32_t unit, std::size_t token) {
            std::vector<std::int32_t> dropped;
            for (std::int64_t step = 1; step < of.steps(); ++step) {
                dropped.push_back(of.evictedAt(step, 0, unit)[token]);
            }
            return dropped;
        };
        const std::unique_ptr<Trace> copy = trace.fork();
        for (const Trace* of : {&std::as_const(trace), static_cast<const Trace*>(copy.get())}) {
            QCOMPARE(droppedOf(*of, 0, 1), (std::vector<std::int32_t>{-1, 2, 2, -1, -1, 6, 6, -1, 9}));
            QCOMPARE(droppedOf(*of, 1, 1), (std::vector<std::int32_t>{-1, 2, 2, -1, -1, -1, 7, -1, 9}));
            QCOMPARE(droppedOf(*of, -1, 1), (std::vector<std::int32_t>{-1, 2, 2, -1, -1, -1, 7, -1, 9}));
            QCOMPARE(droppedOf(*of, 0, 0), std::vector<std::int32_t>(9, -1));
        }
    }
    void tokensThatDoNotExistAreOnlyRecorded() {
        Trace trace(smallShape(1, 1), {});
        QVERIFY(addStep(trace, 0));
        trace.addEviction(evictionOf(0, 0, -1, {-5, 1, 2000000000}));
        trace.addEviction(evictionOf(0, 7, -1, {0}));
        trace.publish();
        QCOMPARE(trace.evictions(), 2);
        QCOMPARE(trace.evictedAt(0, 0, 0), std::vector<std::int32_t>{-1});
    }
    void evictedAtIsTheReplay_data() {
        QTest::addColumn<int>("layers");
        QTest::addColumn<int>("units");
        QTest::addColumn<unsigned>("seed");
        QTest::newRow("one keep-set per layer") << 3 << 1 << 1U;
        QTest::newRow("per KV head") << 2 << 2 << 2U;
        QTest::newRow("per query head") << 2 << 4 << 3U;
    }
    void evictedAtIsTheReplay() {
        QFETCH(int, layers);
        QFETCH(int, units);
        QFETCH(unsigned, seed);
        Trace trace(smallShape(layers, units), {});
        fillWithRandomEvictions(trace, 120, seed);
        QVERIFY(trace.evictions() > 50);
        for (std::int64_t step = 0; step < trace.steps(); step += 7) {
            for (std::int32_t layer = 0; layer < layers; ++layer) {
                for (std::int32_t unit = -1; unit < units; ++unit) {
                    QCOMPARE(trace.evictedAt(step, layer, unit), replayed(trace, step, layer, unit));
                }
            }
        }
    }
    void aHundredThousandSteps() {
        const TraceShape shape = smallShape(2, 1);
        constexpr std::int32_t steps = 100000;
        constexpr std::int32_t window = 256;
        Trace trace(shape, {});
        for (std::int32_t step = 0; step < steps; ++step) {
            QVERIFY(addStep(trace, step));
            if (step >= window) {
                trace.addEviction(evictionOf(step, 0, -1, {step - window}));
            }
            trace.publish();
        }
        QCOMPARE(trace.steps(), std::int64_t{steps});
        QCOMPARE(trace.evictions(), std::int64_t{steps - window});
        QCOMPARE(trace.evictionsFrom(50000), std::int64_t{50000 - window});
        QCOMPARE(trace.layer(99999, 1, 0).held, heldOf(99999, 1, 0));
        const std::vector<std::int32_t> middle = trace.evictedAt(50000, 0, 0);
        QCOMPARE(middle.size(), std::size_t{50001});
        QCOMPARE(std::ranges::count(middle, -1), window);
        QCOMPARE(middle[50000 - window], 50000);
        QCOMPARE(std::ranges::count(trace.evictedAt(99999, 1, 0), -1), steps);
    }
    void aForkGoesItsOwnWay() {
        Trace trace(smallShape(), {});
        fillWithRandomEvictions(trace, 40, 5);
        trace.addEvent({39, "parameter", "a"});
        trace.publish();
        QVERIFY(addStep(trace, 40));  // not published: not part of the fork
        const std::unique_ptr<Trace> copy = trace.fork();
        QCOMPARE(copy->steps(), 40);
        QCOMPARE(copy->evictions(), trace.evictions());
        QCOMPARE(copy->events(), 1);
        QCOMPARE(copy->pruneSteps(), trace.pruneSteps());
        QCOMPARE(copy->evictedAt(39, 1, 1), trace.evictedAt(39, 1, 1));
        QCOMPARE(copy->layer(39, 1, 1).held, heldOf(39, 1, 1));
        QVERIFY(addStep(*copy, 40));
        copy->addEviction(evictionOf(40, 0, 0, {40}));
        copy->publish();
        trace.publish();
        QCOMPARE(copy->evictedAt(40, 0, 0)[40], 40);
        QCOMPARE(trace.evictedAt(40, 0, 0)[40], -1);
    }
};

QTEST_GUILESS_MAIN(TraceTest)
#include "trace_test.moc"
