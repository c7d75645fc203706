// SPDX-License-Identifier: Apache-2.0
#include "core/base/json/json_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>
#include <set>
#include <system_error>
#include <utility>

#include "core/base/comma_list.h"
#include "core/base/json/json_access.h"
#include "core/base/short_text.h"

namespace kvw {

namespace {

constexpr int kDeepest = 16;
constexpr std::size_t kLongestText = 4000;

const nlohmann::json& noItems() {
    static const nlohmann::json empty = nlohmann::json::array();
    return empty;
}

const nlohmann::json& noMembers() {
    static const nlohmann::json empty = nlohmann::json::object();
    return empty;
}

bool isAllowed(const std::string& text, JsonTexts texts) {
    const bool control = std::ranges::any_of(text, [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte == 0x7f || (byte < 0x20 && c != '\n');
    });
    return texts == JsonTexts::Any || (text.size() <= kLongestText && !control);
}

/// Parser callback that rejects members given twice and deep nesting; JSON itself allows both.
class StructureCheck {
 public:
    bool operator()(int depth, nlohmann::json::parse_event_t event, const nlohmann::json& parsed) {
        using Event = nlohmann::json::parse_event_t;
        if (depth > kDeepest && m_problem.empty()) {
            m_problem = phrase("it is nested deeper than %1 levels", kDeepest);
        }
        if (event == Event::object_start) {
            m_names.emplace_back();
        } else if (event == Event::object_end && !m_names.empty()) {
            m_names.pop_back();
        } else if (event == Event::key && !m_names.empty()) {
            const auto name = parsed.get<std::string>();
            if (!m_names.back().insert(name).second && m_problem.empty()) {
                m_problem = phrase("member %1 is given twice", describe(parsed));
            }
        }
        // Deep values are dropped at once, so that hostile nesting costs nothing.
        return depth <= kDeepest;
    }
    [[nodiscard]] const Phrase& problem() const noexcept { return m_problem; }

 private:
    std::vector<std::set<std::string>> m_names;
    Phrase m_problem;
};

}  // namespace

bool isKebabCase(std::string_view text) noexcept {
    if (text.empty() || text.size() > 64 || text.front() == '-' || text.back() == '-') {
        return false;
    }
    char before = ' ';
    for (const char c : text) {
        const bool word = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (!word && (c != '-' || before == '-')) {
            return false;
        }
        before = c;
    }
    return true;
}

Phrase describe(const nlohmann::json& value) {
    if (value.is_discarded() || value.is_null()) {
        return "nothing";
    }
    if (value.is_object()) {
        return "an object";
    }
    if (value.is_array()) {
        return value.empty() ? "an empty list" : "a list";
    }
    return shortText(value.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace), 60);
}

Result<nlohmann::json> readJsonFile(const std::filesystem::path& file, std::size_t limit) {
    std::error_code code;
    const auto status = std::filesystem::status(file, code);
    if (!std::filesystem::exists(status)) {
        return fail(Code::NotFound, file.string(), "the file is missing");
    }
    if (!std::filesystem::is_regular_file(status)) {
        return fail(Code::BadInput, file.string(), "this is not a regular file");
    }
    const auto size = std::filesystem::file_size(file, code);
    if (!code && size > limit) {
        return fail(Code::BadInput, file.string(), "the file is too large", phrase("%1 bytes", size),
                    phrase("at most %1 bytes", limit));
    }
    std::ifstream stream(file, std::ios::binary);
    std::string text(std::min(code ? limit : static_cast<std::size_t>(size), limit) + 1, '\0');
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(stream.gcount()));
    if (!stream.is_open() || stream.bad()) {
        return fail(Code::Io, file.string(), "the file cannot be read");
    }
    StructureCheck check;
    try {
        auto value = nlohmann::json::parse(text, std::ref(check));
        if (!check.problem().empty()) {
            return fail(Code::BadInput, file.string(), check.problem());
        }
        return value;
    } catch (const nlohmann::json::parse_error& problem) {
        const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(problem.byte, text.size()));
        return fail(Code::BadInput, file.string(),
                    phrase("this is not valid JSON (line %1)", 1 + std::count(text.begin(), end, '\n')));
    } catch (const nlohmann::json::out_of_range&) {
        return fail(Code::BadInput, file.string(), "the document is wrong", "a number beyond 1e308");
    }
}

Result<void> JsonDocument::checked() const {
    return m_error ? Result<void>(tl::unexpected(*m_error)) : Result<void>();
}

void JsonDocument::refuse(const std::string& member, Phrase found, Phrase expected, std::string_view reason) {
    const Phrase what = member.empty() ? phrase("the document is wrong") : phrase("member \"%1\" is wrong", member);
    refuse(Error{m_code, what, m_name, std::move(expected), std::move(found), reason});
}

void JsonDocument::refuse(Error error) {
    if (!m_error) {
        m_error = std::move(error);
    }
}

JsonObject::JsonObject(JsonDocument& document, const nlohmann::json& value, std::string path,
                       const std::vector<std::string_view>& known)
    : m_document(document), m_value(value), m_path(std::move(path)) {
    if (!value.is_object()) {
        m_document.refuse(m_path, describe(value), "an object");
        return;
    }
    for (const auto& [name, item] : value.items()) {
        if (known.size() > 0 && std::ranges::find(known, name) == known.end()) {
            const std::string near = nearest(name, known);
            refuse(name, "an unknown member",
                   near.empty() ? phrase("one of %1", joined(known))
                                : Phrase('"' + near + '"'));
        }
    }
}

