// SPDX-License-Identifier: Apache-2.0
/// Specification of a run as plain data, filled in by the flags of `kvw run`, the run dock or a bundle's manifest.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/session/spec/map_pooling.h"

namespace kvw {

enum class Mode { Teacher, Generate };
enum class Positions { Original, CacheRank };
/// How keys are stored with cache-rank positions: before rotation and rotated on read, or rotated and turned back at
/// every eviction.
enum class RankKeys { Raw, Rotated };
/// Level of recording of the attention: rows = statistics per step from the rows, stats = the same plus live variance,
/// maps = the rows themselves go into the trace.
enum class Capture { None, Rows, Stats, Maps };

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

/// Returns the word of each choice on the command line and in bundles.
[[nodiscard]] const char* toText(Mode mode) noexcept;
[[nodiscard]] const char* toText(Positions positions) noexcept;
[[nodiscard]] const char* toText(RankKeys keys) noexcept;
[[nodiscard]] const char* toText(Capture capture) noexcept;
/// Sets the choice to the one with that word. Returns false, and changes nothing, if there is none.
[[nodiscard]] bool fromText(std::string_view word, Mode& mode) noexcept;
[[nodiscard]] bool fromText(std::string_view word, Positions& positions) noexcept;
[[nodiscard]] bool fromText(std::string_view word, RankKeys& keys) noexcept;
[[nodiscard]] bool fromText(std::string_view word, Capture& capture) noexcept;
/// Returns the level called so; none: there is no such level.
[[nodiscard]] std::optional<Capture> captureNamed(std::string_view word) noexcept;
/// Returns the level of the run with the pooling of its maps: "maps:pooled=1024".
[[nodiscard]] std::string captureText(const RunSpec& spec);
/// Sets level and pooling to those of such a text. Returns false, and changes nothing, if there are none.
[[nodiscard]] bool setCapture(std::string_view text, RunSpec& spec);
/// Returns true if such a text says that maps are pooled.
[[nodiscard]] bool poolsMaps(std::string_view capture) noexcept;

}  // namespace kvw
