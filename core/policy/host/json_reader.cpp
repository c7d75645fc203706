// SPDX-License-Identifier: Apache-2.0
#include "core/policy/host/json_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>
#include <set>
#include <system_error>
#include <utility>

#include "core/base/short_text.h"

namespace kvw {

namespace {

constexpr int kDeepest = 16;
constexpr std::size_t kLongestText = 4000;

const nlohmann::json& none() {
    static const nlohmann::json empty;
    return empty;
}

const nlohmann::json& noItems() {
    static const nlohmann::json empty = nlohmann::json::array();
    return empty;
}

bool hasControlCharacter(const std::string& text) {
    return std::any_of(text.begin(), text.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte == 0x7f || (byte < 0x20 && c != '\n');
    });
}

/// Parser callback that rejects members given twice and deep nesting; JSON itself allows both.
class StructureCheck {
 public:
    bool operator()(int depth, nlohmann::json::parse_event_t event, const nlohmann::json& parsed) {
        using Event = nlohmann::json::parse_event_t;
        if (depth > kDeepest && m_problem.empty()) {
            m_problem = fmt::format("it is nested deeper than {} levels", kDeepest);
        }
        if (event == Event::object_start) {
            m_names.emplace_back();
        } else if (event == Event::object_end && !m_names.empty()) {
            m_names.pop_back();
        } else if (event == Event::key && !m_names.empty()) {
            const auto name = parsed.get<std::string>();
            if (!m_names.back().insert(name).second && m_problem.empty()) {
                m_problem = fmt::format("member {} is given twice", describe(parsed));
            }
        }
        // Deep values are dropped at once, so that hostile nesting costs nothing.
        return depth <= kDeepest;
    }
    [[nodiscard]] const std::string& problem() const noexcept { return m_problem; }

 private:
    std::vector<std::set<std::string>> m_names;
    std::string m_problem;
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

std::string describe(const nlohmann::json& value) {
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

std::optional<std::int64_t> wholeOf(const nlohmann::json& value) {
    const bool fits = value.is_number_integer() &&
                      (!value.is_number_unsigned() || std::in_range<std::int64_t>(value.get<std::uint64_t>()));
    return fits ? std::optional(value.get<std::int64_t>()) : std::nullopt;
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
        return fail(Code::BadInput, file.string(), "the file is too large", fmt::format("{} bytes", size),
                    fmt::format("at most {} bytes", limit));
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
                    fmt::format("this is not valid JSON (line {})", 1 + std::count(text.begin(), end, '\n')));
    }
}

void JsonDocument::refuse(const std::string& member, std::string found, std::string expected, std::string_view reason) {
    const std::string what = member.empty() ? "the document is wrong" : fmt::format("member \"{}\" is wrong", member);
    refuse(Error{m_code, what, m_name, std::move(expected), std::move(found), reason});
}

void JsonDocument::refuse(Error error) {
    if (!m_error) {
        m_error = std::move(error);
    }
}

JsonObject::JsonObject(JsonDocument& document, const nlohmann::json& value, std::string path,
                       std::initializer_list<std::string_view> known)
    : m_document(document), m_value(value), m_path(std::move(path)) {
    if (!value.is_object()) {
        m_document.refuse(m_path, describe(value), "an object");
        return;
    }
    for (const auto& [name, member] : value.items()) {
        if (std::find(known.begin(), known.end(), name) == known.end()) {
            const std::string near = nearest(name, known);
            m_document.refuse(pathOf(name), "an unknown member",
                              near.empty() ? fmt::format("one of {}", fmt::join(known, ", ")) : '"' + near + '"');
        }
    }
}

bool JsonObject::has(const std::string& name) const {
    return m_value.is_object() && m_value.contains(name);
}

const nlohmann::json& JsonObject::at(const std::string& name) const {
    return has(name) ? m_value[name] : none();
}

std::string JsonObject::pathOf(const std::string& name) const {
    const std::string shown = shortText(name, 60);
    return m_path.empty() ? shown : m_path + "." + shown;
}

std::string JsonObject::text(const std::string& name) {
    std::string value = textOr(name, {});
    if (value.empty()) {
        m_document.refuse(pathOf(name), describe(at(name)), "a text");
    }
    return value;
}

std::string JsonObject::textOr(const std::string& name, std::string fallback) {
    if (!has(name)) {
        return fallback;
    }
    const auto& value = at(name);
    if (!value.is_string()) {
        m_document.refuse(pathOf(name), describe(value), "a text");
        return fallback;
    }
    auto text = value.get<std::string>();
    if (text.size() > kLongestText || hasControlCharacter(text)) {
        m_document.refuse(pathOf(name), describe(value),
                          fmt::format("a text of at most {} bytes without control characters", kLongestText));
        return fallback;
    }
    return text;
}

std::string JsonObject::kebab(const std::string& name) {
    std::string value = text(name);
    if (!isKebabCase(value)) {
        m_document.refuse(pathOf(name), describe(at(name)), "lower case words joined by dashes");
    }
    return value;
}

std::size_t JsonObject::word(const std::string& name, std::initializer_list<std::string_view> words) {
    const auto& value = at(name);
    if (value.is_string()) {
        const auto found = std::find(words.begin(), words.end(), value.get<std::string>());
        if (found != words.end()) {
            return static_cast<std::size_t>(found - words.begin());
        }
    }
    m_document.refuse(pathOf(name), describe(value), fmt::format("one of {}", fmt::join(words, ", ")));
    return 0;
}

bool JsonObject::flagOr(const std::string& name, bool fallback) {
    if (!has(name)) {
        return fallback;
    }
    const auto& value = at(name);
    if (!value.is_boolean()) {
        m_document.refuse(pathOf(name), describe(value), "true or false");
        return fallback;
    }
    return value.get<bool>();
}

std::optional<double> JsonObject::number(const std::string& name) {
    if (!has(name)) {
        return std::nullopt;
    }
    const auto& value = at(name);
    if (!value.is_number() || !std::isfinite(value.get<double>())) {
        m_document.refuse(pathOf(name), describe(value), "a number");
        return std::nullopt;
    }
    return value.get<double>();
}

std::optional<std::int64_t> JsonObject::integer(const std::string& name) {
    const auto whole = wholeOf(at(name));
    if (!whole) {
        m_document.refuse(pathOf(name), describe(at(name)), "an integer");
    }
    return whole;
}

const nlohmann::json& JsonObject::array(const std::string& name, bool require) {
    const auto& value = at(name);
    if (value.is_array() && (!require || !value.empty())) {
        return value;
    }
    if (require || has(name)) {
        m_document.refuse(pathOf(name), describe(value), require ? "a list of at least one" : "a list");
    }
    return noItems();
}

std::vector<std::string> JsonObject::texts(const std::string& name, bool require) {
    std::vector<std::string> result;
    for (const auto& item : array(name, require)) {
        if (!item.is_string() || item.get_ref<const std::string&>().empty() ||
            item.get_ref<const std::string&>().size() > kLongestText ||
            hasControlCharacter(item.get_ref<const std::string&>())) {
            m_document.refuse(fmt::format("{}[{}]", pathOf(name), result.size()), describe(item), "a text");
            return {};
        }
        result.push_back(item.get<std::string>());
    }
    return result;
}

}  // namespace kvw
