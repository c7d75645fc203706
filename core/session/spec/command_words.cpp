// SPDX-License-Identifier: Apache-2.0
#include "core/session/spec/command_words.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>

#include "core/base/parse_number.h"
#include "core/base/text_format.h"
#include "core/session/spec/run_spec_json.h"

namespace kvw {

namespace {

/// Returns true for control characters such as Ctrl+C, which a terminal takes for a key also between quotes; the rest
/// would be a command of its own.
bool isTerminalKey(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte == 0x7F || (byte < 0x20 && c != '\n' && c != '\r' && c != '\t');
}

/// A word as a shell passes it on.
struct ShellWord {
    std::string text;
    bool quoted = false;  ///< any of it

    [[nodiscard]] bool is(std::string_view plain) const { return !quoted && text == plain; }
};
using ShellWords = std::vector<ShellWord>;

bool makesRuns(const ShellWords& words) {
    return words.size() > 1 && words[0].is("kvw") &&
           (words[1].is("run") || words[1].is("compare") || words[1].is("sweep"));
}

/// Returns the words of each command as a POSIX shell splits them; none if the text is not what this program writes
/// (isOurCommand).
std::optional<std::vector<ShellWords>> ourCommands(const std::string& text) {
    std::vector<ShellWords> commands(1);
    ShellWord word;
    bool quoted = false;
    const auto endWord = [&] {
        if (word.quoted || !word.text.empty()) {
            commands.back().push_back(std::exchange(word, {}));
        }
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '\'') {
            quoted = !quoted;
            word.quoted = true;
        } else if (quoted ? !isTerminalKey(c) : isPlainInShell(c)) {
            word.text += c;
        } else if (quoted) {
            return std::nullopt;
        } else if (c == ' ') {
            endWord();
        } else if (c == ';' && i + 1 < text.size() && text[i + 1] == ' ') {
            endWord();
            commands.emplace_back();
        } else if (c == '\\' && i + 1 < text.size() && text[i + 1] == '\'') {
            word.text += text[++i];  // a quote within a quoted word
        } else {
            return std::nullopt;
        }
    }
    endWord();
    return !quoted && std::ranges::all_of(commands, makesRuns) ? std::optional(std::move(commands)) : std::nullopt;
}

}  // namespace

bool isPlainInShell(char c) noexcept {
    constexpr std::string_view kSigns = "+-_./:=,@%";
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           kSigns.find(c) != std::string_view::npos;
}

bool readsIdsFile(const std::string& command) {
    return command.find(std::string(" --ids ") + kIdsFile) != std::string::npos;
}

bool isOurCommand(const std::string& text) {
    return ourCommands(text).has_value();
}

namespace {

using nlohmann::ordered_json;

/// Adds a flag and its value to the JSON form of a specification, which has the names of the flags. Returns false for a
/// value that `commandLine` does not write; `runSpecOf` refuses what else is wrong.
bool addFlag(const std::string& flag, const std::string& value, ordered_json& json) {
    constexpr std::array<std::string_view, 8> kNumbers{"--prompt-tokens", "--question-tokens", "--steps", "--seed",
                                                       "--rows-limit",    "--temperature",     "--top-k", "--top-p"};
    constexpr std::string_view kStreamingPrefix = "streaming:";
    const auto number = [](std::string_view text) {
        const auto whole = parsedNumber<std::int64_t>(text);
        const auto real = text.empty() ? std::nullopt : bundle::parseNumber<double>(text);
        return whole ? ordered_json(*whole) : real ? ordered_json(*real) : ordered_json(std::string(text));
    };
    if (flag == "--policy") {
        json["policies"].push_back(value);
    } else if (flag == "--ids") {
        json["ids"] = ordered_json::array();
        return value == kIdsFile;
    } else if (flag == "--prefill") {
        json["streaming_prefill"] = true;
        json["chunk"] = number(value.substr(std::min(kStreamingPrefix.size(), value.size())));
        return value.starts_with(kStreamingPrefix);
    } else if (flag == "--capture") {
        RunSpec spec;
        const bool known = setCapture(value, spec);
        json["capture"] = known ? toText(spec.capture) : value;
        json["pooling"] = toText(spec.pooling);
    } else if (flag.starts_with("--")) {
        std::string name = flag.substr(2);
        std::replace(name.begin(), name.end(), '-', '_');
        const auto& known = runSpecMembers();
        if (name == "policies" || std::ranges::find(known, name) == known.end()) {
            return false;
        }
        json[name] = std::ranges::find(kNumbers, flag) != kNumbers.end() ? number(value) : ordered_json(value);
    }
    return flag.starts_with("--");
}

std::optional<RunSpec> specOfWords(const ShellWords& words) {
    if (words[1].text == "sweep") {
        return std::nullopt;
    }
    ordered_json json = ordered_json::object();
    for (std::size_t i = 2; i < words.size(); ++i) {
        if (words[i].text == "--no-special-tokens") {
            json["special_tokens"] = false;
        } else if (i + 1 == words.size() || !addFlag(words[i].text, words[i + 1].text, json)) {
            return std::nullopt;
        } else {
            ++i;
        }
    }
    auto spec = runSpecOf(json, words[0].text);
    return spec ? std::optional(std::move(*spec)) : std::nullopt;
}

}  // namespace

std::vector<RunSpec> specsOfOldCommand(const std::string& command) {
    constexpr std::size_t kMostRuns = 1000;  // as in the manifest's schema
    const auto commands = ourCommands(command);
    if (!commands || commands->size() > kMostRuns) {
        return {};
    }
    std::vector<RunSpec> specs;
    for (const ShellWords& words : *commands) {
        auto spec = specOfWords(words);
        if (!spec) {
            return {};
        }
        specs.push_back(std::move(*spec));
    }
    return specs;
}

}  // namespace kvw
