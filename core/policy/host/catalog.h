// SPDX-License-Identifier: Apache-2.0
/// Lists the installed plugins and says which are refused (and why), overridden or suspected of a crash. Reads
/// manifests only; never loads a library.
#pragma once

#include <compare>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/phrase.h"
#include "core/policy/host/manifest.h"

namespace kvw {

enum class PluginState { Ready, Refused, Disabled, Overridden, CrashedLastStart };
[[nodiscard]] const char* toText(PluginState state) noexcept;

/// Identifies one of several plugins that may share an id. Without a folder, as in older records: all of that id.
struct PluginPlace {
    std::string id;
    std::string folder;  ///< absolute

    friend auto operator<=>(const PluginPlace&, const PluginPlace&) = default;
};

struct PluginEntry {
    std::filesystem::path folder;
    std::filesystem::path library;  ///< <folder>/<id>.so
    PluginState state = PluginState::Ready;
    Phrase reason;             ///< one sentence on why it is not Ready; Ready: a remark, or empty
    Manifest manifest;         ///< as far as it could be read; id is the folder's name otherwise
    bool user = false;         ///< from any folder but the shipped one
    std::string refusal = {};  ///< name of the reason (refusal.h); empty: none that advice depends on
    Phrase remark = {};        ///< what the reader of a list should know and no run says; empty: nothing

    /// Returns the sentence that stands beside the state in a list.
    [[nodiscard]] const Phrase& told() const noexcept { return reason.empty() ? remark : reason; }
    [[nodiscard]] PluginPlace place() const;
    /// Returns whether its behaviour is in policy.py; all such plugins have the same library.
    [[nodiscard]] bool isPython() const;
};

/// Folders of plugins and of the quarantine record.
struct PluginPaths {
    /// Later folders override earlier ones by id.
    std::vector<std::filesystem::path> folders;
    /// Holds `loading-<pid>` while a plugin is being loaded, and `disabled.json`.
    std::filesystem::path stateFolder;

    /// Returns the folders <exe>/../lib/kvworkbench/policies, then $XDG_DATA_HOME/kvworkbench/policies, then those of
    /// $KVW_POLICY_PATH (colon-separated); the state folder is $KVW_STATE_DIR, else $XDG_STATE_HOME/kvworkbench, else
    /// ~/.local/state/kvworkbench.
    [[nodiscard]] static PluginPaths standard();
};

/// The plugins found by a scan. Copies share them.
class Catalog {
 public:
    [[nodiscard]] static Catalog scan(const PluginPaths& paths);

    [[nodiscard]] const std::vector<PluginEntry>& entries() const noexcept { return *m_entries; }
    [[nodiscard]] const PluginPaths& paths() const noexcept { return m_paths; }
    struct Found {
        const PluginEntry* entry = nullptr;
        const Provided* provided = nullptr;
    };
    /// Returns the usable plugin that provides `id`. The error names the nearest id, or why the plugin was refused.
    [[nodiscard]] Result<Found> find(PluginKind kind, const std::string& id) const;
    /// Returns the plugin that runs under `id` alone: a policy, else a reader, else a codec (POLICIES.md A).
    [[nodiscard]] Result<Found> findAlone(const std::string& id) const;
    [[nodiscard]] std::vector<Found> all(PluginKind kind) const;
    /// Returns the plugin of the same id that is used in place of a disabled or crashed one; null: none, or `entry` is
    /// neither.
    [[nodiscard]] const PluginEntry* replacementFor(const PluginEntry& entry) const;

 private:
    /// Returns the plugin of the first of `kinds` that provides `id`; the error is about the first kind and suggests
    /// ids of all.
    [[nodiscard]] Result<Found> findFirst(std::span<const PluginKind> kinds, const std::string& id) const;

    PluginPaths m_paths;
    std::shared_ptr<const std::vector<PluginEntry>> m_entries = std::make_shared<const std::vector<PluginEntry>>();
};

/// Stores the user's choice, which takes effect at the next scan, and clears a crash record. Other plugins of the same
/// id are not affected.
Result<void> setPluginEnabled(const PluginPaths& paths, const PluginPlace& plugin, bool enabled);
/// Does the same by id alone: enables all plugins of that id; disables the one that crashed, else the one in use.
Result<void> setPluginEnabled(const PluginPaths& paths, const std::string& id, bool enabled);

/// Marks a plugin on disk as being loaded (or called for the first time) while this object lives. A mark left behind
/// names the plugin at the next scan: as crashed if it ended the program itself, or if the mark is the third in a row.
class LoadingMark {
 public:
    LoadingMark(const PluginPaths& paths, const PluginPlace& plugin, const std::string& call = "load");
    ~LoadingMark();
    LoadingMark(const LoadingMark&) = delete;
    LoadingMark& operator=(const LoadingMark&) = delete;

 private:
    std::filesystem::path m_file;
    std::vector<std::filesystem::path> m_ended;  ///< marks of programs that ended in this call, perhaps killed
};

}  // namespace kvw
