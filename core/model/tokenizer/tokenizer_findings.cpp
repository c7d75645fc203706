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

std::vector<Finding> tokenizerFindings(const Tokenizer::Impl& tokenizer, const json& config, const std::string& where) {
    std::vector<Finding> findings;
    const auto wrongType = [&](const char* key, bool good, const Finding& expected) {
        if (!good) {
            findings.push_back(finding("setting-not-followed", where, key, excerpt(member(config, key)), expected));
        }
    };
    for (const char* key : {"bos_token", "eos_token"}) {
        const json& value = member(config, key);
        wrongType(key, value.is_null() || !specialToken(config, key).empty() || value == "", finding("a-token"));
    }
    const auto missing = missingTokens(tokenizer, config);
    if (!missing.empty()) {
        const std::ptrdiff_t named = std::min<std::ptrdiff_t>(5, std::ssize(missing));
        const Finding names = fmt::format("{}", fmt::join(missing.begin(), missing.begin() + named, ", "));
        const auto more = std::ssize(missing) - named;
        findings.push_back(missing.size() == 1 ? finding("token-missing", where, names)
                                               : finding("tokens-missing", where,
                                                         more == 0 ? names : finding("and-more", names, more)));
    }
    const bool begins = !tokenizer.prefix.empty(), ends = !tokenizer.suffix.empty();
    const bool spaced = tokenizer.normalizer.prepends() || tokenizer.preTokenizer.addsSpace();
    const std::tuple<const char*, bool, Finding> kDone[] = {
        {"add_bos_token", begins, begins ? finding("begins-texts") : finding("never-begins-texts")},
        {"add_eos_token", ends, ends ? finding("ends-texts") : finding("never-ends-texts")},
        {"add_prefix_space", spaced, spaced ? finding("spaces-texts") : finding("never-spaces-texts")},
        {"split_special_tokens", false, finding("never-splits-special")}};
    for (const auto& [key, done, does] : kDone) {
        const json& asked = member(config, key);
        wrongType(key, asked.is_null() || asked.is_boolean(), finding("true-or-false"));
        if (asked.is_boolean() && asked != done) {
            findings.push_back(finding("tokenizer-followed", where, key, asked.dump(), does));
        }
    }
    return findings;
}

}  // namespace kvw
