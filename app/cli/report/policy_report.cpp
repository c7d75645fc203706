// SPDX-License-Identifier: Apache-2.0
#include "app/cli/report/policy_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/cli/report/text_table.h"
#include "core/base/comma_list.h"
#include "core/base/json/json_value.h"
#include "core/policy/host/bibtex.h"

namespace kvw::cli {
namespace {

using kvw::toText;
using nlohmann::ordered_json;

/// Returns the policy text of a preset, with the positions and prefill of its paper.
std::string presetText(const Provided& provided, const Preset& preset) {
    std::string text = preset.policy;
    for (const auto& [name, value] : preset.parameters) {
        text += fmt::format("{}{}={}", text.empty() ? provided.id + ":" : ",", name, toText(value));
    }
    return text + laneText(nativeOf(provided, preset));
}

std::vector<std::string> settingParts(const NativeSettings& settings) {
    std::vector<std::string> parts;
    if (!settings.positions.empty()) {
        parts.push_back(settings.positions + " positions");
    }
    if (!settings.prefill.empty()) {
        parts.push_back(settings.prefill + " prefill");
    }
    return parts;
}

/// Returns such as "cache-rank positions, streaming:1 prefill"; empty: neither is set.
std::string settingsText(const NativeSettings& settings) {
    return joined(settingParts(settings));
}

std::string runText(const Comparison& comparison) {
    std::vector<std::string> parts = settingParts(comparison.run);
    if (comparison.promptTokens) {
        parts.push_back(
            fmt::format("{} prompt token{}", *comparison.promptTokens, *comparison.promptTokens == 1 ? "" : "s"));
    }
    if (!comparison.mode.empty()) {
        parts.push_back(comparison.mode + " mode");
    }
    return joined(parts);
}

ordered_json nativeJson(const NativeSettings& settings) {
    return settings.given() ? ordered_json{{"positions", orNull(settings.positions)},
                                           {"prefill", orNull(settings.prefill)},
                                           {"source", settings.source}}
                            : ordered_json(nullptr);
}

ordered_json runJson(const Comparison& comparison) {
    ordered_json json = ordered_json::object();
    const auto add = [&json](const char* name, const ordered_json& value) {
        if (!value.is_null()) {
            json[name] = value;
        }
    };
    add("positions", orNull(comparison.run.positions));
    add("prefill", orNull(comparison.run.prefill));
    add("prompt_tokens", countOrNull(comparison.promptTokens.value_or(-1)));
    add("mode", orNull(comparison.mode));
    return json;
}

/// Returns the condition behind " with "; empty: there is none.
std::string withText(const std::string& condition) {
    return condition.empty() ? std::string() : " with " + oneLine(condition);
}

std::string providedText(const Provided& provided) {
    std::string text = fmt::format("\n{} {}: {}\n", toText(provided.kind), provided.id, oneLine(provided.label));
    if (!provided.description.empty()) {
        text += fmt::format("  {}\n", oneLine(provided.description));
    }
    if (provided.streamingPrefill.value_or(false)) {
        text += fmt::format("  Made for streaming prefill{}.\n", withText(provided.streamingIf));
    }
    if (provided.promptBudgets) {
        text += fmt::format("  The budget of each layer follows from the prompt{} and is known after prefill.\n",
                            withText(provided.promptBudgetsIf));
    }
    if (provided.growsAfterPrompt) {
        text += fmt::format("  Cuts the prompt once{}: the cache then grows.\n",
                            withText(provided.growsAfterPromptIf));
    }
    if (provided.native.given()) {
        text += fmt::format("  Native settings: {}{}. A lane takes them with /native behind its policy.\n",
                            settingsText(provided.native),
                            provided.native.source.empty() ? "" : " (" + oneLine(provided.native.source) + ")");
    }
    tables::Table parameters;
    for (const ParameterSpec& spec : provided.parameters) {
        const std::string unit = spec.unit.empty() ? "" : " " + spec.unit;
        parameters.add({spec.name, toText(spec.defaultValue) + unit, spec.rangeText(), spec.live ? "live" : "",
                        oneLine(spec.tooltip)});
    }
    if (!parameters.rows.empty()) {
        text += "  Parameters (default, range; live: changes at the next step)\n" + toText(parameters, 4);
    }
    tables::Table presets;
    for (const Preset& preset : provided.presets) {
        presets.add({preset.id, oneLine(preset.label), oneLine(presetText(provided, preset)), oneLine(preset.source)});
    }
    if (!presets.rows.empty()) {
        text += "  Presets\n" + toText(presets, 4);
    }
    return text;
}

ordered_json limitJson(const Limit& limit) {
    return {{limit.atMost ? "at_most" : "at_least", limit.bound}, {"if", limit.onlyIf}};
}

ordered_json parameterJson(const ParameterSpec& spec) {
    return {
        {"name", spec.name},
        {"type", kParameterTypes.begin()[static_cast<std::size_t>(spec.type)]},
        {"default", toJson(spec.defaultValue)},
        {"range", spec.rangeText()},
        {"minimum", orNull(spec.minimum)},
        {"maximum", orNull(spec.maximum)},
        {"maximum_exclusive", spec.maximumExclusive},
        {"step", spec.step},
        {"scale", spec.logarithmic ? "log" : "linear"},
        {"odd", spec.odd},
        {"auto", spec.allowsAuto},
        {"share", spec.allowsShare},
        {"share_multiple_of", spec.shareMultipleOf},
        {"maximum_items", spec.type == ParameterType::Integers ? ordered_json(spec.mostItems) : ordered_json(nullptr)},
        {"choices", spec.choices},
        {"unit", spec.unit},
        {"label", spec.label},
        {"symbol", spec.symbol},
        {"tooltip", spec.tooltip},
        {"live", spec.live},
        {"enabled_if", spec.enabledIf},
        {"limits", jsonList(spec.limits, limitJson)}};
}

ordered_json providedJson(const Provided& provided) {
    ordered_json presets = ordered_json::array();
    for (const Preset& preset : provided.presets) {
        ordered_json values = ordered_json::object();
        for (const auto& [name, value] : preset.parameters) {
            values[name] = toJson(value);
        }
        presets.push_back({{"id", preset.id},
                           {"label", preset.label},
                           {"source", preset.source},
                           {"parameters", std::move(values)},
                           {"native", nativeJson(nativeOf(provided, preset))},
                           {"policy", preset.policy}});
    }
    return {{"kind", toText(provided.kind)},
            {"id", provided.id},
            {"label", provided.label},
            {"description", provided.description},
            {"streaming_prefill",
             provided.streamingPrefill ? ordered_json(*provided.streamingPrefill) : ordered_json(nullptr)},
            {"streaming_if", provided.streamingIf},
            {"prompt_budgets", provided.promptBudgets},
            {"prompt_budgets_if", provided.promptBudgetsIf},
            {"grows_after_prompt", provided.growsAfterPrompt},
            {"grows_after_prompt_if", provided.growsAfterPromptIf},
            {"native", nativeJson(provided.native)},
            {"parameters", jsonList(provided.parameters, parameterJson)},
            {"presets", std::move(presets)}};
}

ordered_json comparisonJson(const Comparison& comparison) {
    return {{"id", comparison.id},
            {"label", comparison.label},
            {"source", comparison.source},
            {"policies", comparison.policies},
            {"run", runJson(comparison)}};
}

ordered_json pluginJson(const PluginEntry& entry) {
    const Manifest& manifest = entry.manifest;
    return {{"id", manifest.id},
            {"version", manifest.version},
            {"state", toText(entry.state)},
            {"reason", orNull(entry.told().english())},
            {"name", manifest.name},
            {"description", manifest.description},
            {"license", manifest.license},
            {"authors", manifest.authors},
            {"references", toJson(manifest.references)},
            {"needs", manifest.needs},
            {"folder", entry.folder.string()},
            {"user", entry.user},
            {"provides", jsonList(manifest.provides, providedJson)},
            {"comparisons", jsonList(manifest.comparisons, comparisonJson)}};
}

}  // namespace

bool isAbout(const PluginEntry& entry, const std::string& id) {
    const auto& provides = entry.manifest.provides;
    return entry.manifest.id == id ||
           std::ranges::any_of(provides, [&](const Provided& provided) { return provided.id == id; });
}

std::string policiesText(const std::vector<PluginEntry>& entries, const std::vector<UserPreset>& presets) {
    tables::Table usable{{textColumn("ID"), textColumn("KIND"), textColumn("VERSION"), textColumn("WHAT IT IS")}};
    tables::Table others;
    for (const PluginEntry& entry : entries) {
        const Manifest& manifest = entry.manifest;
        if (entry.state != PluginState::Ready) {
            others.add({manifest.id, toText(entry.state), oneLine(entry.reason.english())});
            continue;
        }
        for (const Provided& provided : manifest.provides) {
            usable.add({provided.id, toText(provided.kind), manifest.version, oneLine(provided.label)});
        }
    }
    std::string text = entries.empty() ? "No plugin is installed.\n" : toText(usable);
    tables::Table named;
    for (const UserPreset& preset : presets) {
        named.add({preset.name, oneLine(preset.policy)});
    }
    if (!named.rows.empty()) {
        text += "\nYour presets\n" + toText(named, 2);
    }
    if (!others.rows.empty()) {
        text += "\nNot in use\n" + toText(others, 2);
    }
    return text;
}

std::string policyText(const PluginEntry& entry, const std::string& id,
                       const std::optional<ConformanceRecord>& checked) {
    const Manifest& manifest = entry.manifest;
    std::string text = fmt::format("{} {}: {}\n", manifest.id, manifest.version, oneLine(manifest.name));
    tables::Table facts;
    facts.add({"state", entry.told().empty()
                            ? toText(entry.state)
                            : fmt::format("{}: {}", toText(entry.state), oneLine(entry.told().english()))});
    facts.add({"folder", entry.folder.string()});
    if (!manifest.description.empty()) {
        facts.add({"about", oneLine(manifest.description)});
    }
    for (const Reference& reference : manifest.references) {
        const std::string by = reference.authors.empty() ? "" : joined(reference.authors) + ": ";
        facts.add({"reference", oneLine(fmt::format("{}{} <{}>", by, reference.title, reference.url))});
    }
    for (const std::string& need : manifest.needs) {
        facts.add({"needs", oneLine(need)});
    }
    facts.add({"conformance", checked ? fmt::format("{} ({})", checked->summary(), checked->when)
                                      : fmt::format("not checked; kvw conformance --plugin {}", manifest.id)});
    text += toText(facts, 2);
    for (const Provided& provided : manifest.provides) {
        if (manifest.id == id || provided.id == id) {
            text += providedText(provided);
        }
    }
    tables::Table comparisons;
    for (const Comparison& comparison : manifest.comparisons) {
        comparisons.add({comparison.id, oneLine(comparison.label), oneLine(comparison.source),
                         joined(comparison.policies, "  ", oneLine), runText(comparison)});
    }
    if (!comparisons.rows.empty()) {
        text += "\nComparisons (kvw compare --preset NAME)\n" + toText(comparisons, 2);
    }
    return text;
}

ordered_json policiesJson(const std::vector<PluginEntry>& entries, const std::vector<UserPreset>& presets) {
    const auto presetJson = [](const UserPreset& preset) -> ordered_json {
        return {{"name", preset.name}, {"policy", preset.policy}};
    };
    return {{"plugins", jsonList(entries, pluginJson)}, {"presets", jsonList(presets, presetJson)}};
}

}  // namespace kvw::cli
