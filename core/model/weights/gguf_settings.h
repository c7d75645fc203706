// SPDX-License-Identifier: Apache-2.0
/// The settings of the architecture in a GGUF file, read as values of a config.json that is being written.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/model/weights/gguf.h"

namespace kvw {

/// Reads settings and writes `json`. Keeps the first error, so that callers check once at the end.
struct GgufSettings {
    const Gguf& file;
    std::string where;              ///< names the file in errors
    std::string_view architecture;  ///< "llama"
    std::string prefix;             ///< of its keys: "llama."
    nlohmann::ordered_json json;
    std::set<std::string> asked;  ///< keys that were read
    std::vector<Phrase> warnings;
    Result<void> state;

    void refuse(Phrase what, Phrase found, Phrase expected) {
        if (state) {
            state = fail(Code::BadInput, where, std::move(what), std::move(found), std::move(expected));
        }
    }
    void note(Phrase what, Phrase found, Phrase expected) {
        warnings.push_back(
            Error{Code::BadInput, std::move(what), where, std::move(expected), std::move(found)}.asPhrase());
    }
    /// Reads a numeric setting of the architecture; refuses a value of another type.
    std::optional<double> value(const std::string& name) {
        const std::string key = prefix + name;
        asked.insert(key);
        const auto found = file.perLayer(key);
        if (!found && file.has(key) && !file.numbers(key)) {
            refuse(phrase("%1 is not a number", key), file.shown(key), "a number");
        }
        return found;
    }
    std::optional<std::int64_t> whole(const std::string& name) {
        const auto found = value(name);
        if (found && !isWhole(*found)) {
            refuse(phrase("%1 is not a whole number", prefix + name), file.shown(prefix + name), "a whole number");
        }
        return found && isWhole(*found) ? std::optional(static_cast<std::int64_t>(*found)) : std::nullopt;
    }
    /// Tells whether `number` is whole and exact: no count here exceeds 2^53.
    static bool isWhole(double number) { return std::floor(number) == number && std::abs(number) <= 0x1p53; }

    std::optional<std::int64_t> integer(const char* from, const char* to) {
        const auto found = whole(from);
        if (found) {
            json[to] = *found;
        } else if (const auto list = file.numbers(prefix + from)) {
            json[to] = *list;  // ModelConfig refuses the list with a sentence of its own
        }
        return found;
    }
    /// Copies a number that was rounded to f32 as the decimal it came from: 1e-5 rather than 9.99999974e-06.
    void number(const char* from, const char* to) {
        if (const auto found = value(from)) {
            json[to] = decimal(*found);
        } else if (const auto list = file.numbers(prefix + from)) {
            json[to] = *list;
        }
    }
    static double decimal(double value) {
        return std::isfinite(value) ? std::stod(fmt::format("{}", static_cast<float>(value))) : value;
    }
    bool flag(const std::string& name, bool absent) {
        const std::string key = prefix + name;
        asked.insert(key);
        const auto found = file.flag(key);
        if (!found && file.has(key)) {
            refuse(phrase("%1 is not a flag", key), file.shown(key), "true or false");
        }
        return found.value_or(absent);
    }
    std::optional<std::int64_t> headDim() {
        const auto hidden = whole("embedding_length"), heads = whole("attention.head_count");
        const auto dim = whole("attention.key_length");
        return !dim && hidden && heads && *heads > 0 ? *hidden / *heads : dim;
    }
    [[nodiscard]] bool isGptOss() const { return architecture == "gpt-oss"; }
};

/// Writes the number of rotated dimensions as a share of the head; refuses it for families that rotate whole heads.
void writeRotaryShare(GgufSettings& settings);
/// Writes the scaling of RoPE. Errors: BadInput, its factors are not valid.
[[nodiscard]] Result<void> writeRopeScaling(GgufSettings& settings);

}  // namespace kvw
