// SPDX-License-Identifier: Apache-2.0
#include "core/session/spec/old_command.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

#include "core/base/text_format.h"
#include "core/session/spec/command_words.h"

namespace kvw {
namespace {

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

/// Sets `number` to the whole text. Returns false if it is none.
bool readWhole(std::string_view text, std::int64_t& number) {
    const auto read = bundle::parseInteger(text);
    number = read.value_or(number);
    return read.has_value();
}

bool readPrefill(std::string_view word, RunSpec& spec) {
    constexpr std::string_view kChunks = "streaming:";
    spec.streamingPrefill = word.starts_with(kChunks);
    return spec.streamingPrefill ? readWhole(word.substr(kChunks.size()), spec.chunk) : word == "layer-major";
}

/// Reads a flag with a value into the specification. Returns false for another flag or value than `commandLine` writes.
bool readFlag(const std::string& flag, const std::string& value, RunSpec& spec) {
    const std::array<std::pair<std::string_view, std::string*>, 3> texts{
        {{"--device", &spec.device}, {"--dtype", &spec.dtype}, {"--kv-dtype", &spec.kvDtype}}};
    for (const auto& [name, text] : texts) {
        if (flag == name) {
            *text = value;
            return true;
        }
    }
    const std::array<std::pair<std::string_view, std::int64_t*>, 5> wholes{{{"--prompt-tokens", &spec.promptTokens},
                                                                            {"--steps", &spec.steps},
                                                                            {"--seed", &spec.seed},
                                                                            {"--rows-limit", &spec.rowsLimit},
                                                                            {"--top-k", &spec.sampling.topK}}};
    for (const auto& [name, whole] : wholes) {
        if (flag == name) {
            return readWhole(value, *whole);
        }
    }
    if (flag == "--temperature" || flag == "--top-p") {
        const auto read = value.empty() ? std::nullopt : bundle::parseNumber<double>(value);
        double& number = flag == "--top-p" ? spec.sampling.topP : spec.sampling.temperature;
        number = read.value_or(number);
        return read.has_value();
    }
    if (flag == "--model") {
        spec.model = value;
    } else if (flag == "--text") {
        spec.textFile = value;
    } else if (flag == "--prompt") {
        spec.prompt = value;
    } else if (flag == "--ids") {
        spec.ids.emplace();
        return value == kIdsFile;
    } else if (flag == "--policy") {
        spec.policies.push_back(value);
    } else {
        return flag == "--mode"        ? fromText(value, spec.mode)
               : flag == "--positions" ? fromText(value, spec.positions)
               : flag == "--rank-keys" ? fromText(value, spec.rankKeys)
               : flag == "--capture"   ? fromText(value, spec.capture)
                                       : flag == "--prefill" && readPrefill(value, spec);
    }
    return true;
}

std::optional<RunSpec> specOfWords(const std::vector<std::string>& words) {
    if (words.size() < 2 || words[0] != "kvw" || (words[1] != "run" && words[1] != "compare")) {
        return std::nullopt;
    }
    RunSpec spec;
    spec.policies.clear();
    for (std::size_t i = 2; i < words.size(); ++i) {
        if (words[i] == "--no-special-tokens") {
            spec.specialTokens = false;
        } else if (i + 1 == words.size() || !readFlag(words[i], words[i + 1], spec)) {
            return std::nullopt;
        } else {
            ++i;
        }
    }
    spec.policies = spec.policies.empty() ? RunSpec().policies : spec.policies;
    return spec;
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
            if (!spec) {
                return {};
            }
            specs.push_back(std::move(*spec));
            words.clear();
        }
    }
    return specs;
}

}  // namespace kvw
