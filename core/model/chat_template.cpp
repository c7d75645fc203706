// SPDX-License-Identifier: Apache-2.0
#include "core/model/chat_template.h"

#include <fmt/format.h>
#include <unicode/uchar.h>

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "core/model/gguf_model.h"
#include "core/model/json_access.h"
#include "core/model/mapped_file.h"
#include "core/model/template_pieces.h"
#include "core/model/tokenizer_config.h"
#include "core/model/utf8.h"

namespace kvw {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::size_t kMaxTemplateBytes = std::size_t{1} << 20;
constexpr const char* kKnown =
    "a template in the form of Llama-2, Mistral, Llama-3, ChatML (Qwen), Gemma, Zephyr or Phi-3";

/// As `strip` of Python.
std::string trimmed(const std::string& text) {
    const auto isSpace = [](char32_t point) {
        return u_isUWhiteSpace(static_cast<UChar32>(point)) != 0 || (point >= 0x1C && point <= 0x1F);
    };
    std::size_t begin = text.size(), end = 0;
    for (std::size_t at = 0; at < text.size();) {
        const Utf8Step step = nextUtf8(text, at);
        if (!isSpace(step.codePoint)) {
            begin = std::min(begin, at);
            end = at + step.length;
        }
        at += step.length;
    }
    return begin < end ? text.substr(begin, end - begin) : std::string();
}

}  // namespace

/// Looks for the expressions that make a form.
class TemplateReader {
 public:
    explicit TemplateReader(const std::string& text) : m_pieces(templatePieces(text)) {
        for (const TemplatePiece& piece : m_pieces) {
            const bool isText = piece.kind == TemplatePiece::Kind::Text;
            m_all += isText ? '\x03' : '{';
            m_all += piece.text;
            m_all += isText ? '\x03' : '}';
        }
    }

    std::optional<ChatTemplate> read() const {
        if (saysMore()) {
            return std::nullopt;
        }
        for (const auto form :
             {&TemplateReader::llama3, &TemplateReader::chatMl, &TemplateReader::gemma, &TemplateReader::llama2,
              &TemplateReader::mistral, &TemplateReader::zephyr, &TemplateReader::phi3}) {
            ChatTemplate result;
            if ((this->*form)(result)) {
                result.m_bos = has("bos_token") ? "yes" : "";
                return result;
            }
        }
        return std::nullopt;
    }

 private:
    /// Whether the template has an expression, written with "..." for a string, $role and $content for those of the
    /// message.
    [[nodiscard]] bool has(std::string_view part) const { return m_all.find(spelled(part)) != std::string::npos; }
    static std::string spelled(std::string_view part) {
        std::string text;
        bool inside = false;
        for (const char c : part) {
            text += c != '"' ? c : inside ? kClose : kOpen;
            inside = inside != (c == '"');
        }
        for (const std::string_view name : {"role", "content"}) {
            const std::string variable = fmt::format("${}", name), full = fmt::format("message[{}]", quotedPiece(name));
            for (auto at = text.find(variable); at != std::string::npos; at = text.find(variable, at)) {
                text.replace(at, variable.size(), full);
            }
        }
        return text;
    }

    /// Sentences of its own that a template may write without being asked for tools, and text between the tags.
    [[nodiscard]] bool saysMore() const {
        const bool tools = has("if tools") || has("tools is not none") || has("tools is none");
        for (const TemplatePiece& piece : m_pieces) {
            const bool blank = piece.text.find_first_not_of(" \t\n") == std::string::npos;
            if (piece.kind == TemplatePiece::Kind::Text &&
                (!blank || (!has("\"<|user|>\n\"") && !piece.text.empty()))) {
                return true;
            }
            if (piece.kind == TemplatePiece::Kind::Text || tools || piece.text.find("raise_exception") == 0) {
                continue;
            }
            std::string rest = piece.text;
            if (const auto from = rest.find("<|im_start|>system\n"); from != std::string::npos) {
                rest = rest.substr(0, from);  // the default of ChatML, which is read
            }
            if (std::count(rest.begin(), rest.end(), ' ') > 8 && rest.find(kOpen) != std::string::npos &&
                longestString(rest) > 40) {
                return true;
            }
        }
        return false;
    }

