// SPDX-License-Identifier: Apache-2.0
#include "core/policy/host/quarantine.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <mutex>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "core/base/files/small_file.h"
#include "core/base/json/json_access.h"
#include "core/base/json/json_reader.h"
#include "core/base/process/process_start.h"

namespace kvw {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMarkPrefix = "loading-";
constexpr const char* kDisabledFile = "disabled.json";
constexpr std::size_t kLargestRecord = 1000000;
constexpr std::string_view kCrashed = "crashed";
// The sanitizers end the process themselves, so no handler says that it was the plugin.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kMarksAreCrashes = true;
#else
constexpr bool kMarksAreCrashes = false;
#endif

struct Mark {
    fs::path file;
    long pid = 0;
    std::string started;  ///< start time of the process
    std::string host;     ///< machine of the process; empty: this one
    PluginPlace plugin;
    std::string content;  ///< pluginContent at that time; empty: not known
    int ends = 0;         ///< programs in a row that ended there, this one included; 0: the plugin crashed
    std::string call;     ///< where they ended; empty: not known
};

std::optional<Mark> readMark(const fs::path& file) {
    const std::string name = file.filename().string();
    if (name.rfind(kMarkPrefix, 0) != 0) {
        return std::nullopt;
    }
    Mark mark{file, 0, {}, {}, {}, {}, 0, {}};
    const char* begin = name.data() + kMarkPrefix.size();
    const char* end = name.data() + name.size();
    const auto [stop, problem] = std::from_chars(begin, end, mark.pid);
    if (problem != std::errc{} || stop == end || *stop != '-') {
        return std::nullopt;
    }
    mark.plugin.id.assign(stop + 1, end);
    std::ifstream content(file);
    std::getline(content, mark.started);
    if (const auto space = mark.started.find(' '); space != std::string::npos) {
        mark.host = mark.started.substr(space + 1);
        mark.started.resize(space);
    }
    std::getline(content, mark.plugin.folder);
    std::getline(content, mark.content);
    std::string last;
    std::getline(content, last);
    if (mark.started.empty()) {
        mark.ends = 1;  // power went or the disk was full before anything was written
    } else if (!last.empty() && last != kCrashed) {
        static_cast<void>(std::from_chars(last.data(), last.data() + last.size(), mark.ends));
        mark.ends = std::max(mark.ends, 1);
        mark.call = last.substr(std::min(last.find(' '), last.size() - 1) + 1);
    }
    return isKebabCase(mark.plugin.id) ? std::optional(mark) : std::nullopt;
}

/// Returns true if the files of the plugin have changed since. Marks of the window itself, and older ones, have no
/// content.
bool isOutdated(const Mark& mark) {
    return !mark.content.empty() && mark.content != pluginContent(mark.plugin);
}

/// Adds the content of a file to an FNV-1a hash; a missing file adds nothing.
void addContent(const fs::path& file, std::uint64_t& hash) {
    std::ifstream stream(file, std::ios::binary);
    std::vector<char> part(std::size_t{1} << 16U);
    while (stream.read(part.data(), static_cast<std::streamsize>(part.size())) || stream.gcount() > 0) {
        for (std::streamsize i = 0; i < stream.gcount(); ++i) {
            hash = (hash ^ static_cast<unsigned char>(part[static_cast<std::size_t>(i)])) * 0x100000001b3U;
        }
    }
}

std::string ownHost() {
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? std::string(name.data()) : std::string();
}

bool isAlive(const Mark& mark) {
    if (!mark.host.empty() && mark.host != ownHost()) {
        return mark.ends > 0;  // nodes of a cluster share the folder and do not see each other's processes
    }
    const std::string now = processStart(mark.pid);
    // A mark without a start time was created just now, or the disk was full: then only the process id counts.
    return !now.empty() && (mark.started.empty() || mark.started == now);
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

/// Reads the list of disabled plugins; without a file it is empty. Errors: BadInput if the file is damaged.
Result<nlohmann::json> disabledIn(const fs::path& folder) {
    const fs::path file = folder / kDisabledFile;
    auto json = readJsonFile(file, kLargestRecord);
    if (!json && json.error().code == Code::NotFound) {
        return nlohmann::json::array();
    }
    const auto damaged = [&](Phrase found) {
        return fail(Code::BadInput, file.string(), "the list of disabled plugins is damaged and stays unchanged",
                    std::move(found), "a file that is repaired or moved away");
    };
    if (!json || !member(*json, "disabled").is_array()) {
        return damaged(json ? describe(*json) : json.error().what);
    }
    for (const auto& item : (*json)["disabled"]) {
        if (!item.is_string() && !member(item, "id").is_string()) {
            return damaged(describe(item));
        }
    }
    return (*json)["disabled"];
}

std::set<PluginPlace> readDisabled(const fs::path& folder) {
    std::set<PluginPlace> plugins;
    const auto list = disabledIn(folder);
    if (!list) {
        return plugins;
    }
    for (const auto& item : *list) {
        if (item.is_string()) {
            plugins.insert(PluginPlace{item.get<std::string>(), {}});
        } else if (const std::string id = textOf(item, "id"); !id.empty()) {
            plugins.insert(PluginPlace{id, textOf(item, "folder")});
        }
    }
    return plugins;
}

Result<void> writeDisabled(const fs::path& folder, const std::set<PluginPlace>& plugins) {
    KVW_TRY(disabledIn(folder));
    auto list = nlohmann::ordered_json::array();
    for (const PluginPlace& plugin : plugins) {
        if (plugin.folder.empty()) {
            list.push_back(plugin.id);
        } else {
            list.push_back({{"id", plugin.id}, {"folder", plugin.folder}});
        }
    }
    nlohmann::ordered_json json;
    json["format"] = "kvw-disabled-1";
    json["disabled"] = std::move(list);
    return writeSmallFile(folder / kDisabledFile, json);
}

/// Returns the order in which plugins of an id are chosen to be disabled by id alone: one that crashed, else the one in
/// use.
std::ptrdiff_t orderToDisable(PluginState state) {
    constexpr std::array kOrder{PluginState::CrashedLastStart, PluginState::Ready, PluginState::Refused,
                                PluginState::Overridden, PluginState::Disabled};
    return std::ranges::find(kOrder, state) - kOrder.begin();
}

std::string markText(const PluginPlace& plugin, std::string_view last) {
    return fmt::format("{} {}\n{}\n{}\n{}\n", processStart(::getpid()), ownHost(), plugin.folder, pluginContent(plugin), last);
}

Result<void> checkId(const std::string& id) {
    return isKebabCase(id) ? Result<void>()
                           : fail(Code::BadUsage, "plugin", "this cannot be the id of a plugin", '"' + id + '"',
                                  "lower case words joined by dashes");
}

}  // namespace

Quarantine Quarantine::read(const fs::path& stateFolder) {
    Quarantine quarantine;
    quarantine.disabled = readDisabled(stateFolder);
    for (const Mark& mark : deadMarks(stateFolder)) {
        const bool outdated = isOutdated(mark);
        if (mark.ends == 0) {
            (outdated ? quarantine.changed : quarantine.crashed).insert(mark.plugin);
        } else if (!outdated) {
            int& ends = quarantine.ended[mark.plugin];
            ends = std::max(ends, mark.ends);
        }
    }
    std::erase_if(quarantine.ended, [&](const auto& each) { return quarantine.crashed.contains(each.first); });
    for (const auto& [plugin, ends] : quarantine.ended) {
        if (ends >= kMostEnds) {
            quarantine.crashed.insert(plugin);
        }
    }
    return quarantine;
}

Result<void> checkDisabledPlugins(const fs::path& stateFolder) {
    KVW_TRY(disabledIn(stateFolder));
    return {};
}

bool Quarantine::names(const std::set<PluginPlace>& records, const PluginPlace& plugin) {
    return records.contains(plugin) || records.contains({plugin.id, {}});
}

Result<void> setPluginEnabled(const PluginPaths& paths, const PluginPlace& plugin, bool enabled) {
    KVW_TRY(checkId(plugin.id));
    const auto concerns = [&](const PluginPlace& record) {
        return record.id == plugin.id &&
               (record.folder.empty() || plugin.folder.empty() || record.folder == plugin.folder);
    };
    std::set<PluginPlace> disabled = readDisabled(paths.stateFolder);
    const bool changed = enabled ? std::erase_if(disabled, concerns) > 0
                                 : !Quarantine::names(disabled, plugin) && disabled.insert(plugin).second;
    if (changed) {
        KVW_TRY(writeDisabled(paths.stateFolder, disabled));
    }
    for (const Mark& mark : deadMarks(paths.stateFolder)) {
        std::error_code code;
        if (concerns(mark.plugin) && !fs::remove(mark.file, code) && code) {
            return fail(Code::Io, mark.file.string(), "the record of a crash cannot be removed", {},
                        "a writable folder");
        }
    }
    return {};
}

Result<void> setPluginEnabled(const PluginPaths& paths, const std::string& id, bool enabled) {
    if (auto known = checkId(id); !known || enabled) {
        return known ? setPluginEnabled(paths, PluginPlace{id, {}}, true) : known;
    }
    std::vector<std::string> known;
    const Catalog catalog = Catalog::scan(paths);
    const PluginEntry* meant = nullptr;
    for (const PluginEntry& entry : catalog.entries()) {
        known.push_back(entry.manifest.id);
        if (entry.manifest.id == id &&
            (meant == nullptr || orderToDisable(entry.state) < orderToDisable(meant->state))) {
            meant = &entry;
        }
    }
    if (meant == nullptr) {
        const std::string near = nearest(id, known);
        return fail(Code::NotFound, "plugin", phrase("there is no plugin \"%1\"", id), {},
                    near.empty() ? phrase("an installed plugin") : Phrase('"' + near + '"'));
    }
    return setPluginEnabled(paths, meant->place(), false);
}

fs::path crashMarkFile(const fs::path& stateFolder, const std::string& plugin) {
    return isKebabCase(plugin) ? stateFolder / fmt::format("{}{}-{}", kMarkPrefix, ::getpid(), plugin) : fs::path();
}

std::string crashMarkText(const PluginPlace& plugin) {
    return markText(plugin, kCrashed);
}

std::string pluginContent(const PluginPlace& plugin) {
    if (plugin.folder.empty()) {
        return {};
    }
    struct Known {
        fs::file_time_type written[2];
        std::uintmax_t size[2];
        std::string content;
    };
    static std::mutex mutex;
    static std::map<PluginPlace, Known> known;
    // The behaviour of a policy in Python is in policy.py; all of them have the same library.
    const fs::path files[2] = {fs::path(plugin.folder) / (plugin.id + ".so"), fs::path(plugin.folder) / "policy.py"};
    Known now{};
    for (int i = 0; i < 2; ++i) {
        std::error_code code;
        now.written[i] = fs::last_write_time(files[i], code);
        now.size[i] = code ? 0 : fs::file_size(files[i], code);
    }
    const std::lock_guard lock(mutex);
    Known& before = known[plugin];
    if (before.content.empty() || !std::equal(now.written, now.written + 2, before.written) ||
        !std::equal(now.size, now.size + 2, before.size)) {
        std::uint64_t hash = 0xcbf29ce484222325U;
        for (const fs::path& file : files) {
            addContent(file, hash);
        }
        now.content = fmt::format("{:016x}", hash);
        before = now;
    }
    return before.content;
}

void forgetOutdatedCrash(const PluginPaths& paths, const PluginPlace& plugin) {
    for (const Mark& mark : deadMarks(paths.stateFolder)) {
        if (mark.plugin == plugin && isOutdated(mark)) {
            std::error_code code;
            fs::remove(mark.file, code);
        }
    }
}

LoadingMark::LoadingMark(const PluginPaths& paths, const PluginPlace& plugin, const std::string& call)
    : m_file(crashMarkFile(paths.stateFolder, plugin.id)) {
    if (m_file.empty()) {
        return;
    }
    std::error_code code;
    fs::create_directories(paths.stateFolder, code);
    int ends = 0;
    for (const Mark& mark : deadMarks(paths.stateFolder)) {
        if (mark.ends > 0 && mark.plugin.id == plugin.id &&
            (mark.call.empty() || (mark.call == call && mark.plugin == plugin))) {
            m_ended.push_back(mark.file);
            ends = isOutdated(mark) ? ends : std::max(ends, mark.ends);
        }
    }
    std::ofstream(m_file) << markText(plugin,
                                      kMarksAreCrashes ? std::string(kCrashed) : fmt::format("{} {}", ends + 1, call));
}

LoadingMark::~LoadingMark() {
    std::error_code code;
    fs::remove(m_file, code);
    for (const fs::path& file : m_ended) {  // this process came through
        fs::remove(file, code);
    }
}

}  // namespace kvw
