// SPDX-License-Identifier: Apache-2.0
/// Prune events as clicks that can be heard: how high a click is says what the time since the one before has cost.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/trace/recording.h"

namespace kvw {

/// Samples a second of everything here: mono, 16 bit.
inline constexpr int kSoundRate = 22050;

struct PruneClick {
    std::int64_t step = 0;  ///< at its end something was evicted
    double delta = 0;  ///< largest ΔNLL of the tokens since the click before, nats; NaN: no full lane to compare with
};

/// Of a lane, at the steps [from, to) behind the prompt, in order. The first one counts ΔNLL since the prune event
/// before `from`, or since the prompt. Thread: any.
[[nodiscard]] std::vector<PruneClick> pruneClicks(const Recording& recording, std::int32_t lane, std::int64_t from,
                                                  std::int64_t to);

/// Hertz: 220 at ΔNLL 0 and below or where it is not known, an octave higher for every 2 nats, 3520 at most.
[[nodiscard]] double clickPitch(double delta) noexcept;
/// A short decaying tone.
[[nodiscard]] std::vector<std::int16_t> clickSamples(double hertz);
/// All clicks on the time axis of tokens, which begins with `first`; overlapping ones are added.
[[nodiscard]] std::vector<std::int16_t> clicksSamples(std::span<const PruneClick> clicks, std::int64_t first,
                                                      std::int64_t steps, double tokensPerSecond);
/// A WAV file's bytes.
[[nodiscard]] std::string wavBytes(std::span<const std::int16_t> samples);

}  // namespace kvw
