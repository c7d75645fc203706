// SPDX-License-Identifier: GPL-3.0-or-later
/// The plugins found, as a table: what the manifests and folders say, without loading anything, what a check of each
/// gave, and what came of loading one anew.
#pragma once

#include <QAbstractTableModel>
#include <optional>

#include "app/workbench/models/folder_watch.h"
#include "app/workbench/models/plugin_check.h"
#include "core/decode/conformance_files.h"
#include "core/policy/host/catalog.h"

namespace kvw::wb {

/// Thread: GUI thread.
class PluginsModel : public QAbstractTableModel {
    Q_OBJECT
 public:
    enum Column { Id, Kind, Version, State, Checked, Reason, Folder, ColumnCount };

    explicit PluginsModel(PluginPaths paths, QObject* parent = nullptr);

    [[nodiscard]] const Catalog& catalog() const noexcept { return m_catalog; }
    /// All of them, in safe mode, too.
    [[nodiscard]] const PluginPaths& paths() const noexcept { return m_paths; }
    [[nodiscard]] const PluginEntry& entry(int row) const { return m_entries[static_cast<std::size_t>(row)]; }
    /// Also called when something in the plugin folders changes.
    void rescan();
    /// Persistent; rescans.
    Result<void> setEnabled(int row, bool enabled);

    /// Runs conformance cases; `checked` changes with what it finds.
    [[nodiscard]] PluginCheck& check() noexcept { return m_check; }
    void startCheck(const QStringList& plugins);
    /// What the last check gave; none: there was none.
    [[nodiscard]] const std::optional<ConformanceRecord>& checked(int row) const;

    /// It could not be loaded: that stands until its library is another file, or until it is forgotten.
    void refuse(const QString& plugin, const QString& sentence);
    void forgetRefusal(int row);

    /// Whether the user's own plugin of this id is not used because a crash was traced to it. One that the user has
    /// disabled is not used for that.
    [[nodiscard]] bool crashed(const std::string& id) const;
    [[nodiscard]] int rowOf(const std::filesystem::path& folder) const;  ///< -1: it is none of them
    /// Whoever shows them is to show this one.
    void look(int row) { Q_EMIT looked(row); }

    /// Without plugins of the user's own folders, until this is set back or the program ends.
    void setSafeMode(bool safe);
    [[nodiscard]] bool safeMode() const noexcept { return m_safe; }
    [[nodiscard]] bool hasUserPlugins() const;
    /// The program before this one did not come to its end.
    void setEndedBadly(bool badly);
    [[nodiscard]] bool endedBadly() const noexcept { return m_endedBadly; }

    /// The first plugin that a crash was traced to; -1: none.
    [[nodiscard]] int crashedRow() const;
    /// A crash to speak of, or safe mode.
    [[nodiscard]] bool offersSomething() const {
        return m_safe || crashedRow() >= 0 || (m_endedBadly && hasUserPlugins());
    }

    /// All that is known of one plugin, and of this program, as text to be sent to somebody.
    [[nodiscard]] QString report(int row) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 Q_SIGNALS:
    void rescanned();
    void looked(int row);

 private:
    /// What loading a plugin showed, of the library as it was.
    struct Refusal {
        std::filesystem::path folder;
        std::filesystem::file_time_type written;
        std::uintmax_t size = 0;
        std::string sentence;
    };
    [[nodiscard]] static Refusal refusalOf(const PluginEntry& plugin, std::string sentence);

    void scan();
    void applyRefusals();
    void readRecords();

    PluginPaths m_paths;
    bool m_safe = false, m_endedBadly = false;
    Catalog m_catalog;
    std::vector<PluginEntry> m_entries;                       ///< of the catalog; refused where loading showed it
    std::vector<std::optional<ConformanceRecord>> m_records;  ///< [entries]
    std::vector<Refusal> m_refusals;
    FolderWatch m_watch;
    PluginCheck m_check;
};

}  // namespace kvw::wb
