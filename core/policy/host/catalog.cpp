// SPDX-License-Identifier: Apache-2.0
#include "core/policy/host/catalog.h"

#include <algorithm>
#include <string_view>
#include <system_error>

#include "core/base/comma_list.h"
#include "core/base/files/folder_entries.h"
#include "core/base/user_folder.h"
#include "core/policy/host/quarantine.h"
#include "core/policy/host/refusal.h"

namespace kvw {

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> subfolders(const fs::path& folder) {
    std::vector<fs::path> found = anyFolderEntries(folder);
    std::erase_if(found, [](const fs::path& entry) {
        std::error_code ignored;
        return !fs::is_directory(entry, ignored) || entry.filename().string().front() == '.';
    });
    return found;
}

void refuse(PluginEntry& entry, PluginState state, Phrase reason, std::string_view refusal = {}) {
    entry.state = state;
    entry.reason = std::move(reason);
    entry.refusal = refusal;
}

/// Adds to the reason of a plugin that is not used the one that replaces it, because that one may give other numbers.
void tellWhatIsUsed(std::vector<PluginEntry>& entries, const Catalog& catalog) {
    for (PluginEntry& entry : entries) {
        if (const PluginEntry* other = catalog.replacementFor(entry)) {
            entry.reason = phrase("%1 %2 %3 in %4 is used instead.", std::move(entry.reason), other->manifest.id,
                                  other->manifest.version, other->folder.string());
        }
    }
}

/// Returns how many programs in a row ended in a call of the plugin, nobody knows why.
int endsIn(const Quarantine& quarantine, const PluginPlace& plugin) {
    const auto of = [&](const PluginPlace& place) {
        const auto found = quarantine.ended.find(place);
        return found == quarantine.ended.end() ? 0 : found->second;
    };
    return std::max(of(plugin), of({plugin.id, {}}));
}

PluginEntry readEntry(const fs::path& folder, const Quarantine& quarantine) {
    PluginEntry entry;
    entry.folder = folder;
    entry.manifest.id = folder.filename().string();
    auto manifest = Manifest::read(folder / "manifest.json");
    if (manifest) {
        entry.manifest = std::move(*manifest);
    }
    const std::string& id = entry.manifest.id;
    entry.library = folder / (id + ".so");
    std::error_code code;
    const int ends = endsIn(quarantine, entry.place());
    if (Quarantine::names(quarantine.disabled, entry.place())) {
        refuse(entry, PluginState::Disabled, phrase("%1 is disabled; enable it with `kvw policies --enable %1`.", id));
    } else if (ends >= kMostEnds) {
        refuse(entry, PluginState::CrashedLastStart,
               phrase("%2 programs in a row ended while %1 was being loaded or called; disable it with `kvw policies "
                      "--disable %1`, or try again with `kvw policies --enable %1`.",
                      id, ends));
    } else if (Quarantine::names(quarantine.crashed, entry.place())) {
        refuse(entry, PluginState::CrashedLastStart,
               phrase("%1 crashed while it was being loaded or called; disable it with `kvw policies --disable %1`, or "
                      "try again with `kvw policies --enable %1`.",
                      id));
    } else if (!manifest) {
        refuse(entry, PluginState::Refused, manifest.error().asPhrase(),
               manifest.error().code == Code::NotFound ? refusal::kNoManifest : manifest.error().reason);
    } else if (Quarantine::names(quarantine.changed, entry.place())) {
        entry.reason = phrase("%1 crashed as it was before; its files have changed since, so it is tried again.", id);
    } else if (ends > 0) {
        entry.remark = phrase("A program ended while %1 was being loaded or called, perhaps because it was killed; it is "
                              "used as before, and left out if that happens %2 times in a row.",
                              id, kMostEnds);
    }
    if (entry.state == PluginState::Ready && !fs::is_regular_file(entry.library, code)) {
        refuse(entry, PluginState::Refused,
               Error{Code::NotFound,
                     "the library of the plugin is missing",
                     id + " " + entry.manifest.version,
                     entry.library.string(),
                     {}}
                   .asPhrase(),
               refusal::kNoLibrary);
    }
    return entry;
}

bool usable(const PluginEntry& entry) {
    return entry.state == PluginState::Ready;
}

/// A later folder overrides an earlier one by plugin id; within one folder, and between plugins of different ids, the
/// first one keeps what it provides.
void settle(std::vector<PluginEntry>& entries, std::size_t index) {
    PluginEntry& late = entries[index];
    if (!usable(late)) {
        return;
    }
    for (std::size_t i = 0; i < index; ++i) {
        PluginEntry& early = entries[i];
        if (!usable(early) || early.manifest.id != late.manifest.id) {
            continue;
        }
        if (early.folder.parent_path() == late.folder.parent_path()) {
            return refuse(late, PluginState::Refused,
                          phrase("%1: id \"%2\" is already used by %3.", late.folder.string(), late.manifest.id,
                                 early.folder.string()),
                          refusal::kIdUsed);
        }
        refuse(early, PluginState::Overridden,
               phrase("%1 %2 is overridden by %3.", early.manifest.id, early.manifest.version, late.folder.string()));
    }
    for (std::size_t i = 0; i < index; ++i) {
        if (!usable(entries[i])) {
            continue;
        }
        for (const Provided& mine : late.manifest.provides) {
            for (const Provided& theirs : entries[i].manifest.provides) {
                if (mine.kind == theirs.kind && mine.id == theirs.id) {
                    return refuse(late, PluginState::Refused,
                                  phrase("%1: %2 \"%3\" is already provided by plugin \"%4\".", late.folder.string(),
                                         toText(mine.kind), mine.id, entries[i].manifest.id),
                                  refusal::kProvided);
                }
            }
        }
    }
}

bool names(const PluginEntry& entry, std::span<const PluginKind> kinds, const std::string& id) {
    return entry.manifest.id == id || std::ranges::any_of(entry.manifest.provides, [&](const Provided& provided) {
               return provided.id == id && std::ranges::find(kinds, provided.kind) != kinds.end();
           });
}

Phrase unknownText(PluginKind kind, const std::string& id) {
    const Phrase texts[] = {phrase("there is no policy \"%1\"", id), phrase("there is no scorer \"%1\"", id),
                            phrase("there is no budget \"%1\"", id), phrase("there is no reader \"%1\"", id),
                            phrase("there is no codec \"%1\"", id)};
    return texts[static_cast<std::size_t>(kind)];
}

const char* ofThatName(PluginKind kind) {
    constexpr const char* kTexts[] = {"a policy of that name", "a scorer of that name", "a budget of that name",
                                      "a reader of that name", "a codec of that name"};
    return kTexts[static_cast<std::size_t>(kind)];
}

/// Returns what may be written in the place of a `kind`, for an error sentence.
const char* placeText(PluginKind kind) {
    return kind == PluginKind::Policy  ? "a policy, or a composition scorer+budget"
           : kind == PluginKind::Codec ? "a codec; policies and readers stand before the @"
                                       : "";
}

}  // namespace

