// SPDX-License-Identifier: Apache-2.0
#include "core/session/spec/run_spec.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace kvw {
namespace {

// In the order of the enumerators.
constexpr std::array kModes{"teacher", "generate"};
constexpr std::array kPositionWords{"original", "cache-rank"};
constexpr std::array kRankKeyWords{"raw", "rotated"};
constexpr std::array kCaptureWords{"none", "rows", "stats", "maps"};
constexpr std::string_view kPooledMaps = "maps:";

template <std::size_t Count, class Choice>
bool setNamed(const std::array<const char*, Count>& words, std::string_view word, Choice& choice) noexcept {
    const auto found = std::find(words.begin(), words.end(), word);
    choice = found != words.end() ? static_cast<Choice>(found - words.begin()) : choice;
    return found != words.end();
}

}  // namespace

const char* toText(Mode mode) noexcept {
    return kModes[static_cast<std::size_t>(mode)];
}

const char* toText(Positions positions) noexcept {
    return kPositionWords[static_cast<std::size_t>(positions)];
}

const char* toText(RankKeys keys) noexcept {
    return kRankKeyWords[static_cast<std::size_t>(keys)];
}

const char* toText(Capture capture) noexcept {
    return kCaptureWords[static_cast<std::size_t>(capture)];
}

bool fromText(std::string_view word, Mode& mode) noexcept {
    return setNamed(kModes, word, mode);
}

bool fromText(std::string_view word, Positions& positions) noexcept {
    return setNamed(kPositionWords, word, positions);
}

bool fromText(std::string_view word, RankKeys& keys) noexcept {
    return setNamed(kRankKeyWords, word, keys);
}

bool fromText(std::string_view word, Capture& capture) noexcept {
    return setNamed(kCaptureWords, word, capture);
}

std::optional<Capture> captureNamed(std::string_view word) noexcept {
    Capture level = Capture::None;
    return fromText(word, level) ? std::optional(level) : std::nullopt;
}

std::string captureText(const RunSpec& spec) {
    const std::string level = toText(spec.capture);
    return spec.capture == Capture::Maps && spec.pooling.on() ? std::string(kPooledMaps) + toText(spec.pooling) : level;
}

bool setCapture(std::string_view text, RunSpec& spec) {
    if (poolsMaps(text)) {
        const std::string_view words = text.substr(kPooledMaps.size());
        if (words.empty() || !fromText(words, spec.pooling)) {
            return false;
        }
        spec.capture = Capture::Maps;
        return true;
    }
    if (!fromText(text, spec.capture)) {
        return false;
    }
    spec.pooling = {};
    return true;
}

bool poolsMaps(std::string_view capture) noexcept {
    return capture.starts_with(kPooledMaps);
}

}  // namespace kvw
