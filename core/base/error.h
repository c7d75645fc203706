// SPDX-License-Identifier: Apache-2.0
/// The one error type of the workbench and the `Result` that carries it.
#pragma once

#include <string>
#include <string_view>
#include <system_error>
#include <tl/expected.hpp>
#include <utility>

#include "core/base/phrase.h"

namespace kvw {

enum class Code {
    BadInput,     ///< a file, manifest, plugin answer or text is not what it claims to be
    BadUsage,     ///< the user asked for something that does not exist or is out of range
    NotFound,     ///< a file, plugin or model is missing
    Io,           ///< reading or writing failed (disk full, read-only, ...)
    OutOfMemory,  ///< the run ended, the program goes on
    Cancelled,    ///< stopped on request
    Policy,       ///< a policy threw or gave an invalid edit
    Internal,     ///< a bug of ours
};

/// An error in four parts; `sentence()` joins them for a human.
struct Error {
    Code code = Code::Internal;
    Phrase what;      ///< "the header claims 18 EB"; no full stop
    Phrase where;     ///< file, plugin or option, e.g. "model.safetensors", "snapkv 1.0.0, layer 3, step 512"
    Phrase expected;  ///< what would have been right; may be empty
    Phrase found;     ///< what was there; may be empty
    /// Name of the reason, a literal, for code that acts on it (core/policy/host/refusal.h); mostly empty.
    std::string_view reason = {};

    /// Returns "where: what; found F, expected E."; empty parts are left out.
    [[nodiscard]] std::string sentence() const;
    /// Returns the same as a phrase, for a program that translates it.
    [[nodiscard]] Phrase asPhrase() const;
    /// Returns that phrase without its full stop, for a sentence that goes on.
    [[nodiscard]] Phrase clause() const;
};

/// Returns the sentence of an error (`Error::asPhrase`) without its place.
[[nodiscard]] Phrase withoutPlace(Phrase sentence);

template <class T>
using Result = tl::expected<T, Error>;

[[nodiscard]] tl::unexpected<Error> fail(Code code, Phrase where, Phrase what, Phrase found = {}, Phrase expected = {});

// Macros, because only a macro can return from the function that calls it. A counter keeps nested ones apart.
#define KVW_JOINED(a, b) a##b
#define KVW_UNIQUE(name, number) KVW_JOINED(name, number)
#define KVW_TRY_AS(result, ...)                               \
    do {                                                      \
        if (auto&& result = (__VA_ARGS__); !(result)) {       \
            return tl::unexpected(std::move(result).error()); \
        }                                                     \
    } while (false)
#define KVW_TRY_ASSIGN_AS(result, declaration, ...)       \
    auto result = __VA_ARGS__;                            \
    if (!(result)) {                                      \
        return tl::unexpected(std::move(result).error()); \
    }                                                     \
    declaration = *std::move(result)

/// Return the system's message for an error: "No space left on device".
[[nodiscard]] Phrase systemReason(int error);
[[nodiscard]] Phrase systemReason(const std::error_code& error);

/// Evaluates an expression of type Result and returns its error, if any, from the calling function.
#define KVW_TRY(...) KVW_TRY_AS(KVW_UNIQUE(kvwResult, __COUNTER__), __VA_ARGS__)
/// Does the same, and declares a variable with the value: `KVW_TRY_ASSIGN(const auto file, open(path));`.
#define KVW_TRY_ASSIGN(declaration, ...) KVW_TRY_ASSIGN_AS(KVW_UNIQUE(kvwResult, __COUNTER__), declaration, __VA_ARGS__)

/// Returns the candidate closest to `word` by edit distance, or "" when none is near; for "did you mean".
template <class Range>
std::string nearest(const std::string& word, const Range& candidates);
[[nodiscard]] int editDistance(const std::string& a, const std::string& b);

template <class Range>
std::string nearest(const std::string& word, const Range& candidates) {
    std::string best;
    int bestDistance = 1 + static_cast<int>(word.size()) / 2;
    for (const auto& candidate : candidates) {
        const int distance = editDistance(word, std::string(candidate));
        if (distance < bestDistance) {
            bestDistance = distance;
            best = std::string(candidate);
        }
    }
    return best;
}

/// Returns BadUsage for a name that nothing has: with the nearest of those known, or with `expected` if none is near.
template <class Range>
tl::unexpected<Error> unknownName(Phrase where, Phrase what, const std::string& name, const Range& known,
                                  Phrase expected) {
    const std::string near = nearest(name, known);
    return near.empty()
               ? fail(Code::BadUsage, std::move(where), std::move(what), {}, std::move(expected))
               : fail(Code::BadUsage, std::move(where), phrase("%1; did you mean \"%2\"?", std::move(what), near));
}

}  // namespace kvw