const char* toText(PluginState state) noexcept {
    constexpr const char* kNames[] = {"ready", "refused", "disabled", "overridden", "crashed last start"};
    static_assert(std::size(kNames) == static_cast<std::size_t>(PluginState::CrashedLastStart) + 1);
    return kNames[static_cast<std::size_t>(state)];
}

PluginPlace PluginEntry::place() const {
    std::error_code code;
    const fs::path whole = fs::absolute(folder, code);
    return {manifest.id, (code ? folder : whole).lexically_normal().string()};
}

bool PluginEntry::isPython() const {
    std::error_code ignored;
    return std::filesystem::exists(folder / "policy.py", ignored);
}

PluginPaths PluginPaths::standard() {
    PluginPaths paths;
    std::error_code code;
    const fs::path program = fs::read_symlink("/proc/self/exe", code);
    paths.folders.push_back((program.parent_path().parent_path() / "lib/kvworkbench/policies").lexically_normal());
    paths.folders.push_back(userFolder("XDG_DATA_HOME", ".local/share") / "policies");
    const std::string extra = fromEnvironment("KVW_POLICY_PATH").string();
    for (std::size_t begin = 0; begin < extra.size();) {
        const std::size_t end = std::min(extra.find(':', begin), extra.size());
        if (end > begin) {
            paths.folders.emplace_back(extra.substr(begin, end - begin));
        }
        begin = end + 1;
    }
    paths.stateFolder = fromEnvironment("KVW_STATE_DIR");
    if (paths.stateFolder.empty()) {
        paths.stateFolder = userFolder("XDG_STATE_HOME", ".local/state");
    }
    return paths;
}

