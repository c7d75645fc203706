// SPDX-License-Identifier: Apache-2.0
#include "core/policy/host/choice/choice.h"

#include <algorithm>
#include <set>

#include "core/base/comma_list.h"
#include "core/base/json/json_reader.h"
#include "core/base/short_text.h"
#include "core/policy/host/choice/choice_parts.h"

namespace kvw {

namespace {

using namespace choice;

std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts = splitAt(text, separator);
    for (std::string& part : parts) {
        part = std::string(trimmed(part));
    }
    return parts;
}

/// Resolves one side of the @ in `whole`: ids, and the parameters after the colon.
Result<ResolvedPolicy> resolveSide(const Catalog& catalog, const std::string& whole, const std::string& text,
                                   bool codec) {
    const auto colon = text.find(':');
    const auto ids = split(text.substr(0, colon), '+');
    if (ids.size() > (codec ? 1U : 2U) ||
        std::ranges::any_of(ids, [](const std::string& id) { return !isKebabCase(id); })) {
        return fail(Code::BadUsage, "policy", "this cannot be read", '"' + shortText(whole, 60) + '"',
                    "id, id:name=value,... or scorer+budget:name=value,..., and @codec:name=value,... behind it to "
                    "store the cache in a codec");
    }
    auto policy = codec ? makeCodec(catalog, ids[0]) : makePolicy(catalog, ids);
    if (!policy) {
        return policy;
    }
    if (colon != std::string::npos) {
        std::set<std::string> given;
        for (const std::string& item : split(text.substr(colon + 1), ',')) {
            KVW_TRY(assignOnce(*policy, item, given));
        }
    }
    return policy;
}

/// Reads the id of {"id", "params"} in a case; the parameters are set on the part afterwards.
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
    std::string text = describe(value).english();
    if (value.is_string()) {
        text = value.get<std::string>();
    } else if (value.is_object() && value.size() == 1 && value.contains("every") &&
               value["every"].is_number_integer()) {
        text = "every:" + value["every"].dump();
    }
    const auto cutInterval = parseSchedule(text, whereOf(policy));
    if (!cutInterval) {
        return document.refuse(cutInterval.error());
    }
    policy.cutInterval = *cutInterval;
}

}  // namespace

bool conditionHolds(const std::string& condition, const ResolvedPart& part) {
    const auto clauses = parseCondition(condition);
    return clauses && firstBroken(*clauses, part) == nullptr;
}

const Clause* firstBroken(const std::vector<Clause>& condition, const ResolvedPart& part) {
    return firstBroken(condition, [&](const std::string& name, const std::string& value) {
        const auto wanted = part.provided.parameter(name)->parse(value, {});  // checked with the manifest
        return wanted && part.parameters.values().at(name) == *wanted;
    });
}

const ResolvedPart* ResolvedPolicy::reader() const noexcept {
    return !parts.empty() && parts[0].kind == PluginKind::Reader ? &parts[0] : nullptr;
}

const ResolvedPart* ResolvedPolicy::codec() const noexcept {
    return !parts.empty() && parts.back().kind == PluginKind::Codec ? &parts.back() : nullptr;
}

std::string ResolvedPolicy::prefixOf(const ResolvedPart& part) const {
    return part.kind == PluginKind::Scorer                      ? "scorer."
           : part.kind == PluginKind::Budget                    ? "budget."
           : part.kind == PluginKind::Codec && parts.size() > 1 ? "codec."
                                                                : "";
}

namespace {

/// Joins `text(part)` of all parts with + or @, and `blank` on both sides of these.
template <class Text>
std::string joined(const std::vector<ResolvedPart>& parts, const char* blank, Text text) {
    std::string all;
    for (const ResolvedPart& part : parts) {
        if (!all.empty()) {
            all += blank;
            all += part.kind == PluginKind::Codec ? "@" : "+";
            all += blank;
        }
        all += text(part);
    }
    return all;
}

}  // namespace

