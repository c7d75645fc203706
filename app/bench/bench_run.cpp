// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/bench_run.h"

#include <array>
#include <chrono>
#include <cmath>

#include "app/bench/bench_engine.h"

namespace kvw::wb {

namespace {

constexpr std::int32_t kLayers = 4, kHeads = 4, kSinks = 4, kRecent = 252, kEvery = 16;
constexpr std::int64_t kPrompt = 1000, kSteps = 4 * kLongRun;
constexpr std::chrono::microseconds kPace{500};

double noise(std::int64_t at) {
    const double x = std::sin(static_cast<double>(at) * 12.9898) * 43758.5453;
    return x - std::floor(x);
}

std::string pieceOf(std::int64_t token) {
    constexpr std::array<const char*, 8> kPieces{" the", " cache", " keeps", " what", " is", " read", ",", ".\n"};
    return kPieces[static_cast<std::size_t>(noise(token) * 8)];
}

RunDescription describe() {
    RunDescription description;
    description.model = {"bench", "", "none", "f32", kLayers, kHeads, kHeads, 16, 64, 512, kSteps, 0, 0, 1024};
    description.textTitle = "a long text";
    description.promptTokens = kPrompt;
    description.capture = "maps";
    for (std::int64_t token = 0; token < kSteps; ++token) {
        description.tokenIds.push_back(static_cast<std::int32_t>(token % 512));
        description.tokenTexts.push_back(pieceOf(token));
    }
    LaneInfo full;
    full.policyId = full.policyText = "full";
    LaneInfo recent;
    recent.policyId = "streaming";
    recent.policyText = "streaming:sinks=4,recent=252,prune-interval=16";
    recent.sinks = kSinks;
    recent.recent = kRecent;
    description.lanes = {full, recent};
    return description;
}

/// Lane 0 keeps everything. Lane 1 prunes every 16 steps, after which its NLL has a spike, and records attention rows
/// of decoded steps.
class LongRun : public MadeRun {
 public:
    /// `atOnce`: number of steps recorded by prefill. `rowsFrom`: the first step whose rows are recorded.
    LongRun(std::int64_t atOnce, std::int64_t rowsFrom) : MadeRun(describe()), m_atOnce(atOnce), m_rowsFrom(rowsFrom) {
        for (std::int32_t lane = 0; lane < 2; ++lane) {
            recorded().setTrace(lane, std::make_unique<Trace>(TraceShape{kLayers, kHeads, kHeads, 16, 1},
                                                              Trace::Options{lane == 1, 0}));
        }
    }
    Result<void> prefill(const ProgressSink&) override {
        while (m_position < m_atOnce) {
            KVW_TRY(add());
        }
        return {};
    }
    Result<void> step() override {
        const auto until = std::chrono::steady_clock::now() + kPace;
        auto added = add();
        while (std::chrono::steady_clock::now() < until) {
        }
        return added;
    }
    bool finished() const override { return m_position >= kSteps; }
    std::int64_t position() const override { return m_position; }
    std::int64_t total() const override { return kSteps; }

 private:
    Result<void> add() {
        return add(0).and_then([this] { return add(1); }).and_then([this]() -> Result<void> {
            ++m_position;
            return {};
        });
    }
    Result<void> add(std::int32_t lane) {
        Trace& trace = recorded().writer(lane);
        const auto now = static_cast<std::int32_t>(m_position);
        if (lane == 1) {
            m_held.push_back(now);
        }
        const bool prunes = lane == 1 && m_held.size() >= kSinks + kRecent + kEvery;
        StepRecord step;
        step.step = step.position = now;
        step.tokenId = now % 512;
        step.phase = now < kPrompt ? Phase::Prefill : Phase::Decode;
        step.nllFull = now == 0 ? kMissing : 1.2 + 2.5 * noise(now) * noise(now + 13);
        step.nll = step.nllFull + (lane == 0 ? 0 : 0.1 * noise(now + 5) + (m_sincePrune < 3 ? 1.5 : 0));
        step.kl = lane == 0 ? 0 : 0.1 * noise(now + 7);
        const auto held = lane == 0 ? m_position + 1 : static_cast<std::int64_t>(m_held.size()) - (prunes ? kEvery : 0);
        step.heldTotal = held * kLayers;
        step.evictedNow = prunes ? kEvery * kLayers : 0;
        step.bytesLive = held * 1024;
        step.bytesAllocated = (held + 64) * 1024;
        step.bytesFull = (m_position + 1) * 1024;
        step.decodeMs = 0.4F;
        step.captureMs = step.policyMs = 0.05F;
        std::vector<LayerRecord> layers;
        for (std::int32_t i = 0; i < kLayers * (kHeads + 1); ++i) {
            const auto value = static_cast<float>(noise(now + i));
            layers.push_back({static_cast<float>(held), static_cast<float>(lane == 0 ? held : kSinks + kRecent),
                              0.4F + 0.3F * value, 2 + value, 0.01F * value, lane == 0 ? 1 : 0.9F});
        }
        if (lane == 1 && now >= m_rowsFrom) {
            const std::vector<std::vector<std::int32_t>> units{m_held};
            const std::vector<std::vector<float>> heads(
                kHeads, std::vector<float>(m_held.size(), 1.0F / static_cast<float>(m_held.size())));
            for (std::int32_t layer = 0; layer < kLayers; ++layer) {
                KVW_TRY(trace.addRows(now, layer, units, heads));
            }
        }
        m_sincePrune = prunes ? 0 : m_sincePrune + lane;
        for (std::int32_t layer = 0; prunes && layer < kLayers; ++layer) {
            EvictionRecord record;
            record.step = now;
            record.layer = layer;
            record.tokens.assign(m_held.begin() + kSinks, m_held.begin() + kSinks + kEvery);
            record.reason = "behind the window";
            trace.addEviction(std::move(record));
        }
        if (prunes) {
            m_held.erase(m_held.begin() + kSinks, m_held.begin() + kSinks + kEvery);
        }
        auto added = trace.addStep(step, pieceOf(now), layers);
        trace.publish();
        return added;
    }

    std::int64_t m_atOnce, m_rowsFrom;
    std::vector<std::int32_t> m_held;
    std::int64_t m_position = 0, m_sincePrune = 1000;
};

}  // namespace

EngineClient::EngineFactory longRunEngine() {
    return madeRunEngine([] { return std::make_unique<LongRun>(kLongRun, kLongRun); });
}

Result<std::shared_ptr<Recording>> wideRecording(std::int64_t steps) {
    LongRun run(steps, 0);
    KVW_TRY(run.prefill({}));
    run.close(RunState::Finished, {});
    return run.recording();
}

std::int64_t recordedPoints(const Recording& recording) {
    constexpr std::int64_t kOfStep = 13, kOfLayer = 6;
    std::int64_t points = 0;
    for (const std::int32_t lane : recording.tracedLanes()) {
        const Trace& trace = recording.trace(lane);
        points += trace.steps() * (kOfStep + kOfLayer * trace.shape().layers * (trace.shape().parts() + 1));
    }
    return points;
}

}  // namespace kvw::wb
