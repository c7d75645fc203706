// SPDX-License-Identifier: Apache-2.0
#include "core/base/json/schema.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <regex>

#include "core/base/comma_list.h"
#include "core/base/json/json_text.h"
#include "core/base/json/schema_texts.h"
#include "core/base/short_text.h"

namespace kvw::schema {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t kMostViolations = 20;
constexpr int kDeepest = 64;
/// Longest text that is matched with a pattern: std::regex recurses once per character.
constexpr std::size_t kLongestMatched = 4096;
constexpr std::array<std::string_view, 27> kKeywords{"$schema",
                                                     "$id",
                                                     "$ref",
                                                     "title",
                                                     "description",
                                                     "definitions",
                                                     "type",
                                                     "required",
                                                     "properties",
                                                     "additionalProperties",
                                                     "items",
                                                     "enum",
                                                     "const",
                                                     "minimum",
                                                     "maximum",
                                                     "exclusiveMinimum",
                                                     "exclusiveMaximum",
                                                     "minItems",
                                                     "maxItems",
                                                     "minLength",
                                                     "pattern",
                                                     "oneOf",
                                                     "anyOf",
                                                     "default",
                                                     "examples",
                                                     "$comment",
                                                     "format"};

std::string shortened(const ordered_json& value) {
    if (value.is_object()) {
        return fmt::format("an object with {} members", value.size());
    }
    if (value.is_array()) {
        return fmt::format("a list of {}", value.size());
    }
    return shortText(bundle::dumpLine(value), 60);
}

bool hasType(const ordered_json& value, const std::string& type) {
    if (type == "integer") {
        // 1.0 is an integer in draft-07.
        return value.is_number_integer() ||
               (value.is_number_float() && std::trunc(value.get<double>()) == value.get<double>());
    }
    return (type == "object" && value.is_object()) || (type == "array" && value.is_array()) ||
           (type == "string" && value.is_string()) || (type == "boolean" && value.is_boolean()) ||
           (type == "null" && value.is_null()) || (type == "number" && value.is_number());
}

std::string escaped(const std::string& key) {
    std::string out;
    for (const char c : key) {
        out += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
    }
    return out;
}

std::string listed(const ordered_json& values) {
    return joined(values, ", ", [](const ordered_json& value) {
        return value.is_string() ? value.get<std::string>() : value.dump();
    });
}

class Validator {
 public:
    explicit Validator(const ordered_json& root) : m_root(root) {}

    void check(const ordered_json& schema, const ordered_json& value, const std::string& pointer, int depth) {
        if (full()) {
            return;
        }
        if (depth > kDeepest) {
            report(pointer, "nesting beyond 64 levels", "less");
            return;
        }
        if (schema.is_boolean()) {
            if (!schema.get<bool>()) {
                report(pointer, shortened(value), "nothing here");
            }
            return;
        }
        if (!schema.is_object()) {
            report(pointer, "a schema that is no object", "an object");
            return;
        }
        if (schema.contains("$ref")) {
            checkReference(schema["$ref"], value, pointer, depth);
            return;
        }
        checkKeywords(schema, pointer);
        if (!checkType(schema, value, pointer)) {
            return;
        }
        checkValues(schema, value, pointer);
        if (value.is_number()) {
            checkNumber(schema, value, pointer);
        } else if (value.is_string()) {
            checkString(schema, value, pointer);
        } else if (value.is_array()) {
            checkArray(schema, value, pointer, depth);
        } else if (value.is_object()) {
            checkObject(schema, value, pointer, depth);
        }
        checkChoices(schema, value, pointer, depth);
    }

    [[nodiscard]] std::vector<Violation> take() { return std::move(m_violations); }

 private:
    [[nodiscard]] bool full() const { return m_violations.size() >= kMostViolations; }

    void report(const std::string& pointer, Phrase found, Phrase expected) {
        if (!full()) {
            m_violations.push_back({pointer, std::move(found), std::move(expected)});
        }
    }

