// SPDX-License-Identifier: GPL-3.0-or-later
/// Table of the plugins found: their manifests and folders, read without loading anything, the result of each check,
/// and refusals that loading one showed.
#pragma once

#include <optional>

#include "app/workbench/session/files/folder_watch.h"
#include "app/workbench/session/processes/plugin_check.h"
#include "app/workbench/session/table_model.h"
#include "core/base/phrase.h"
#include "core/conformance/conformance_files.h"
#include "core/policy/host/catalog.h"

namespace kvw::wb {

/// Thread: GUI thread.
class PluginsModel : public TableModel {
    Q_OBJECT
 public:
    enum Column { Id, Kind, Version, State, Checked, Reason, Folder, ColumnCount };

    explicit PluginsModel(PluginPaths paths, QObject* parent = nullptr);

    [[nodiscard]] const Catalog& catalog() const noexcept { return m_catalog; }
    /// Returns all folders, in safe mode, too.
    [[nodiscard]] const PluginPaths& paths() const noexcept { return m_paths; }
    [[nodiscard]] const PluginEntry& entry(int row) const { return m_entries[static_cast<std::size_t>(row)]; }
    /// Scans the plugin folders again; also called when something in them changes.
    void rescan();
    /// Enables or disables a plugin persistently, and rescans.
    Result<void> setEnabled(int row, bool enabled);

    /// Returns the runner of conformance cases; `checked` changes with its results.
    [[nodiscard]] PluginCheck& check() noexcept { return m_check; }
    void startCheck(const QStringList& plugins);
    /// Returns the result of the last check; none: there was none.
    [[nodiscard]] const std::optional<ConformanceRecord>& checked(int row) const;

    /// Marks a plugin that could not be loaded as refused, until its library is another file or `forgetRefusal`.
    /// `reason`: as Error::reason.
    void refuse(const QString& plugin, const Phrase& sentence, const QString& reason);
    void forgetRefusal(int row);

    /// Returns whether the user's own plugin of this id is not used because a crash was traced to it; false if the user
    /// has disabled it.
    [[nodiscard]] bool crashed(const std::string& id) const;
    [[nodiscard]] int rowOf(const std::filesystem::path& folder) const;  ///< -1: none
    /// Asks the views of the table to show this plugin.
    void showPlugin(int row) { Q_EMIT showPluginRequested(row); }

    /// Leaves out plugins of the user's own folders, until it is set back or the program ends.
    void setSafeMode(bool safe);
    [[nodiscard]] bool safeMode() const noexcept { return m_safe; }
    [[nodiscard]] bool hasUserPlugins() const;
    /// Sets whether the previous window did not end properly.
    void setEndedBadly(bool badly);
    [[nodiscard]] bool endedBadly() const noexcept { return m_endedBadly; }

    /// Returns the first plugin that a crash was traced to; -1: none.
    [[nodiscard]] int crashedRow() const;
    /// Returns whether there is a crash to report, or safe mode is on.
    [[nodiscard]] bool offersSomething() const {
        return m_safe || crashedRow() >= 0 || (m_endedBadly && hasUserPlugins());
    }

    /// Returns all that is known of one plugin and of this program, as text to send to somebody.
    [[nodiscard]] QString report(int row) const;

 Q_SIGNALS:
    void rescanned();
    void showPluginRequested(int row);

 private:
    /// Error of loading a plugin, with the file that it is about.
    struct Refusal {
        std::filesystem::path folder;
        std::filesystem::file_time_type written;
        std::uintmax_t size = 0;
        Phrase sentence;
        std::string reason;
    };
    [[nodiscard]] static Refusal refusalOf(const PluginEntry& plugin);

    int rows() const override { return static_cast<int>(m_entries.size()); }
    QVariant cell(int row, int column, int role) const override;
    void scan();
    void applyRefusals();
    void readRecords();

    PluginPaths m_paths;
    bool m_safe = false, m_endedBadly = false;
    Catalog m_catalog;
    std::vector<PluginEntry> m_entries;                       ///< entries of the catalog; refused if loading failed
    std::vector<std::optional<ConformanceRecord>> m_records;  ///< [entries]
    std::vector<Refusal> m_refusals;
    FolderWatch m_watch;
    PluginCheck m_check;
};

}  // namespace kvw::wb
