// SPDX-License-Identifier: Apache-2.0
#include "tests/support/fake_engine.h"

#include <algorithm>

#include "core/model/text/document.h"
#include "core/policy/host/refusal.h"
#include "core/session/spec/command_line.h"
#include "core/session/spec/run_changes.h"

namespace kvw::tests {

RunDescription fakeDescription(const FakeShape& shape) {
    RunDescription description;
    description.model.name = shape.model;
    description.model.layers = shape.layers;
    description.model.queryHeads = shape.queryHeads;
    description.model.kvHeads = shape.kvHeads;
    description.model.kvBytesPerToken = 1536;
    description.textTitle = "a fake text";
    description.promptTokens = shape.prompt;
    description.mode = shape.generates ? "generate" : "teacher";
    for (std::int32_t token = 0; token < shape.tokens; ++token) {
        description.tokenIds.push_back(token);
        description.tokenTexts.push_back(token % 17 == 16 ? "\n" : " w" + std::to_string(token));
    }
    if (shape.tokens > 60) {
        description.probes.push_back({"home of Gazo", "Zirudale", 5, 9, 50, 54, 54, 56});
    }
    for (std::int32_t lane = 0; lane < shape.lanes; ++lane) {
        LaneInfo info;
        info.policyId = lane == 0 ? "full" : "streaming";
        info.policyVersion = "1.0.0";
        info.policyText = lane == 0 ? "full" : "streaming:sinks=4,recent=32";
        info.sinks = lane == 0 ? 0 : shape.sinks;
        info.recent = lane == 0 ? 0 : shape.recent;
        description.lanes.push_back(info);
    }
    return description;
}

void addFakeStep(const FakeShape& shape, Trace& trace, std::int32_t lane, std::int32_t step, const std::string& text) {
    const bool evicts = lane > 0 && step >= shape.sinks + shape.recent;
    const std::int32_t held = evicts ? shape.sinks + shape.recent : step + 1;
    const std::int32_t stored = std::max(shape.units, shape.kvHeads);
    StepRecord record;
    record.step = step;
    record.position = step;
    record.tokenId = step;
    record.phase = step < shape.prompt ? Phase::Prefill : Phase::Decode;
    const bool forked = lane > 0 && lane == shape.lanes - 1 && shape.forkedAt >= 0 && step >= shape.forkedAt;
    record.nll = step == 0 ? kMissing : forked ? 2.125 : 2.0 + 0.25 * lane - (lane > 0 ? shape.below : 0);
    if (forked && shape.partsAt >= 0 && step >= shape.partsAt) {
        record.tokenId += 1000;
        record.nll = 9;
    }
    record.nllFull = step == 0 ? kMissing : 2.0;
    record.kl = step == 0 ? kMissing : 0.125 * lane;
    record.entropyNext = 1.5;
    record.heldTotal = std::int64_t{held} * shape.layers * stored;
    record.evictedNow = evicts ? std::int64_t{shape.layers} * stored : 0;
    record.bytesLive = held * 1536;
    record.bytesAllocated = (held + 8) * 1536;
    record.bytesFull = (step + 1) * 1536;
    record.decodeMs = 1;
    std::vector<LayerRecord> layers;
    for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
        for (std::int32_t part = -1; part < trace.shape().parts(); ++part) {
            LayerRecord values;
            values.held = static_cast<float>(held);
            values.budget = static_cast<float>(lane == 0 ? step + 1 : shape.sinks + shape.recent);
            values.gini = 0.1F * static_cast<float>(layer + 1);
            values.entropy = 2.0F;
            values.variance = 0.01F;
            values.retainedMass = lane == 0 ? 1.0F : 0.9F;
            layers.push_back(values);
        }
    }
    static_cast<void>(trace.addStep(record, text, layers));
    for (std::int32_t layer = 0; evicts && layer < shape.layers; ++layer) {
        for (std::int32_t unit = 0; unit < shape.units; ++unit) {
            EvictionRecord eviction;
            eviction.step = step;
            eviction.layer = layer;
            eviction.head = shape.units == 1 ? -1 : unit;
            eviction.tokens = {step - shape.recent};
            eviction.scores = {0.125F};
            eviction.cut = 0.25F;
            eviction.reason = "window";
            trace.addEviction(std::move(eviction));
        }
    }
    if (shape.rows && lane >= shape.firstWithRows) {
        std::vector<std::int32_t> tokens;
        for (std::int32_t token = 0; token <= step; ++token) {
            if (lane == 0 || token < shape.sinks || token > step - shape.recent - 1) {
                tokens.push_back(token);
            }
        }
        const std::vector<std::vector<std::int32_t>> units(static_cast<std::size_t>(shape.units), tokens);
        const std::vector<std::vector<float>> probs(
            static_cast<std::size_t>(shape.queryHeads),
            std::vector<float>(tokens.size(), 1.0F / static_cast<float>(tokens.size())));
        for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
            static_cast<void>(trace.addRows(step, layer, units, probs));
        }
    }
    trace.publish();
}

