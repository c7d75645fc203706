// SPDX-License-Identifier: Apache-2.0
#include "core/model/tokenizer/tokenizer_types.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "core/base/json/json_access.h"

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
    return std::find(std::begin(list), std::end(list), key) != std::end(list);
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

}  // namespace kvw
