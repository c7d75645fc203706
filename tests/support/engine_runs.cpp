// SPDX-License-Identifier: Apache-2.0
#include "tests/support/engine_runs.h"

#include <bit>

#include "tests/support/require.h"

namespace kvw::test {

namespace {

bool same(double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

bool same(float a, float b) {
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

bool same(const std::vector<float>& a, const std::vector<float>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](float x, float y) { return same(x, y); });
}

std::string stepDifference(const StepRecord& a, const StepRecord& b) {
    if (a.step != b.step || a.position != b.position || a.tokenId != b.tokenId || a.phase != b.phase) {
        return "token";
    }
    if (!same(a.nll, b.nll)) {
        return "nll";
    }
    if (!same(a.nllFull, b.nllFull)) {
        return "nll_full";
    }
    if (!same(a.kl, b.kl)) {
        return "kl";
    }
    if (!same(a.entropyNext, b.entropyNext)) {
        return "entropy_next";
    }
    if (a.heldTotal != b.heldTotal || a.evictedNow != b.evictedNow) {
        return "held";
    }
    if (!same(a.keyError, b.keyError) || !same(a.valueError, b.valueError)) {
        return "coding error";
    }
    const bool bytes = a.bytesLive == b.bytesLive && a.bytesAllocated == b.bytesAllocated &&
                       a.bytesFull == b.bytesFull && a.bytesRead == b.bytesRead;
    return bytes ? std::string() : "bytes";
}

bool same(const LayerRecord& a, const LayerRecord& b) {
    return same(a.held, b.held) && same(a.budget, b.budget) && same(a.gini, b.gini) && same(a.entropy, b.entropy) &&
           same(a.variance, b.variance) && same(a.retainedMass, b.retainedMass) && same(a.capacity, b.capacity);
}

bool same(const EvictionRecord& a, const EvictionRecord& b) {
    return a.step == b.step && a.layer == b.layer && a.head == b.head && a.tokens == b.tokens &&
           same(a.scores, b.scores) && same(a.cut, b.cut) && a.reason == b.reason;
}

bool same(const CallRecord& a, const CallRecord& b) {
    return a.step == b.step && a.layer == b.layer && a.name == b.name && a.given == b.given && a.slots == b.slots &&
           a.held == b.held && a.after == b.after && a.budgetBefore == b.budgetBefore && a.budget == b.budget &&
           a.edits == b.edits && a.evicted == b.evicted && a.reason == b.reason && a.violation == b.violation;
}

}  // namespace

EngineRuns::EngineRuns()
    : m_engine(require(openEngine())),
      m_catalog(Catalog::scan({{std::filesystem::path(KVW_BINARY_DIR) / "lib/kvworkbench/policies",
                                std::filesystem::path(KVW_BINARY_DIR) / "tests/fixtures/plugins"},
                               std::filesystem::path(KVW_BINARY_DIR) / "tests/state/runs"})) {}

std::unique_ptr<Run> EngineRuns::start(const RunSpec& spec) {
    return require(m_engine->start(spec, m_catalog, {}));
}

std::unique_ptr<Run> EngineRuns::prefilled(const RunSpec& spec) {
    auto run = start(spec);
    require(run->prefill({}));
    return run;
}

std::unique_ptr<Run> EngineRuns::forked(const RunSpec& spec, Run& run) {
    const auto state = require(run.snapshot());
    auto fork = start(spec);
    require(fork->goOnFrom(*state, *run.recording()));
    require(fork->prefill({}));
    return fork;
}

std::shared_ptr<Recording> EngineRuns::finish(const RunSpec& spec) {
    const auto run = prefilled(spec);
    finish(*run);
    return run->recording();
}

void EngineRuns::finish(Run& run) {
    while (!run.finished()) {
        require(run.step());
    }
    run.close(RunState::Finished, {});
}

std::string firstDifference(const Trace& a, const Trace& b) {
    const TraceShape& shape = a.shape();
    if (a.steps() != b.steps() || shape.units != b.shape().units || shape.layers != b.shape().layers) {
        return "the traces have another shape";
    }
    for (std::int64_t s = 0; s < a.steps(); ++s) {
        if (const std::string column = stepDifference(a.step(s), b.step(s)); !column.empty()) {
            return column + " of step " + std::to_string(s);
        }
        for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
            for (std::int32_t unit = -1; unit < shape.units; ++unit) {
                if (!same(a.layer(s, layer, unit), b.layer(s, layer, unit))) {
                    return "layer " + std::to_string(layer) + ", unit " + std::to_string(unit) + " of step " +
                           std::to_string(s);
                }
            }
        }
    }
    if (a.evictions() != b.evictions()) {
        return "number of evictions";
    }
    for (std::int64_t i = 0; i < a.evictions(); ++i) {
        if (!same(a.eviction(i), b.eviction(i))) {
            return "eviction " + std::to_string(i);
        }
    }
    if (a.calls() != b.calls()) {
        return "number of calls";
    }
    for (std::int64_t i = 0; i < a.calls(); ++i) {
        if (!same(a.call(i), b.call(i))) {
            return "call " + std::to_string(i);
        }
    }
    return {};
}

}  // namespace kvw::test
