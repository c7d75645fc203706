// SPDX-License-Identifier: GPL-3.0-or-later
/// The plugins found, as a table: what the manifests and folders say, without loading anything.
#pragma once

#include <QAbstractTableModel>

#include "app/workbench/models/folder_watch.h"
#include "core/policy/host/catalog.h"

namespace kvw::wb {

/// Thread: GUI thread.
class PluginsModel : public QAbstractTableModel {
    Q_OBJECT
 public:
    enum Column { Id, Kind, Version, State, Reason, Folder, ColumnCount };

    explicit PluginsModel(PluginPaths paths, QObject* parent = nullptr);

    [[nodiscard]] const Catalog& catalog() const noexcept { return m_catalog; }
    [[nodiscard]] const PluginEntry& entry(int row) const;
    /// Also called when something in the plugin folders changes.
    void rescan();
    /// Persistent; rescans.
    Result<void> setEnabled(int row, bool enabled);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 Q_SIGNALS:
    void rescanned();

 private:
    PluginPaths m_paths;
    Catalog m_catalog;
    FolderWatch m_watch;
};

}  // namespace kvw::wb
