// SPDX-License-Identifier: Apache-2.0
#include "core/policy/host/choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "core/policy/host/json_reader.h"

namespace kvw {

namespace {

using Value = sdk::Value;

constexpr const char* kPrefixes[] = {"scorer", "budget"};
constexpr const char* kOwn[] = {"sinks", "recent", "schedule"};

std::string trimmed(const std::string& text) {
    const auto begin = text.find_first_not_of(" \t\r\n");
    return begin == std::string::npos ? std::string()
                                      : text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts;
    std::size_t begin = 0;
    for (std::size_t end = 0; end != std::string::npos; begin = end + 1) {
        end = text.find(separator, begin);
        parts.push_back(trimmed(text.substr(begin, end == std::string::npos ? end : end - begin)));
    }
    return parts;
}

std::string scheduleText(std::int64_t every) {
    return every == 0 ? "once" : every == 1 ? "every-step" : fmt::format("every:{}", every);
}

tl::unexpected<Error> badSchedule(const std::string& where, std::string found) {
    return fail(Code::BadUsage, where, "parameter \"schedule\" is not valid", std::move(found),
                "once, every-step or every:R with an integer R of at least 1");
}

Result<std::int64_t> parseSchedule(const std::string& text, const std::string& where) {
    if (text == "once" || text == "every-step") {
        return text == "once" ? 0 : 1;
    }
    std::int64_t every = 0;
    const std::string prefix = "every:";
    const char* end = text.data() + text.size();
    if (text.rfind(prefix, 0) == 0) {
        const auto [stop, problem] = std::from_chars(text.data() + prefix.size(), end, every);
        if (problem == std::errc{} && stop == end && every >= 1) {
            return every;
        }
    }
    return badSchedule(where, '"' + text + '"');
}

/// `sinks` and `recent` of a composition.
ParameterSpec protectionSpec(const std::string& name) {
    ParameterSpec spec;
    spec.name = name;
    spec.defaultValue = std::int64_t{0};
    spec.minimum = 0;
    return spec;
}

std::string whereOf(const ResolvedPolicy& policy) {
    return fmt::format("policy \"{}\"", policy.id());
}

Result<ResolvedPart> makePart(const Catalog& catalog, PluginKind kind, const std::string& id) {
    const auto found = catalog.find(kind, id);
    if (!found) {
        return tl::unexpected(found.error());
    }
    ResolvedPart part{kind, *found->entry, *found->provided, {}};
    for (const ParameterSpec& spec : part.provided.parameters) {
        part.parameters.set(spec.name, spec.defaultValue);
    }
    return part;
}

/// Where a name the user wrote leads: parts by index, or a parameter of the composition itself.
struct Target {
    std::vector<std::size_t> parts;
    std::string name;
    bool own = false;
};

std::vector<std::string> knownNames(const ResolvedPolicy& policy) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < policy.parts.size(); ++i) {
        for (const ParameterSpec& spec : policy.parts[i].provided.parameters) {
            names.push_back(spec.name);
            if (policy.composed()) {
                names.push_back(fmt::format("{}.{}", kPrefixes[i], spec.name));
            }
        }
    }
    if (policy.composed()) {
        names.insert(names.end(), std::begin(kOwn), std::end(kOwn));
    }
    return names;
}

tl::unexpected<Error> unknownParameter(const ResolvedPolicy& policy, const std::string& name) {
    const auto known = knownNames(policy);
    const std::string shown = name.size() <= 60 ? name : name.substr(0, 57) + "...";
    const std::string near = nearest(shown, known);
    const std::string what = fmt::format("there is no parameter \"{}\"", shown);
    if (!near.empty()) {
        return fail(Code::BadUsage, whereOf(policy), fmt::format("{}; did you mean \"{}\"?", what, near));
    }
    return fail(Code::BadUsage, whereOf(policy), what, {},
                known.empty() ? "no parameters" : fmt::format("one of {}", fmt::join(known, ", ")));
}

Result<Target> targetOf(const ResolvedPolicy& policy, const std::string& name) {
    Target target{{}, name, false};
    if (policy.composed()) {
        if (std::find(std::begin(kOwn), std::end(kOwn), name) != std::end(kOwn)) {
            target.own = true;
            return target;
        }
        for (std::size_t i = 0; i < policy.parts.size(); ++i) {
            const std::string prefix = std::string(kPrefixes[i]) + ".";
            const std::string rest = name.rfind(prefix, 0) == 0 ? name.substr(prefix.size()) : std::string();
            if (policy.parts[i].provided.parameter(rest) != nullptr) {
                return Target{{i}, rest, false};
            }
        }
    }
    for (std::size_t i = 0; i < policy.parts.size(); ++i) {
        if (policy.parts[i].provided.parameter(name) != nullptr) {
            target.parts.push_back(i);
        }
    }
    if (target.parts.empty()) {
        return unknownParameter(policy, name);
    }
    return target;
}