const nlohmann::json& JsonObject::at(const std::string& name) const {
    return member(m_value, name.c_str());
}

std::string JsonObject::pathOf(const std::string& name) const {
    const std::string shown = shortText(name, 60);
    return m_path.empty() ? shown : m_path + "." + shown;
}

void JsonObject::refuse(const std::string& name, Phrase expected) const {
    refuse(name, describe(at(name)), std::move(expected));
}

void JsonObject::refuse(const std::string& name, Phrase found, Phrase expected) const {
    m_document.refuse(pathOf(name), std::move(found), std::move(expected));
}

std::string JsonObject::text(const std::string& name) const {
    std::string value = textOr(name, {});
    if (value.empty()) {
        refuse(name, "a text");
    }
    return value;
}

std::string JsonObject::textOr(const std::string& name, std::string fallback) const {
    const auto& value = at(name);
    if (value.is_null()) {
        return fallback;
    }
    if (!value.is_string()) {
        refuse(name, "a text");
        return fallback;
    }
    auto text = value.get<std::string>();
    if (!isAllowed(text, m_document.texts())) {
        refuse(name, phrase("a text of at most %1 bytes without control characters", kLongestText));
        return fallback;
    }
    return text;
}

std::string JsonObject::kebab(const std::string& name) const {
    std::string value = text(name);
    if (!isKebabCase(value)) {
        refuse(name, "lower case words joined by dashes");
    }
    return value;
}

std::size_t JsonObject::word(const std::string& name, std::initializer_list<std::string_view> words) const {
    const auto& value = at(name);
    if (value.is_string()) {
        const auto found = std::ranges::find(words, value.get_ref<const std::string&>());
        if (found != words.end()) {
            return static_cast<std::size_t>(found - words.begin());
        }
    }
    refuse(name, phrase("one of %1", joined(words)));
    return 0;
}

std::size_t JsonObject::wordOr(const std::string& name, std::initializer_list<std::string_view> words,
                               std::size_t fallback) const {
    return has(name) ? word(name, words) : fallback;
}

bool JsonObject::flagOr(const std::string& name, bool fallback) const {
    const auto& value = at(name);
    if (!value.is_null() && !value.is_boolean()) {
        refuse(name, "true or false");
    }
    return value.is_boolean() ? value.get<bool>() : fallback;
}

std::optional<double> JsonObject::number(const std::string& name) const {
    const auto& value = at(name);
    if (value.is_number() && std::isfinite(value.get<double>())) {
        return value.get<double>();
    }
    if (!value.is_null()) {
        refuse(name, "a number");
    }
    return std::nullopt;
}

std::optional<std::int64_t> JsonObject::integer(const std::string& name) const {
    const auto whole = wholeOf(at(name));
    if (!whole) {
        refuse(name, "an integer");
    }
    return whole;
}

std::int64_t JsonObject::integerOr(const std::string& name, std::int64_t fallback, std::int64_t least,
                                   std::int64_t most) const {
    const auto whole = has(name) ? integer(name) : std::nullopt;
    if (whole && (*whole < least || *whole > most)) {
        refuse(name, *whole < least ? phrase("at least %1", least) : phrase("at most %1", most));
        return fallback;
    }
    return whole.value_or(fallback);
}

const nlohmann::json& JsonObject::array(const std::string& name, bool require) const {
    const auto& value = at(name);
    if (value.is_array() && (!require || !value.empty())) {
        return value;
    }
    if (require || !value.is_null()) {
        refuse(name, require ? "a list of at least one" : "a list");
    }
    return noItems();
}

std::vector<std::string> JsonObject::texts(const std::string& name, bool require) const {
    std::vector<std::string> result;
    for (const auto& item : array(name, require)) {
        if (!item.is_string() || item.get_ref<const std::string&>().empty() ||
            !isAllowed(item.get_ref<const std::string&>(), m_document.texts())) {
            refuse(fmt::format("{}[{}]", name, result.size()), describe(item), "a text");
            return {};
        }
        result.push_back(item.get<std::string>());
    }
    return result;
}

std::vector<std::int32_t> JsonObject::integers(const std::string& name, bool require) const {
    std::vector<std::int32_t> result;
    for (const auto& item : array(name, require)) {
        const auto whole = wholeOf(item);
        if (!whole || !std::in_range<std::int32_t>(*whole)) {
            refuse(fmt::format("{}[{}]", name, result.size()), describe(item), "an integer");
            return {};
        }
        result.push_back(static_cast<std::int32_t>(*whole));
    }
    return result;
}

JsonObject JsonObject::object(const std::string& name, const std::vector<std::string_view>& known) const {
    return {m_document, has(name) ? at(name) : noMembers(), pathOf(name), known};
}

std::vector<JsonObject> JsonObject::objects(const std::string& name, const std::vector<std::string_view>& known,
                                            bool require) const {
    std::vector<JsonObject> result;
    for (const auto& item : array(name, require)) {
        result.emplace_back(m_document, item, fmt::format("{}[{}]", pathOf(name), result.size()), known);
    }
    return result;
}

}  // namespace kvw