Catalog Catalog::scan(const PluginPaths& paths) {
    Catalog catalog;
    catalog.m_paths = paths;
    const auto entries = std::make_shared<std::vector<PluginEntry>>();
    catalog.m_entries = entries;
    const Quarantine quarantine = Quarantine::read(paths.stateFolder);
    for (std::size_t i = 0; i < paths.folders.size(); ++i) {
        for (const fs::path& folder : subfolders(paths.folders[i])) {
            entries->push_back(readEntry(folder, quarantine));
            entries->back().user = i > 0;
            settle(*entries, entries->size() - 1);
        }
    }
    tellWhatIsUsed(*entries, catalog);
    return catalog;
}

Result<Catalog::Found> Catalog::find(PluginKind kind, const std::string& id) const {
    return findFirst({&kind, 1}, id);
}

Result<Catalog::Found> Catalog::findAlone(const std::string& id) const {
    static constexpr PluginKind kAlone[] = {PluginKind::Policy, PluginKind::Reader, PluginKind::Codec};
    return findFirst(kAlone, id);
}

Result<Catalog::Found> Catalog::findFirst(std::span<const PluginKind> kinds, const std::string& id) const {
    const PluginKind kind = kinds.front();
    std::vector<std::string> known;
    for (const PluginKind each : kinds) {
        for (const Found& found : all(each)) {
            if (found.provided->id == id) {
                return found;
            }
            known.push_back(found.provided->id);
        }
    }
    for (const PluginEntry& entry : *m_entries) {
        if (!usable(entry) && entry.state != PluginState::Overridden && names(entry, kinds, id)) {
            return fail(Code::BadInput, placeOf(kind, id), phrase("it cannot be used: %1", entry.reason));
        }
    }
    std::optional<Phrase> elsewhere;
    for (const PluginKind other : kPluginKinds) {
        for (const Found& found : all(other)) {
            if (found.provided->id == id) {
                elsewhere = ofThatName(other);
            }
        }
    }
    const Phrase what = unknownText(kind, id);
    if (elsewhere) {
        return fail(Code::BadUsage, {}, what, *elsewhere, placeText(kind));
    }
    return unknownName(
        {}, what, id, known,
        known.empty() ? phrase("nothing of that kind, none is installed") : phrase("one of %1", joined(known)));
}

const PluginEntry* Catalog::replacementFor(const PluginEntry& entry) const {
    if (entry.state != PluginState::Disabled && entry.state != PluginState::CrashedLastStart) {
        return nullptr;
    }
    const auto found = std::ranges::find_if(
        *m_entries, [&](const PluginEntry& other) { return usable(other) && other.manifest.id == entry.manifest.id; });
    return found == m_entries->end() ? nullptr : &*found;
}

std::vector<Catalog::Found> Catalog::all(PluginKind kind) const {
    std::vector<Found> found;
    for (const PluginEntry& entry : *m_entries) {
        for (const Provided& provided : entry.manifest.provides) {
            if (usable(entry) && provided.kind == kind) {
                found.push_back({&entry, &provided});
            }
        }
    }
    std::ranges::sort(found, [](const Found& a, const Found& b) { return a.provided->id < b.provided->id; });
    return found;
}

}  // namespace kvw
