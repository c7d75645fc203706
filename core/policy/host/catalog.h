// SPDX-License-Identifier: Apache-2.0
/// What policies are installed, refused (and why), overridden or suspected of a crash. Reads manifests only; never
/// loads a library.
#pragma once

#include <compare>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/policy/host/manifest.h"

namespace kvw {

enum class PluginState { Ready, Refused, Disabled, Overridden, CrashedLastStart };
[[nodiscard]] const char* toText(PluginState state) noexcept;

/// One of several that may have an id. Without a folder: whichever has it, as in older records.
struct PluginPlace {
    std::string id;
    std::string folder;  ///< absolute

    friend auto operator<=>(const PluginPlace&, const PluginPlace&) = default;
};

struct PluginEntry {
    std::filesystem::path folder;
    std::filesystem::path library;  ///< <folder>/<id>.so
    PluginState state = PluginState::Ready;
    std::string reason;  ///< one sentence unless Ready; Ready: what is to be said nevertheless
    Manifest manifest;   ///< as far as it could be read; id falls back to the folder's name
    bool user = false;   ///< from a user folder (overrides shipped ones by id)

    [[nodiscard]] PluginPlace place() const;
};

/// Where plugins and the quarantine record live.
struct PluginPaths {
    /// Later folders override earlier ones by id.
    std::vector<std::filesystem::path> folders;
    /// Holds `loading-<pid>` while a plugin is being loaded, and `disabled.json`.
    std::filesystem::path stateFolder;

    /// <exe>/../lib/kvworkbench/policies, then $XDG_DATA_HOME/kvworkbench/policies, then $KVW_POLICY_PATH
    /// (colon-separated); $KVW_STATE_DIR, else $XDG_STATE_HOME/kvworkbench, else ~/.local/state/kvworkbench.
    [[nodiscard]] static PluginPaths standard();
};

/// The plugins that were found. Copies share them.
class Catalog {
 public:
    [[nodiscard]] static Catalog scan(const PluginPaths& paths);

    [[nodiscard]] const std::vector<PluginEntry>& entries() const noexcept { return *m_entries; }
    [[nodiscard]] const PluginPaths& paths() const noexcept { return m_paths; }
    struct Found {
        const PluginEntry* entry = nullptr;
        const Provided* provided = nullptr;
    };
    /// The usable plugin that provides `id`; the error says what is known (nearest name, or why it was refused).
    [[nodiscard]] Result<Found> find(PluginKind kind, const std::string& id) const;
    /// What runs under an id of its own: a policy, else a reader, else a codec (POLICIES.md A).
    [[nodiscard]] Result<Found> findAlone(const std::string& id) const;
    [[nodiscard]] std::vector<Found> all(PluginKind kind) const;
    /// Of a plugin that is disabled or crashed: the other one of its id, which is used meanwhile; null: there is none.
    [[nodiscard]] const PluginEntry* insteadOf(const PluginEntry& entry) const;

 private:
    /// The first of `kinds` that is there; the error speaks of the first kind and knows the names of all.
    [[nodiscard]] Result<Found> findFirst(std::span<const PluginKind> kinds, const std::string& id) const;

    PluginPaths m_paths;
    std::shared_ptr<const std::vector<PluginEntry>> m_entries = std::make_shared<const std::vector<PluginEntry>>();
};

/// Persistent choice of the user; takes effect at the next scan, and clears a crash record. Another plugin of the id
/// stays as it is.
Result<void> setPluginEnabled(const PluginPaths& paths, const PluginPlace& plugin, bool enabled);
/// By the id alone: enables all that have it; disables the one that crashed, else the one in use.
Result<void> setPluginEnabled(const PluginPaths& paths, const std::string& id, bool enabled);

/// Marks a plugin as being loaded (or called for the first time) while it lives; what a crash leaves behind names the
/// culprit at the next scan.
class LoadingMark {
 public:
    LoadingMark(const PluginPaths& paths, const PluginPlace& plugin);
    ~LoadingMark();
    LoadingMark(const LoadingMark&) = delete;
    LoadingMark& operator=(const LoadingMark&) = delete;

 private:
    std::filesystem::path m_file;
};

}  // namespace kvw
