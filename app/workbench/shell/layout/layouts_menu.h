// SPDX-License-Identifier: GPL-3.0-or-later
/// Menu of named layouts: the built-in ones and the user's own.
#pragma once

#include <QMenu>
#include <vector>

#include "app/workbench/shell/commands/command_palette.h"
#include "app/workbench/shell/layout/dock_layout.h"

namespace kvw::wb {

class Actions;

/// Names of built-in layouts are reserved. Thread: GUI thread.
class LayoutsMenu : public QMenu {
    Q_OBJECT
 public:
    /// `settings`: stores the user's own layouts; null: there are none.
    LayoutsMenu(DockLayout& layout, const Actions& actions, QSettings* settings, QWidget* parent);

    /// Returns whether a command belongs to this menu.
    [[nodiscard]] static bool has(const QAction& action);
    /// Saves the current layout under `name`, replacing the user's own layout of that name. Returns false if the name
    /// is empty or built in.
    bool keep(const QString& name);
    /// Returns the commands of the menu apart from the built-in layouts.
    [[nodiscard]] std::vector<PaletteEntry> paletteEntries();

 Q_SIGNALS:
    void notice(const QString& sentence);

 private:
    void fill();
    void choose(const QString& name);
    void forget(const QString& name);
    void ask();
    [[nodiscard]] QStringList own() const;

    DockLayout& m_layout;
    const Actions& m_actions;
    QSettings* m_settings;
};

}  // namespace kvw::wb
