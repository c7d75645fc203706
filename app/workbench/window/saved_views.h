// SPDX-License-Identifier: GPL-3.0-or-later
/// What the window shows of a run, kept beside its bundle and shown again when the bundle is opened: results are
/// immutable, a view is not.
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QObject>
#include <QStringList>
#include <map>
#include <memory>
#include <vector>

#include "app/workbench/docks/dock.h"

class QSettings;

namespace kvw::wb {

class DockLayout;
class MainWindow;
class ViewHistory;

/// What a side-car says ("run.view.json" beside "run"). It comes from a file: everything is limited by what shows it.
struct SavedView {
    QString bundle;         ///< hash of the bundle it was saved for
    QJsonObject selection;  ///< as `selectionView`
    QJsonObject docks;      ///< by id, each as `settingsView`
    QStringList shown;      ///< ids of the docks that are not hidden
    QStringList known;      ///< ids of all docks there were
    QString front;          ///< the dock last used
    QByteArray layout;      ///< as `DockLayout::state`
    /// Says that this user saved the layout: Qt takes what it is given, so that of somebody else is not given to it,
    /// and the docks that were shown are arranged anew.
    QByteArray seal;
};
/// Errors: NotFound where there is none; BadInput for what is too large, no view, of another version or of wrong types.
[[nodiscard]] Result<SavedView> readView(const QString& file);
[[nodiscard]] Result<void> writeView(const QString& file, const SavedView& view);

/// Thread: GUI thread. A child of the window.
class SavedViews : public QObject {
    Q_OBJECT
 public:
    /// `settings`: where the user's key is kept; null: nowhere, and only this window knows its layouts.
    SavedViews(Workspace& workspace, ViewHistory& history, MainWindow& window, DockLayout& layout, QSettings* settings);

    /// Writes the view beside the bundle of the shown run. False: it has none yet; the view is then written beside the
    /// one that is saved next.
    bool save();
    /// Nothing is saved next after all.
    void giveUp() { m_waiting.reset(); }

 private:
    void found(const std::shared_ptr<const Recording>& recording, const QString& path);
    void write(const QString& path);
    void show(const QString& path);
    [[nodiscard]] SavedView now() const;
    void show(const SavedView& view);
    /// What waits for docks that are shown; all of it is dropped once another run is.
    void showWaiting();
    void showLater();  ///< the same, not as a step that can be undone
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
    std::weak_ptr<const Recording> m_known;    ///< the last that was opened or saved
    std::weak_ptr<const Recording> m_waiting;  ///< for its bundle
    /// By dock, of one recording: a dock fills its controls when it is first shown, and then would lose what was saved.
    std::map<Dock*, QJsonObject> m_settings;
    std::weak_ptr<const Recording> m_settingsOf;
};

}  // namespace kvw::wb
