// SPDX-License-Identifier: Apache-2.0
#include "core/policy/host/manifest_parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/policy/host/choice/effective_values.h"
#include "core/policy/host/condition.h"

namespace kvw {
namespace {

constexpr std::int64_t kMostItems = 1000;

void readChoices(const JsonObject& object, ParameterSpec& spec) {
    if (!object.has("choices")) {
        if (spec.type == ParameterType::Choice) {
            object.refuse("choices", "a list of at least one");
        }
        return;
    }
    const bool integers = spec.type == ParameterType::Integer;
    if (!integers && spec.type != ParameterType::Choice) {
        object.refuse("choices", "no such member for this type");
        return;
    }
    for (const auto& item : object.array("choices", true)) {
        const bool right =
            integers ? item.is_number_integer() : item.is_string() && isKebabCase(item.get_ref<const std::string&>());
        const std::string word = item.is_string() ? item.get<std::string>() : item.dump();
        if (!right || std::ranges::find(spec.choices, word) != spec.choices.end()) {
            object.refuse("choices", describe(item),
                          integers ? "different integers" : "different lower case words joined by dashes");
            return;
        }
        spec.choices.push_back(word);
    }
}

void readRange(const JsonObject& object, ParameterSpec& spec) {
    const bool list = spec.type == ParameterType::Integers, integer = spec.type == ParameterType::Integer;
    const bool numeric = integer || spec.type == ParameterType::Number;
    const auto onlyIf = [&](bool known, std::initializer_list<const char*> names) {
        for (const char* name : names) {
            if (!known && object.has(name)) {
                object.refuse(name, "no such member for this type");
            }
        }
    };
    onlyIf(numeric || list, {"minimum", "maximum", "auto"});
    onlyIf(numeric, {"maximum-exclusive", "step", "scale", "odd"});
    onlyIf(integer, {"share", "share-multiple-of"});
    onlyIf(list, {"maximum-items"});
    if (!numeric && !list) {
        return;
    }
    spec.minimum = object.number("minimum");
    spec.maximum = object.number("maximum");
    spec.maximumExclusive = object.flagOr("maximum-exclusive", false);
    spec.odd = object.flagOr("odd", false);
    spec.allowsAuto = object.flagOr("auto", false);
    spec.allowsShare = object.flagOr("share", false);
    spec.shareMultipleOf = object.textOr("share-multiple-of", {});
    spec.mostItems = object.integerOr("maximum-items", spec.mostItems, 1, kMostItems);
    spec.step = object.number("step").value_or(spec.odd ? 2 : 1);
    spec.logarithmic = object.wordOr("scale", {"lin", "log"}) == 1;
    if (spec.minimum && spec.maximum && *spec.minimum > *spec.maximum) {
        object.refuse("maximum", phrase("at least the minimum, %1", *spec.minimum));
    }
    if (spec.maximumExclusive && !spec.maximum) {
        object.refuse("maximum-exclusive", "a member \"maximum\" beside it");
    }
    if (spec.odd && spec.type != ParameterType::Integer) {
        object.refuse("odd", "an integer parameter");
    }
    if (!(spec.step > 0)) {
        object.refuse("step", phrase("more than %1", 0));
    }
}

void readLimits(const JsonObject& object, ParameterSpec& spec) {
    for (const JsonObject& limit : object.objects("limits", {"at-most", "at-least", "if"})) {
        const bool atMost = limit.has("at-most");
        const char* member = atMost ? "at-most" : "at-least";
        if (atMost && limit.has("at-least")) {
            limit.refuse("at-least", "a limit of its own");
        }
        spec.limits.push_back({atMost, limit.text(member), limit.textOr("if", {})});
        if (spec.type != ParameterType::Integer) {
            limit.document().refuse(limit.path(), "a limit", "no such member for this type");
        }
    }
}

ParameterSpec readParameter(const JsonObject& object) {
    ParameterSpec spec;
    spec.name = object.kebab("name");
    spec.type = static_cast<ParameterType>(object.word("type", kParameterTypes));
    readRange(object, spec);
    readChoices(object, spec);
    spec.unit = object.textOr("unit", {});
    spec.label = object.textOr("label", spec.name);
    spec.symbol = object.textOr("symbol", {});
    spec.tooltip = object.textOr("tooltip", {});
    spec.live = object.flagOr("live", false);
    spec.enabledIf = object.textOr("enabled-if", {});
    readLimits(object, spec);
    if (object.document().good()) {
        spec.defaultValue = readValue(object, "default", spec);
        // A default must not depend on the length of a prompt.
        if (spec.allowsShare && std::holds_alternative<std::string>(spec.defaultValue) &&
            toText(spec.defaultValue) != "auto") {
            object.refuse("default", "an integer");
        }
    }
    return spec;
}

void checkLimits(const JsonObject& object, const Provided& provided, const ParameterSpec& spec) {
    for (std::size_t i = 0; i < spec.limits.size(); ++i) {
        const Limit& limit = spec.limits[i];
        const std::string member = fmt::format("limits[{}].", i);
        if (!isBound(provided, spec, limit.bound)) {
            object.refuse(
                member + (limit.atMost ? "at-most" : "at-least"), '"' + limit.bound + '"',
                "prompt, layers or another integer parameter that is never auto, less a number or another one, "
                "as in \"prompt - 1\"");
        } else if (!conditionIsKnown(provided, limit.onlyIf)) {
            object.refuse(member + "if", '"' + limit.onlyIf + '"', kCondition);
        }
    }
}

}  // namespace

sdk::Value readValue(const JsonObject& object, const std::string& member, const ParameterSpec& spec) {
    auto parsed = spec.fromJson(object.at(member), {});
    if (!parsed) {
        object.refuse(member, spec.range());
        return std::int64_t{0};
    }
    return *parsed;
}

bool conditionIsKnown(const Provided& provided, const std::string& text, const ParameterSpec* mine) {
    const auto condition = parseCondition(text);
    return condition && std::ranges::all_of(*condition, [&](const Clause& clause) {
               return std::ranges::all_of(clause, [&](const ParameterTest& test) {
                   const ParameterSpec* other = provided.parameter(test.name);
                   return other != nullptr && other != mine && other->parse(test.value, {}).has_value();
               });
           });
}

void readParameterSpecs(const JsonObject& object, Provided& provided) {
    const std::vector<JsonObject> parameters = object.objects("parameters", {"name",         "type",
                                                                             "default",      "minimum",
                                                                             "maximum",      "maximum-exclusive",
                                                                             "step",         "scale",
                                                                             "odd",          "auto",
                                                                             "unit",         "label",
                                                                             "symbol",       "tooltip",
                                                                             "choices",      "live",
                                                                             "share",        "limits",
                                                                             "enabled-if",   "share-multiple-of",
                                                                             "maximum-items"});
    std::set<std::string> names;
    for (const JsonObject& parameter : parameters) {
        provided.parameters.push_back(readParameter(parameter));
        if (!names.insert(provided.parameters.back().name).second) {
            parameter.refuse("name", "a name not used before");
        }
    }
    for (std::size_t i = 0; i < provided.parameters.size(); ++i) {
        const ParameterSpec& spec = provided.parameters[i];
        if (!conditionIsKnown(provided, spec.enabledIf, &spec)) {
            parameters[i].refuse("enabled-if", kCondition);
        }
        checkLimits(parameters[i], provided, spec);
        if (!spec.shareMultipleOf.empty() && (!spec.allowsShare || !isBound(provided, spec, spec.shareMultipleOf))) {
            parameters[i].refuse("share-multiple-of", "another integer parameter, and \"share\": true");
        }
    }
}

}  // namespace kvw
