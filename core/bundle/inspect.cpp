// SPDX-License-Identifier: Apache-2.0
/// Recognition and report of a bundle on disk.
#include <algorithm>

#include "core/bundle/archive.h"
#include "core/bundle/bundle.h"
#include "core/bundle/check_files.h"

namespace kvw {
namespace {

using namespace bundle;
using nlohmann::ordered_json;

void addIntegrity(const Archive& archive, const std::string& prefix, const ordered_json& manifest,
                  ordered_json& integrity) {
    const CheckedFolder checked = checkFolder(archive, prefix, manifest);
    for (const CheckedFile& file : checked.files) {
        integrity["files"].push_back({{"name", file.name}, {"bytes", file.bytes}, {"state", file.state}});
    }
    for (const Phrase& sentence : integrityWarnings(archive, checked, manifest, prefix)) {
        integrity["ok"] = false;
        integrity["warnings"].push_back(sentence.english());
    }
}

}  // namespace

bool isBundle(const std::filesystem::path& path) {
    std::error_code error;
    if (std::filesystem::is_directory(path, error)) {
        return std::filesystem::is_regular_file(path / "manifest.json", error);
    }
    std::string ending = path.extension().string();
    std::ranges::transform(ending, ending.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return std::filesystem::is_regular_file(path, error) && (path.filename() == "manifest.json" || ending == ".zip");
}

Result<ordered_json> inspectBundle(const std::filesystem::path& path) {
    KVW_TRY_ASSIGN(const auto place, openLocation(path));
    const Archive* archive = place.archive.get();
    const ordered_json* manifest = &place.manifest;
    ordered_json integrity{{"ok", true}, {"files", ordered_json::array()}, {"warnings", ordered_json::array()}};
    ordered_json policies = ordered_json::array();
    ordered_json problems = ordered_json::array();
    ordered_json found;
    found["path"] = path.string();
    for (const char* name :
         {"format", "kind", "hash", "tool", "environment", "model", "text", "state", "message", "times"}) {
        found[name] = (*manifest)[name];
    }
    if ((*manifest)["kind"] == "run") {
        for (const std::string& prefix : place.lanes) {
            if (const auto lane = readManifest(*archive, prefix)) {
                addIntegrity(*archive, prefix, *lane, integrity);
            }
        }
        policies.push_back((*manifest)["policy"]);
        problems = (*manifest)["problems"];
        found["summary"] = (*manifest)["summary"];
        found["probes"] = (*manifest)["probes"];
    } else {
        addIntegrity(*archive, {}, *manifest, integrity);
        for (const std::string& prefix : place.lanes) {
            const auto inner = readManifest(*archive, prefix);
            if (!inner) {
                integrity["ok"] = false;
                integrity["warnings"].push_back(inner.error().sentence());
                continue;
            }
            addIntegrity(*archive, prefix, *inner, integrity);
            policies.push_back(inner->contains("policy") ? (*inner)["policy"] : ordered_json());
            if (inner->contains("problems")) {
                problems.insert(problems.end(), (*inner)["problems"].begin(), (*inner)["problems"].end());
            }
        }
        found["lanes"] = (*manifest)["lanes"];
        found["comparison"] = (*manifest)["comparison"];
    }
    found["policies"] = policies;
    found["problems"] = problems;
    found["integrity"] = integrity;
    return found;
}

}  // namespace kvw