    static std::size_t longestString(const std::string& text) {
        std::size_t longest = 0;
        for (std::size_t at = text.find(kOpen); at != std::string::npos; at = text.find(kOpen, at + 1)) {
            longest = std::max(longest, std::min(text.find(kClose, at), text.size()) - at);
        }
        return longest;
    }

    /// The strings around `middle` in the first expression that has strings on both sides of it, from `from` on.
    [[nodiscard]] std::optional<std::pair<std::string, std::string>> around(const std::string& middle,
                                                                            std::size_t from = 0) const {
        const std::string key = std::string{kClose} + '+' + middle + '+' + kOpen;
        const auto at = m_all.find(key, from);
        if (at == std::string::npos) {
            return std::nullopt;
        }
        const auto open = m_all.rfind(kOpen, at), next = at + key.size();
        return std::pair{m_all.substr(open + 1, at - open - 1), m_all.substr(next, m_all.find(kClose, next) - next)};
    }

    bool llama3(ChatTemplate& t) const {
        if (!has("\"<|start_header_id|>\"+$role+\"<|end_header_id|>\n\n\"+$content|trim+\"<|eot_id|>\"") ||
            !has("{\"<|start_header_id|>assistant<|end_header_id|>\n\n\"}") || has("datetime")) {
            return false;
        }
        t.m_form = ChatTemplate::Form::Llama3;
        t.m_trims = t.m_hasSystem = true;
        t.m_before = "<|start_header_id|>user<|end_header_id|>\n\n";
        t.m_after = t.m_systemAfter = "<|eot_id|>";
        t.m_systemBefore = "<|start_header_id|>system<|end_header_id|>\n\n";
        t.m_answer = "<|start_header_id|>assistant<|end_header_id|>\n\n";
        if (has("Cutting Knowledge Date: ")) {
            t.m_systemBefore += "Cutting Knowledge Date: December 2023\nToday Date: 26 Jul 2024\n\n";
            t.m_defaultSystem = t.m_systemBefore + t.m_systemAfter;
            return has("\"Cutting Knowledge Date: December 2023\n\"") && has("\"Today Date: \"+date_string+\"\n\n\"") &&
                   has("date_string=\"26 Jul 2024\"");
        }
        return true;
    }

    bool chatMl(ChatTemplate& t) const {
        if ((!has("{\"<|im_start|>\"+$role+\"\n\"+$content+\"<|im_end|>\n\"}") &&
             !has("{\"<|im_start|>\"+$role+\"\n\"+content+\"<|im_end|>\n\"}")) ||
            !has("\"<|im_start|>assistant\n\"}")) {
            return false;
        }
        t.m_form = ChatTemplate::Form::ChatMl;
        t.m_hasSystem = true;
        t.m_before = "<|im_start|>user\n";
        t.m_systemBefore = "<|im_start|>system\n";
        t.m_after = t.m_systemAfter = "<|im_end|>\n";
        t.m_answer = "<|im_start|>assistant\n";
        const std::string key = spelled("{\"<|im_start|>system\n");
        for (auto at = m_all.find(key); at != std::string::npos; at = m_all.find(key, at + 1)) {
            const std::string text = m_all.substr(at + 2, m_all.find(kClose, at) - at - 2);
            if (text.ends_with(t.m_systemAfter)) {
                t.m_defaultSystem = text;
            }
        }
        return true;
    }

    bool gemma(ChatTemplate& t) const {
        if (!has("\"<start_of_turn>\"+role+\"\n\"+$content|trim+\"<end_of_turn>\n\"") ||
            !has("{\"<start_of_turn>model\n\"}")) {
            return false;
        }
        t.m_form = ChatTemplate::Form::Gemma;
        t.m_trims = true;
        t.m_before = "<start_of_turn>user\n";
        t.m_after = "<end_of_turn>\n";
        t.m_answer = "<start_of_turn>model\n";
        return true;
    }

