// SPDX-License-Identifier: Apache-2.0
#include "core/model/text/chat_template.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <mutex>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/base/files/folder_entries.h"
#include "core/base/process/child_process.h"
#include "core/base/comma_list.h"
#include "core/base/files/mapped_file.h"
#include "core/base/json/json_access.h"
#include "core/base/json/json_depth.h"
#include "core/base/short_text.h"
#include "core/base/utf8.h"
#include "core/model/text/document.h"
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
    for (const fs::path& file : anyFolderEntries(folder / "additional_chat_templates", ".jinja")) {
        KVW_TRY(addFile(file.stem().string(), file, all));
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

constexpr const char* kNeedsJinja = "a chat template is rendered by Python 3 with Jinja2, which is not installed";
constexpr const char* kInstall = "the Debian package python3-jinja2, or `pip install jinja2`";
constexpr const char* kCannot = "the chat template cannot be rendered";

/// Returns a message of the template or of Python as part of a sentence.
std::string quoted(std::string words) {
    constexpr std::size_t kMost = 500;
    words = shortText(words, kMost);
    std::replace_if(
        words.begin(), words.end(), [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7F'; }, ' ');
    words.erase(words.find_last_not_of(" .") + 1);
    return words;
}

/// Returns the environment of the process: nothing secret, and nothing that changes Python's behaviour.
std::vector<std::string> environment() {
    std::vector<std::string> values{"LC_ALL=C.UTF-8"};
    for (const char* name : {"PATH", "TZ"}) {
        if (const char* value = std::getenv(name); value != nullptr) {
            values.push_back(fmt::format("{}={}", name, value));
        }
    }
    return values;
}

/// Returns the python3 that had Jinja2 last, after setting it to `found` if that is not empty.
fs::path knownPython(const fs::path& found = {}) {
    static std::mutex mutex;
    static fs::path known;
    const std::lock_guard lock(mutex);
    if (!found.empty()) {
        known = found;
    }
    return known;
}

std::vector<fs::path> pythons() {
    std::vector<fs::path> all = findPrograms("python3");
    std::stable_partition(all.begin(), all.end(),
                          [known = knownPython()](const fs::path& each) { return each == known; });
    return all;
}

tl::unexpected<Error> refusal(const json& answer, const std::string& where, const ChatLimits& limits) {
    const std::string kind = textOf(answer, "error"), why = quoted(textOf(answer, "why"));
    if (kind == "raised") {
        return fail(Code::BadUsage, where, phrase("the chat template refuses this: %1", why));
    }
    if (kind == "system") {
        return fail(Code::BadUsage, where, "the model's chat template has no place for a system text", "",
                    "the text in the prompt itself");
    }
    if (kind == "user") {
        return fail(Code::BadInput, where, "the chat template does not write the message");
    }
    if (kind == "syntax") {
        return fail(Code::BadInput, where, "the chat template is not valid Jinja", why);
    }
    if (kind == "memory") {
        return fail(Code::BadInput, where, "the chat template takes too much memory", "",
                    phrase("at most %1 MiB", limits.memory >> 20U));
    }
    return fail(Code::BadInput, where, kCannot, why);
}

/// Returns the error for a process that gave no complete answer.
tl::unexpected<Error> noAnswer(const ChildAnswer& child, const std::string& where, const ChatLimits& limits) {
    if (child.tooLate || child.signal == SIGXCPU) {
        return fail(Code::BadInput, where, "the chat template does not terminate",
                    phrase("still running after %1 s", limits.time.count()));
    }
    if (child.tooLong) {
        return fail(Code::BadInput, where, "the chat template writes too much", "",
                    phrase("at most %1 MiB", limits.output >> 20U));
    }
    return fail(Code::BadInput, where, kCannot,
                child.signal != 0 ? phrase("Python ended by signal %1", child.signal) : phrase("no answer of Python"));
}

/// Renders `request`: template, tokens, user, system, as render.py reads them. `where` names the template in errors.
/// Uses the first python3 in PATH that has Jinja2. Errors: those of ChatTemplate::prompt.
Result<std::string> renderChat(json request, const std::string& where, const ChatLimits& limits) {
    KVW_TRY_ASSIGN(const auto script,
                   resourcesDir().map([](const fs::path& place) { return place / "chat" / "render.py"; }));
    std::error_code error;
    if (!fs::is_regular_file(script, error)) {
        return fail(Code::NotFound, script.string(), "the renderer of chat templates is not installed", "",
                    "the resources folder that belongs to this program");
    }
    // Python stores text with up to four bytes per character, and makes some copies.
    const std::size_t text = request.value("user", "").size() + request.value("template", "").size() +
                             (request["system"].is_string() ? request["system"].get_ref<std::string&>().size() : 0);
    request["memory"] = limits.memory + 32 * text;
    request["seconds"] = limits.time.count();
    const std::string input = request.dump(-1, ' ', false, json::error_handler_t::replace);
    Phrase tried;
    for (const fs::path& python : pythons()) {
        KVW_TRY_ASSIGN(const auto child, runChild(python, {"-I", script.string()}, environment(), input,
                                                  {limits.time, limits.output + 16 * text}));
        const json answer = json::parse(child.output, nullptr, false);
        if (const json& rendered = member(answer, "text"); rendered.is_string()) {
            knownPython(python);
            return rendered.get<std::string>();
        }
        if (!answer.is_object() && (child.code == 0 || child.tooLate || child.tooLong)) {
            return noAnswer(child, where, limits);
        }
        if (answer.is_object() && textOf(answer, "error") != "jinja2") {
            return refusal(answer, where, limits);
        }
        // Not Python, an old version, or without Jinja2: another one in PATH may do.
        const std::string old = answer.is_object() ? textOf(answer, "why") : std::string();
        Phrase one = !answer.is_object() ? phrase("code %1 from %2", child.code, python.string())
                     : old.empty()       ? phrase("no Jinja2 from %1", python.string())
                                         : phrase("%1 from %2", old, python.string());
        tried = tried.empty() ? std::move(one) : phrase("%1, %2", std::move(tried), std::move(one));
    }
    return fail(Code::NotFound, "chat", kNeedsJinja, tried.empty() ? phrase("no python3 in PATH") : std::move(tried),
                kInstall);
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

Result<SplitPrompt> ChatTemplate::splitPrompt(const std::string& user, const std::string& question,
                                              const std::optional<std::string>& system,
                                              const ChatLimits& limits) const {
    // A mark that no tokenizer has and that a template leaves as it is, also between quotes of JSON.
    const std::string mark = "[[kvw question begins]]";
    return prompt(user + mark + question, system, limits)
        .and_then([&](const std::string& rendered) -> Result<SplitPrompt> {
            const std::size_t at = rendered.find(mark);
            if (at == std::string::npos || rendered.find(mark, at + 1) != std::string::npos) {
                return fail(Code::BadUsage, m_where, "the chat template does not write the message as one piece");
            }
            return SplitPrompt{rendered.substr(0, at), rendered.substr(at + mark.size())};
        });
}

}  // namespace kvw
