// SPDX-License-Identifier: Apache-2.0
#include "core/policy/host/quarantine.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <optional>
#include <system_error>
#include <vector>

#include "core/base/process_start.h"
#include "core/base/small_file.h"
#include "core/policy/host/catalog.h"
#include "core/policy/host/json_reader.h"

namespace kvw {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMarkPrefix = "loading-";
constexpr const char* kDisabledFile = "disabled.json";
constexpr std::size_t kLargestRecord = 1000000;

struct Mark {
    fs::path file;
    long pid = 0;
    std::string id;
};

std::optional<Mark> readMark(const fs::path& file) {
    const std::string name = file.filename().string();
    if (name.rfind(kMarkPrefix, 0) != 0) {
        return std::nullopt;
    }
    Mark mark{file, 0, {}};
    const char* begin = name.data() + kMarkPrefix.size();
    const char* end = name.data() + name.size();
    const auto [stop, problem] = std::from_chars(begin, end, mark.pid);
    if (problem != std::errc{} || stop == end || *stop != '-') {
        return std::nullopt;
    }
    mark.id.assign(stop + 1, end);
    return isKebabCase(mark.id) ? std::optional(mark) : std::nullopt;
}

bool isAlive(const Mark& mark) {
    const std::string now = processStart(mark.pid);
    std::ifstream file(mark.file);
    std::string then;
    std::getline(file, then);
    // A mark without content was created this moment, or its disk was full: the process decides alone.
    return !now.empty() && (then.empty() || then == now);
}

std::vector<Mark> deadMarks(const fs::path& folder) {
    std::vector<Mark> marks;
    std::error_code code;
    for (fs::directory_iterator entry(folder, code), end; !code && entry != end; entry.increment(code)) {
        auto mark = readMark(entry->path());
        if (mark && !isAlive(*mark)) {
            marks.push_back(std::move(*mark));
        }
    }
    return marks;
}

std::set<std::string> readDisabled(const fs::path& folder) {
    std::set<std::string> ids;
    const auto json = readJsonFile(folder / kDisabledFile, kLargestRecord);
    if (json && json->is_object() && json->contains("disabled") && (*json)["disabled"].is_array()) {
        for (const auto& item : (*json)["disabled"]) {
            if (item.is_string()) {
                ids.insert(item.get<std::string>());
            }
        }
    }
    return ids;
}

Result<void> writeDisabled(const fs::path& folder, const std::set<std::string>& ids) {
    nlohmann::ordered_json json;
    json["format"] = "kvw-disabled-1";
    json["disabled"] = ids;
    return writeSmallFile(folder / kDisabledFile, json);
}

}  // namespace

Quarantine Quarantine::read(const fs::path& stateFolder) {
    Quarantine quarantine;
    quarantine.disabled = readDisabled(stateFolder);
    for (const Mark& mark : deadMarks(stateFolder)) {
        quarantine.crashed.insert(mark.id);
    }
    return quarantine;
}

Result<void> setPluginEnabled(const PluginPaths& paths, const std::string& id, bool enabled) {
    if (!isKebabCase(id)) {
        return fail(Code::BadUsage, "plugin", "this cannot be the id of a plugin", '"' + id + '"',
                    "lower case words joined by dashes");
    }
    if (!enabled) {
        std::vector<std::string> known;
        const Catalog catalog = Catalog::scan(paths);
        for (const PluginEntry& entry : catalog.entries()) {
            known.push_back(entry.manifest.id);
        }
        if (std::find(known.begin(), known.end(), id) == known.end()) {
            const std::string near = nearest(id, known);
            return fail(Code::NotFound, "plugin", fmt::format("there is no plugin \"{}\"", id), {},
                        near.empty() ? "an installed plugin" : '"' + near + '"');
        }
    }
    std::set<std::string> disabled = readDisabled(paths.stateFolder);
    const bool changed = enabled ? disabled.erase(id) > 0 : disabled.insert(id).second;
    if (changed) {
        if (auto written = writeDisabled(paths.stateFolder, disabled); !written) {
            return written;
        }
    }
    for (const Mark& mark : deadMarks(paths.stateFolder)) {
        std::error_code code;
        if (mark.id == id && !fs::remove(mark.file, code) && code) {
            return fail(Code::Io, mark.file.string(), "the record of a crash cannot be removed", {},
                        "a writable folder");
        }
    }
    return {};
}

fs::path crashMarkFile(const fs::path& stateFolder, const std::string& plugin) {
    return isKebabCase(plugin) ? stateFolder / fmt::format("{}{}-{}", kMarkPrefix, ::getpid(), plugin) : fs::path();
}

LoadingMark::LoadingMark(const PluginPaths& paths, const std::string& id)
    : m_file(crashMarkFile(paths.stateFolder, id)) {
    if (m_file.empty()) {
        return;
    }
    std::error_code code;
    fs::create_directories(paths.stateFolder, code);
    std::ofstream(m_file) << processStart(::getpid()) << '\n';
}

LoadingMark::~LoadingMark() {
    std::error_code code;
    fs::remove(m_file, code);
}

}  // namespace kvw
