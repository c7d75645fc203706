// SPDX-License-Identifier: Apache-2.0
/// Positions and prefill of one lane: its own where its text says so ("cascade:window=256/positions=cache-rank"), else
/// those of its run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/decode/run_spec.h"
#include "core/policy/host/choice.h"
#include "core/trace/recording.h"

namespace kvw {

/// Chunks of a prefill schedule: one pass over the prompt, or chunks as long as the run has them.
inline constexpr std::int64_t kLayerMajor = 0, kRunChunk = -1;
/// Of "layer-major", "streaming" or "streaming:CHUNK"; none: it is another word, or the chunk is no whole number
/// from 1.
[[nodiscard]] std::optional<std::int64_t> chunkOf(std::string_view prefill) noexcept;

/// The settings that a lane chooses for itself.
struct LaneChoice {
    std::optional<Positions> positions;
    std::optional<std::int64_t> chunk;

    [[nodiscard]] bool any() const noexcept { return positions || chunk; }
    [[nodiscard]] bool operator==(const LaneChoice&) const = default;
};

/// "/positions=cache-rank/prefill=streaming:64"; empty: nothing is chosen.
[[nodiscard]] std::string toText(const LaneChoice& choice);
/// Takes "positions=..." or "prefill=..." into the choice. False: the part says neither. Errors: BadUsage for a word
/// that is no such setting, one that was chosen already, and one with a token behind it.
[[nodiscard]] Result<bool> readChoice(const std::string& part, LaneChoice& choice);

/// The settings that a lane runs with.
struct LaneRun {
    Positions positions = Positions::Original;
    RankKeys rankKeys = RankKeys::Raw;  ///< raw with original positions
    std::int64_t chunk = kLayerMajor;

    [[nodiscard]] bool layerMajor() const noexcept { return chunk == kLayerMajor; }
    [[nodiscard]] bool operator==(const LaneRun&) const = default;
};

[[nodiscard]] LaneRun laneRun(const RunSpec& run, const LaneChoice& choice = {});
/// The specification with these settings in the place of its own.
[[nodiscard]] RunSpec withLane(RunSpec run, const LaneRun& lane);
/// What a lane of `run` must choose to run with these; of two choices with the same effect none.
[[nodiscard]] LaneChoice choiceFor(const LaneRun& wanted, const RunSpec& run);
/// As bundles have them.
[[nodiscard]] LaneRun laneRunOf(const LaneSettings& settings);
[[nodiscard]] LaneSettings withLane(LaneSettings settings, const LaneRun& lane);

/// The native settings that a policy's manifest declares. Errors: BadUsage, it declares none.
[[nodiscard]] Result<LaneChoice> nativeChoice(const ResolvedPolicy& policy);
/// "original positions and layer-major prefill" against "cache-rank positions and streaming:1 prefill".
struct Departure {
    std::string given, native;

    [[nodiscard]] std::string sentence(const std::string& policy) const;
    /// "not native: original positions (native: cache-rank positions)": among a lane's parameters.
    [[nodiscard]] std::string text() const;
};
/// Where a lane with a prompt of so many tokens departs from its policy's native settings. None: nowhere, or the policy
/// declares none.
[[nodiscard]] std::optional<Departure> departureOf(const ResolvedPolicy& policy, const LaneRun& lane,
                                                   std::int64_t prompt);

}  // namespace kvw
