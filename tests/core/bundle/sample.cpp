// SPDX-License-Identifier: Apache-2.0
#include "tests/core/bundle/sample.h"

#include <fstream>
#include <numeric>
#include <sstream>

namespace kvw::sample {
namespace {

constexpr std::int32_t kLayers = 2, kQueryHeads = 4, kPrompt = 10, kCapacity = 12;

RunDescription description(const Options& options) {
    RunDescription run;
    run.model = {"sample", std::string(64, 'a'), "llama", "f32", kLayers, kQueryHeads, 2, 8, 32, 100, 512, 1234, 4936,
                 256};
    run.tokenizerHash = std::string(64, 'b');
    run.textTitle = "A text, with a \"title\"";
    run.textHash = std::string(64, 'c');
    for (std::int32_t i = 0; i < options.steps + 3; ++i) {
        run.tokenIds.push_back(i % 50);
        run.tokenTexts.push_back(i % 7 == 3   ? std::string("\xC3,\"\n")
                                 : i % 7 == 4 ? std::string("é")
                                              : "t" + std::to_string(i));
    }
    run.probes = {{"colour", "blue", 2, 5, 20, 24, 24, 26}};
    run.promptTokens = kPrompt;
    run.mode = options.generated ? "generate" : "teacher";
    run.seed = 7;
    run.environment = {{"cpu", "sample"}, {"threads", 2}};
    run.commandLine = "kvw run --policy streaming";
    run.startedAt = options.slowness == 1 ? "2025-01-01T00:00:00Z" : "2025-02-02T00:00:00Z";
    for (std::int32_t lane = 0; lane < options.lanes; ++lane) {
        LaneInfo info;
        info.policyId = lane == 0 && options.lanes > 1 ? "full" : "streaming";
        info.policyVersion = "1.0.0";
        info.policyText = info.policyId + ":sinks=2" + (options.planned ? "/recent=12@15" : "");
        info.parameters = {{"sinks", 2}, {"recent", kCapacity - 2}, {"scale", 0.5}};
        info.given = {{"sinks", 2}};
        info.sinks = 2;
        info.recent = kCapacity - 2;
        run.lanes.push_back(info);
    }
    return run;
}

void fill(Trace& trace, const RunDescription& run, const Options& options, bool full) {
    const std::int32_t units = options.units;
    std::vector<std::int32_t> held;
    for (std::int32_t t = 0; t < options.steps; ++t) {
        held.push_back(t);
        const std::vector<std::vector<std::int32_t>> tokens(static_cast<std::size_t>(units), held);
        const std::vector<std::vector<float>> probs(
            kQueryHeads, std::vector<float>(held.size(), 1.0F / static_cast<float>(held.size())));
        const bool prune = !full && static_cast<std::int32_t>(held.size()) > kCapacity;
        if (prune) {
            for (std::int32_t layer = 0; layer < kLayers; ++layer) {
                for (std::int32_t unit = 0; unit < units; ++unit) {
                    trace.addEviction({t,
                                       layer,
                                       units == 1 ? -1 : unit,
                                       {held[2]},
                                       {0.1F},
                                       layer == 0 ? 0.3F : kMissingF,
                                       "recency"});
                }
            }
        }
        const auto kept = static_cast<std::int64_t>(held.size()) - (prune ? 1 : 0);
        StepRecord step;
        step.step = step.position = t;
        step.tokenId = run.tokenIds[static_cast<std::size_t>(t)];
        step.phase = t < kPrompt ? Phase::Prefill : Phase::Decode;
        step.nll = t == 0 ? kMissing : 1.0 / (t + 1) + (full ? 0 : 0.1);
        step.nllFull = t == 0 || options.lanes == 1 ? kMissing : 1.0 / (t + 1);
        step.kl = options.lanes == 1 ? kMissing : 0.001 * t;
        step.entropyNext = 0.1 * t;
        step.heldTotal = kept * kLayers * 2;
        step.evictedNow = prune ? kLayers * 2 : 0;
        step.bytesLive = step.heldTotal * 64;
        step.bytesAllocated = step.bytesLive + 4096;
        step.bytesRead = options.reads && t >= kPrompt ? step.bytesLive / 2 + t : -1;
        step.keyError = options.coded && t >= kPrompt ? 0.01F * static_cast<float>(t) : kMissingF;
        step.valueError = 2 * step.keyError;
        step.bytesFull = (t + 1) * kLayers * 2 * 64;
        step.decodeMs = static_cast<float>(0.3 * options.slowness);
        step.policyMs = static_cast<float>(0.1 * options.slowness);
        LayerRecord record{static_cast<float>(kept),
                           kCapacity,
                           0.1F * static_cast<float>(t % 9),
                           0.7F,
                           kMissingF,
                           kMissingF,
                           t + 1 < kPrompt ? kMissingF : static_cast<float>(kept + 3)};
        const std::vector<LayerRecord> layers(static_cast<std::size_t>(kLayers * (trace.shape().parts() + 1)), record);
        (void)trace.addStep(step, run.tokenTexts[static_cast<std::size_t>(t)], layers);
        for (std::int32_t layer = 0; layer < kLayers; ++layer) {
            (void)trace.addRows(t, layer, tokens, probs);
        }
        if (t == 4 || t == kPrompt - 1) {
            for (std::int32_t layer = 0; layer < kLayers; ++layer) {
                trace.addPassMemory({t, layer, 64 * (layer + 1) * t, 4096 + 64 * t, 8192});
            }
        }
        if (t == 0) {
            trace.addCall({-1, -1, "begin", "", 0, 0, 0, -1, -1, 0, 0, "", "", 1});
        }
        if (t >= kPrompt) {
            trace.addCall({t, -1, "step", "1 row, keys", kCapacity + 1, step.heldTotal + step.evictedNow,
                           step.heldTotal, kCapacity, t == 15 ? kCapacity - 1 : kCapacity, prune ? 1 : 0,
                           step.evictedNow, prune ? "recency,\nold" : "", "",
                           static_cast<float>(2.5 * options.slowness)});
        }
        if (t == 15) {
            trace.addEvent({t, "parameter", "recent = 12"});
        }
        trace.publish();
        if (prune) {
            held.erase(held.begin() + 2);
        }
    }
}

}  // namespace

std::shared_ptr<Recording> recording(const Options& options) {
    const RunDescription run = description(options);
    auto result = std::make_shared<Recording>(run);
    for (std::int32_t lane = 0; lane < options.lanes; ++lane) {
        const bool full = options.lanes > 1 && lane == 0;
        auto trace =
            std::make_unique<Trace>(TraceShape{kLayers, kQueryHeads, 2, 8, options.units}, Trace::Options{true, 0});
        fill(*trace, run, options, full);
        result->setTrace(lane, std::move(trace));
        result->setTtft(lane, 12.5 * options.slowness);
        result->report({"Slack has no effect while Max_Drop is 0.", lane, 1, 12, "streaming", 3});
    }
    result->setState(RunState::Finished);
    return result;
}

std::string slurp(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

void spill(const std::filesystem::path& file, const std::string& text) {
    std::ofstream(file, std::ios::binary | std::ios::trunc) << text;
}

std::map<std::string, std::string> contents(const std::filesystem::path& folder) {
    std::map<std::string, std::string> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file()) {
            files[entry.path().lexically_relative(folder).generic_string()] = slurp(entry.path());
        }
    }
    return files;
}

}  // namespace kvw::sample
