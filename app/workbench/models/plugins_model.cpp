// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/models/plugins_model.h"

#include <QStringList>

namespace kvw::wb {

PluginsModel::PluginsModel(PluginPaths paths, QObject* parent)
    : QAbstractTableModel(parent),
      m_paths(std::move(paths)),
      m_catalog(Catalog::scan(m_paths)),
      m_watch(m_paths.folders) {
    connect(&m_watch, &FolderWatch::changed, this, &PluginsModel::rescan);
}

const PluginEntry& PluginsModel::entry(int row) const {
    return m_catalog.entries()[static_cast<std::size_t>(row)];
}

void PluginsModel::rescan() {
    beginResetModel();
    m_catalog = Catalog::scan(m_paths);
    endResetModel();
    Q_EMIT rescanned();
}

Result<void> PluginsModel::setEnabled(int row, bool enabled) {
    auto done = setPluginEnabled(m_paths, entry(row).manifest.id, enabled);
    if (done) {
        rescan();
    }
    return done;
}

int PluginsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_catalog.entries().size());
}

int PluginsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant PluginsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const PluginEntry& plugin = entry(index.row());
    if (role == Qt::ToolTipRole) {
        return QString::fromStdString(plugin.reason.empty() ? plugin.manifest.description : plugin.reason);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (index.column()) {
        case Id:
            return QString::fromStdString(plugin.manifest.id);
        case Kind: {
            QStringList kinds;
            for (const Provided& provided : plugin.manifest.provides) {
                kinds += QString::fromLatin1(toText(provided.kind));
            }
            kinds.removeDuplicates();
            return kinds.join(QStringLiteral(", "));
        }
        case Version:
            return QString::fromStdString(plugin.manifest.version);
        case State:
            return QString::fromLatin1(toText(plugin.state));
        case Reason:
            return QString::fromStdString(plugin.reason);
        case Folder:
            return QString::fromStdString(plugin.folder.string());
        default:
            return {};
    }
}

QVariant PluginsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    static const char* const kTitles[] = {QT_TR_NOOP("Plugin"), QT_TR_NOOP("Provides"), QT_TR_NOOP("Version"),
                                          QT_TR_NOOP("State"),  QT_TR_NOOP("Reason"),   QT_TR_NOOP("Folder")};
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0 || section >= ColumnCount) {
        return {};
    }
    return tr(kTitles[section]);
}

}  // namespace kvw::wb
