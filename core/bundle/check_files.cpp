// SPDX-License-Identifier: Apache-2.0
#include "core/bundle/check_files.h"

#include <algorithm>
#include <array>
#include <limits>
#include <set>
#include <string_view>
#include <utility>

#include "core/base/json/json_text.h"
#include "core/bundle/arrays/attention_arrays.h"
#include "core/bundle/bundle.h"
#include "core/bundle/canonical.h"
#include "core/bundle/csv/without_columns.h"
#include "core/bundle/file_limits.h"
#include "core/bundle/manifest_json.h"

namespace kvw::bundle {

using nlohmann::ordered_json;

Result<ordered_json> readManifest(const Archive& archive, const std::string& prefix) {
    const std::string name = prefix + "manifest.json";
    KVW_TRY_ASSIGN(const auto text, archive.read(name));
    KVW_TRY_ASSIGN(auto manifest, parseJson(text, archive.label(name)));
    KVW_TRY(checkManifest(manifest, archive.label(name)));
    return manifest;
}

Result<BundleLocation> openLocation(const std::filesystem::path& path) {
    KVW_TRY_ASSIGN(auto archive, Archive::open(path));
    KVW_TRY_ASSIGN(auto manifest, readManifest(*archive, {}));
    BundleLocation place{std::move(archive), std::move(manifest), {}};
    if (place.manifest["kind"] == "compare") {
        for (const auto& lane : place.manifest["lanes"]) {
            place.lanes.push_back(lane["path"].get<std::string>() + '/');
        }
        return place;
    }
    place.lanes.emplace_back();
    if (place.manifest["format"] != kSharingFormat) {
        return place;
    }
    // A single lane whose rows are partly those of lanes beside it.
    std::error_code error;
    std::filesystem::path folder = std::filesystem::absolute(path, error).lexically_normal();
    folder = folder.filename() == "manifest.json" || !folder.has_filename() ? folder.parent_path() : folder;
    const std::filesystem::path lanes = folder.parent_path();
    auto whole = openLocation(lanes.parent_path());
    const std::string own = "lanes/" + folder.filename().string() + '/';
    if (lanes.filename() != "lanes" || !whole || std::ranges::find(whole->lanes, own) == whole->lanes.end()) {
        return place;
    }
    while (whole->lanes.back() != own) {
        whole->lanes.pop_back();
    }
    std::set<std::string> needed{own};
    for (auto lane = whole->lanes.rbegin(); lane != whole->lanes.rend(); ++lane) {
        if (needed.contains(*lane)) {
            for (const auto& [name, unused] : rowReferences(*whole->archive, *lane)) {
                needed.insert("lanes/" + name + '/');
            }
        }
    }
    std::erase_if(whole->lanes, [&](const std::string& lane) { return !needed.contains(lane); });
    whole->manifest = std::move(place.manifest);
    return whole;
}

namespace {

/// Returns the lanes that the lane at `prefix` refers to whose manifests list other sums than it was written with.
std::vector<std::string> changedReferences(const Archive& archive, const std::string& prefix) {
    std::vector<std::string> lanes;
    const std::string beside = prefix.substr(0, prefix.rfind('/', prefix.size() - 2) + 1);
    for (const auto& [lane, files] : rowReferences(archive, prefix)) {
        const auto manifest = readManifest(archive, beside + lane + '/');
        const bool same = manifest && std::ranges::all_of(files, [&](const auto& file) {
                              const ordered_json& listed = (*manifest)["integrity"]["files"];
                              const auto found = listed.find(file.first);
                              return found != listed.end() && (*found)["sha256"] == file.second;
                          });
        if (!same) {
            lanes.push_back(lane);
        }
    }
    return lanes;
}

/// Returns the file's state, and its stable sum if it was read. `listed`: null if the manifest does not list it.
std::pair<CheckedFile, std::string> checkFile(const Archive& archive, const std::string& name,
                                              const ordered_json& listed, std::int64_t limit, FileSums sums,
                                              const std::function<bool(std::int64_t)>& watch) {
    CheckedFile file{name, 0, "missing"};
    const auto size = archive.size(name);
    if (!size) {
        return {file, {}};
    }
    file.bytes = *size;
    if (listed.is_null() || listed["bytes"] != *size || *size > limit) {
        file.state = listed.is_null() ? "extra" : listed["bytes"] != *size ? "changed" : "too large";
        return {file, {}};
    }
    const auto stream = archive.stream(name);
    if (!stream) {
        return {file, {}};
    }
    std::string block(ByteStream::kBlock, '\0');
    for (std::size_t filled = block.size(); filled > 0;) {
        const auto count = (*stream)->read(block.data(), block.size());
        if (!count || (watch && !watch(static_cast<std::int64_t>(*count)))) {
            return {file, {}};
        }
        filled = *count;
        sums.update(std::string_view(block).substr(0, filled));
    }
    FileSums::Sums found = sums.finish();
    file.state = listed["sha256"] == found.whole ? "ok" : "changed";
    return {file, std::move(found.stable)};
}

/// Returns the same without reading the file: a file of the listed size has the listed sum.
std::pair<CheckedFile, std::string> asListed(const Archive& archive, const std::string& name,
                                             const ordered_json& listed) {
    const auto size = archive.size(name);
    if (!size) {
        return {CheckedFile{name, 0, "missing"}, {}};
    }
    const bool fits = listed["bytes"] == *size;
    return {CheckedFile{name, *size, fits ? "ok" : "changed"}, fits ? listed["sha256"].get<std::string>() : ""};
}

}  // namespace

std::int64_t listedBytes(const ordered_json& manifest) {
    std::int64_t bytes = 0;
    for (const auto& file : manifest["integrity"]["files"]) {
        // The size is a claim: clamped, so that the total cannot overflow.
        bytes += std::clamp<std::int64_t>(file["bytes"].get<std::int64_t>(), 0, std::int64_t{1} << 40);
    }
    return bytes;
}

CheckedFolder checkFolder(const Archive& archive, const std::string& prefix, const ordered_json& manifest,
                          const std::function<bool(std::int64_t bytes)>& watch, CheckDepth depth) {
    CheckedFolder checked;
    bool going = true;
    const auto watched = [&](std::int64_t bytes) { return going = !watch || watch(bytes); };
    std::map<std::string, std::string> sums;
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
    bool whole = true;
    for (const std::string& name : names) {
        const bool isListed = listed.contains(name);
        const bool counts = lane && isData(name);
        const auto limit = lane ? mostBytes(manifest, name) : std::numeric_limits<std::int64_t>::max();
        const auto check = [&] {
            return checkFile(archive, prefix + name, isListed ? listed[name] : ordered_json(), limit,
                             FileSums(volatileColumns(manifest, name)), watched);
        };
        auto [file, stable] = depth == CheckDepth::Tables && isListed && name.starts_with("arrays/")
                                  ? asListed(archive, prefix + name, listed[name])
                                  : check();
        if (!going) {
            return checked;
        }
        whole = whole && (!counts || !stable.empty() || file.state == std::string_view("missing"));
        checked.files.push_back(std::move(file));
        if (counts && !stable.empty()) {
            sums[name] = std::move(stable);
        }
    }
    checked.hash = whole ? canonicalHashOf(manifest, sums) : std::string();
    return checked;
}

Phrase manifestIntegrityWarning(const Archive& archive, const ordered_json& manifest, const std::string& prefix) {
    const ordered_json& integrity = manifest["integrity"];
    const auto sum = integrity.find("manifest");
    const bool expected = std::ranges::find(manifest["volatile"], kManifestSum) != manifest["volatile"].end();
    if (sum == integrity.end() ? !expected : *sum == manifestSum(manifest)) {
        return {};
    }
    return phrase("%1: %2.", archive.label(prefix + "manifest.json"),
                  sum == integrity.end() ? "the manifest lacks its own checksum"
                                         : "the manifest was changed after it was written");
}

std::vector<Phrase> integrityWarnings(const Archive& archive, const CheckedFolder& checked,
                                      const ordered_json& manifest, const std::string& prefix) {
    std::vector<Phrase> sentences;
    if (Phrase sentence = manifestIntegrityWarning(archive, manifest, prefix); !sentence.empty()) {
        sentences.push_back(std::move(sentence));
    }
    constexpr std::array<std::pair<std::string_view, const char*>, 4> kStateTexts{
        {{"changed", "the file was changed after it was written"},
         {"missing", "the file is missing or cannot be read"},
         {"extra", "the manifest does not list this file"},
         {"too large", "the file is larger than its rows allow; it was not read"}}};
    for (const CheckedFile& file : checked.files) {
        for (const auto& [state, sentence] : kStateTexts) {
            if (file.state == state) {
                sentences.push_back(phrase("%1: %2.", archive.label(file.name), sentence));
            }
        }
    }
    for (const std::string& lane :
         manifest["kind"] == "run" ? changedReferences(archive, prefix) : std::vector<std::string>()) {
        sentences.push_back(phrase("%1: %2.", archive.label(prefix + kArraysIndex),
                                   phrase("the rows of lane %1 are not those that this lane refers to", lane)));
    }
    if (!checked.hash.empty() && manifest["hash"] != checked.hash) {
        sentences.push_back(Error{Code::BadInput, "the bundle hash does not match the files",
                                  archive.label(prefix + "manifest.json"),
                                  manifest["hash"].get<std::string>().substr(0, 12), checked.hash.substr(0, 12)}
                                .asPhrase());
    }
    return sentences;
}

}  // namespace kvw::bundle
