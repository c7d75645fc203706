// SPDX-License-Identifier: Apache-2.0
#include "core/session/spec/lane_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/parse_number.h"

namespace kvw {
namespace {

constexpr std::string_view kPositions = "positions=", kPrefill = "prefill=", kStorage = "storage=", kJitter = "jitter=",
                           kStreaming = "streaming";

std::string prefillWord(std::int64_t chunk) {
    return chunk == kLayerMajor ? "layer-major" : chunk == kRunChunk ? "streaming" : fmt::format("streaming:{}", chunk);
}

const NativeSettings* nativeOf(const ResolvedPolicy& policy) {
    const bool declared = !policy.parts.empty() && policy.parts.front().provided.native.given();
    return declared ? &policy.parts.front().provided.native : nullptr;
}

/// Returns true if both chunks read a prompt in the same passes.
bool readsAlike(std::int64_t chunk, std::int64_t native, std::int64_t prompt) {
    const auto pass = [prompt](std::int64_t of) { return of > 0 ? std::min(of, prompt) : prompt; };
    return native == kRunChunk ? chunk != kLayerMajor || prompt <= 1 : pass(chunk) == pass(native);
}

}  // namespace

std::optional<std::int64_t> chunkOf(std::string_view prefill) noexcept {
    if (prefill == "layer-major") {
        return kLayerMajor;
    }
    if (prefill == kStreaming) {
        return kRunChunk;
    }
    if (!prefill.starts_with(kStreaming) || prefill.substr(kStreaming.size(), 1) != ":") {
        return std::nullopt;
    }
    const auto chunk = parsedNumber<std::int64_t>(prefill.substr(kStreaming.size() + 1));
    return chunk && *chunk >= 1 ? chunk : std::nullopt;
}

std::string toText(const LaneChoice& choice) {
    return (choice.positions ? fmt::format("/{}{}", kPositions, toText(*choice.positions)) : std::string()) +
           (choice.chunk ? fmt::format("/{}{}", kPrefill, prefillWord(*choice.chunk)) : std::string()) +
           (choice.storage ? fmt::format("/{}{}", kStorage, toText(*choice.storage)) : std::string()) +
           (choice.jitter ? fmt::format("/{}{}", kJitter, toText(*choice.jitter)) : std::string());
}

Result<bool> readChoice(const std::string& part, LaneChoice& choice) {
    const bool positions = part.starts_with(kPositions), storage = part.starts_with(kStorage),
               jitter = part.starts_with(kJitter);
    if (!positions && !storage && !jitter && !part.starts_with(kPrefill)) {
        return false;
    }
    const std::string name = part.substr(0, part.find('=')), word = part.substr(name.size() + 1);
    if (word.find('@') != std::string::npos) {
        return fail(Code::BadUsage, "policy", phrase("a lane has its %1 for all of its run", name), part,
                    part.substr(0, part.find('@')));
    }
    const auto chosen = [&] {
        return positions ? choice.positions.has_value()
               : storage ? choice.storage.has_value()
               : jitter  ? choice.jitter.has_value()
                         : choice.chunk.has_value();
    };
    if (chosen()) {
        return fail(Code::BadUsage, "policy", phrase("a lane chooses its %1 twice", name), part, "one choice");
    }
    if (positions) {
        choice.positions = choiceNamed<Positions>(word);
    } else if (storage) {
        choice.storage = choiceNamed<Storage>(word);
    } else if (jitter) {
        choice.jitter = jitterOf(word);
    } else {
        choice.chunk = chunkOf(word);
    }
    if (!chosen()) {
        return fail(Code::BadUsage, "policy", "this is not a setting of a lane", part,
                    positions ? "positions=original or positions=cache-rank"
                    : storage ? "storage=slots or storage=concat"
                    : jitter  ? kJitterForm
                              : "prefill=layer-major, prefill=streaming, or prefill=streaming:CHUNK with CHUNK at "
                                "least 1");
    }
    return true;
}

LaneRun laneRun(const RunSpec& run, const LaneChoice& choice) {
    LaneRun lane;
    lane.positions = choice.positions.value_or(run.positions);
    lane.rankKeys = lane.positions == Positions::CacheRank ? run.rankKeys : RankKeys::Raw;
    lane.chunk = choice.chunk.value_or(run.streamingPrefill ? run.chunk : kLayerMajor);
    lane.chunk = lane.chunk == kRunChunk ? run.chunk : lane.chunk;
    lane.storage = choice.storage.value_or(Storage::Slots);
    lane.jitter = choice.jitter.value_or(Jitter());
    return lane;
}

RunSpec withLane(RunSpec run, const LaneRun& lane) {
    run.positions = lane.positions;
    run.streamingPrefill = !lane.layerMajor();
    run.chunk = lane.layerMajor() ? run.chunk : lane.chunk;
    return run;
}

LaneChoice choiceFor(const LaneRun& wanted, const RunSpec& run) {
    const LaneRun plain = laneRun(run);
    LaneChoice choice;
    if (wanted.positions != plain.positions) {
        choice.positions = wanted.positions;
    }
    if (wanted.chunk != plain.chunk) {
        choice.chunk = wanted.chunk;
    }
    if (wanted.storage != plain.storage) {
        choice.storage = wanted.storage;
    }
    if (wanted.jitter != plain.jitter) {
        choice.jitter = wanted.jitter;
    }
    return choice;
}

LaneRun laneRunOf(const LaneSettings& settings) {
    return {choiceNamed<Positions>(settings.positions).value_or(Positions::Original),
            settings.rankKeys == toText(RankKeys::Rotated) ? RankKeys::Rotated : RankKeys::Raw,
            std::max(chunkOf(settings.prefill).value_or(kLayerMajor), kLayerMajor),
            choiceNamed<Storage>(settings.storage).value_or(Storage::Slots), jitterOf(settings.jitter).value_or(Jitter())};
}

LaneSettings withLane(LaneSettings settings, const LaneRun& lane) {
    settings.positions = toText(lane.positions);
    settings.rankKeys = lane.positions == Positions::CacheRank ? toText(lane.rankKeys) : "";
    settings.prefill = prefillWord(lane.chunk);
    settings.storage = lane.storage == Storage::Concat ? toText(lane.storage) : "";
    settings.jitter = lane.jitter.on() ? toText(lane.jitter) : "";
    return settings;
}

Result<LaneChoice> nativeChoice(const ResolvedPolicy& policy) {
    const NativeSettings* native = nativeOf(policy);
    if (native == nullptr) {
        return fail(Code::BadUsage, policy.named(), "it declares no native settings", "/native",
                    "/positions=... or /prefill=... behind the policy");
    }
    LaneChoice choice;
    choice.positions = choiceNamed<Positions>(native->positions);
    choice.chunk = chunkOf(native->prefill);
    return choice;
}

Finding NativeMismatch::warning(const std::string& policy) const {
    return finding("not-native", policy, given, native);
}

std::string NativeMismatch::text() const {
    return fmt::format("not native: {} (native: {})", given.english(), native.english());
}

std::optional<NativeMismatch> nativeMismatchOf(const ResolvedPolicy& policy, const LaneRun& lane, std::int64_t prompt) {
    const auto native = nativeOf(policy) != nullptr ? nativeChoice(policy) : Result<LaneChoice>(LaneChoice());
    std::vector<Phrase> given, wanted;
    if (native->positions && *native->positions != lane.positions) {
        given.push_back(finding("positions", toText(lane.positions)));
        wanted.push_back(finding("positions", toText(*native->positions)));
    }
    if (native->chunk && !readsAlike(lane.chunk, *native->chunk, prompt)) {
        given.push_back(finding("prefill", prefillWord(lane.chunk)));
        wanted.push_back(finding("prefill", prefillWord(*native->chunk)));
    }
    return given.empty() ? std::nullopt
                         : std::optional(NativeMismatch{joinedByAnd(std::move(given)), joinedByAnd(std::move(wanted))});
}

}  // namespace kvw
