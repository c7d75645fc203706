// SPDX-License-Identifier: Apache-2.0
#include "core/library/joined_command.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/session/spec/command_words.h"

namespace kvw {
namespace {

/// Words of "kvw run ..." before, in and after its policies.
struct CommandParts {
    std::vector<std::string> before, policies, behind;
};

void addOnce(std::vector<std::string>& words, const std::string& word) {
    if (std::find(words.begin(), words.end(), word) == words.end()) {
        words.push_back(word);
    }
}

/// Splits a command; none if it is not a single run or comparison with policies.
std::optional<CommandParts> partsOf(const std::string& command) {
    const std::vector<std::string> words = quotedWords(command);
    if (words.size() < 2 || words[0] != "kvw" || (words[1] != "run" && words[1] != "compare")) {
        return std::nullopt;
    }
    CommandParts parts;
    for (std::size_t i = 2; i < words.size(); ++i) {
        if (words[i].ends_with(';')) {
            return std::nullopt;  // several commands
        }
        if (words[i] == "--policy" && i + 1 < words.size() && !words[i + 1].ends_with(';')) {
            parts.policies.push_back(words[++i]);
        } else {
            (parts.policies.empty() ? parts.before : parts.behind).push_back(words[i]);
        }
    }
    return parts.policies.empty() ? std::nullopt : std::optional(std::move(parts));
}

/// Returns one command for all; none if they differ in more than their policies.
std::optional<std::string> oneCommand(const std::vector<std::string>& commands) {
    std::optional<CommandParts> all;
    for (const std::string& command : commands) {
        const auto parts = partsOf(command);
        if (!parts || (all && (parts->before != all->before || parts->behind != all->behind))) {
            return std::nullopt;
        }
        if (!all) {
            all = CommandParts{parts->before, {}, parts->behind};
        }
        for (const std::string& policy : parts->policies) {
            addOnce(all->policies, policy);
        }
    }
    if (!all) {
        return std::nullopt;
    }
    std::stable_partition(all->policies.begin(), all->policies.end(),
                          [](const std::string& policy) { return policy == "full" || policy.starts_with("full:"); });
    std::string line = all->policies.size() > 1 ? "kvw compare" : "kvw run";
    for (const std::string& word : all->before) {
        line += ' ' + word;
    }
    for (const std::string& policy : all->policies) {
        line += " --policy " + policy;
    }
    for (const std::string& word : all->behind) {
        line += ' ' + word;
    }
    return line;
}

}  // namespace

std::string joinedCommand(const std::vector<std::string>& commands) {
    if (std::find(commands.begin(), commands.end(), std::string()) != commands.end()) {
        return {};
    }
    if (auto one = oneCommand(commands)) {
        return std::move(*one);
    }
    std::vector<std::string> each;
    for (const std::string& command : commands) {
        addOnce(each, command);
    }
    std::string line;
    for (const std::string& command : each) {
        line += (line.empty() ? "" : "; ") + command;
    }
    return line;
}

}  // namespace kvw
