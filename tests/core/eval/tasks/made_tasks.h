// SPDX-License-Identifier: Apache-2.0
/// For the tests of tasks that make their samples: a tokenizer whose tokens are characters, and all samples of a task.
#pragma once

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/utf8.h"
#include "core/eval/tasks/tasks.h"
#include "core/model/tokenizer/tokenizer.h"

namespace kvw::test {

/// A tokenizer with a token for each ASCII character except those of `without`, so a text has as many tokens as bytes.
inline Tokenizer asciiTokenizer(std::string_view without = {}) {
    nlohmann::json vocabulary = nlohmann::json::object();
    const auto add = [&](char character, const std::string& content) {
        if (without.find(character) == std::string_view::npos) {
            vocabulary[content] = vocabulary.size();
        }
    };
    // In the byte alphabet of GPT-2, space and line feed have stand-ins.
    std::string space, lineFeed;
    appendUtf8(space, 0x120);
    appendUtf8(lineFeed, 0x10A);
    add(' ', space);
    add('\n', lineFeed);
    for (char character = '!'; character <= '~'; ++character) {
        add(character, std::string(1, character));
    }
    const nlohmann::json file{
        {"added_tokens", nlohmann::json::array()},
        {"normalizer", nullptr},
        {"pre_tokenizer", {{"type", "ByteLevel"}, {"add_prefix_space", false}, {"use_regex", true}}},
        {"post_processor", nullptr},
        {"decoder", {{"type", "ByteLevel"}}},
        {"model", {{"type", "BPE"}, {"vocab", vocabulary}, {"merges", nlohmann::json::array()}}}};
    return Tokenizer::parse(file.dump(), "characters").value();
}

inline Tokenizer embeddedTokenizer() {
    return Tokenizer::load(KVW_SOURCE_DIR "/resources/demo-model/model/tokenizer.json").value();
}

/// The values of a task's parameters: defaults, and what is given.
inline std::map<std::string, sdk::Value> valuesOf(const eval::Task& task,
                                                  const std::map<std::string, sdk::Value>& given = {}) {
    std::map<std::string, sdk::Value> values = given;
    for (const ParameterSpec& parameter : task.info().parameters) {
        values.try_emplace(parameter.name, parameter.defaultValue);
    }
    return values;
}

inline std::vector<eval::Sample> samplesOf(eval::SampleSource& source) {
    std::vector<eval::Sample> samples;
    while (true) {
        auto sample = source.next();
        if (!sample || !*sample) {
            return samples;
        }
        samples.push_back(std::move(**sample));
    }
}

inline eval::Answer said(std::string text) {
    eval::Answer answer;
    answer.text = std::move(text);
    return answer;
}

inline std::string promptOf(const eval::Sample& sample) {
    return sample.context + sample.question + sample.answerPrefix;
}

inline std::size_t occurrences(std::string_view text, std::string_view part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) {
        ++count;
    }
    return count;
}

inline std::vector<std::string_view> codesOf(const std::vector<Finding>& findings) {
    std::vector<std::string_view> codes;
    for (const Finding& each : findings) {
        codes.push_back(each.code);
    }
    return codes;
}

inline void writeText(const std::filesystem::path& path, const std::string& text) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
}

}  // namespace kvw::test
