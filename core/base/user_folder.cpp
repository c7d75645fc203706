// SPDX-License-Identifier: Apache-2.0
#include "core/base/user_folder.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>

namespace kvw {

namespace fs = std::filesystem;

fs::path fromEnvironment(const char* name) {
    const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): read at start, never written
    return value == nullptr ? fs::path() : fs::path(value);
}

fs::path userFolder(const char* name, const char* fallback) {
    if (const fs::path folder = fromEnvironment(name); folder.is_absolute()) {
        return folder / "kvworkbench";
    }
    if (const fs::path home = fromEnvironment("HOME"); !home.empty()) {
        return home / fallback / "kvworkbench";
    }
    std::error_code code;
    return fs::temp_directory_path(code) / fmt::format("kvworkbench-{}", ::getuid()) / fallback;
}

fs::path dataFolder(const char* chosen, const char* name) {
    const fs::path folder = fromEnvironment(chosen);
    std::error_code unknown;
    const fs::path whole = fs::absolute(folder, unknown);
    return folder.empty() ? userFolder("XDG_DATA_HOME", ".local/share") / name : unknown ? folder : whole;
}

}  // namespace kvw