Result<void> assign(ResolvedPolicy& policy, const Target& target, const std::string& text) {
    if (target.own) {
        if (target.name == "schedule") {
            const auto every = parseSchedule(text, whereOf(policy));
            if (!every) {
                return tl::unexpected(every.error());
            }
            policy.every = *every;
            return {};
        }
        const auto value = protectionSpec(target.name).parse(text, whereOf(policy));
        if (!value) {
            return tl::unexpected(value.error());
        }
        (target.name == "sinks" ? policy.sinks : policy.recent) = std::get<std::int64_t>(*value);
        return {};
    }
    std::vector<Value> values;
    for (const std::size_t i : target.parts) {
        auto value = policy.parts[i].provided.parameter(target.name)->parse(text, whereOf(policy));
        if (!value) {
            return tl::unexpected(value.error());
        }
        values.push_back(std::move(*value));
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
        policy.parts[target.parts[i]].parameters.set(target.name, std::move(values[i]));
    }
    return {};
}

const Value& valueOf(const ResolvedPart& part, const std::string& name) {
    return part.parameters.values().at(name);
}

bool changed(const ResolvedPart& part, const std::string& name) {
    return valueOf(part, name) != part.provided.parameter(name)->defaultValue;
}

/// How a part's parameter is written so that reading it back gives this policy again.
void appendCanonical(const ResolvedPolicy& policy, std::size_t index, std::vector<std::string>& items) {
    const ResolvedPart& part = policy.parts[index];
    for (const ParameterSpec& spec : part.provided.parameters) {
        if (!changed(part, spec.name)) {
            continue;
        }
        const std::string value = toText(valueOf(part, spec.name));
        const bool ownName =
            policy.composed() && std::find(std::begin(kOwn), std::end(kOwn), spec.name) != std::end(kOwn);
        const ResolvedPart* other = policy.composed() ? &policy.parts[1 - index] : nullptr;
        const bool shared = other != nullptr && other->provided.parameter(spec.name) != nullptr;
        const bool together =
            shared && !ownName && changed(*other, spec.name) && toText(valueOf(*other, spec.name)) == value;
        if (together && index == 1) {
            continue;  // written with the scorer's
        }
        const bool prefixed = ownName || (shared && !together);
        items.push_back(prefixed ? fmt::format("{}.{}={}", kPrefixes[index], spec.name, value)
                                 : fmt::format("{}={}", spec.name, value));
    }
}

std::string canonicalText(const ResolvedPolicy& policy) {
    std::vector<std::string> items;
    for (std::size_t i = 0; i < policy.parts.size(); ++i) {
        appendCanonical(policy, i, items);
    }
    if (policy.sinks != 0) {
        items.push_back(fmt::format("sinks={}", policy.sinks));
    }
    if (policy.recent != 0) {
        items.push_back(fmt::format("recent={}", policy.recent));
    }
    if (policy.every != 0) {
        items.push_back("schedule=" + scheduleText(policy.every));
    }
    return items.empty() ? policy.id() : fmt::format("{}:{}", policy.id(), fmt::join(items, ","));
}

Result<ResolvedPolicy> makePolicy(const Catalog& catalog, const std::vector<std::string>& ids) {
    ResolvedPolicy policy;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const PluginKind kind = ids.size() == 1 ? PluginKind::Policy : i == 0 ? PluginKind::Scorer : PluginKind::Budget;
        auto part = makePart(catalog, kind, ids[i]);
        if (!part) {
            return tl::unexpected(part.error());
        }
        policy.parts.push_back(std::move(*part));
    }
    return policy;
}

Result<void> assignOnce(ResolvedPolicy& policy, const std::string& item, std::set<std::string>& given) {
    const auto equals = item.find('=');
    if (equals == std::string::npos || equals == 0) {
        return fail(Code::BadUsage, whereOf(policy), "a parameter is not written as name=value", '"' + item + '"',
                    "name=value pairs separated by commas");
    }
    const std::string name = trimmed(item.substr(0, equals));
    const auto target = targetOf(policy, name);
    if (!target) {
        return tl::unexpected(target.error());
    }
    bool twice = target->own && !given.insert(target->name).second;
    for (const std::size_t i : target->parts) {
        twice = !given.insert(fmt::format("{}.{}", i, target->name)).second || twice;
    }
    if (twice) {
        return fail(Code::BadUsage, whereOf(policy), fmt::format("parameter \"{}\" is given twice", name));
    }
    return assign(policy, *target, trimmed(item.substr(equals + 1)));
}

/// {"id", "params"} of a case: the id; the parameters are set on the part afterwards.
std::string readId(JsonDocument& document, const nlohmann::json& value, const std::string& path) {
    JsonObject object(document, value, path, {"id", "params"});
    return object.kebab("id");
}

void readParameters(JsonDocument& document, const ResolvedPolicy& policy, ResolvedPart& part,
                    const nlohmann::json& value) {
    if (!value.is_object() || !value.contains("params")) {
        return;
    }
    const auto& parameters = value["params"];
    if (!parameters.is_object()) {
        return document.refuse("params", describe(parameters), "an object");
    }
    for (const auto& [name, item] : parameters.items()) {
        const ParameterSpec* spec = part.provided.parameter(name);
        if (spec == nullptr) {
            ResolvedPolicy alone;
            alone.parts.push_back(part);
            return document.refuse(unknownParameter(alone, name).value());
        }
        auto parsed = spec->fromJson(item, whereOf(policy));
        if (!parsed) {
            return document.refuse(parsed.error());
        }
        part.parameters.set(name, std::move(*parsed));
    }
}

