// SPDX-License-Identifier: Apache-2.0
/// A tokenizer whose ids are the bytes of the text, with a begin token, and values of a task's options.
#pragma once

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/eval/tasks/task.h"
#include "core/model/tokenizer/byte_alphabet.h"
#include "core/model/tokenizer/tokenizer.h"
#include "tests/support/require.h"

namespace kvw::test {

inline constexpr std::int32_t kByteBegin = 256;

[[nodiscard]] inline Tokenizer byteTokenizer() {
    nlohmann::json vocabulary;
    for (int byte = 0; byte < 256; ++byte) {
        vocabulary[alphabetFromBytes(std::string(1, static_cast<char>(byte)))] = byte;
    }
    const nlohmann::json bytes{
        {"type", "ByteLevel"}, {"add_prefix_space", false}, {"trim_offsets", false}, {"use_regex", false}};
    const nlohmann::json file{
        {"version", "1.0"},
        {"added_tokens",
         {{{"id", kByteBegin},
           {"content", "<s>"},
           {"single_word", false},
           {"lstrip", false},
           {"rstrip", false},
           {"normalized", false},
           {"special", true}}}},
        {"pre_tokenizer", bytes},
        {"post_processor",
         {{"type", "TemplateProcessing"},
          {"single",
           {{{"SpecialToken", {{"id", "<s>"}, {"type_id", 0}}}}, {{"Sequence", {{"id", "A"}, {"type_id", 0}}}}}},
          {"pair", nlohmann::json::array()},
          {"special_tokens", {{"<s>", {{"id", "<s>"}, {"ids", {kByteBegin}}, {"tokens", {"<s>"}}}}}}}},
        {"decoder", bytes},
        {"model", {{"type", "BPE"}, {"vocab", vocabulary}, {"merges", nlohmann::json::array()}}}};
    return require(Tokenizer::parse(file.dump(), "byte tokenizer"));
}

/// Returns the ids of a text behind the begin token.
[[nodiscard]] inline std::vector<std::int32_t> byteIds(const std::string& text) {
    std::vector<std::int32_t> ids{kByteBegin};
    for (const char each : text) {
        ids.push_back(static_cast<unsigned char>(each));
    }
    return ids;
}

/// Returns the defaults of a task's options with these texts in their place.
[[nodiscard]] inline std::map<std::string, sdk::Value> optionValues(const eval::Task& task,
                                                                    const std::map<std::string, std::string>& texts) {
    std::map<std::string, sdk::Value> values;
    for (const ParameterSpec& spec : task.info().parameters) {
        const auto text = texts.find(spec.name);
        values[spec.name] = text == texts.end() ? spec.defaultValue : require(spec.parse(text->second, "test"));
    }
    return values;
}

/// Returns all samples of a source.
[[nodiscard]] inline std::vector<eval::Sample> allSamples(eval::SampleSource& source) {
    std::vector<eval::Sample> samples;
    while (auto sample = require(source.next())) {
        samples.push_back(*std::move(sample));
    }
    return samples;
}

inline void writeBytes(const std::filesystem::path& file, const std::string& bytes) {
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << bytes;
}

}  // namespace kvw::test
