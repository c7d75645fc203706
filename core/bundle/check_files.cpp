// SPDX-License-Identifier: Apache-2.0
#include "core/bundle/check_files.h"

#include <set>
#include <string_view>

#include "core/bundle/canonical.h"
#include "core/bundle/json_text.h"
#include "core/bundle/manifest_json.h"
#include "core/model/sha256.h"

namespace kvw::bundle {

using nlohmann::ordered_json;

Result<ordered_json> readManifest(const Archive& archive, const std::string& prefix) {
    const std::string name = prefix + "manifest.json";
    const auto text = archive.read(name);
    if (!text) {
        return tl::unexpected(text.error());
    }
    auto manifest = parseJson(*text, archive.label(name));
    if (!manifest) {
        return manifest;
    }
    if (auto valid = checkManifest(*manifest, archive.label(name)); !valid) {
        return tl::unexpected(valid.error());
    }
    return manifest;
}

CheckedFolder checkFolder(const Archive& archive, const std::string& prefix, const ordered_json& manifest) {
    CheckedFolder checked;
    std::map<std::string, std::string> stable;
    std::set<std::string> names;
    const bool lane = manifest["kind"] == "run";
    const ordered_json& listed = manifest["integrity"]["files"];
    for (const auto& [name, unused] : listed.items()) {
        names.insert(name);
    }
    for (const std::string& name : archive.names()) {
        if (lane && name.rfind(prefix, 0) == 0 && isData(std::string_view(name).substr(prefix.size()))) {
            names.insert(name.substr(prefix.size()));
        }
    }
    for (const std::string& name : names) {
        const auto content = archive.read(prefix + name);
        if (!content) {
            checked.files.push_back({prefix + name, 0, "missing"});
            continue;
        }
        const std::string sum = sha256(*content);
        const char* state = !listed.contains(name) ? "extra" : listed[name]["sha256"] == sum ? "ok" : "changed";
        checked.files.push_back({prefix + name, static_cast<std::int64_t>(content->size()), state});
        if (lane && isData(name)) {
            stable[name] = hasVolatileColumns(manifest, name) ? stableSum(manifest, name, *content) : sum;
        }
    }
    checked.hash = canonicalHashOf(manifest, stable);
    return checked;
}

std::vector<std::string> complaints(const Archive& archive, const CheckedFolder& checked, const ordered_json& manifest,
                                    const std::string& prefix) {
    std::vector<std::string> sentences;
    for (const CheckedFile& file : checked.files) {
        const std::string_view state = file.state;
        if (state == "changed") {
            sentences.push_back(archive.label(file.name) + ": the file was changed after it was written.");
        } else if (state == "missing") {
            sentences.push_back(archive.label(file.name) + ": the file is missing or cannot be read.");
        } else if (state == "extra") {
            sentences.push_back(archive.label(file.name) + ": the manifest does not list this file.");
        }
    }
    if (manifest["hash"] != checked.hash) {
        sentences.push_back(archive.label(prefix + "manifest.json") +
                            ": the bundle hash does not fit what is there; found " + checked.hash.substr(0, 12) +
                            ", expected " + manifest["hash"].get<std::string>().substr(0, 12) + '.');
    }
    return sentences;
}

}  // namespace kvw::bundle
