// SPDX-License-Identifier: Apache-2.0
/// A prune event taken apart: what its branches hold, which phases their keys have, and what is refused.
#include "core/analysis/spike.h"

#include <QtTest>
#include <cmath>

#include "core/session/spec/run_changes.h"
#include "core/session/spec/spike_spec.h"
#include "tests/core/engine/fork_runs.h"

using namespace kvw;
using namespace kvw::test;

namespace {

/// Prunes 8 tokens at a time, so that an event stands alone.
constexpr const char* kLazy = "streaming:sinks=4,recent=28,prune-interval=8";

RunSpec ranked(const std::vector<std::string>& policies, Positions positions = Positions::CacheRank) {
    RunSpec spec = of(policies);
    spec.positions = positions;
    spec.capture = Capture::None;
    return spec;
}

/// The first step behind the prompt at which the policy evicted, with 8 quiet steps behind it.
std::int64_t eventOf(const Recording& recording, std::int32_t lane) {
    for (const std::int32_t step : recording.trace(lane).pruneSteps()) {
        if (step >= kPrompt && prunedAt(recording.trace(lane), step)) {
            return step;
        }
    }
    return -1;
}

/// Whether two traces have the same NLL for the tokens [begin, end).
bool sameNll(const Trace& a, const Trace& b, std::int64_t begin, std::int64_t end) {
    for (std::int64_t step = begin; step < end; ++step) {
        const double x = a.step(step).nll, y = b.step(step).nll;
        if (x != y && !(std::isnan(x) && std::isnan(y))) {
            return false;
        }
    }
    return true;
}

}  // namespace

class SpikeTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void branchesHoldAndTurnWhatTheySay_data();
    void branchesHoldAndTurnWhatTheySay();
    void whereKeysStayThereAreTwoBranches();
    void aGeneratedTextIsReadAgain();
    void partsAddUp();
    void whatCannotBeTakenApartIsRefused();

 private:
    EngineRuns m_runs;
};

void SpikeTest::branchesHoldAndTurnWhatTheySay_data() {
    QTest::addColumn<int>("keys");
    QTest::newRow("raw") << static_cast<int>(RankKeys::Raw);
    QTest::newRow("rotated") << static_cast<int>(RankKeys::Rotated);
}

void SpikeTest::branchesHoldAndTurnWhatTheySay() {
    QFETCH(int, keys);
    RunSpec spec = ranked({kLazy});
    spec.rankKeys = static_cast<RankKeys>(keys);
    const auto run = m_runs.finish(spec);
    const Trace& parent = run->trace(0);
    const std::int64_t event = eventOf(*run, 0);
    QVERIFY(event > 0);
    RunSpec like;
    like.ids = spec.ids;
    const auto asked = spikeSpec(*run, 0, event, 20, like);
    QVERIFY2(asked.has_value(), asked ? "" : asked.error().sentence().c_str());
    QCOMPARE(asked->policies.size(), std::size_t{4});
    const auto branches = m_runs.finish(*asked);
    const auto parts = spikeParts(*branches);
    QVERIFY(parts && parts->hasPhases());
    QCOMPARE(parts->step, event);
    QCOMPARE(parts->begin, event + 2);
    QCOMPARE(parts->end, std::min(event + 22, kTokens));
    const auto trace = [&](Pruning how) -> const Trace& { return branches->trace(parts->of(how)->lane); };
    const Trace &off = trace(Pruning::Off), &evicted = trace(Pruning::EvictOnly), &turned = trace(Pruning::PhasesOnly),
                &both = trace(Pruning::Once);
    // Up to the token that was predicted before anything left, all are the run itself.
    for (const Trace* branch : {&off, &evicted, &turned, &both}) {
        QVERIFY(sameNll(parent, *branch, 1, event + 2));
    }
    const std::int64_t next = event + 1;
    const auto phase = [next](const Trace& of) { return of.step(next).position; };
    const std::int64_t gone = off.step(event).heldTotal - both.step(event).heldTotal;
    QVERIFY(gone > 0);
    QCOMPARE(both.step(event).heldTotal, parent.step(event).heldTotal);
    QCOMPARE(phase(both), phase(parent));
    QCOMPARE(evicted.step(event).heldTotal, both.step(event).heldTotal);
    QCOMPARE(phase(evicted), phase(off));
    QCOMPARE(turned.step(event).heldTotal, off.step(event).heldTotal);
    QCOMPARE(phase(turned), phase(both));
    QVERIFY(phase(off) > phase(both));
    // Until the policy prunes again, both is the run; no branch prunes again.
    QVERIFY(sameNll(parent, both, 1, event + 3));
    for (const Trace* branch : {&off, &evicted, &turned, &both}) {
        QCOMPARE(branch->step(parts->end - 1).heldTotal - branch->step(event).heldTotal,
                 off.step(parts->end - 1).heldTotal - off.step(event).heldTotal);
    }
    // Each way to prune is another run.
    for (const Trace* branch : {&evicted, &turned, &both}) {
        QVERIFY(!sameNll(off, *branch, parts->begin, parts->end));
    }
    QVERIFY(!sameNll(evicted, both, parts->begin, parts->end));
    QVERIFY(!sameNll(turned, both, parts->begin, parts->end));
    // A branch is a text that makes it again.
    RunSpec alone = ranked({asked->policies[1]});
    alone.rankKeys = spec.rankKeys;
    alone.steps = asked->steps;
    QVERIFY(sameNll(m_runs.finish(alone)->trace(0), evicted, 1, parts->end));
}

