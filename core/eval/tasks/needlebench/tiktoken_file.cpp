// SPDX-License-Identifier: Apache-2.0
#include "core/eval/tasks/needlebench/tiktoken_file.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <unordered_map>

#include "core/base/comma_list.h"
#include "core/base/files/mapped_file.h"
#include "core/base/parse_number.h"
#include "core/model/tokenizer/byte_alphabet.h"
#include "core/model/tokenizer/patterns/word_scanner.h"

namespace kvw::eval {

namespace {

constexpr std::size_t kMostTiktokenBytes = std::size_t{64} << 20;

/// Returns the bytes of a text in base 64; none: it is none.
std::optional<std::string> fromBase64(std::string_view text) {
    constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string bytes;
    std::uint32_t held = 0;
    int bits = 0;
    text = text.substr(0, text.find_last_not_of('=') + 1);
    for (const char each : text) {
        const std::size_t digit = kDigits.find(each);
        if (digit == std::string_view::npos) {
            return std::nullopt;
        }
        held = (held << 6) | static_cast<std::uint32_t>(digit);
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            bytes += static_cast<char>((held >> bits) & 0xFFU);
        }
    }
    return bytes;
}

/// Returns the tokenizer.json of a vocabulary whose tokens are merged in the order of their ranks. Every cut of a token
/// into two others is a merge, as the ranks alone decide.
std::string tokenizerJson(const std::vector<std::string>& tokens) {
    using nlohmann::ordered_json;
    std::unordered_map<std::string_view, std::size_t> ranks;
    for (std::size_t rank = 0; rank < tokens.size(); ++rank) {
        ranks.emplace(tokens[rank], rank);
    }
    ordered_json vocabulary = ordered_json::object(), merges = ordered_json::array();
    auto& entries = vocabulary.get_ref<ordered_json::object_t&>();
    entries.reserve(tokens.size());
    std::vector<std::pair<std::size_t, std::size_t>> cuts;
    for (std::size_t rank = 0; rank < tokens.size(); ++rank) {
        const std::string_view token = tokens[rank];
        entries.emplace_back(alphabetFromBytes(token), rank);
        cuts.clear();
        for (std::size_t at = 1; at < token.size(); ++at) {
            const auto left = ranks.find(token.substr(0, at)), right = ranks.find(token.substr(at));
            if (left != ranks.end() && right != ranks.end()) {
                cuts.emplace_back(left->second, right->second);
            }
        }
        std::ranges::sort(cuts);
        for (const auto& [left, right] : cuts) {
            merges.push_back(alphabetFromBytes(tokens[left]) + ' ' + alphabetFromBytes(tokens[right]));
        }
    }
    const ordered_json bytes{
        {"type", "ByteLevel"}, {"add_prefix_space", false}, {"trim_offsets", false}, {"use_regex", false}};
    const ordered_json words{{"type", "Split"},
                             {"pattern", {{"Regex", std::string(kLlama3Pattern)}}},
                             {"behavior", "Isolated"},
                             {"invert", false}};
    const ordered_json file{
        {"version", "1.0"},
        {"added_tokens", ordered_json::array()},
        {"pre_tokenizer", {{"type", "Sequence"}, {"pretokenizers", ordered_json::array({words, bytes})}}},
        {"decoder", bytes},
        {"model",
         {{"type", "BPE"}, {"ignore_merges", true}, {"vocab", std::move(vocabulary)}, {"merges", std::move(merges)}}}};
    return file.dump();
}

}  // namespace

std::filesystem::path cl100kIn(const std::filesystem::path& folder) {
    std::error_code unknown;
    for (const char* name : {"cl100k_base.tiktoken", "cl100k_base.json", "cl100k.json"}) {
        if (std::filesystem::is_regular_file(folder / name, unknown)) {
            return folder / name;
        }
    }
    return {};
}

Result<Tokenizer> readCl100k(const std::filesystem::path& file) {
    if (file.extension() != ".tiktoken") {
        return Tokenizer::load(file);
    }
    KVW_TRY_ASSIGN(const std::string text, readFile(file, kMostTiktokenBytes));
    std::vector<std::string> tokens;
    std::int64_t number = 0;
    for (const std::string& line : splitAt(text, '\n')) {
        ++number;
        const std::string_view words = trimmed(line);
        if (words.empty()) {
            continue;
        }
        const std::size_t blank = words.find(' ');
        const auto bytes = fromBase64(words.substr(0, blank));
        const auto rank =
            blank == std::string_view::npos ? std::nullopt : parsedNumber<std::size_t>(words.substr(blank + 1));
        if (!bytes || bytes->empty() || rank != tokens.size()) {
            return fail(Code::BadInput, phrase("%1, line %2", file.string(), number),
                        "the line is no token of tiktoken", {},
                        phrase("bytes in base 64 and the rank %1", tokens.size()));
        }
        tokens.push_back(*bytes);
    }
    if (tokens.empty()) {
        return fail(Code::BadInput, file.string(), "the file has no tokens");
    }
    return Tokenizer::parse(tokenizerJson(tokens), file.string());
}

}  // namespace kvw::eval
