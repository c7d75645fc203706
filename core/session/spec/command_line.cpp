// SPDX-License-Identifier: Apache-2.0
#include "core/session/spec/command_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <system_error>
#include <vector>

#include "core/model/text/document.h"
#include "core/session/spec/command_words.h"
#include "core/trace/ids_file.h"

namespace kvw {
namespace {

namespace fs = std::filesystem;

/// Returns the name of a shipped text, else the file's name, with its folder if `here`. A bare name that would be taken
/// for a shipped text or a flag gets "./".
std::string textWord(const fs::path& file, bool here) {
    const std::string name = file.filename().string();
    bool taken = name.starts_with('-');
    if (const auto documents = shippedTexts()) {
        const fs::path wanted = file.lexically_normal();
        for (const fs::path& document : *documents) {
            if (document.lexically_normal() == wanted) {
                return document.stem().string();
            }
            taken = taken || name == document.stem() || name == document.filename();
        }
    }
    return here && file.has_parent_path() ? file.string() : taken ? "./" + name : name;
}

/// Returns the last component of a path that may end in a slash.
std::string lastComponent(const fs::path& path) {
    const fs::path normal = path.lexically_normal();
    return normal.has_filename() ? normal.filename().string() : normal.parent_path().filename().string();
}

/// Returns the number without a locale, as short as it can be read back.
std::string number(double value) {
    return fmt::format("{}", value);
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

std::optional<Capture> captureNamed(std::string_view word) noexcept {
    for (const Capture level : {Capture::None, Capture::Rows, Capture::Stats, Capture::Maps}) {
        if (word == toText(level)) {
            return level;
        }
    }
    return std::nullopt;
}

std::string prefillText(const RunSpec& spec) {
    return spec.streamingPrefill ? fmt::format("streaming:{}", spec.chunk) : "layer-major";
}

std::string shellWord(const std::string& word) {
    if (!word.empty() && std::all_of(word.begin(), word.end(), isPlainInShell)) {
        return word;
    }
    std::string text = "'";
    for (const char c : word) {
        text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    }
    return text + "'";
}

namespace {

std::string flagsOf(const RunSpec& spec, bool here) {
    const RunSpec defaults;
    std::string line;
    const auto add = [&line](const char* flag, const std::string& value) {
        line += fmt::format(" {} {}", flag, shellWord(value));
    };
    if (!spec.model.empty()) {
        add("--model", here ? spec.model.string() : lastComponent(spec.model));
    }
    if (spec.prompt) {
        add("--prompt", *spec.prompt);
    } else if (spec.ids) {
        add("--ids", kIdsFile);
    } else if (!spec.textFile.empty()) {
        add("--text", textWord(spec.textFile, here));
    }
    if (!spec.specialTokens && !spec.ids) {
        line += " --no-special-tokens";
    }
    for (const std::string& policy : spec.policies) {
        add("--policy", policy);
    }
    if (spec.mode != defaults.mode) {
        add("--mode", toText(spec.mode));
    }
    if (spec.promptTokens >= 0) {
        add("--prompt-tokens", std::to_string(spec.promptTokens));
    }
    if (spec.steps >= 0) {
        add("--steps", std::to_string(spec.steps));
    }
    if (spec.device != defaults.device) {
        add("--device", spec.device);
    }
    if (spec.dtype != defaults.dtype) {
        add("--dtype", spec.dtype);
    }
    if (spec.kvDtype != defaults.kvDtype) {
        add("--kv-dtype", spec.kvDtype);
    }
    if (spec.positions != defaults.positions) {
        add("--positions", toText(spec.positions));
    }
    if (spec.rankKeys != defaults.rankKeys) {
        add("--rank-keys", toText(spec.rankKeys));
    }
    if (spec.streamingPrefill) {
        add("--prefill", prefillText(spec));
    }
    if (spec.seed != defaults.seed) {
        add("--seed", std::to_string(spec.seed));
    }
    if (spec.capture != defaults.capture) {
        add("--capture", toText(spec.capture));
    }
    if (spec.rowsLimit != defaults.rowsLimit) {
        add("--rows-limit", std::to_string(spec.rowsLimit));
    }
    if (spec.sampling.temperature > 0) {
        add("--temperature", number(spec.sampling.temperature));
        if (spec.sampling.topK > 0) {
            add("--top-k", std::to_string(spec.sampling.topK));
        }
        if (spec.sampling.topP < 1) {
            add("--top-p", number(spec.sampling.topP));
        }
    }
    return line;
}

}  // namespace

std::string commandLine(const RunSpec& spec) {
    return (spec.policies.size() > 1 ? "kvw compare" : "kvw run") + flagsOf(spec, false);
}

std::string commandLineHere(const std::string& command, const RunSpec& spec) {
    return command + flagsOf(spec, true);
}

std::string commandHere(const std::string& command, const fs::path& text, const fs::path& model, const fs::path& ids) {
    std::vector<std::string> words = quotedWords(command);
    const auto replace = [&words](const char* flag, const std::string& bare, const std::string& whole) {
        for (std::size_t i = 1; i < words.size(); ++i) {
            const std::string end = words[i].ends_with(';') ? ";" : "";  // another command follows
            if (words[i - 1] == flag && words[i] == bare + end) {
                words[i] = whole + end;
            }
        }
    };
    std::error_code ignored;
    if (!text.empty()) {
        const fs::path whole = fs::absolute(text, ignored).lexically_normal();
        replace("--text", shellWord(textWord(whole, false)), shellWord(textWord(whole, true)));
    }
    if (!model.empty()) {
        const fs::path whole = fs::absolute(model, ignored).lexically_normal();
        replace("--model", shellWord(lastComponent(whole)), shellWord(whole.string()));
    }
    if (!ids.empty()) {
        replace("--ids", kIdsFile, shellWord(fs::absolute(ids, ignored).lexically_normal().string()));
    }
    return fmt::format("{}", fmt::join(words, " "));
}

}  // namespace kvw
