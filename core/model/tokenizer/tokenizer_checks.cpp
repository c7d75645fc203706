// SPDX-License-Identifier: Apache-2.0
#include "core/model/tokenizer/tokenizer_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "core/base/json/json_access.h"
#include "core/model/tokenizer/tokenizer_config.h"

namespace kvw {

namespace {

using nlohmann::json;

constexpr std::string_view kFlags[] = {
    "add_prefix_space", "use_regex", "trim_offsets", "individual_digits", "invert",        "split",         "special",
    "lstrip",           "rstrip",    "single_word",  "normalized",        "ignore_merges", "byte_fallback", "fuse_unk"};
constexpr std::string_view kTexts[] = {"type",
                                       "behavior",
                                       "content",
                                       "prepend",
                                       "delimiter",
                                       "replacement",
                                       "prepend_scheme",
                                       "String",
                                       "Regex",
                                       "unk_token",
                                       "continuing_subword_prefix",
                                       "end_of_word_suffix"};
constexpr std::string_view kNumbers[] = {"dropout", "start", "stop"};

template <std::size_t kCount>
bool isOneOf(const std::string& key, const std::string_view (&list)[kCount]) {
    return std::ranges::find(list, key) != std::end(list);
}

const char* expectedType(const std::string& key, const json& value) {
    return value.is_null()                                ? nullptr
           : isOneOf(key, kFlags) && !value.is_boolean()  ? "true or false"
           : isOneOf(key, kTexts) && !value.is_string()   ? "a text"
           : isOneOf(key, kNumbers) && !value.is_number() ? "a number"
                                                          : nullptr;
}

/// Checks `part`, named `name` in errors, and everything inside it.
Result<void> check(const json& part, const std::string& name, const std::string& where) {
    if (part.is_array()) {
        for (const json& inner : part) {
            KVW_TRY(check(inner, name, where));
        }
        return {};
    }
    if (!part.is_object()) {
        return {};
    }
    const std::string type = textOf(part, "type");
    for (const auto& [key, value] : part.items()) {
        if (const char* expected = expectedType(key, value)) {
            return fail(Code::BadInput, where, phrase("%1 of %2 is of another type", key, type.empty() ? name : type),
                        excerpt(value), expected);
        }
        // The keys of these objects are tokens, not settings.
        if (key == "vocab" || key == "merges" || key == "special_tokens") {
            continue;
        }
        KVW_TRY(check(value, name, where));
    }
    return {};
}

}  // namespace

Result<void> checkTokenizerTypes(const json& file, const std::string& where) {
    for (const char* key : {"normalizer", "pre_tokenizer", "post_processor", "decoder", "model", "added_tokens"}) {
        KVW_TRY(check(member(file, key), key, where));
    }
    return {};
}

namespace {

using nlohmann::json;

/// Returns the contents of configured tokens that the vocabulary does not have.
std::vector<std::string> missingTokens(const Tokenizer::Impl& tokenizer, const json& config) {
    std::vector<std::string> missing;
    const auto look = [&](const std::string& content) {
        if (!content.empty() && !tokenizer.ids.contains(content) &&
            std::ranges::find(missing, content) == missing.end()) {
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
