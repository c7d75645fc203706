// SPDX-License-Identifier: Apache-2.0
#include "core/session/spec/jitter.h"

#include <fmt/format.h>

#include "core/base/parse_number.h"

namespace kvw {

std::string toText(const Jitter& jitter) {
    return !jitter.on()         ? "none"
           : jitter.stream == 0 ? fmt::format("ulp:{}", jitter.ulps)
                                : fmt::format("ulp:{}:{}", jitter.ulps, jitter.stream);
}

std::optional<Jitter> jitterOf(std::string_view words) {
    if (words == "none") {
        return Jitter();
    }
    constexpr std::string_view kUlp = "ulp:";
    if (!words.starts_with(kUlp)) {
        return std::nullopt;
    }
    words.remove_prefix(kUlp.size());
    const std::size_t colon = words.find(':');
    const auto ulps = parsedNumber<std::int64_t>(words.substr(0, colon));
    const auto stream = colon == std::string_view::npos ? std::optional<std::int64_t>(0)
                                                        : parsedNumber<std::int64_t>(words.substr(colon + 1));
    const bool fits = ulps && stream && *ulps >= 1 && *ulps <= Jitter::kMostUlps && *stream >= 0;
    return fits ? std::optional(Jitter{*ulps, *stream}) : std::nullopt;
}

}  // namespace kvw
