// SPDX-License-Identifier: GPL-3.0-or-later
/// Every command of the window as a QAction with text, shortcut, effect and enabled state; used by menus, toolbar and
/// the F1 sheet.
#pragma once

#include <QAction>
#include <QObject>
#include <functional>
#include <vector>

#include "app/workbench/session/shown_selection.h"
#include "app/workbench/session/theme.h"
#include "app/workbench/session/view_history.h"
#include "app/workbench/session/workspace.h"

class QWidget;

namespace kvw::wb {

/// Operations of the window that actions trigger.
struct WindowCommands {
    std::function<void()> openStory, handout, saveView, saveBundle, exportFigure, exportOneColumn, exportSlide,
        exportPage, exportAll, copy, autopsy, designCascade, maximiseDock, foldDock,
        unlink, resetZoom, fullScreen, help, explain, editKeys, goToStep,
        resetLayout, about, palette, examiner, projector, sound;
    std::function<void()> leaveView;     ///< leaves the maximised dock, else projector mode, else full screen
    std::function<void(int)> focusDock;  ///< 1 ... 9
    std::function<void(const QString& id)> task;
    std::function<void(int)> typeSize;   ///< changes the type size by so many steps; 0: usual size
    std::function<void(const QStringList& docks, const QString& front)> layout;
    std::function<void(ThemeChoice)> theme;
    /// Returns the selection of the dock last used if that dock is unlinked, so that keys act on it. Null: use the
    /// window's selection.
    std::function<Selection*()> ownSelection;
};

/// Owner of the actions; the window adds them to itself so that shortcuts work everywhere. Thread: GUI thread.
class Actions : public QObject {
    Q_OBJECT
 public:
    Actions(Workspace& workspace, ViewHistory& history, const WindowCommands& commands, QWidget* window);

    enum class Group { File, Edit, Run, View, Navigate, Help };
    struct Item {
        Group group;
        QAction* action;
    };
    [[nodiscard]] const std::vector<Item>& all() const noexcept { return m_items; }
    [[nodiscard]] QAction* named(const QString& objectName) const;
    /// Replaces the keys of a command; its tooltip names the first. `usualKeys`: the keys it was created with.
    static void bind(QAction& action, const QList<QKeySequence>& keys);
    [[nodiscard]] static QList<QKeySequence> usualKeys(const QAction& action);
    /// Enables the actions that are possible now; the tooltips of the others say why not.
    void update();
    /// Enables or disables an action. `reason`: why it is not possible now.
    static void allow(QAction& action, bool possible, const QString& reason);
    /// Returns what the command does. The action's status tip may instead say why it does nothing now.
    [[nodiscard]] static QString tipOf(const QAction& action);

 private:
    static void tell(QAction& action);                       ///< updates the tooltip
    static void note(QAction& action, const QString& note);  ///< note on the current effect; empty: the usual effect
    QAction* add(Group group, const char* name, const QString& text, const QKeySequence& key, const QString& tip,
                 std::function<void()> effect);
    void addKey(const QKeySequence& key);  ///< adds a second key to the action added last
    void addFile(const WindowCommands& commands);
    void addEdit(const WindowCommands& commands);
    void addRun(const WindowCommands& commands);
    void addNavigation(const WindowCommands& commands);
    void addView(const WindowCommands& commands);
    /// Returns the selection that keys change: that of an unlinked dock, or the window's.
    [[nodiscard]] Selection& selection() const;
    [[nodiscard]] ShownSelection shownSelection() const { return {m_workspace.client(), selection()}; }
    void move(std::int64_t steps);
    /// Multiplies the number of steps shown; a range beyond the whole run is reset.
    void zoom(double factor);
    void chooseToken(int by, bool extend);
    void changeLayer(int by);
    void changeHead(int by);

    QWidget* m_window;
    Workspace& m_workspace;
    ViewHistory& m_history;
    std::function<Selection*()> m_own;
    std::vector<Item> m_items;
    QAction *m_undo = nullptr, *m_redo = nullptr, *m_run = nullptr, *m_stop = nullptr, *m_live = nullptr,
            *m_fork = nullptr, *m_beside = nullptr;
    std::vector<QAction*> m_stepping, m_needsSteps, m_needsRecording, m_onTokens;
    bool m_stepped = false;  ///< something was recorded at the last update
};

}  // namespace kvw::wb
