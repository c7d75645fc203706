// SPDX-License-Identifier: Apache-2.0
/// Specification of a run as plain data, filled in by the flags of `kvw run`, the run dock or a bundle's manifest.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/session/spec/map_pooling.h"

namespace kvw {

/// Words of the values of a choice, in their order, on the command line and in bundles.
template <class Choice>
inline constexpr auto kWordsOf = std::array<const char*, 0>{};
template <class Choice>
concept WordedChoice = !kWordsOf<Choice>.empty();

template <WordedChoice Choice>
[[nodiscard]] constexpr const char* toText(Choice choice) noexcept {
    return kWordsOf<Choice>[static_cast<std::size_t>(choice)];
}
/// Returns the value with that word; none: there is none.
template <WordedChoice Choice>
[[nodiscard]] constexpr std::optional<Choice> choiceNamed(std::string_view word) noexcept {
    const auto found = std::find(kWordsOf<Choice>.begin(), kWordsOf<Choice>.end(), word);
    return found == kWordsOf<Choice>.end() ? std::nullopt
                                           : std::optional(static_cast<Choice>(found - kWordsOf<Choice>.begin()));
}
/// Sets the choice to the one with that word. Returns false, and changes nothing, if there is none.
template <WordedChoice Choice>
[[nodiscard]] constexpr bool fromText(std::string_view word, Choice& choice) noexcept {
    const std::optional<Choice> named = choiceNamed<Choice>(word);
    choice = named.value_or(choice);
    return named.has_value();
}

enum class Mode { Teacher, Generate };
template <>
inline constexpr auto kWordsOf<Mode> = std::array{"teacher", "generate"};
enum class Positions { Original, CacheRank };
template <>
inline constexpr auto kWordsOf<Positions> = std::array{"original", "cache-rank"};
/// How keys are stored with cache-rank positions: before rotation and rotated on read, or rotated and turned back at
/// every eviction.
enum class RankKeys { Raw, Rotated };
template <>
inline constexpr auto kWordsOf<RankKeys> = std::array{"raw", "rotated"};
/// Level of recording of the attention: rows = statistics per step from the rows, stats = the same plus live variance,
/// maps = the rows themselves go into the trace.
enum class Capture { None, Rows, Stats, Maps };
template <>
inline constexpr auto kWordsOf<Capture> = std::array{"none", "rows", "stats", "maps"};

struct Sampling {
    double temperature = 0;  ///< 0: greedy
    std::int64_t topK = 0;   ///< 0: all
    double topP = 1;
    [[nodiscard]] bool operator==(const Sampling&) const = default;
};

/// Default number of tokens to generate.
inline constexpr std::int64_t kGenerateSteps = 256;
/// Name of the file for token ids given directly: a command cannot hold them, so it names this file, which the run's
/// bundle contains.
inline constexpr const char* kIdsFile = "ids.txt";

struct RunSpec {
    std::filesystem::path model;     ///< empty: the embedded one
    std::filesystem::path textFile;  ///< one of textFile, prompt, ids
    std::optional<std::string> prompt;
    bool specialTokens = true;  ///< the tokenizer adds a begin token to the text; false if a chat template wrote it
    /// generate: text behind that one, with tokens of its own, which is never part of the prompt.
    std::optional<std::string> question;
    std::optional<std::vector<std::int32_t>> ids;
    std::vector<std::string> policies{"full"};  ///< one lane each
    Mode mode = Mode::Teacher;
    std::int64_t promptTokens =
        -1;  ///< where prefill ends; -1: teacher: a quarter of the text (at least 1), generate: all of it
    /// generate: tokens behind the prompt that are read one by one, as decode steps, before a token is generated; -1:
    /// the rest of the text and the question.
    std::int64_t questionTokens = -1;
    /// Tokens to decode; generate: without those that are read; -1: teacher: to the end of the text, generate:
    /// kGenerateSteps.
    std::int64_t steps = -1;
    std::string device = "cpu", dtype = "f32", kvDtype = "f32";
    Positions positions = Positions::Original;
    RankKeys rankKeys = RankKeys::Raw;
    bool streamingPrefill = false;
    std::int64_t chunk = 256;  ///< tokens per pass of a streaming prefill
    std::int64_t seed = 0;
    Sampling sampling;
    Capture capture = Capture::Stats;
    MapPooling pooling;          ///< with maps: off: the rows themselves are recorded
    std::int64_t rowsLimit = 0;  ///< with maps: MiB for the attention rows of all lanes, the newest stay; 0: no limit
    int threads = 0;             ///< 0: all cores
    /// Most bytes of the prompt's observations that are kept for Run::observedPrompt; no part of what the run is.
    std::int64_t observationBytes = 0;
    bool stopAtEnd = true;     ///< generate: a lane ends at an end-of-sequence token
    std::string parentBundle;  ///< of a fork: hash of the bundle it is forked from; empty: none, or no fork
    [[nodiscard]] bool operator==(const RunSpec&) const = default;
};

/// Returns the level of the run with the pooling of its maps: "maps:pooled=1024".
[[nodiscard]] std::string captureText(const RunSpec& spec);
/// Sets level and pooling to those of such a text. Returns false, and changes nothing, if there are none.
[[nodiscard]] bool setCapture(std::string_view text, RunSpec& spec);
/// Returns true if such a text says that maps are pooled.
[[nodiscard]] bool poolsMaps(std::string_view capture) noexcept;

}  // namespace kvw
