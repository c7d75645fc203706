// SPDX-License-Identifier: Apache-2.0
/// Positions and prefill of one lane: its own if its text has them ("cascade:window=256/positions=cache-rank"), else
/// those of its run. Also how its cache is stored, and noise in its last bits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/finding.h"
#include "core/policy/host/choice/choice.h"
#include "core/session/spec/jitter.h"
#include "core/session/spec/run_spec.h"
#include "core/trace/recording.h"

namespace kvw {

/// Special chunks of a prefill: one pass over the prompt; chunks as long as those of the run.
inline constexpr std::int64_t kLayerMajor = 0, kRunChunk = -1;
/// Returns the chunk of "layer-major", "streaming" or "streaming:CHUNK"; none: another word, or a chunk that is no
/// integer of at least 1.
[[nodiscard]] std::optional<std::int64_t> chunkOf(std::string_view prefill) noexcept;

/// How a lane stores its cache: in slots that are freed and filled again, or concatenated as in published code of
/// StreamingLLM, so that every new token and every eviction copies what stays. The numbers are the same bits.
enum class Storage { Slots, Concat };
template <>
inline constexpr auto kWordsOf<Storage> = std::array{"slots", "concat"};

/// The settings that a lane chooses for itself.
struct LaneChoice {
    std::optional<Positions> positions = {};
    std::optional<std::int64_t> chunk = {};
    std::optional<Storage> storage = {};
    std::optional<Jitter> jitter = {};

    [[nodiscard]] bool any() const noexcept { return positions || chunk || storage || jitter; }
    [[nodiscard]] bool operator==(const LaneChoice&) const = default;
};

/// Returns "/positions=cache-rank/prefill=streaming:64/storage=concat/jitter=ulp:8"; empty: nothing is chosen.
[[nodiscard]] std::string toText(const LaneChoice& choice);
/// Reads "positions=...", "prefill=...", "storage=..." or "jitter=..." into the choice. Returns false if `part` is none
/// of them. Errors: BadUsage for an unknown value, a setting that was chosen already, and one with a token ("@512")
/// after it.
[[nodiscard]] Result<bool> readChoice(const std::string& part, LaneChoice& choice);

/// The settings that a lane runs with.
struct LaneRun {
    Positions positions = Positions::Original;
    RankKeys rankKeys = RankKeys::Raw;  ///< always Raw with original positions
    std::int64_t chunk = kLayerMajor;
    Storage storage = Storage::Slots;
    Jitter jitter = {};

    [[nodiscard]] bool layerMajor() const noexcept { return chunk == kLayerMajor; }
    /// Returns true if both read a prompt in the same way.
    [[nodiscard]] bool readsAs(const LaneRun& other) const noexcept {
        return positions == other.positions && rankKeys == other.rankKeys && chunk == other.chunk &&
               jitter == other.jitter;
    }
    [[nodiscard]] bool operator==(const LaneRun&) const = default;
};

[[nodiscard]] LaneRun laneRun(const RunSpec& run, const LaneChoice& choice = {});
/// Returns the specification with positions and prefill of `lane` in place of its own; rankKeys stays. Storage and
/// jitter are chosen by lanes only.
[[nodiscard]] RunSpec withLane(RunSpec run, const LaneRun& lane);
/// Returns what a lane of `run` must choose to run with these settings; nothing is chosen that the run has anyway.
[[nodiscard]] LaneChoice choiceFor(const LaneRun& wanted, const RunSpec& run);
/// Convert from and to the settings in bundles.
[[nodiscard]] LaneRun laneRunOf(const LaneSettings& settings);
[[nodiscard]] LaneSettings withLane(LaneSettings settings, const LaneRun& lane);

/// Returns the native settings that a policy's manifest declares. Errors: BadUsage, it declares none.
[[nodiscard]] Result<LaneChoice> nativeChoice(const ResolvedPolicy& policy);
/// Mismatch between a lane and its policy's native settings: "original positions and layer-major prefill" given,
/// "cache-rank positions and streaming:1 prefill" native.
struct NativeMismatch {
    Finding given, native;

    [[nodiscard]] Finding warning(const std::string& policy) const;
    /// Returns "not native: original positions (native: cache-rank positions)", for a lane's parameters.
    [[nodiscard]] std::string text() const;
};
/// Returns how a lane with a prompt of so many tokens departs from its policy's native settings; none: it does not, or
/// the policy declares none.
[[nodiscard]] std::optional<NativeMismatch> nativeMismatchOf(const ResolvedPolicy& policy, const LaneRun& lane,
                                                             std::int64_t prompt);

}  // namespace kvw
