// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>

#include "core/base/comma_list.h"
#include "core/base/files/folder_entries.h"
#include "core/model/text/document.h"

namespace kvw {
namespace {

namespace fs = std::filesystem;

constexpr const char* kModelFolder = "demo-model";

}  // namespace

Result<fs::path> resourcesDir() {
    std::vector<fs::path> places;
    if (const char* named = std::getenv("KVW_RESOURCES"); named != nullptr && *named != '\0') {
        places.emplace_back(named);
    }
    std::error_code error;
    if (const fs::path executable = fs::read_symlink("/proc/self/exe", error); !error) {
        places.push_back(executable.parent_path().parent_path() / "share" / "kvworkbench");
    }
    places.emplace_back(KVW_SOURCE_RESOURCES);
    for (const fs::path& place : places) {
        if (fs::is_directory(place / kModelFolder, error)) {
            return place;
        }
    }
    return fail(Code::NotFound, "resources", "the folder demo-model is in none of the places for shipped files",
                joined(places, ", ", [](const fs::path& place) { return place.string(); }),
                "KVW_RESOURCES to name the folder that holds it");
}

Result<fs::path> embeddedModelDir() {
    return resourcesDir().map([](const fs::path& place) { return place / kModelFolder / "model"; });
}

Result<fs::path> conformanceCasesDir() {
    std::error_code error;
    const auto place = resourcesDir();
    const fs::path shipped = place ? *place / "conformance" : fs::path();
    const fs::path source = fs::path(KVW_SOURCE_RESOURCES).parent_path() / "tests/core/conformance/cases";
    for (const fs::path& folder : {shipped, source}) {
        if (!folder.empty() && fs::is_directory(folder, error)) {
            return folder;
        }
    }
    return fail(Code::NotFound, "conformance", "the shipped cases are not installed", {}, shipped.string());
}

Result<std::vector<fs::path>> embeddedDocuments() {
    return resourcesDir().and_then(
        [](const fs::path& place) { return folderEntries(place / kModelFolder / "documents", ".txt"); });
}

Result<std::vector<fs::path>> shippedTexts() {
    auto all = embeddedDocuments();
    const auto place = resourcesDir();
    if (const fs::path folder = place ? *place / "texts" : fs::path(); all && fs::is_directory(folder)) {
        KVW_TRY_ASSIGN(const auto more, folderEntries(folder, ".txt"));
        all->insert(all->end(), more.begin(), more.end());
    }
    return all;
}

}  // namespace kvw
