// SPDX-License-Identifier: Apache-2.0
/// Noise in the last bits of the attention of a lane, which shows how much of a result is rounding.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kvw {

/// Every element of every query is moved by -ulps to ulps places among the f32 numbers, before attention multiplies it
/// with a key. The same seed of the run and the same stream give the same noise in every lane.
struct Jitter {
    static constexpr std::int64_t kMostUlps = 1 << 20;  ///< an eighth of the number

    std::int64_t ulps = 0;    ///< 0: off
    std::int64_t stream = 0;  ///< of the run's seed: lanes of one run with other streams have other noise
    [[nodiscard]] bool on() const noexcept { return ulps > 0; }
    [[nodiscard]] bool operator==(const Jitter&) const = default;
};

/// Forms that the words take, for messages.
inline constexpr const char* kJitterForm =
    "jitter=none, jitter=ulp:N or jitter=ulp:N:STREAM with N from 1 to 1048576 and STREAM at least 0";

/// Returns "none", "ulp:8" or "ulp:8:3".
[[nodiscard]] std::string toText(const Jitter& jitter);
/// Returns the noise with these words; none: there is none.
[[nodiscard]] std::optional<Jitter> jitterOf(std::string_view words);

}  // namespace kvw