    void checkReference(const ordered_json& reference, const ordered_json& value, const std::string& pointer,
                        int depth) {
        constexpr std::string_view kPrefix = "#/definitions/";
        const std::string name = reference.is_string() ? reference.get<std::string>() : std::string();
        const auto definitions = m_root.find("definitions");
        if (name.rfind(kPrefix, 0) != 0 || definitions == m_root.end() ||
            !definitions->contains(name.substr(kPrefix.size()))) {
            report(pointer, phrase("a schema reference to \"%1\"", name), "one to a definition of the same file");
            return;
        }
        check((*definitions)[name.substr(kPrefix.size())], value, pointer, depth + 1);
    }

    void checkKeywords(const ordered_json& schema, const std::string& pointer) {
        for (const auto& [key, unused] : schema.items()) {
            if (std::find(kKeywords.begin(), kKeywords.end(), key) == kKeywords.end()) {
                report(pointer, phrase("the schema keyword \"%1\"", key), "one that this validator knows");
            }
        }
    }

    bool checkType(const ordered_json& schema, const ordered_json& value, const std::string& pointer) {
        const auto type = schema.find("type");
        if (type == schema.end()) {
            return true;
        }
        if (type->is_string() && hasType(value, type->get_ref<const std::string&>())) {
            return true;
        }
        for (std::size_t i = 0; type->is_array() && i < type->size(); ++i) {
            if (hasType(value, (*type)[i].get<std::string>())) {
                return true;
            }
        }
        report(pointer, shortened(value),
               phrase("of type %1", type->is_array() ? listed(*type) : type->get<std::string>()));
        return false;
    }

    void checkValues(const ordered_json& schema, const ordered_json& value, const std::string& pointer) {
        if (const auto constant = schema.find("const"); constant != schema.end() && *constant != value) {
            report(pointer, shortened(value), shortened(*constant));
        }
        if (const auto values = schema.find("enum"); values != schema.end()) {
            if (std::find(values->begin(), values->end(), value) == values->end()) {
                report(pointer, shortened(value), phrase("one of %1", listed(*values)));
            }
        }
    }

    void checkNumber(const ordered_json& schema, const ordered_json& value, const std::string& pointer) {
        const double number = value.get<double>();
        const auto bound = [&](const char* key, const char* words, auto holds) {
            const auto limit = schema.find(key);
            if (limit != schema.end() && !holds(number, limit->get<double>())) {
                report(pointer, shortened(value), words + limit->dump());
            }
        };
        bound("minimum", "at least ", [](double a, double b) { return a >= b; });
        bound("maximum", "at most ", [](double a, double b) { return a <= b; });
        bound("exclusiveMinimum", "more than ", [](double a, double b) { return a > b; });
        bound("exclusiveMaximum", "less than ", [](double a, double b) { return a < b; });
    }

    void checkString(const ordered_json& schema, const ordered_json& value, const std::string& pointer) {
        const auto& text = value.get_ref<const std::string&>();
        if (const auto least = schema.find("minLength");
            least != schema.end() && text.size() < least->get<std::size_t>()) {
            report(pointer, shortened(value), phrase("at least %1 characters", least->get<std::size_t>()));
        }
        const auto pattern = schema.find("pattern");
        if (pattern == schema.end()) {
            return;
        }
        const std::regex expression(pattern->get<std::string>(), std::regex::ECMAScript | std::regex::nosubs);
        if (text.size() > kLongestMatched || !std::regex_search(text, expression)) {
            report(pointer, shortened(value), phrase("text like %1", pattern->get<std::string>()));
        }
    }

