// SPDX-License-Identifier: Apache-2.0
/// Turns prune events into audible clicks, whose pitch is the NLL cost since the click before.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/trace/recording.h"

namespace kvw {

/// Sample rate of all functions here; mono, 16 bit.
inline constexpr int kSoundRate = 22050;

struct PruneClick {
    std::int64_t step = 0;  ///< step that evicted at its end
    double delta = 0;       ///< largest ΔNLL since the click before, nats; NaN: no full lane
};

/// Returns the clicks of a lane at steps [from, to) after the prompt, in order. The first one counts ΔNLL since the
/// prune event before `from`, or since the prompt. Thread: any.
[[nodiscard]] std::vector<PruneClick> pruneClicks(const Recording& recording, std::int32_t lane, std::int64_t from,
                                                  std::int64_t to);

/// Returns the pitch in hertz: 220 if ΔNLL is 0, negative or not known, an octave higher for every 2 nats, at most
/// 3520.
[[nodiscard]] double clickPitch(double delta) noexcept;
/// Returns a short decaying tone.
[[nodiscard]] std::vector<std::int16_t> clickSamples(double hertz);
/// Returns all clicks on a time axis of tokens that begins with `first`; overlapping ones are added.
[[nodiscard]] std::vector<std::int16_t> clicksSamples(std::span<const PruneClick> clicks, std::int64_t first,
                                                      std::int64_t steps, double tokensPerSecond);
/// Returns the bytes of a WAV file.
[[nodiscard]] std::string wavBytes(std::span<const std::int16_t> samples);

}  // namespace kvw
