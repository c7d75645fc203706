// SPDX-License-Identifier: Apache-2.0
#include "core/session/spec/command_words.h"

#include <string_view>

#include "core/session/spec/run_spec.h"

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

}  // namespace

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

}  // namespace kvw
