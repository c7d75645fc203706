// SPDX-License-Identifier: Apache-2.0
#include "core/model/tokenizer/tokenizer_config.h"

#include "core/base/files/mapped_file.h"
#include "core/base/json/json_access.h"
#include "core/base/json/json_depth.h"

namespace kvw {
namespace {

using nlohmann::json;

constexpr std::size_t kMaxBytes = std::size_t{64} << 20;

/// Returns the object in a file; null if there is no file.
Result<json> readObject(const std::filesystem::path& path, const char* kind) {
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) {
        return json();
    }
    KVW_TRY_ASSIGN(const auto text, readFile(path, kMaxBytes));
    json object = isTooDeepJson(text) ? json() : json::parse(text, nullptr, false);
    if (!object.is_object()) {
        return fail(Code::BadInput, path.string(), kind, text.empty() ? "an empty file" : "", "a JSON object");
    }
    return object;
}

}  // namespace

Result<json> readTokenizerConfig(const std::filesystem::path& path) {
    KVW_TRY_ASSIGN(auto config, readObject(path, "is not a tokenizer configuration"));
    KVW_TRY_ASSIGN(const auto map,
                   readObject(path.parent_path() / "special_tokens_map.json", "is not a map of special tokens"));
    for (const char* key :
         {"bos_token", "eos_token", "unk_token", "sep_token", "pad_token", "cls_token", "mask_token"}) {
        if (!config.contains(key) && map.contains(key)) {
            config[key] = map[key];
        }
    }
    return config;
}

std::string specialToken(const json& config, const char* key) {
    const json& value = member(config, key);
    return value.is_string() ? value.get<std::string>() : textOf(value, "content");
}

}  // namespace kvw
