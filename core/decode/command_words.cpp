// SPDX-License-Identifier: Apache-2.0
#include "core/decode/command_words.h"

namespace kvw {

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

}  // namespace kvw
