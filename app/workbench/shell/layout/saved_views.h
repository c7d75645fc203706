// SPDX-License-Identifier: GPL-3.0-or-later
/// Saves the view of a run beside its bundle and restores it when the bundle is opened. Bundles are immutable, views
/// are not.
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QObject>
#include <QStringList>
#include <map>
#include <memory>
#include <vector>

#include "app/workbench/views/common/dock.h"

class QSettings;

namespace kvw::wb {

class DockLayout;
class MainWindow;
class ViewHistory;

/// Contents of a view file ("run.view.json" beside "run"). The file is untrusted; whoever shows a value must limit it.
struct SavedView {
    QString bundle;         ///< hash of the bundle it was saved for
    QJsonObject selection;  ///< as `selectionView`
    QJsonObject docks;      ///< by id, in the format of `settingsView`
    QStringList shown;      ///< ids of the docks that are not hidden
    QStringList known;      ///< ids of all docks that existed
    QString front;          ///< the dock last used
    QByteArray layout;      ///< in the format of `DockLayout::state`
    /// Proves that this user saved the layout. Qt does not validate layouts, so a layout saved by someone else is not
    /// passed to it; the docks that were shown get their default places instead.
    QByteArray seal;
};
/// Errors: NotFound if there is no file; BadInput if it is too large, no view, of another version or of wrong types.
[[nodiscard]] Result<SavedView> readView(const QString& file);
[[nodiscard]] Result<void> writeView(const QString& file, const SavedView& view);

/// Child of the window. Thread: GUI thread.
class SavedViews : public QObject {
    Q_OBJECT
 public:
    /// `settings`: stores the user's key for seals; null: the key is not stored, and only this window accepts its
    /// layouts.
    SavedViews(Workspace& workspace, ViewHistory& history, MainWindow& window, DockLayout& layout, QSettings* settings);

    /// Writes the view beside the bundle of the shown run. Returns false if the run has no bundle yet; the view is then
    /// written beside the bundle that is saved next.
    bool save();
    /// Cancels the pending view: no bundle will be saved.
    void giveUp() { m_waiting.reset(); }

 private:
    void found(const std::shared_ptr<const Recording>& recording, const QString& path);
    void write(const QString& path);
    void show(const QString& path);
    [[nodiscard]] SavedView now() const;
    void show(const SavedView& view);
    /// Applies the pending settings to visible docks; drops all of them once another run is shown.
    void showWaiting();
    void showLater();  ///< does the same, but not as an undoable step
    [[nodiscard]] QByteArray sealOf(const QByteArray& layout) const;

    struct Place {
        std::weak_ptr<const Recording> recording;
        QString path;
    };
    Workspace& m_workspace;
    ViewHistory& m_history;
    MainWindow& m_window;
    DockLayout& m_layout;
    QByteArray m_key;
    std::vector<Place> m_places;
    std::weak_ptr<const Recording> m_known;    ///< recording opened or saved last
    std::weak_ptr<const Recording> m_waiting;  ///< recording whose view waits for a bundle
    /// Settings by dock that are pending, all for one recording. A dock fills its controls when it is first shown,
    /// which would overwrite settings applied earlier.
    std::map<Dock*, QJsonObject> m_settings;
    std::weak_ptr<const Recording> m_settingsOf;
};

}  // namespace kvw::wb