std::shared_ptr<Recording> makeFakeRecording(const FakeShape& shape, const RunSpec& spec) {
    RunDescription description = fakeDescription(shape);
    description.specs = {recordedSpec(spec)};
    description.commandLine = commandLine(description.specs);
    const auto chain = parseChain(spec.policies.back());
    const bool forked = chain && !chain->changes.empty();
    for (LaneInfo& lane : description.lanes) {
        lane.given = {{"text", lane.policyText}};
    }
    if (forked) {
        const RunChange& last = chain->changes.back();
        description.lanes.back().given = {
            {"text", spec.policies.back()},
            {"fork", {{"step", last.step}, {"changes", whatChanges(last)}, {"parent", chain->policy}}}};
    }
    auto recording = std::make_shared<Recording>(std::move(description));
    for (std::int32_t lane = 0; lane < shape.lanes; ++lane) {
        const TraceShape traceShape{shape.layers, shape.queryHeads, shape.kvHeads, 16, shape.units};
        recording->setTrace(lane, std::make_unique<Trace>(traceShape, Trace::Options{shape.rows, 0}));
    }
    return recording;
}

void addFakeSteps(const FakeShape& shape, Recording& recording, std::int32_t from, std::int32_t to) {
    for (std::int32_t step = from; step < to; ++step) {
        for (std::int32_t lane = 0; lane < shape.lanes; ++lane) {
            addFakeStep(shape, recording.writer(lane), lane, step,
                        recording.description().tokenTexts[static_cast<std::size_t>(step)]);
        }
    }
}

std::shared_ptr<Recording> filledFakeRecording(const FakeShape& shape, std::int32_t steps) {
    auto recording = makeFakeRecording(shape);
    addFakeSteps(shape, *recording, 0, steps);
    recording->setState(RunState::Finished);
    return recording;
}

namespace {

/// A fork has the lanes that were asked for, and one that reads what was generated goes no other way.
FakeShape asAsked(FakeShape shape, const RunSpec& spec) {
    if (shape.generates && spec.mode == Mode::Teacher && spec.ids) {
        shape.generates = false;
        shape.partsAt = -1;
        shape.tokens = static_cast<std::int32_t>(spec.ids->size());
    }
    const auto chain = parseChain(spec.policies.back());
    shape.lanes = chain && !chain->changes.empty() ? static_cast<std::int32_t>(spec.policies.size()) : shape.lanes;
    return shape;
}

}  // namespace

FakeRun::FakeRun(const FakeShape& shape, const RunSpec& spec)
    : m_shape(asAsked(shape, spec)), m_recording(makeFakeRecording(m_shape, spec)) {
    const auto chain = parseChain(spec.policies.back());
    if (chain && !chain->changes.empty()) {
        m_changes = chain->changes;
        m_shape.forkedAt = static_cast<std::int32_t>(m_changes.back().step);
    }
}

std::shared_ptr<Recording> FakeRun::recording() const {
    return m_recording;
}

Result<void> FakeRun::prefill(const ProgressSink&) {
    m_position = std::max(m_shape.prompt, m_shape.forkedAt);
    addFakeSteps(m_shape, *m_recording, 0, static_cast<std::int32_t>(m_position));
    return {};
}

