// SPDX-License-Identifier: Apache-2.0
#include "core/session/spec/command_words.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>

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

bool makesRuns(std::vector<std::string> words) {
    std::erase(words, std::string());
    return words.size() > 1 && words[0] == "kvw" && (words[1] == "run" || words[1] == "compare" || words[1] == "sweep");
}

/// Returns the words as a POSIX shell splits them, each with its quotes.
std::vector<std::string> quotedWords(const std::string& command) {
    std::vector<std::string> words(1);
    bool quoted = false;
    for (std::size_t i = 0; i < command.size(); ++i) {
        const char c = command[i];
        if (c == ' ' && !quoted) {
            words.emplace_back();
            continue;
        }
        quoted = quoted != (c == '\'');
        words.back() += c;
        if (c == '\\' && !quoted && i + 1 < command.size()) {
            words.back() += command[++i];
        }
    }
    std::erase(words, std::string());
    return words;
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
    std::vector<std::string> words(1);
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quoted || c == '\'') {
            if (isTerminalKey(c)) {
                return false;
            }
            quoted = quoted != (c == '\'');
            words.back() += c;
        } else if (c == ' ') {
            words.emplace_back();
        } else if (c == ';') {
            if (!makesRuns(std::move(words))) {
                return false;
            }
            words = std::vector<std::string>(1);
        } else if (c == '\\' && i + 1 < text.size() && text[i + 1] == '\'') {
            words.back() += text[++i];  // a quote within a quoted word
        } else if (isPlainInShell(c)) {
            words.back() += c;
        } else {
            return false;
        }
    }
    return !quoted && makesRuns(std::move(words));
}

namespace {

using nlohmann::ordered_json;

/// Returns the word as a shell passes it on; none if a command ends within it.
std::optional<std::string> withoutQuotes(const std::string& word) {
    std::string text;
    bool quoted = false;
    for (std::size_t i = 0; i < word.size(); ++i) {
        if (word[i] == '\'') {
            quoted = !quoted;
        } else if (!quoted && word[i] == ';') {
            return std::nullopt;
        } else {
            i += !quoted && word[i] == '\\' && i + 1 < word.size() ? 1U : 0U;
            text += word[i];
        }
    }
    return text;
}

/// Adds a flag and its value to the JSON form of a specification, which has the names of the flags. Returns false for a
/// value that `commandLine` does not write; `runSpecOf` refuses what else is wrong.
bool addFlag(const std::string& flag, const std::string& value, ordered_json& json) {
    constexpr std::array<std::string_view, 7> kNumbers{"--prompt-tokens", "--steps", "--seed", "--rows-limit",
                                                       "--temperature",   "--top-k", "--top-p"};
    constexpr std::string_view kStreaming = "streaming:";
    const auto number = [](std::string_view text) {
        const auto whole = bundle::parseInteger(text);
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
        json["chunk"] = number(value.substr(std::min(kStreaming.size(), value.size())));
        return value.starts_with(kStreaming);
    } else if (flag.starts_with("--")) {
        std::string name = flag.substr(2);
        std::replace(name.begin(), name.end(), '-', '_');
        const auto& known = runSpecMembers();
        if (name == "policies" || std::find(known.begin(), known.end(), name) == known.end()) {
            return false;
        }
        json[name] =
            std::find(kNumbers.begin(), kNumbers.end(), flag) != kNumbers.end() ? number(value) : ordered_json(value);
    }
    return flag.starts_with("--");
}

std::optional<RunSpec> specOfWords(const std::vector<std::string>& words) {
    if (words.size() < 2 || words[0] != "kvw" || (words[1] != "run" && words[1] != "compare")) {
        return std::nullopt;
    }
    ordered_json json = ordered_json::object();
    for (std::size_t i = 2; i < words.size(); ++i) {
        if (words[i] == "--no-special-tokens") {
            json["special_tokens"] = false;
        } else if (i + 1 == words.size() || !addFlag(words[i], words[i + 1], json)) {
            return std::nullopt;
        } else {
            ++i;
        }
    }
    auto spec = runSpecOf(json, words[0]);
    return spec ? std::optional(std::move(*spec)) : std::nullopt;
}

}  // namespace

std::vector<RunSpec> specsOfOldCommand(const std::string& command) {
    if (!isOurCommand(command)) {
        return {};
    }
    std::vector<RunSpec> specs;
    std::vector<std::string> words;
    const std::vector<std::string> quoted = quotedWords(command);
    for (std::size_t i = 0; i < quoted.size(); ++i) {
        const bool ends = quoted[i].ends_with(';');
        auto word = withoutQuotes(ends ? quoted[i].substr(0, quoted[i].size() - 1) : quoted[i]);
        if (!word) {
            return {};
        }
        words.push_back(std::move(*word));
        if (ends || i + 1 == quoted.size()) {
            auto spec = specOfWords(words);
            constexpr std::size_t kMostRuns = 1000;  // as in the manifest's schema
            if (!spec || specs.size() == kMostRuns) {
                return {};
            }
            specs.push_back(std::move(*spec));
            words.clear();
        }
    }
    return specs;
}

}  // namespace kvw
