// SPDX-License-Identifier: GPL-3.0-or-later
/// A made-up run that looks like one: NLL with spikes after prunes, budgets that differ by layer, attention with sinks.
#pragma once

#include <cmath>
#include <memory>
#include <numeric>

#include "core/trace/recording.h"

namespace kvw::tests {

struct PlotRun {
    std::int32_t steps = 400, prompt = 60, layers = 4, queryHeads = 4, units = 1;
    std::int32_t capacity = 96, every = 48;  ///< a prune when this many tokens are too many
    bool rows = true;
    bool withFull = true;     ///< lane 0 is full, lane 1 the policy
    bool generates = false;   ///< behind the prompt each lane writes its own, which the full one has not scored
    bool promptRows = false;  ///< rows of the whole prompt, and the memory of its prefill
    bool probe = false;       ///< stated at tokens 10 to 13, asked at 100 to 103, answered at 104 and 105
    bool scores = false;      ///< of each prune in layer 0: the newer a token, the higher; the first four not compared
};

/// Deterministic noise in [0, 1).
inline double noise(std::int64_t i) {
    const double x = std::sin(static_cast<double>(i) * 12.9898) * 43758.5453;
    return x - std::floor(x);
}

inline RunDescription plotDescription(const PlotRun& run) {
    RunDescription description;
    description.model = {"demo", "h", "llama", "f32", run.layers, run.queryHeads, 2,
                         16,     64,  512,     2048,  1000,       4000,           1024};
    description.textTitle = "A text";
    description.promptTokens = run.prompt;
    if (run.generates) {
        description.mode = "generate";
    }
    if (run.probe) {
        description.probes = {{"colour", "blue", 10, 14, 100, 104, 104, 106}};
    }
    description.capture = run.rows ? "maps" : "stats";
    description.commandLine = "kvw run --policy streaming:sinks=4,recent=92";
    for (std::int32_t token = 0; token < run.steps; ++token) {
        description.tokenIds.push_back(token);
        description.tokenTexts.push_back(" w" + std::to_string(token));
    }
    for (int lane = run.withFull ? 0 : 1; lane < 2; ++lane) {
        LaneInfo info;
        info.policyId = lane == 0 ? "full" : "streaming";
        info.policyVersion = "1.0.0";
        info.policyText = lane == 0 ? "full" : "streaming:sinks=4,recent=92";
        info.parameters = {{"sinks", 4}, {"recent", 92}};
        info.sinks = lane == 0 ? 0 : 4;
        info.recent = lane == 0 ? 0 : 92;
        description.lanes.push_back(info);
    }
    return description;
}

inline bool fillPlotLane(const PlotRun& run, Trace& trace, bool full) {
    std::vector<std::int32_t> held;
    std::int64_t sincePrune = 1000;
    bool good = true;
    for (std::int32_t t = 0; t < run.steps; ++t) {
        held.push_back(t);
        if (run.rows && (run.promptRows || t >= run.prompt - 1)) {
            for (std::int32_t layer = 0; layer < run.layers; ++layer) {
                std::vector<float> probs(held.size());
                for (std::size_t i = 0; i < held.size(); ++i) {
                    const double age = t - held[i];
                    probs[i] = static_cast<float>((held[i] < 2 ? 4.0 : 0.0) + std::exp(-age / (4.0 + 8 * layer)) +
                                                  0.02 * noise(held[i] + 7 * layer));
                }
                const float sum = std::accumulate(probs.begin(), probs.end(), 0.0F);
                for (float& p : probs) {
                    p /= sum;
                }
                good = good &&
                       trace
                           .addRows(t, layer,
                                    std::vector<std::vector<std::int32_t>>(static_cast<std::size_t>(run.units), held),
                                    std::vector<std::vector<float>>(static_cast<std::size_t>(run.queryHeads), probs))
                           .has_value();
            }
        }
        std::int64_t evicted = 0;
        const bool prunes =
            !full && t >= run.prompt && static_cast<std::int32_t>(held.size()) >= run.capacity + run.every;
        if (prunes) {
            const std::vector<std::int32_t> gone(held.begin() + 4, held.begin() + 4 + run.every);
            if (run.scores) {
                const std::vector<std::int32_t> compared(held.begin() + 4, held.end());
                const std::vector<std::vector<std::int32_t>> tokens(static_cast<std::size_t>(run.units), compared);
                const std::vector<std::vector<float>> scores(static_cast<std::size_t>(run.units),
                                                             std::vector<float>(compared.begin(), compared.end()));
                good = good && trace.addScores(t, 0, tokens, scores).has_value();
            }
            held.erase(held.begin() + 4, held.begin() + 4 + run.every);
            for (std::int32_t layer = 0; layer < run.layers; ++layer) {
                EvictionRecord record;
                record.step = t;
                record.layer = layer;
                record.tokens = gone;
                record.reason = "budget";
                trace.addEviction(std::move(record));
            }
            evicted = std::int64_t{run.every} * run.layers;
            sincePrune = 0;
        }
        StepRecord step;
        step.step = t;
        step.position = t;
        step.tokenId = t;
        step.phase = t < run.prompt ? Phase::Prefill : Phase::Decode;
        step.nllFull = t == 0 ? kMissing : 1.2 + 2.5 * noise(t) * noise(t + 13);
        step.nll = full || t == 0 ? step.nllFull
                                  : step.nllFull + 0.05 * noise(t + 5) +
                                        (sincePrune > 1 ? 1.6 * std::exp(-static_cast<double>(sincePrune - 2) / 5) : 0);
        step.kl = full ? 0 : step.nll - step.nllFull;
        if (!full && (!run.withFull || (run.generates && t >= run.prompt))) {
            step.nllFull = kMissing;
        }
        step.heldTotal = static_cast<std::int64_t>(held.size()) * run.layers;
        step.evictedNow = evicted;
        step.bytesLive = static_cast<std::int64_t>(held.size()) * 1024 * run.layers;
        step.bytesAllocated = std::int64_t{full ? run.steps : run.capacity + run.every} * 1024 * run.layers;
        step.bytesFull = std::int64_t{t + 1} * 1024 * run.layers;
        if (t >= run.prompt) {
            step.decodeMs = static_cast<float>(1.1 + 0.3 * noise(t));
            step.captureMs = 0.2F;
            step.policyMs = 0.1F;
            step.evictMs = prunes ? 0.6F : 0.02F;
        }
        std::vector<LayerRecord> layers;
        for (std::int32_t layer = 0; layer < run.layers; ++layer) {
            for (std::int32_t part = -1; part < trace.shape().parts(); ++part) {
                LayerRecord record;
                record.held = static_cast<float>(held.size()) * (1.0F - 0.1F * static_cast<float>(layer));
                record.budget = full ? static_cast<float>(t + 1)
                                     : static_cast<float>(run.capacity) * (1.0F - 0.1F * static_cast<float>(layer));
                record.gini = static_cast<float>(0.5 + 0.08 * layer + 0.04 * noise(t + layer + 1000 * (part + 1)));
                record.entropy = static_cast<float>(3.0 - 0.3 * layer + 0.2 * noise(t * 3 + layer));
                record.variance = static_cast<float>(0.002 * (layer + 1) * (0.5 + noise(t * 5 + layer)));
                layers.push_back(record);
            }
        }
        good = good && trace.addStep(step, " w" + std::to_string(t), layers).has_value();
        ++sincePrune;
    }
    for (std::int32_t layer = 0; run.promptRows && layer < run.layers; ++layer) {
        const std::int64_t live = std::int64_t{layer + 1} * run.prompt * 2 * 2 * 16 * 4;
        trace.addPassMemory({run.prompt - 1, layer, live, live, live});
    }
    trace.publish();
    return good;
}

/// Finished; null: the trace refused something.
inline std::shared_ptr<Recording> plotRecording(const PlotRun& run) {
    auto recording = std::make_shared<Recording>(plotDescription(run));
    bool good = true;
    for (std::int32_t lane = 0; lane < recording->lanes(); ++lane) {
        auto trace = std::make_unique<Trace>(TraceShape{run.layers, run.queryHeads, 2, 16, run.units},
                                             Trace::Options{.keepRows = run.rows});
        good = fillPlotLane(run, *trace, run.withFull && lane == 0) && good;
        recording->setTrace(lane, std::move(trace));
        recording->setTtft(lane, 43.5);
    }
    recording->setState(RunState::Finished);
    return good ? recording : nullptr;
}

}  // namespace kvw::tests