Result<void> FakeRun::step() {
    if (m_position == m_shape.prompt && m_shape.problem != Finding()) {
        m_recording->report({m_shape.problem, 1, -1, m_shape.prompt, "streaming"});
    }
    for (const RunChange& change : m_changes) {
        if (change.step == m_position && byHand(change.kind)) {
            m_recording->writer(m_shape.lanes - 1)
                .addEvent({static_cast<std::int32_t>(m_position), "hand", whatChanges(change)});
            if (change.kind == RunChange::Kind::Restore) {
                m_recording->writer(m_shape.lanes - 1)
                    .addEvent({static_cast<std::int32_t>(m_position), "next", "\" b\" 2.0 % → 63.1 %"});
            }
        }
    }
    addFakeSteps(m_shape, *m_recording, static_cast<std::int32_t>(m_position),
                 static_cast<std::int32_t>(m_position) + 1);
    ++m_position;
    return {};
}

bool FakeRun::finished() const {
    return m_position >= m_shape.tokens;
}

std::int64_t FakeRun::position() const {
    return m_position;
}

std::int64_t FakeRun::total() const {
    return m_shape.tokens;
}

Result<void> FakeRun::setParameter(std::int32_t lane, const std::string& name, const std::string& value) {
    if (name == "capture") {
        m_recording->writer(lane).addEvent({static_cast<std::int32_t>(m_position), name, name + " = " + value});
        return {};
    }
    m_recording->report({name + " is now " + value, lane, -1, -1, "fake"});
    return {};
}

void FakeRun::cancel() noexcept {}

void FakeRun::close(RunState state, const Phrase& message) {
    m_recording->setState(state, message);
}

FakeEngine::FakeEngine(FakeShape shape) : m_shape(std::move(shape)) {}

Result<void> FakeEngine::loadModel(const std::filesystem::path& folder, const ProgressSink&) {
    m_directory = folder.empty() ? embeddedModelDir().value_or(std::filesystem::path()) : folder;
    return {};
}

const ModelInfo& FakeEngine::model() const {
    return m_model;
}

void FakeEngine::setThreads(int threads) {
    m_threads = threads;
}

int FakeEngine::threads() const {
    return m_threads;
}

Result<std::unique_ptr<Run>> FakeEngine::start(const RunSpec& spec, const Catalog&, const ProgressSink& progress) {
    if (auto loaded = loadModel(spec.model, progress); !loaded) {
        return tl::unexpected(loaded.error());
    }
    return std::make_unique<FakeRun>(m_shape, spec);
}

Result<void> FakeEngine::logits(std::span<const std::int32_t>,
                                const std::function<Result<void>(std::span<const float>)>&) {
    return {};
}

Result<ConformanceResult> FakeEngine::conformance(const std::filesystem::path&, const Catalog&, const std::string&) {
    return ConformanceResult{};
}

std::vector<PluginEntry> FakeEngine::probePlugins(const Catalog&) {
    return {};
}

Result<void> FakeEngine::reloadPlugin(const PluginEntry& entry, const Catalog&) {
    if (entry.manifest.id == "h2o") {
        return refusal::refused(refusal::kOtherBuild,
                                fail(Code::BadInput, entry.manifest.id, "the plugin was built with another libtorch"));
    }
    return {};
}

Result<std::string> FakeEngine::caseOf(const CaseRequest& request, const Catalog&, const ProgressSink& progress,
                                       const std::stop_token& stop) {
    const auto text = caseText(request);
    if (!text) {
        return tl::unexpected(text.error());
    }
    progress({request.step / 2, request.step + 1, "tokens again"});
    if (stop.stop_requested()) {
        return fail(Code::Cancelled, "case", "stopped on request");
    }
    return nlohmann::json{{"lane", request.lane}, {"tokens", text->ids.size()}, {"policy", text->policy}}.dump() + "\n";
}

Result<nlohmann::ordered_json> FakeEngine::bench(const BenchRequest&, const Catalog&, const ProgressSink&) {
    return nlohmann::ordered_json{};
}

Result<nlohmann::ordered_json> FakeEngine::checkPolicy(const std::string&, const Catalog&, const ProgressSink&) {
    return nlohmann::ordered_json();
}

std::function<Result<std::unique_ptr<Engine>>()> fakeEngine(const FakeShape& shape) {
    return [shape]() -> Result<std::unique_ptr<Engine>> { return std::make_unique<FakeEngine>(shape); };
}

PluginPaths fakePlugins(const std::filesystem::path& folder, const std::filesystem::path& state) {
    PluginPaths paths;
    paths.folders = {folder};
    paths.stateFolder = state;
    return paths;
}

}  // namespace kvw::tests
