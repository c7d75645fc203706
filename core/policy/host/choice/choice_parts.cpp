// SPDX-License-Identifier: Apache-2.0
#include "core/policy/host/choice/choice_parts.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/comma_list.h"
#include "core/base/parse_number.h"
#include "core/base/short_text.h"

namespace kvw::choice {

namespace {

using Value = sdk::Value;

constexpr const char* kOwn[] = {"sinks", "recent", "schedule"};

bool isOwn(const std::string& name) {
    return std::ranges::find(kOwn, name) != std::end(kOwn);
}

bool isUnder(const ResolvedPolicy& policy, std::size_t index) {
    return index > 0 && policy.parts[index].kind == PluginKind::Codec;
}

ResolvedPart makePart(const Catalog::Found& found) {
    ResolvedPart part{found.provided->kind, *found.entry, *found.provided, {}};
    for (const ParameterSpec& spec : part.provided.parameters) {
        part.parameters.set(spec.name, spec.defaultValue);
    }
    return part;
}

std::vector<std::string> knownNames(const ResolvedPolicy& policy) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < policy.parts.size(); ++i) {
        const std::string prefix = policy.prefixOf(policy.parts[i]);
        for (const ParameterSpec& spec : policy.parts[i].provided.parameters) {
            if (!isUnder(policy, i)) {
                names.push_back(spec.name);
            }
            if (!prefix.empty()) {
                names.push_back(prefix + spec.name);
            }
        }
    }
    if (policy.composed()) {
        names.insert(names.end(), std::begin(kOwn), std::end(kOwn));
    }
    return names;
}

const Value& valueOf(const ResolvedPart& part, const std::string& name) {
    return part.parameters.values().at(name);
}

bool changed(const ResolvedPart& part, const std::string& name) {
    return valueOf(part, name) != part.provided.parameter(name)->defaultValue;
}

/// Appends the changed parameters of a part in a form that reads back as this policy.
void appendCanonical(const ResolvedPolicy& policy, std::size_t index, std::vector<std::string>& items) {
    const ResolvedPart& part = policy.parts[index];
    const bool composed = policy.composed() && !isUnder(policy, index);
    for (const ParameterSpec& spec : part.provided.parameters) {
        if (!changed(part, spec.name)) {
            continue;
        }
        const std::string value = toText(valueOf(part, spec.name));
        const bool ownName = composed && isOwn(spec.name);
        const ResolvedPart* other = composed ? &policy.parts[1 - index] : nullptr;
        const bool shared = other != nullptr && other->provided.parameter(spec.name) != nullptr;
        const bool together =
            shared && !ownName && changed(*other, spec.name) && toText(valueOf(*other, spec.name)) == value;
        if (together && index == 1) {
            continue;  // written with the scorer's
        }
        const bool prefixed = ownName || (shared && !together);
        items.push_back(fmt::format("{}{}={}", prefixed ? policy.prefixOf(part) : "", spec.name, value));
    }
}

}  // namespace

std::string scheduleText(std::int64_t cutInterval) {
    return cutInterval == 0 ? "once" : cutInterval == 1 ? "every-step" : fmt::format("every:{}", cutInterval);
}

Result<std::int64_t> parseSchedule(const std::string& text, const Phrase& where) {
    if (text == "once" || text == "every-step") {
        return text == "once" ? 0 : 1;
    }
    constexpr std::string_view kEvery = "every:";
    const auto cutInterval = text.starts_with(kEvery)
                                 ? parsedNumber<std::int64_t>(std::string_view(text).substr(kEvery.size()))
                                 : std::nullopt;
    if (cutInterval && *cutInterval >= 1) {
        return *cutInterval;
    }
    return fail(Code::BadUsage, where, phrase("parameter \"%1\" is not valid", std::string("schedule")),
                '"' + text + '"', "once, every-step or every:R with an integer R of at least 1");
}

ParameterSpec protectionSpec(const std::string& name) {
    ParameterSpec spec;
    spec.name = name;
    spec.defaultValue = std::int64_t{0};
    spec.minimum = 0;
    return spec;
}

Phrase whereOf(const ResolvedPolicy& policy) {
    const PluginKind kind = policy.parts.empty() || policy.composed() ? PluginKind::Policy : policy.parts[0].kind;
    return placeOf(kind, policy.id());
}

Result<ResolvedPolicy> makePolicy(const Catalog& catalog, const std::vector<std::string>& ids) {
    ResolvedPolicy policy;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        KVW_TRY_ASSIGN(const auto found, ids.size() == 1
                                             ? catalog.findAlone(ids[i])
                                             : catalog.find(i == 0 ? PluginKind::Scorer : PluginKind::Budget, ids[i]));
        policy.parts.push_back(makePart(found));
    }
    return policy;
}

