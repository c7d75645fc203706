// SPDX-License-Identifier: Apache-2.0
#include "core/session/spec/run_spec.h"

#include <initializer_list>

namespace kvw {
namespace {

template <class Choice>
bool setNamed(std::string_view word, std::initializer_list<Choice> choices, Choice& named) noexcept {
    for (const Choice each : choices) {
        if (word == toText(each)) {
            named = each;
            return true;
        }
    }
    return false;
}

}  // namespace

const char* toText(Mode mode) noexcept {
    return mode == Mode::Generate ? "generate" : "teacher";
}

const char* toText(Positions positions) noexcept {
    return positions == Positions::CacheRank ? "cache-rank" : "original";
}

const char* toText(RankKeys keys) noexcept {
    return keys == RankKeys::Rotated ? "rotated" : "raw";
}

const char* toText(Capture capture) noexcept {
    switch (capture) {
        case Capture::None:
            return "none";
        case Capture::Rows:
            return "rows";
        case Capture::Stats:
            return "stats";
        case Capture::Maps:
            return "maps";
    }
    return "";
}

bool fromText(std::string_view word, Mode& mode) noexcept {
    return setNamed(word, {Mode::Teacher, Mode::Generate}, mode);
}

bool fromText(std::string_view word, Positions& positions) noexcept {
    return setNamed(word, {Positions::Original, Positions::CacheRank}, positions);
}

bool fromText(std::string_view word, RankKeys& keys) noexcept {
    return setNamed(word, {RankKeys::Raw, RankKeys::Rotated}, keys);
}

bool fromText(std::string_view word, Capture& capture) noexcept {
    return setNamed(word, {Capture::None, Capture::Rows, Capture::Stats, Capture::Maps}, capture);
}

std::optional<Capture> captureNamed(std::string_view word) noexcept {
    Capture level = Capture::None;
    return fromText(word, level) ? std::optional(level) : std::nullopt;
}

}  // namespace kvw