void SpikeTest::whereKeysStayThereAreTwoBranches() {
    const auto run = m_runs.finish(ranked({"full", kLazy}, Positions::Original));
    const std::int64_t event = eventOf(*run, 1);
    RunSpec like;
    like.ids = run->description().tokenIds;
    const auto asked = spikeSpec(*run, 1, event, 12, like);
    QVERIFY2(asked.has_value(), asked ? "" : asked.error().sentence().c_str());
    QCOMPARE(asked->policies.size(), std::size_t{3});  // beside the full cache
    const auto parts = spikeParts(*m_runs.finish(*asked));
    QVERIFY(parts && !parts->hasPhases());
    QVERIFY(std::isfinite(parts->cost(Pruning::Once)));
    QVERIFY(std::isnan(parts->cost(Pruning::PhasesOnly)) && std::isnan(parts->interaction()));
    RunSpec wrong = ranked({std::string(kLazy) + "/prune=phases-only@80"}, Positions::Original);
    const auto refused = m_runs.engine().start(wrong, m_runs.catalog(), {});
    QVERIFY(!refused.has_value());
    QVERIFY(contains(refused.error().sentence(), "no eviction changes a phase"));
}

void SpikeTest::aGeneratedTextIsReadAgain() {
    RunSpec spec = ranked({kLazy});
    spec.ids->resize(static_cast<std::size_t>(kPrompt));
    spec.mode = Mode::Generate;
    spec.promptTokens = -1;
    spec.steps = 60;
    const auto run = m_runs.finish(spec);
    const std::int64_t event = eventOf(*run, 0);
    const auto asked = spikeSpec(*run, 0, event, 10, RunSpec{});
    QVERIFY2(asked.has_value(), asked ? "" : asked.error().sentence().c_str());
    const auto branches = m_runs.finish(*asked);
    QVERIFY(checkSameText(*run, *branches).has_value());
    const auto parts = spikeParts(*branches);
    QCOMPARE(parts->end - parts->begin, std::int64_t{10});
    QVERIFY(sameNll(run->trace(0), branches->trace(parts->of(Pruning::Once)->lane), kPrompt, event + 3));
}

void SpikeTest::partsAddUp() {
    SpikeParts parts;
    parts.branches = {{Pruning::Off, 0, {}, 1.0}, {Pruning::PhasesOnly, 1, {}, 1.25}, {Pruning::EvictOnly, 2, {}, 1.5},
                      {Pruning::Once, 3, {}, 2.0}};
    QCOMPARE(parts.cost(Pruning::EvictOnly), 0.5);
    QCOMPARE(parts.cost(Pruning::PhasesOnly), 0.25);
    QCOMPARE(parts.cost(Pruning::Once), 1.0);
    QCOMPARE(parts.interaction(), 0.25);
}

void SpikeTest::whatCannotBeTakenApartIsRefused() {
    const auto run = m_runs.finish(ranked({kLazy}));
    const std::int64_t event = eventOf(*run, 0);
    RunSpec like;
    like.ids = run->description().tokenIds;
    const auto says = [&](std::int64_t step, const char* part) {
        const auto refused = spikeSpec(*run, 0, step, 20, like);
        return !refused && contains(refused.error().sentence(), part);
    };
    QVERIFY(says(event + 1, "the policy evicted nothing at this step"));
    QVERIFY(says(event + 1, std::to_string(event).c_str()));
    QVERIFY(says(kPrompt - 1, "a prune of the prompt cannot be taken apart"));
    QVERIFY(!spikeSpec(*run, 3, event, 20, like).has_value());
    const auto largest = largestSpike(*run, 0);
    QVERIFY(largest && prunedAt(run->trace(0), largest->step) && largest->step >= kPrompt);
    QVERIFY(!spikeParts(*run).has_value());
    for (const char* then : {"/full@101", "/restore=3@101", "/prune=off@101"}) {
        const auto refused = m_runs.engine().start(ranked({std::string(kLazy) + "/prune=once@100" + then}),
                                                   m_runs.catalog(), {});
        QVERIFY2(!refused.has_value(), then);
        QVERIFY(contains(refused.error().sentence(), "behind a change of how the lane prunes"));
    }
    const auto both = m_runs.engine().start(ranked({std::string(kLazy) + "/h2o:heavy=8,recent=8@100/prune=off@100"}),
                                            m_runs.catalog(), {});
    QVERIFY(!both.has_value() && contains(both.error().sentence(), "a policy takes over with this token"));
    // A step without a prune has no parts, which the run says.
    const auto nothing = m_runs.finish(ranked({std::string(kLazy) + "/prune=once@" + std::to_string(event + 1)}));
    QVERIFY(std::ranges::any_of(nothing->problems(), [](const Recording::Problem& problem) {
        return problem.finding.code == "pruned-nothing";
    }));
}

QTEST_GUILESS_MAIN(SpikeTest)
#include "spike_test.moc"
