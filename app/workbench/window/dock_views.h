// SPDX-License-Identifier: GPL-3.0-or-later
/// What docks show by the user's choice, for undo: which are shown, where they lie if a layout was chosen or they were
/// dragged, which look at something of their own, and how their controls are set.
#pragma once

#include <QObject>
#include <map>
#include <set>
#include <vector>

#include "app/workbench/models/view_history.h"
#include "app/workbench/window/dock_layout.h"

namespace kvw::wb {

/// Thread: GUI thread. Hands itself to the history as long as it lives; docks and layout live longer.
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
    ViewHistory::Path watch(const Dock& dock, QWidget& control, QLatin1String part = QLatin1String("controls"));
    /// All of a dock that is set together is one step: what differs in the end is taken back.
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
    QJsonObject m_beforeDrag;         ///< the layout; while it goes on, another step may be taken
    std::set<const Dock*> m_leftOut;  ///< what they are being set to is no step
    struct Watched {
        ViewHistory::Path path;
        bool gesture;  ///< on something else, which is over once it is let go
    };
    std::map<const QObject*, std::vector<Watched>> m_watched;
};

}  // namespace kvw::wb