    bool llama2(ChatTemplate& t) const {
        if (!has("{bos_token+\"[INST] \"+content.strip()+\" [/INST]\"}") ||
            !has("content=\"<<SYS>>\n\"+system_message+\"\n<</SYS>>\n\n\"+$content") || has("USE_DEFAULT_PROMPT") ||
            has("DEFAULT_SYSTEM")) {
            return false;
        }
        t.m_form = ChatTemplate::Form::Llama2;
        t.m_hasSystem = true;
        t.m_before = "[INST] ";
        t.m_after = " [/INST]";
        t.m_systemBefore = "<<SYS>>\n";
        t.m_systemAfter = "\n<</SYS>>\n\n";
        return true;
    }

    bool mistral(ChatTemplate& t) const {
        const auto parts = instructionMarks();
        if (!parts || has("<<SYS>>")) {
            return false;
        }
        t.m_form = ChatTemplate::Form::Mistral;
        std::tie(t.m_before, t.m_after) = *parts;
        t.m_hasSystem = has(fmt::format("\"{}\"+system_message+\"\n\n\"+$content", t.m_before));
        t.m_systemAfter = "\n\n";
        return true;
    }

    /// [INST] and [/INST] with the spaces of this template, if they are everywhere the same.
    [[nodiscard]] std::optional<std::pair<std::string, std::string>> instructionMarks() const {
        std::optional<std::pair<std::string, std::string>> found;
        // Around the content stand the end of one string and the start of another.
        std::string key = spelled("$content");
        key.insert(0, {kClose, '+'});
        key += {'+', kOpen};
        for (auto at = m_all.find(key); at != std::string::npos; at = m_all.find(key, at + 1)) {
            const auto open = m_all.rfind(kOpen, at), next = at + key.size();
            const std::string before = m_all.substr(open + 1, at - open - 1),
                              after = m_all.substr(next, m_all.find(kClose, next) - next);
            if (trimmed(after) != "[/INST]" || before == "\n\n") {
                continue;  // an answer, or the message behind the system text
            }
            if (trimmed(before) != "[INST]" || (found && *found != std::pair(before, after))) {
                return std::nullopt;
            }
            found = {before, after};
        }
        return found;
    }

    bool zephyr(ChatTemplate& t) const {
        if (!has("{\"<|user|>\n\"+$content+eos_token}\x03\n\x03") ||
            !has("{\"<|system|>\n\"+$content+eos_token}\x03\n\x03") || !has("{\"<|assistant|>\"}\x03\n\x03")) {
            return false;
        }
        t.m_form = ChatTemplate::Form::Zephyr;
        t.m_hasSystem = true;
        t.m_before = "<|user|>\n";
        t.m_systemBefore = "<|system|>\n";
        t.m_answer = "<|assistant|>\n";
        return true;
    }

    bool phi3(ChatTemplate& t) const {
        const bool answers = has("\"<|user|>\n\"+$content+\"<|end|>\n<|assistant|>\n\"");
        const bool anyRole = has("\"<|\"+$role+\"|>\n\"+$content+\"<|end|>\n\"");
        if ((!answers && !anyRole && !has("\"<|user|>\n\"+$content+\"<|end|>\n\"")) ||
            (!answers && !has("{\"<|assistant|>\n\"}")) || has("\x03")) {
            return false;
        }
        t.m_form = ChatTemplate::Form::Phi3;
        t.m_hasSystem = anyRole || has("\"<|system|>\n\"+$content+\"<|end|>\n\"");
        t.m_before = "<|user|>\n";
        t.m_systemBefore = "<|system|>\n";
        t.m_after = t.m_systemAfter = "<|end|>\n";
        t.m_answer = "<|assistant|>\n";
        return true;
    }

    std::vector<TemplatePiece> m_pieces;
    std::string m_all;  ///< outputs and blocks in braces, text between \x03
};

