// SPDX-License-Identifier: Apache-2.0
#include "core/session/spec/run_spec_json.h"

#include <type_traits>

#include "core/base/json/json_members.h"
#include "core/base/text_format.h"

namespace kvw {
namespace {

using nlohmann::ordered_json;

/// Calls `visit(name, member)` for each member. A member that is not listed here does not compile.
template <class Spec, class Visit>
void forEachMember(Spec& spec, const Visit& visit) {
    auto& [model, textFile, prompt, specialTokens, ids, policies, mode, promptTokens, steps, device, dtype, kvDtype,
           positions, rankKeys, streamingPrefill, chunk, seed, sampling, capture, rowsLimit, threads, observationBytes,
           parentBundle] = spec;
    auto& [temperature, topK, topP] = sampling;
    visit("model", model);
    visit("text", textFile);
    visit("prompt", prompt);
    visit("special_tokens", specialTokens);
    visit("ids", ids);
    visit("policies", policies);
    visit("mode", mode);
    visit("prompt_tokens", promptTokens);
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
    visit("rows_limit", rowsLimit);
    visit("threads", threads);
    visit("observation_bytes", observationBytes);
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
    return bundle::validUtf8(text);
}

ordered_json valueJson(const std::filesystem::path& path) {
    return valueJson(path.string());
}

ordered_json valueJson(const std::vector<std::string>& texts) {
    ordered_json list = ordered_json::array();
    for (const std::string& text : texts) {
        list.push_back(valueJson(text));
    }
    return list;
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

Result<RunSpec> runSpecOf(const ordered_json& json, const std::string& where) {
    if (!json.is_object()) {
        return fail(Code::BadInput, where, "this is not a JSON object");
    }
    RunSpec spec;
    JsonMembers members(json, where);
    forEachMember(spec, [&members]<class T>(const char* name, T& member) {
        if constexpr (std::is_enum_v<T>) {
            std::string word;
            if (members.read(name, word) && !fromText(word, member)) {
                members.refuse(name);
            }
        } else {
            static_cast<void>(members.read(name, member));
        }
    });
    return members.good().map([&spec] { return std::move(spec); });
}

}  // namespace kvw