std::string ResolvedPolicy::id() const {
    return joined(parts, "", [](const ResolvedPart& part) { return part.provided.id; });
}

std::string ResolvedPolicy::version() const {
    return joined(parts, "", [](const ResolvedPart& part) { return part.entry.manifest.version; });
}

std::string ResolvedPolicy::named() const {
    return joined(parts, " ",
                  [](const ResolvedPart& part) { return part.provided.id + ' ' + part.entry.manifest.version; });
}

nlohmann::ordered_json ResolvedPolicy::parametersJson() const {
    auto json = nlohmann::ordered_json::object();
    const auto add = [&](const ResolvedPart& part) {
        for (const ParameterSpec& spec : part.provided.parameters) {
            json[prefixOf(part) + spec.name] = toJson(part.parameters.values().at(spec.name));
        }
    };
    const std::size_t before = composed() ? 2 : 1;
    std::for_each_n(parts.begin(), before, add);
    if (composed()) {
        json["sinks"] = sinks;
        json["recent"] = recent;
        json["schedule"] = scheduleText(cutInterval);
    }
    std::for_each(parts.begin() + static_cast<std::ptrdiff_t>(before), parts.end(), add);
    return json;
}

const ParameterSpec* ResolvedPolicy::parameter(const std::string& name) const {
    const auto target = targetOf(*this, name);
    return target && !target->own ? parts[target->parts[0]].provided.parameter(target->name) : nullptr;
}

bool hasParameter(const ResolvedPolicy& policy, const std::string& name) {
    return targetOf(policy, name).has_value();
}

bool isLive(const ResolvedPolicy& policy, const std::string& name) {
    const auto target = targetOf(policy, name);
    if (!target || (policy.composed() && policy.cutInterval == 0)) {
        return false;
    }
    if (target->own) {
        return target->name != "schedule";
    }
    return std::ranges::all_of(
        target->parts, [&](std::size_t part) { return policy.parts[part].provided.parameter(target->name)->live; });
}

sdk::Parameters tuningParameters(const ResolvedPolicy& policy) {
    if (!policy.composed()) {
        return policy.parts.at(0).parameters;
    }
    sdk::Parameters all;
    for (const ResolvedPart& part : policy.parts) {
        for (const auto& [name, value] : part.parameters.values()) {
            all.set(policy.prefixOf(part) + name, value);
        }
    }
    all.set("sinks", policy.sinks);
    all.set("recent", policy.recent);
    return all;
}

Result<ResolvedPolicy> resolvePolicy(const Catalog& catalog, const std::string& text) {
    const auto at = text.find('@');
    auto policy = resolveSide(catalog, text, text.substr(0, at), false);
    if (policy && at != std::string::npos) {
        auto codec = resolveSide(catalog, text, text.substr(at + 1), true);
        policy = codec ? withCodec(std::move(*policy), std::move(*codec)) : codec;
    }
    if (policy) {
        policy->text = canonicalText(*policy);
    }
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
    KVW_TRY(document.checked());
    KVW_TRY_ASSIGN(auto policy, makePolicy(catalog, ids));
    for (std::size_t i = 0; i < parts.size(); ++i) {
        readParameters(document, policy, policy.parts[i], *parts[i]);
    }
    if (composed && value.contains("protect")) {
        readProtection(document, policy, value["protect"]);
    }
    if (composed && value.contains("schedule")) {
        readSchedule(document, policy, value["schedule"]);
    }
    KVW_TRY(document.checked());
    policy.text = canonicalText(policy);
    return policy;
}

Result<void> setParameter(ResolvedPolicy& policy, const std::string& name, const std::string& value) {
    KVW_TRY_ASSIGN(const auto target, targetOf(policy, name));
    KVW_TRY(assign(policy, target, std::string(trimmed(value))));
    policy.text = canonicalText(policy);
    return {};
}

}  // namespace kvw
