// SPDX-License-Identifier: Apache-2.0
#include "core/policy/host/user_presets.h"

#include <algorithm>
#include <ranges>
#include <utility>

#include "core/base/files/small_file.h"
#include "core/base/json/json_access.h"
#include "core/base/json/json_reader.h"
#include "core/base/user_folder.h"
#include "core/policy/host/choice/choice.h"

namespace kvw {

namespace {

namespace fs = std::filesystem;

constexpr const char* kFormat = "kvw-presets-1";
constexpr std::size_t kLargestFile = 1000000;

tl::unexpected<Error> damaged(const fs::path& file, Phrase found, Phrase expected) {
    return fail(Code::BadInput, file.string(), "the presets are damaged or of a newer version, and stay unchanged",
                std::move(found), std::move(expected));
}

Result<UserPreset> presetOf(const nlohmann::json& entry, const fs::path& file, std::size_t number) {
    UserPreset preset{textOf(entry, "name"), textOf(entry, "policy")};
    return isKebabCase(preset.name) && !preset.policy.empty()
               ? Result<UserPreset>(std::move(preset))
               : damaged(file, phrase("preset %1: %2", number, entry.dump(-1, ' ', true)),
                         "a name of lower case words joined by dashes, and a policy");
}

Result<void> write(const fs::path& file, const std::vector<UserPreset>& presets) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const UserPreset& preset : presets) {
        list.push_back({{"name", preset.name}, {"policy", preset.policy}});
    }
    const nlohmann::ordered_json whole{{"format", kFormat}, {"presets", std::move(list)}};
    return writeSmallFile(file, whole);
}

}  // namespace

fs::path userPresetsFile() {
    return userFolder("XDG_DATA_HOME", ".local/share") / "presets.json";
}

std::string withoutPreset(const std::string& text, const std::vector<UserPreset>& presets, const Catalog& catalog) {
    const auto end = text.find_first_of("@/");
    const std::string name = text.substr(0, end);
    const auto found = std::ranges::find_if(presets, [&](const UserPreset& preset) { return preset.name == name; });
    if (found == presets.end() || catalog.findAlone(name)) {
        return text;
    }
    const std::string behind = end == std::string::npos ? std::string() : text.substr(end);
    const auto codecEnd = behind.starts_with('@') ? std::min(nextChange(behind, 0), behind.size()) : 0;
    const std::string changes = behind.substr(codecEnd);
    const auto policyEnd = std::min(nextChange(found->policy, 0), found->policy.size());
    std::string own;
    for (auto at = policyEnd; at < found->policy.size();) {
        const auto next = std::min(nextChange(found->policy, at + 1), found->policy.size());
        const std::string setting = found->policy.substr(at, next - at);  // "/positions=cache-rank"
        const auto equals = setting.find('=');
        const bool replaced = equals != std::string::npos && setting.find('@') == std::string::npos &&
                              changes.find(setting.substr(0, equals + 1)) != std::string::npos;
        own += replaced ? std::string() : setting;
        at = next;
    }
    return found->policy.substr(0, policyEnd) + behind.substr(0, codecEnd) + own + changes;
}

Result<std::vector<UserPreset>> readUserPresets(const fs::path& file) {
    std::vector<UserPreset> presets;
    const auto json = readJsonFile(file, kLargestFile);
    if (!json) {
        return json.error().code == Code::NotFound
                   ? Result<std::vector<UserPreset>>(std::move(presets))
                   : damaged(file, json.error().what, "a file that is repaired or moved away");
    }
    const nlohmann::json& list = member(*json, "presets");
    if (!list.is_array() || textOf(*json, "format") != kFormat) {
        return damaged(file, describe(json->is_object() ? member(*json, "format") : *json),
                       phrase("format \"%1\" and a list of presets", kFormat));
    }
    for (const auto& entry : list) {
        KVW_TRY_ASSIGN(auto preset, presetOf(entry, file, presets.size() + 1));
        presets.push_back(std::move(preset));
    }
    std::sort(presets.begin(), presets.end(), [](const UserPreset& a, const UserPreset& b) { return a.name < b.name; });
    return presets;
}

Result<void> saveUserPreset(const fs::path& file, const UserPreset& preset) {
    if (!isKebabCase(preset.name)) {
        return fail(Code::BadUsage, "preset", "this cannot be the name of a preset", '"' + preset.name + '"',
                    "lower case words joined by dashes");
    }
    if (file.empty()) {
        return fail(Code::Io, "preset", "there is no folder for presets");
    }
    KVW_TRY_ASSIGN(auto presets, readUserPresets(file));
    std::erase_if(presets, [&](const UserPreset& each) { return each.name == preset.name; });
    presets.push_back(preset);
    std::sort(presets.begin(), presets.end(), [](const UserPreset& a, const UserPreset& b) { return a.name < b.name; });
    return write(file, presets);
}

Result<void> removeUserPreset(const fs::path& file, const std::string& name) {
    KVW_TRY_ASSIGN(auto presets, readUserPresets(file));
    if (std::erase_if(presets, [&](const UserPreset& each) { return each.name == name; }) == 0) {
        const std::string near = nearest(name, presets | std::views::transform(&UserPreset::name));
        return fail(Code::NotFound, "preset", phrase("there is no preset \"%1\"", name), {},
                    near.empty() ? phrase("one that kvw policies lists") : Phrase('"' + near + '"'));
    }
    return write(file, presets);
}

}  // namespace kvw
