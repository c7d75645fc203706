// SPDX-License-Identifier: Apache-2.0
#include "core/model/tokenizer/tokenizer_findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/json/json_access.h"
#include "core/model/tokenizer/tokenizer_config.h"

namespace kvw {
namespace {

using nlohmann::json;

/// Returns the contents of configured tokens that the vocabulary does not have.
std::vector<std::string> missingTokens(const Tokenizer::Impl& tokenizer, const json& config) {
    std::vector<std::string> missing;
    const auto look = [&](const std::string& content) {
        if (!content.empty() && !tokenizer.ids.contains(content) &&
            std::find(missing.begin(), missing.end(), content) == missing.end()) {
            missing.push_back(content);
        }
    };
    for (const char* key : {"bos_token", "eos_token"}) {
        look(specialToken(config, key));
    }
    for (const char* key : {"additional_special_tokens", "extra_special_tokens", "added_tokens_decoder"}) {
        for (const json& token : member(config, key)) {
            look(token.is_string() ? token.get<std::string>() : textOf(token, "content"));
        }
    }
    return missing;
}

}  // namespace

std::vector<std::string> tokenizerFindings(const Tokenizer::Impl& tokenizer, const json& config,
                                           const std::string& where) {
    std::vector<std::string> findings;
    const auto wrongType = [&](const char* key, bool good, const char* expected) {
        if (!good) {
            findings.push_back(fmt::format("{}: {} is {}, not {}; it is not followed.", where, key,
                                           excerpt(member(config, key)), expected));
        }
    };
    for (const char* key : {"bos_token", "eos_token"}) {
        const json& value = member(config, key);
        wrongType(key, value.is_null() || !specialToken(config, key).empty() || value == "", "a token");
    }
    const auto missing = missingTokens(tokenizer, config);
    if (!missing.empty()) {
        findings.push_back(fmt::format(
            "{}: {} {} not in the vocabulary of tokenizer.json and {} read as plain text.", where,
            fmt::join(missing.begin(), missing.begin() + std::min<std::ptrdiff_t>(5, std::ssize(missing)), ", "),
            missing.size() == 1   ? "is"
            : missing.size() <= 5 ? "are"
                                  : fmt::format("and {} more are", missing.size() - 5),
            missing.size() == 1 ? "is" : "are"));
    }
    const bool begins = !tokenizer.prefix.empty(), ends = !tokenizer.suffix.empty();
    const bool spaced = tokenizer.normalizer.prepends() || tokenizer.preTokenizer.addsSpace();
    const std::tuple<const char*, bool, const char*> kDone[] = {
        {"add_bos_token", begins, "puts a token in front of a text"},
        {"add_eos_token", ends, "puts a token behind a text"},
        {"add_prefix_space", spaced, "puts a space in front of a text"},
        {"split_special_tokens", false, "reads special tokens as plain text"}};
    for (const auto& [key, done, does] : kDone) {
        const json& asked = member(config, key);
        wrongType(key, asked.is_null() || asked.is_boolean(), "true or false");
        if (asked.is_boolean() && asked != done) {
            findings.push_back(fmt::format("{}: {} is {}, but tokenizer.json {}{}; tokenizer.json is followed.", where,
                                           key, asked.dump(), done ? "" : "never ", does));
        }
    }
    return findings;
}

}  // namespace kvw
