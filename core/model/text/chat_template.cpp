// SPDX-License-Identifier: Apache-2.0
#include "core/model/text/chat_template.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/base/comma_list.h"
#include "core/base/files/mapped_file.h"
#include "core/base/json/json_access.h"
#include "core/base/json/json_depth.h"
#include "core/base/utf8.h"
#include "core/model/tokenizer/tokenizer_config.h"
#include "core/model/weights/gguf_model.h"

namespace kvw {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::size_t kMaxTemplateBytes = std::size_t{1} << 20;
constexpr const char* kDefault = "default";

struct Named {
    std::string text, where;
};
using Templates = std::map<std::string, Named>;

/// Adds a template that is a text, or a list of named ones; names that are present stay.
void addFrom(const json& value, const std::string& where, Templates& all) {
    if (value.is_string()) {
        all.try_emplace(kDefault, Named{value.get<std::string>(), where});
    }
    for (const json& named : value.is_array() ? value : json::array()) {
        if (const std::string name = textOf(named, "name"); !name.empty()) {
            all.try_emplace(name, Named{textOf(named, "template"), where});
        }
    }
}

Result<void> addFile(const std::string& name, const fs::path& file, Templates& all) {
    return readFile(file, kMaxTemplateBytes).map([&](std::string&& text) {
        all.try_emplace(name, Named{std::move(text), file.string()});
    });
}

/// Reads the templates that are files of their own.
Result<Templates> filesIn(const fs::path& folder) {
    Templates all;
    std::error_code error;
    if (const fs::path jinja = folder / "chat_template.jinja"; fs::exists(jinja, error)) {
        KVW_TRY(addFile(kDefault, jinja, all));
    }
    fs::directory_iterator entry(folder / "additional_chat_templates", error);
    for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
        if (entry->path().extension() != ".jinja") {
            continue;
        }
        KVW_TRY(addFile(entry->path().stem().string(), entry->path(), all));
    }
    return all;
}

/// Returns the special tokens that a template may use: bos_token and the like, and a model's own.
std::map<std::string, std::string> tokensOf(const json& config) {
    std::map<std::string, std::string> tokens;
    const auto add = [&tokens](const json& from) {
        if (!from.is_object()) {
            return;
        }
        for (const auto& [key, value] : from.items()) {
            const std::string content = specialToken(from, key.c_str());
            if (key.ends_with("_token") && !content.empty()) {
                tokens.try_emplace(key, content);
            }
        }
    };
    add(config);
    add(member(config, "extra_special_tokens"));
    return tokens;
}

std::string listed(const Templates& all) {
    return joined(all, ", ", &Templates::value_type::first);
}

/// Adds the template of chat_template.json, which older image and text processors use.
Result<void> addProcessors(const fs::path& folder, Templates& all) {
    const fs::path file = folder / "chat_template.json";
    std::error_code ignored;
    if (!all.empty() || !fs::exists(file, ignored)) {
        return {};
    }
    return readFile(file, 2 * kMaxTemplateBytes).and_then([&](const std::string& text) -> Result<void> {
        const json object = isTooDeepJson(text) ? json() : json::parse(text, nullptr, false);
        if (!object.is_object()) {
            return fail(Code::BadInput, file.string(), "is not a chat template", "", "a JSON object");
        }
        addFrom(member(object, "chat_template"), file.string(), all);
        return {};
    });
}

}  // namespace

Result<ChatTemplate> ChatTemplate::load(const fs::path& model, const std::string& name) {
    std::error_code ignored;
    const bool isFile = fs::is_regular_file(model, ignored);
    const fs::path folder = isFile ? fs::absolute(model, ignored).parent_path() : model;
    const fs::path configPath = folder / "tokenizer_config.json";
    KVW_TRY_ASSIGN(auto config, readTokenizerConfig(configPath));
    KVW_TRY_ASSIGN(auto all, filesIn(folder));
    addFrom(member(config, "chat_template"), configPath.string(), all);
    KVW_TRY(addProcessors(folder, all));
    if (isFile) {
        KVW_TRY_ASSIGN(const auto stored, Gguf::open(model).map(ggufTokenizerConfig));
        addFrom(member(stored, "chat_template"), model.string(), all);
        for (const auto& [key, value] : stored.items()) {
            if (!config.contains(key)) {
                config[key] = value;
            }
        }
    }
    if (all.empty()) {
        return fail(Code::NotFound, model.string(), "the model has no chat template", "",
                    isFile ? "tokenizer.chat_template in the file, or chat_template.jinja beside it"
                           : "chat_template.jinja, or chat_template in tokenizer_config.json");
    }
    const std::string wanted = name.empty() ? kDefault : name;
    const auto found = all.find(wanted);
    if (found == all.end()) {
        return fail(Code::NotFound, model.string(), "the model has no chat template of this name", wanted,
                    phrase("one of %1", listed(all)));
    }
    const auto& [text, where] = found->second;
    if (text.empty() || text.size() > kMaxTemplateBytes) {
        return fail(Code::BadInput, where, "the chat template has an impossible length",
                    phrase("%1 bytes", text.size()), phrase("1 to %1", kMaxTemplateBytes));
    }
    ChatTemplate result = of(text, tokensOf(config), where);
    result.m_names.clear();
    for (const auto& [each, named] : all) {
        result.m_names.push_back(each);
    }
    return result;
}

ChatTemplate ChatTemplate::of(std::string text, std::map<std::string, std::string> tokens, std::string where) {
    ChatTemplate result;
    result.m_text = std::move(text);
    result.m_tokens = std::move(tokens);
    result.m_where = std::move(where);
    result.m_names = {kDefault};
    return result;
}

Result<std::string> ChatTemplate::prompt(const std::string& user, const std::optional<std::string>& system,
                                         const ChatLimits& limits) const {
    for (const std::string& text : {user, system.value_or("")}) {
        if (lossyUtf8(text) != text) {
            return fail(Code::BadInput, "chat", "a message is not valid UTF-8");
        }
    }
    json request{{"template", m_text}, {"tokens", m_tokens}, {"user", user}, {"system", nullptr}};
    if (system) {
        request["system"] = *system;
    }
    return renderChat(std::move(request), m_where, limits);
}

}  // namespace kvw
