// SPDX-License-Identifier: GPL-3.0-or-later
/// Every command of the window as a QAction: text, shortcut, effect, and when it is allowed. Menus, toolbar and the F1
/// sheet read these.
#pragma once

#include <QAction>
#include <QObject>
#include <functional>
#include <vector>

#include "app/workbench/models/sight.h"
#include "app/workbench/models/theme.h"
#include "app/workbench/models/view_history.h"
#include "app/workbench/models/workspace.h"

class QWidget;

namespace kvw::wb {

/// What actions need the window for.
struct WindowCommands {
    std::function<void()> openBundle, openModel, openText, openStory, handout, saveView, saveBundle, exportFigure,
        exportOneColumn, exportSlide, exportPage, exportAll, copy, maximiseDock, unlink, resetZoom, fullScreen, help,
        explain, editKeys, goToStep, resetLayout, about, palette, examiner, projector, sound;
    std::function<void()> leaveView;     ///< a maximised dock, else projector mode, else full screen
    std::function<void(int)> focusDock;  ///< 1 ... 9
    std::function<void(int)> typeSize;   ///< so many steps larger; 0: as usual
    std::function<void(const QStringList& docks, const QString& front)> layout;
    std::function<void(ThemeChoice)> theme;
    /// Of the dock last used, where that is unlinked: keys move what it shows. Null: the window's.
    std::function<Selection*()> ownSelection;
};

/// Thread: GUI thread. The actions belong to this object; the window adds them to itself so that shortcuts work
/// everywhere.
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
    /// Other keys for a command; its tooltip names the first. Usual: those it was made with.
    static void bind(QAction& action, const QList<QKeySequence>& keys);
    [[nodiscard]] static QList<QKeySequence> usualKeys(const QAction& action);
    /// Enables what is possible now, with the reason in the tooltip of what is not.
    void update();
    /// `reason`: why it is not possible now.
    static void allow(QAction& action, bool possible, const QString& reason);
    /// What the command does; its status tip may be why it does nothing now.
    [[nodiscard]] static QString tipOf(const QAction& action);

 private:
    static void tell(QAction& action);                       ///< its tooltip
    static void note(QAction& action, const QString& note);  ///< of what it does now; empty: what it does usually
    QAction* add(Group group, const char* name, const QString& text, const QKeySequence& key, const QString& tip,
                 std::function<void()> effect);
    void also(const QKeySequence& key);  ///< a second key of what was added last
    void addFile(const WindowCommands& commands);
    void addEdit(const WindowCommands& commands);
    void addRun();
    void addNavigation(const WindowCommands& commands);
    void addView(const WindowCommands& commands);
    /// What keys move, and what it comes to.
    [[nodiscard]] Selection& selection() const;
    [[nodiscard]] Sight sight() const { return {m_workspace.client(), selection()}; }
    void move(std::int64_t steps);
    /// Of the steps shown, so many times; all of them where that is more.
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
    bool m_stepped = false;  ///< something was recorded when it was last looked at
};

}  // namespace kvw::wb