Result<ChatTemplate> ChatTemplate::parse(const std::string& text, std::string bos, std::string eos,
                                         const std::string& where) {
    if (text.empty() || text.size() > kMaxTemplateBytes) {
        return fail(Code::BadInput, where, "the chat template has an impossible length",
                    fmt::format("{} bytes", text.size()), fmt::format("1 to {}", kMaxTemplateBytes));
    }
    auto result = TemplateReader(text).read();
    if (!result) {
        std::string start = lossyUtf8(trimmed(text.substr(0, 60)));
        std::replace_if(
            start.begin(), start.end(), [](char c) { return c >= 0 && c < ' '; }, ' ');
        return fail(Code::BadInput, where, "this chat template is not supported", start, kKnown);
    }
    result->m_where = where;
    result->m_bos = result->m_bos.empty() ? "" : std::move(bos);
    if (result->m_form == Form::Zephyr) {
        result->m_after = result->m_systemAfter = eos + "\n";
    }
    return *result;
}

namespace {

/// The template in a tokenizer_config.json: a text, or that named "default" in a list of them.
std::string templateIn(const json& config) {
    const json& value = member(config, "chat_template");
    std::string text = value.is_string() ? value.get<std::string>() : "";
    for (const json& named : value.is_array() ? value : json::array()) {
        if (textOf(named, "name") == "default") {
            text = textOf(named, "template");
        }
    }
    return text;
}

}  // namespace

Result<ChatTemplate> ChatTemplate::load(const fs::path& model) {
    std::error_code ignored;
    const bool isFile = fs::is_regular_file(model, ignored);
    const fs::path directory = isFile ? fs::absolute(model, ignored).parent_path() : model;
    const fs::path configPath = directory / "tokenizer_config.json", jinja = directory / "chat_template.jinja";
    auto config = readTokenizerConfig(configPath);
    if (!config) {
        return tl::unexpected(config.error());
    }
    std::string text, where = configPath.string();
    if (fs::exists(jinja, ignored)) {
        const auto read = readFile(jinja, kMaxTemplateBytes);
        if (!read) {
            return tl::unexpected(read.error());
        }
        text = *read;
        where = jinja.string();
    } else {
        text = templateIn(*config);
    }
    if (isFile) {
        const auto stored = Gguf::open(model).map(ggufTokenizerConfig);
        if (!stored) {
            return tl::unexpected(stored.error());
        }
        if (where != jinja.string() && text.empty()) {
            text = textOf(*stored, "chat_template");
            where = model.string();
        }
        for (const char* key : {"bos_token", "eos_token"}) {
            if (!config->contains(key) && stored->contains(key)) {
                (*config)[key] = (*stored)[key];
            }
        }
    }
    if (text.empty() && where != jinja.string()) {
        return fail(Code::NotFound, model.string(), "the model has no chat template",
                    member(*config, "chat_template").is_array() ? "a list without one named default" : "",
                    isFile ? "tokenizer.chat_template in the file, or chat_template.jinja beside it"
                           : "chat_template.jinja, or chat_template in tokenizer_config.json");
    }
    return parse(text, specialToken(*config, "bos_token"), specialToken(*config, "eos_token"), where);
}

Result<std::string> ChatTemplate::prompt(const std::string& user, const std::optional<std::string>& system) const {
    if (system && !m_hasSystem) {
        return fail(Code::BadUsage, m_where, "the model's chat template has no place for a system text", "",
                    "the text in the prompt itself");
    }
    const auto part = [&](const std::string& text) { return m_trims ? trimmed(text) : text; };
    if (m_form == Form::Llama2) {
        return m_bos + m_before + trimmed((system ? m_systemBefore + *system + m_systemAfter : "") + user) + m_after;
    }
    if (m_form == Form::Mistral) {
        return m_bos + m_before + (system ? *system + m_systemAfter : "") + user + m_after;
    }
    const std::string start = system ? m_systemBefore + part(*system) + m_systemAfter : m_defaultSystem;
    return m_bos + start + m_before + part(user) + m_after + m_answer;
}

const char* toText(ChatTemplate::Form form) noexcept {
    using Form = ChatTemplate::Form;
    switch (form) {
        case Form::Llama2:
            return "Llama-2";
        case Form::Mistral:
            return "Mistral";
        case Form::Llama3:
            return "Llama-3";
        case Form::ChatMl:
            return "ChatML";
        case Form::Gemma:
            return "Gemma";
        case Form::Zephyr:
            return "Zephyr";
        case Form::Phi3:
            return "Phi-3";
    }
    return "";
}

}  // namespace kvw
