// SPDX-License-Identifier: Apache-2.0
#include "core/base/files/library_places.h"

#include <dlfcn.h>

#include <algorithm>

namespace kvw {

namespace fs = std::filesystem;

std::vector<fs::path> libraryPlaces(const std::string& file) {
    std::vector<fs::path> places;
    const auto add = [&](const fs::path& folder) {
        // In an installation both paths lead to the same folder.
        std::error_code ignored;
        const fs::path place = fs::weakly_canonical(folder, ignored) / file;
        if (std::ranges::find(places, place) == places.end()) {
            places.push_back(place);
        }
    };
    Dl_info info{};
    if (dladdr(reinterpret_cast<const void*>(&libraryPlaces), &info) != 0 && info.dli_fname != nullptr) {
        add(fs::path(info.dli_fname).parent_path());
    }
    std::error_code error;
    const fs::path executable = fs::read_symlink("/proc/self/exe", error);
    if (!error) {
        add(executable.parent_path() / "../lib/kvworkbench");
    }
    return places;
}

}  // namespace kvw
