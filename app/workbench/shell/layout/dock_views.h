// SPDX-License-Identifier: GPL-3.0-or-later
/// Makes the user's view settings of docks undoable: which docks are shown, layouts chosen or changed by dragging,
/// unlinked selections, and the controls of docks.
#pragma once

#include <QObject>
#include <map>
#include <set>
#include <vector>

#include "app/workbench/session/view_history.h"
#include "app/workbench/shell/layout/dock_layout.h"

namespace kvw::wb {

/// Registers itself with the history while it lives; docks and layout must outlive it. Thread: GUI thread.
class DockViews : public QObject {
    Q_OBJECT
 public:
    DockViews(Workspace& workspace, ViewHistory& history, DockLayout& layout,
              const std::vector<DockLayout::Placed>& docks, QMainWindow& window);
    ~DockViews() override;

 protected:
    bool eventFilter(QObject* target, QEvent* event) override;

 private:
    void watch(Dock& dock);
    ViewHistory::Path watch(const Dock& dock, QObject& control, QLatin1String part = QLatin1String("controls"));
    /// Groups all settings of a dock that change together into one undo step.
    void expectAll(const Dock& dock);
    void touchAll(const Dock& dock);
    [[nodiscard]] QJsonObject now() const;
    [[nodiscard]] QJsonObject layoutNow() const;
    void show(const QJsonObject& views);

    Workspace& m_workspace;
    ViewHistory& m_history;
    DockLayout& m_layout;
    const std::vector<DockLayout::Placed>& m_docks;
    QStringList m_shown;
    QJsonObject m_beforeDrag;         ///< layout before the drag; during a drag, other steps may be recorded
    std::set<const Dock*> m_leftOut;  ///< docks being set by an undo or redo, which is no step
    struct Watched {
        ViewHistory::Path path;
        bool gesture;  ///< control is turned by a gesture on another widget and settles when the button is released
    };
    std::map<const QObject*, std::vector<Watched>> m_watched;
};

}  // namespace kvw::wb
