// SPDX-License-Identifier: Apache-2.0
#include "core/session/spec/command_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <type_traits>

#include "core/base/comma_list.h"
#include "core/model/text/document.h"
#include "core/session/spec/command_words.h"

namespace kvw {
namespace {

namespace fs = std::filesystem;

/// Returns the name of a shipped text, else the file's name, with its folder if `here`. A bare name that would be taken
/// for a shipped text or a flag gets "./"; a file without a folder that is called as a shipped text is that text.
std::string textWord(const fs::path& file, bool here) {
    const std::string name = file.filename().string();
    bool taken = name.starts_with('-');
    if (const auto documents = shippedTexts()) {
        const fs::path wanted = file.lexically_normal();
        for (const fs::path& document : *documents) {
            if (document.lexically_normal() == wanted || document.stem() == file) {
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

/// Returns the word of a choice, or the number without a locale, as short as it can be read back.
template <class T>
std::string wordOf(const T& value) {
    if constexpr (std::is_enum_v<T>) {
        return toText(value);
    } else {
        return fmt::format("{}", value);
    }
}

}  // namespace

std::string prefillText(const RunSpec& spec) {
    return spec.streamingPrefill ? fmt::format("streaming:{}", spec.chunk) : "layer-major";
}

fs::path wholePath(const fs::path& path) {
    std::error_code ignored;
    return path.empty() ? path : fs::absolute(path, ignored).lexically_normal();
}

std::string shellWord(const std::string& word) {
    if (!word.empty() && std::ranges::all_of(word, isPlainInShell)) {
        return word;
    }
    std::string text = "'";
    for (const char c : word) {
        text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    }
    return text + "'";
}

namespace {

/// `idsFile`: the file for token ids.
std::string flagsOf(const RunSpec& spec, bool here, const std::string& idsFile = kIdsFile) {
    const RunSpec defaults;
    std::string line;
    const auto add = [&line](const char* flag, const std::string& value) {
        line += fmt::format(" {} {}", flag, shellWord(value));
    };
    if (!spec.model.empty()) {
        add("--model", here ? spec.model.string() : lastComponent(spec.model));
    }
    if (spec.ids) {
        add("--ids", idsFile);
    } else if (spec.prompt) {
        add("--prompt", *spec.prompt);
    } else if (!spec.textFile.empty()) {
        add("--text", textWord(spec.textFile, here));
    }
    if (!spec.specialTokens && !spec.ids) {
        line += " --no-special-tokens";
    }
    if (spec.question) {
        add("--question", *spec.question);
    }
    for (const std::string& policy : spec.policies) {
        add("--policy", policy);
    }
    const auto addChanged = [&](const char* flag, auto RunSpec::*member) {
        if (spec.*member != defaults.*member) {
            add(flag, wordOf(spec.*member));
        }
    };
    addChanged("--mode", &RunSpec::mode);
    if (spec.promptTokens >= 0) {
        add("--prompt-tokens", wordOf(spec.promptTokens));
    }
    if (spec.questionTokens >= 0) {
        add("--question-tokens", wordOf(spec.questionTokens));
    }
    if (spec.steps >= 0) {
        add("--steps", wordOf(spec.steps));
    }
    addChanged("--device", &RunSpec::device);
    addChanged("--dtype", &RunSpec::dtype);
    addChanged("--kv-dtype", &RunSpec::kvDtype);
    addChanged("--positions", &RunSpec::positions);
    addChanged("--rank-keys", &RunSpec::rankKeys);
    if (spec.streamingPrefill) {
        add("--prefill", prefillText(spec));
    }
    addChanged("--seed", &RunSpec::seed);
    if (spec.capture != defaults.capture) {
        add("--capture", captureText(spec));
    }
    addChanged("--rows-limit", &RunSpec::rowsLimit);
    if (spec.sampling.temperature > 0) {
        add("--temperature", wordOf(spec.sampling.temperature));
        if (spec.sampling.topK > 0) {
            add("--top-k", wordOf(spec.sampling.topK));
        }
        if (spec.sampling.topP < 1) {
            add("--top-p", wordOf(spec.sampling.topP));
        }
    }
    return line;
}

std::string commandOf(const RunSpec& spec) {
    return spec.policies.size() > 1 ? "kvw compare" : "kvw run";
}

}  // namespace

RunSpec recordedSpec(RunSpec spec) {
    const RunSpec defaults;
    spec.model = lastComponent(spec.model);
    if (spec.ids) {
        spec.ids->clear();
        spec.prompt.reset();
        spec.specialTokens = defaults.specialTokens;
    }
    spec.textFile = spec.ids || spec.prompt || spec.textFile.empty() ? std::string() : textWord(spec.textFile, false);
    spec.chunk = spec.streamingPrefill ? spec.chunk : defaults.chunk;
    spec.sampling = spec.sampling.temperature > 0 ? spec.sampling : defaults.sampling;
    spec.pooling = spec.capture == Capture::Maps ? spec.pooling : defaults.pooling;
    spec.threads = defaults.threads;
    spec.observationBytes = defaults.observationBytes;
    spec.stopAtEnd = defaults.stopAtEnd;
    spec.parentBundle.clear();
    return spec;
}

std::string commandLine(const RunSpec& spec) {
    return commandOf(spec) + flagsOf(spec, false);
}

std::string commandLine(const std::vector<RunSpec>& specs) {
    return joined(specs, "; ", [](const RunSpec& spec) { return commandLine(spec); });
}

std::string commandLineHere(const std::string& command, const RunSpec& spec) {
    return command + flagsOf(spec, true);
}

std::string commandHere(std::vector<RunSpec> specs, const fs::path& text, const fs::path& model, const fs::path& ids) {
    const fs::path wholeText = wholePath(text), wholeModel = wholePath(model);
    std::string line;
    for (RunSpec& spec : specs) {
        if (!text.empty() && !spec.textFile.empty() && textWord(spec.textFile, false) == textWord(wholeText, false)) {
            spec.textFile = wholeText;
        }
        if (!model.empty() && !spec.model.empty() && lastComponent(spec.model) == lastComponent(wholeModel)) {
            spec.model = wholeModel;
        }
        line += (line.empty() ? "" : "; ") + commandOf(spec) +
                flagsOf(spec, true, ids.empty() ? kIdsFile : wholePath(ids).string());
    }
    return line;
}

}  // namespace kvw