    void checkArray(const ordered_json& schema, const ordered_json& value, const std::string& pointer, int depth) {
        if (const auto least = schema.find("minItems");
            least != schema.end() && value.size() < least->get<std::size_t>()) {
            report(pointer, shortened(value), phrase("at least %1 items", least->get<std::size_t>()));
        }
        if (const auto most = schema.find("maxItems");
            most != schema.end() && value.size() > most->get<std::size_t>()) {
            report(pointer, shortened(value), phrase("at most %1 items", most->get<std::size_t>()));
        }
        const auto items = schema.find("items");
        if (items == schema.end()) {
            return;
        }
        for (std::size_t i = 0; i < value.size() && !full(); ++i) {
            check(*items, value[i], fmt::format("{}/{}", pointer, i), depth + 1);
        }
    }

    void checkObject(const ordered_json& schema, const ordered_json& value, const std::string& pointer, int depth) {
        if (const auto required = schema.find("required"); required != schema.end()) {
            for (const auto& key : *required) {
                if (!value.contains(key.get<std::string>())) {
                    report(pointer, phrase("no member \"%1\"", key.get<std::string>()), "one");
                }
            }
        }
        const auto properties = schema.find("properties");
        const auto others = schema.find("additionalProperties");
        for (const auto& [key, member] : value.items()) {
            const std::string inside = pointer + '/' + escaped(key);
            if (properties != schema.end() && properties->contains(key)) {
                check((*properties)[key], member, inside, depth + 1);
            } else if (others != schema.end() && others->is_boolean() && !others->get<bool>()) {
                report(inside, "an unknown member", "none of this name");
            } else if (others != schema.end()) {
                check(*others, member, inside, depth + 1);
            }
        }
    }

    void checkChoices(const ordered_json& schema, const ordered_json& value, const std::string& pointer, int depth) {
        for (const char* key : {"anyOf", "oneOf"}) {
            const auto choices = schema.find(key);
            if (choices == schema.end()) {
                continue;
            }
            std::size_t matching = 0;
            std::vector<Violation> nearest;
            for (const auto& choice : *choices) {
                Validator attempt(m_root);
                attempt.check(choice, value, pointer, depth + 1);
                std::vector<Violation> found = attempt.take();
                matching += found.empty() ? 1 : 0;
                // The alternative that went furthest explains best.
                if (nearest.empty() || (!found.empty() && found[0].pointer.size() > nearest[0].pointer.size())) {
                    nearest = std::move(found);
                }
            }
            if (matching == 0 && !nearest.empty()) {
                report(nearest[0].pointer, nearest[0].found, nearest[0].expected);
            } else if (matching != 1 && std::string_view(key) == "oneOf") {
                report(pointer, phrase("%1 matching alternatives", matching), "exactly one");
            }
        }
    }

    const ordered_json& m_root;
    std::vector<Violation> m_violations;
};

}  // namespace

std::string Violation::sentence() const {
    return fmt::format("{}: found {}, expected {}.", pointer.empty() ? "the root" : pointer, found.english(),
                       expected.english());
}

std::vector<Violation> validate(const ordered_json& schema, const ordered_json& instance) {
    Validator validator(schema);
    validator.check(schema, instance, {}, 0);
    return validator.take();
}

Result<ordered_json> named(std::string_view name) {
    for (const SchemaText& text : schemaTexts()) {
        if (text.name == name) {
            return ordered_json::parse(text.json);
        }
    }
    return fail(Code::Internal, "schemas", "no such schema", std::string(name));
}

std::vector<std::string> names() {
    std::vector<std::string> result;
    for (const SchemaText& text : schemaTexts()) {
        result.emplace_back(text.name);
    }
    return result;
}

Result<void> check(std::string_view name, const ordered_json& instance, const std::string& where) {
    KVW_TRY_ASSIGN(const auto schema, named(name));
    const std::vector<Violation> violations = validate(schema, instance);
    if (violations.empty()) {
        return {};
    }
    const Violation& first = violations.front();
    return fail(Code::BadInput, where,
                first.pointer.empty() ? phrase("it does not match its schema")
                                      : phrase("%1 does not match the schema", first.pointer),
                first.found, first.expected);
}

}  // namespace kvw::schema
