// SPDX-License-Identifier: Apache-2.0
#include "core/eval/presets.h"

#include <algorithm>
#include <iterator>
#include <ranges>

#include "core/base/files/folder_entries.h"
#include "core/base/json/json_reader.h"
#include "core/base/short_text.h"
#include "core/model/text/document.h"
#include "core/session/spec/run_spec_json.h"
#include "core/trace/trace.h"

namespace kvw::eval {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostPresetBytes = std::size_t{4} << 20;

EvalPreset::Lane laneOf(const JsonObject& json) {
    EvalPreset::Lane lane{json.text("policy"), json.textOr("row", {}), {}};
    const JsonObject published = json.object("published");
    if (json.has("published")) {
        for (const auto& [subset, value] : json.at("published").items()) {
            lane.published.emplace_back(subset == "total" ? std::string() : subset,
                                        published.number(subset).value_or(kMissing));
        }
    }
    return lane;
}

EvalPreset presetIn(const JsonObject& json, const std::string& work) {
    EvalPreset preset;
    preset.name = json.kebab("name");
    preset.work = work;
    preset.table = json.text("table");
    preset.note = json.textOr("note", {});
    preset.task = json.text("task");
    preset.against = json.textOr("against", {});
    preset.models = json.texts("models");
    for (const JsonObject& lane : json.objects("lanes", {"policy", "row", "published"}, true)) {
        preset.lanes.push_back(laneOf(lane));
    }
    preset.settings.run = runSpecOf(json.object("run", runSpecMembers()));
    readSettings(json, preset.settings);
    return preset;
}

}  // namespace

Result<std::vector<EvalPreset>> readEvalPresets(const fs::path& file) {
    KVW_TRY_ASSIGN(const auto json, readJsonFile(file, kMostPresetBytes));
    JsonDocument document(file.string(), Code::BadInput);
    const JsonObject object(document, json, {}, {"format", "work", "title", "presets"});
    object.word("format", {"kvw-eval-presets-1"});
    const std::string work = object.text("work");
    std::vector<EvalPreset> presets;
    for (const JsonObject& each :
         object.objects("presets", {"name", "table", "note", "task", "against", "models", "lanes", "run", "limit",
                                    "samples", "seed", "compress_at"})) {
        presets.push_back(presetIn(each, work));
    }
    return document.checked().map([&] { return std::move(presets); });
}

Result<std::vector<EvalPreset>> evalPresets() {
    KVW_TRY_ASSIGN(const auto resources, resourcesDir());
    std::vector<EvalPreset> all;
    for (const fs::path& file : anyFolderEntries(resources / "eval", ".json")) {
        KVW_TRY_ASSIGN(auto presets, readEvalPresets(file));
        for (EvalPreset& preset : presets) {
            if (std::ranges::find(all, preset.name, &EvalPreset::name) != all.end()) {
                return fail(Code::BadInput, file.string(), "a preset is named twice", preset.name);
            }
            all.push_back(std::move(preset));
        }
    }
    return all;
}

Result<EvalPreset> evalPresetNamed(const std::string& name) {
    KVW_TRY_ASSIGN(auto all, evalPresets());
    const auto found = std::ranges::find(all, name, &EvalPreset::name);
    if (found != all.end()) {
        return std::move(*found);
    }
    const std::string shown = shortText(name, 60);
    return unknownName("--preset", phrase("there is no preset \"%1\"", shown), shown,
                       all | std::views::transform(&EvalPreset::name), "a name of the list of presets");
}

EvalPlan planOf(const EvalPreset& preset) {
    EvalPlan plan = preset.settings;
    plan.task = preset.task;
    plan.run.policies.clear();
    std::ranges::transform(preset.lanes, std::back_inserter(plan.run.policies), &EvalPreset::Lane::policy);
    return plan;
}

std::vector<PublishedNumber> publishedFor(const EvalPlan& plan) {
    std::vector<PublishedNumber> published;
    const auto preset = plan.preset.empty() ? Result<EvalPreset>(EvalPreset()) : evalPresetNamed(plan.preset);
    if (!preset || preset->lanes.size() != plan.run.policies.size()) {
        return published;
    }
    for (std::size_t lane = 0; lane < preset->lanes.size(); ++lane) {
        for (const auto& [subset, value] : preset->lanes[lane].published) {
            published.push_back({subset, plan.run.policies[lane], value});
        }
    }
    return published;
}

}  // namespace kvw::eval
