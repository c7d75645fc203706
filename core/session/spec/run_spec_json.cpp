// SPDX-License-Identifier: Apache-2.0
#include "core/session/spec/run_spec_json.h"

#include <limits>
#include <optional>
#include <type_traits>

#include "core/base/json/json_value.h"
#include "core/base/utf8.h"

namespace kvw {
namespace {

using nlohmann::ordered_json;

/// Calls `visit(name, member)` for each member. A member that is not listed here does not compile.
template <class Spec, class Visit>
void forEachMember(Spec& spec, const Visit& visit) {
    auto& [model, textFile, prompt, specialTokens, question, ids, policies, mode, promptTokens, questionTokens, steps,
           device, dtype, kvDtype, positions, rankKeys, streamingPrefill, chunk, seed, sampling, capture, pooling,
           rowsLimit, threads, observationBytes, stopAtEnd, parentBundle] = spec;
    auto& [temperature, topK, topP] = sampling;
    visit("model", model);
    visit("text", textFile);
    visit("prompt", prompt);
    visit("special_tokens", specialTokens);
    visit("question", question);
    visit("ids", ids);
    visit("policies", policies);
    visit("mode", mode);
    visit("prompt_tokens", promptTokens);
    visit("question_tokens", questionTokens);
    visit("steps", steps);
    visit("device", device);
    visit("dtype", dtype);
    visit("kv_dtype", kvDtype);
    visit("positions", positions);
    visit("rank_keys", rankKeys);
    visit("streaming_prefill", streamingPrefill);
    visit("chunk", chunk);
    visit("seed", seed);
    visit("temperature", temperature);
    visit("top_k", topK);
    visit("top_p", topP);
    visit("capture", capture);
    visit("pooling", pooling);
    visit("rows_limit", rowsLimit);
    visit("threads", threads);
    visit("observation_bytes", observationBytes);
    visit("stop_at_end", stopAtEnd);
    visit("parent_bundle", parentBundle);
}

template <class T>
ordered_json valueJson(const T& value) {
    if constexpr (std::is_enum_v<T>) {
        return toText(value);
    } else {
        return value;
    }
}

ordered_json valueJson(const std::string& text) {
    return lossyUtf8(text);
}

ordered_json valueJson(const MapPooling& pooling) {
    return toText(pooling);
}

ordered_json valueJson(const std::filesystem::path& path) {
    return valueJson(path.string());
}

ordered_json valueJson(const std::vector<std::string>& texts) {
    return jsonList(texts, lossyUtf8);
}

template <class T>
ordered_json valueJson(const std::optional<T>& value) {
    return value ? valueJson(*value) : ordered_json(nullptr);
}

ordered_json allMembers(const RunSpec& spec) {
    ordered_json json = ordered_json::object();
    forEachMember(spec, [&json](const char* name, const auto& member) { json[name] = valueJson(member); });
    return json;
}

template <class T>
void readMember(const JsonObject& json, const std::string& name, std::optional<T>& member);

/// Reads a member, if it is there.
template <class T>
void readMember(const JsonObject& json, const std::string& name, T& member) {
    if (!json.has(name)) {
        return;
    }
    if constexpr (std::is_enum_v<T> || std::is_same_v<T, MapPooling>) {
        if (!fromText(json.textOr(name, {}), member)) {
            json.refuse(name, "a word that the option takes");
        }
    } else if constexpr (std::is_same_v<T, bool>) {
        member = json.flagOr(name, member);
    } else if constexpr (std::is_integral_v<T>) {
        member =
            static_cast<T>(json.integerOr(name, member, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
    } else if constexpr (std::is_floating_point_v<T>) {
        member = static_cast<T>(json.number(name).value_or(member));
    } else if constexpr (std::is_same_v<T, std::vector<std::string>>) {
        member = json.texts(name);
    } else if constexpr (std::is_same_v<T, std::vector<std::int32_t>>) {
        member = json.integers(name);
    } else {
        member = json.textOr(name, {});
    }
}

template <class T>
void readMember(const JsonObject& json, const std::string& name, std::optional<T>& member) {
    if (json.has(name)) {
        readMember(json, name, member.emplace());
    }
}

}  // namespace

ordered_json toJson(const RunSpec& spec) {
    static const ordered_json defaults = allMembers({});
    ordered_json json = allMembers(spec);
    for (const auto& [name, value] : defaults.items()) {
        if (json[name] == value) {
            json.erase(name);
        }
    }
    return json;
}

RunSpec runSpecOf(const JsonObject& object) {
    RunSpec spec;
    forEachMember(spec, [&object](const char* name, auto& member) { readMember(object, name, member); });
    return spec;
}

const std::vector<std::string_view>& runSpecMembers() {
    static const std::vector<std::string_view> names = [] {
        std::vector<std::string_view> list;
        const RunSpec spec;
        forEachMember(spec, [&list](const char* name, const auto& /*member*/) { list.emplace_back(name); });
        return list;
    }();
    return names;
}

Result<RunSpec> runSpecOf(const nlohmann::json& json, const std::string& where) {
    JsonDocument document(where, Code::BadInput, JsonTexts::Any);
    RunSpec spec = runSpecOf(JsonObject(document, json, {}, runSpecMembers()));
    return document.checked().map([&spec] { return std::move(spec); });
}

}  // namespace kvw