Result<ResolvedPolicy> makeCodec(const Catalog& catalog, const std::string& id) {
    KVW_TRY_ASSIGN(const auto found, catalog.find(PluginKind::Codec, id));
    ResolvedPolicy policy;
    policy.parts.push_back(makePart(found));
    return policy;
}

Result<ResolvedPolicy> withCodec(ResolvedPolicy policy, ResolvedPolicy codec) {
    if (policy.codec() != nullptr) {
        return fail(Code::BadUsage, whereOf(policy), "it is a codec itself, so no codec can be put under it",
                    "@" + codec.id(), "a policy, a composition or a reader before the @");
    }
    if (policy.id() == "full") {
        return codec;
    }
    policy.parts.push_back(std::move(codec.parts[0]));
    return policy;
}

tl::unexpected<Error> unknownParameter(const ResolvedPolicy& policy, const std::string& name) {
    const auto known = knownNames(policy);
    const std::string shown = shortText(name, 60);
    return unknownName(whereOf(policy), phrase("there is no parameter \"%1\"", shown), shown, known,
                       known.empty() ? phrase("no parameters") : phrase("one of %1", joined(known)));
}

Result<Target> targetOf(const ResolvedPolicy& policy, const std::string& name) {
    Target target{{}, name, false};
    if (policy.composed() && isOwn(name)) {
        target.own = true;
        return target;
    }
    for (std::size_t i = 0; i < policy.parts.size(); ++i) {
        const std::string prefix = policy.prefixOf(policy.parts[i]);
        const std::string rest =
            !prefix.empty() && name.rfind(prefix, 0) == 0 ? name.substr(prefix.size()) : std::string();
        if (policy.parts[i].provided.parameter(rest) != nullptr) {
            return Target{{i}, rest, false};
        }
    }
    for (std::size_t i = 0; i < policy.parts.size(); ++i) {
        if (policy.parts[i].provided.parameter(name) != nullptr && (!isUnder(policy, i) || target.parts.empty())) {
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
            KVW_TRY_ASSIGN(policy.cutInterval, parseSchedule(text, whereOf(policy)));
            return {};
        }
        KVW_TRY_ASSIGN(const auto value, protectionSpec(target.name).parse(text, whereOf(policy)));
        (target.name == "sinks" ? policy.sinks : policy.recent) = std::get<std::int64_t>(value);
        return {};
    }
    std::vector<Value> values;
    for (const std::size_t i : target.parts) {
        KVW_TRY_ASSIGN(auto value, policy.parts[i].provided.parameter(target.name)->parse(text, whereOf(policy)));
        values.push_back(std::move(value));
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
        policy.parts[target.parts[i]].parameters.set(target.name, std::move(values[i]));
    }
    return {};
}

Result<void> assignOnce(ResolvedPolicy& policy, const std::string& item, std::set<std::string>& given) {
    const auto equals = item.find('=');
    if (equals == std::string::npos || equals == 0) {
        return fail(Code::BadUsage, whereOf(policy), "a parameter is not written as name=value", '"' + item + '"',
                    "name=value pairs separated by commas");
    }
    const std::string name(trimmed(std::string_view(item).substr(0, equals)));
    KVW_TRY_ASSIGN(const auto target, targetOf(policy, name));
    bool twice = target.own && !given.insert(target.name).second;
    for (const std::size_t i : target.parts) {
        twice = !given.insert(fmt::format("{}.{}", i, target.name)).second || twice;
    }
    if (twice) {
        return fail(Code::BadUsage, whereOf(policy), phrase("parameter \"%1\" is given twice", name));
    }
    return assign(policy, target, std::string(trimmed(std::string_view(item).substr(equals + 1))));
}

std::string canonicalText(const ResolvedPolicy& policy) {
    std::vector<std::string> items;
    std::vector<std::string> codec;
    for (std::size_t i = 0; i < policy.parts.size(); ++i) {
        appendCanonical(policy, i, isUnder(policy, i) ? codec : items);
    }
    if (policy.sinks != 0) {
        items.push_back(fmt::format("sinks={}", policy.sinks));
    }
    if (policy.recent != 0) {
        items.push_back(fmt::format("recent={}", policy.recent));
    }
    if (policy.cutInterval != 0) {
        items.push_back("schedule=" + scheduleText(policy.cutInterval));
    }
    const std::string id = policy.id();
    const auto at = id.find('@');
    std::string text = id.substr(0, at);
    text += items.empty() ? "" : ":" + joined(items, ",");
    if (at != std::string::npos) {
        text += id.substr(at) + (codec.empty() ? "" : ":" + joined(codec, ","));
    }
    return text;
}

}  // namespace kvw::choice