void readProtection(JsonDocument& document, ResolvedPolicy& policy, const nlohmann::json& value) {
    JsonObject object(document, value, "protect", {"sinks", "recent"});
    for (const char* name : {"sinks", "recent"}) {
        if (object.has(name)) {
            auto parsed = protectionSpec(name).fromJson(object.at(name), whereOf(policy));
            if (!parsed) {
                return document.refuse(parsed.error());
            }
            (std::string_view(name) == "sinks" ? policy.sinks : policy.recent) = std::get<std::int64_t>(*parsed);
        }
    }
}

void readSchedule(JsonDocument& document, ResolvedPolicy& policy, const nlohmann::json& value) {
    std::string text = describe(value);
    if (value.is_string()) {
        text = value.get<std::string>();
    } else if (value.is_object() && value.size() == 1 && value.contains("every") &&
               value["every"].is_number_integer()) {
        text = "every:" + value["every"].dump();
    }
    const auto every = parseSchedule(text, whereOf(policy));
    if (!every) {
        return document.refuse(every.error());
    }
    policy.every = *every;
}

}  // namespace

std::string ResolvedPolicy::id() const {
    return composed() ? parts[0].provided.id + "+" + parts[1].provided.id : parts.at(0).provided.id;
}

std::string ResolvedPolicy::version() const {
    const std::string first = parts.at(0).entry.manifest.version;
    return composed() ? first + "+" + parts[1].entry.manifest.version : first;
}

nlohmann::ordered_json ResolvedPolicy::parametersJson() const {
    auto json = nlohmann::ordered_json::object();
    for (std::size_t i = 0; i < parts.size(); ++i) {
        for (const ParameterSpec& spec : parts[i].provided.parameters) {
            const std::string name = composed() ? fmt::format("{}.{}", kPrefixes[i], spec.name) : spec.name;
            json[name] = toJson(valueOf(parts[i], spec.name));
        }
    }
    if (composed()) {
        json["sinks"] = sinks;
        json["recent"] = recent;
        json["schedule"] = scheduleText(every);
    }
    return json;
}

Result<ResolvedPolicy> resolvePolicy(const Catalog& catalog, const std::string& text) {
    const auto colon = text.find(':');
    const auto ids = split(text.substr(0, colon), '+');
    if (ids.size() > 2 || std::any_of(ids.begin(), ids.end(), [](const std::string& id) { return !isKebabCase(id); })) {
        const std::string shown = text.size() <= 60 ? text : text.substr(0, 57) + "...";
        return fail(Code::BadUsage, "policy", "this cannot be read", '"' + shown + '"',
                    "id, id:name=value,... or scorer+budget:name=value,...");
    }
    auto policy = makePolicy(catalog, ids);
    if (!policy) {
        return policy;
    }
    if (colon != std::string::npos) {
        std::set<std::string> given;
        for (const std::string& item : split(text.substr(colon + 1), ',')) {
            if (auto assigned = assignOnce(*policy, item, given); !assigned) {
                return tl::unexpected(assigned.error());
            }
        }
    }
    policy->text = canonicalText(*policy);
    return policy;
}

Result<ResolvedPolicy> resolvePolicy(const Catalog& catalog, const nlohmann::json& value) {
    if (value.is_string()) {
        return resolvePolicy(catalog, value.get<std::string>());
    }
    JsonDocument document("policy", Code::BadUsage);
    const bool composed = value.is_object() && (value.contains("scorer") || value.contains("budget"));
    std::vector<std::string> ids;
    std::vector<const nlohmann::json*> parts;
    if (composed) {
        const JsonObject object(document, value, {}, {"scorer", "budget", "protect", "schedule"});
        parts = {&object.at("scorer"), &object.at("budget")};
        ids = {readId(document, *parts[0], "scorer"), readId(document, *parts[1], "budget")};
    } else {
        parts = {&value};
        ids = {readId(document, value, {})};
    }
    if (!document.good()) {
        return tl::unexpected(document.error());
    }
    auto policy = makePolicy(catalog, ids);
    if (!policy) {
        return policy;
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
        readParameters(document, *policy, policy->parts[i], *parts[i]);
    }
    if (composed && value.contains("protect")) {
        readProtection(document, *policy, value["protect"]);
    }
    if (composed && value.contains("schedule")) {
        readSchedule(document, *policy, value["schedule"]);
    }
    if (!document.good()) {
        return tl::unexpected(document.error());
    }
    policy->text = canonicalText(*policy);
    return policy;
}

Result<void> setParameter(ResolvedPolicy& policy, const std::string& name, const std::string& value) {
    const auto target = targetOf(policy, name);
    if (!target) {
        return tl::unexpected(target.error());
    }
    if (auto assigned = assign(policy, *target, trimmed(value)); !assigned) {
        return assigned;
    }
    policy.text = canonicalText(policy);
    return {};
}

}  // namespace kvw
