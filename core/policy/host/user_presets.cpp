// SPDX-License-Identifier: Apache-2.0
#include "core/policy/host/user_presets.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/small_file.h"
#include "core/base/user_folder.h"
#include "core/policy/host/json_reader.h"

namespace kvw {

namespace {

namespace fs = std::filesystem;

constexpr const char* kFormat = "kvw-presets-1";
constexpr std::size_t kLargestFile = 1000000;

/// Errors: NotFound; BadInput, what is there is damaged or of a newer version.
Result<nlohmann::json> listIn(const fs::path& file) {
    auto json = readJsonFile(file, kLargestFile);
    if (!json && json.error().code == Code::NotFound) {
        return json;
    }
    if (!json || !json->is_object() || json->value("format", nlohmann::json()) != kFormat ||
        !json->contains("presets") || !(*json)["presets"].is_array()) {
        return fail(Code::BadInput, file.string(),
                    "the presets are damaged, or of a newer version, and stay as they are", {},
                    "a file that is mended or moved away");
    }
    return (*json)["presets"];
}

Result<void> write(const fs::path& file, const std::vector<UserPreset>& presets) {
    if (const auto there = listIn(file); !there && there.error().code != Code::NotFound) {
        return tl::unexpected(there.error());
    }
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
    const auto found =
        std::find_if(presets.begin(), presets.end(), [&](const UserPreset& preset) { return preset.name == name; });
    if (found == presets.end() || catalog.findAlone(name)) {
        return text;
    }
    return end == std::string::npos ? found->policy : found->policy + text.substr(end);
}

std::vector<UserPreset> readUserPresets(const fs::path& file) {
    std::vector<UserPreset> presets;
    const auto list = file.empty() ? tl::unexpected(Error{}) : listIn(file);
    if (!list) {
        return presets;
    }
    for (const auto& each : *list) {
        if (each.is_object() && each.contains("name") && each["name"].is_string() && each.contains("policy") &&
            each["policy"].is_string() && isKebabCase(each["name"].get<std::string>())) {
            presets.push_back({each["name"].get<std::string>(), each["policy"].get<std::string>()});
        }
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
    std::vector<UserPreset> presets = readUserPresets(file);
    std::erase_if(presets, [&](const UserPreset& each) { return each.name == preset.name; });
    presets.push_back(preset);
    std::sort(presets.begin(), presets.end(), [](const UserPreset& a, const UserPreset& b) { return a.name < b.name; });
    return write(file, presets);
}

Result<void> removeUserPreset(const fs::path& file, const std::string& name) {
    std::vector<UserPreset> presets = readUserPresets(file);
    if (std::erase_if(presets, [&](const UserPreset& each) { return each.name == name; }) == 0) {
        std::vector<std::string> names;
        for (const UserPreset& each : presets) {
            names.push_back(each.name);
        }
        const std::string near = nearest(name, names);
        return fail(Code::NotFound, "preset", fmt::format("there is no preset \"{}\"", name), {},
                    near.empty() ? "one that kvw policies lists" : '"' + near + '"');
    }
    return write(file, presets);
}

}  // namespace kvw
