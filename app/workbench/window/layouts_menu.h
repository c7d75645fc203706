// SPDX-License-Identifier: GPL-3.0-or-later
/// Named layouts: those that are built in, and the user's own.
#pragma once

#include <QMenu>
#include <vector>

#include "app/workbench/window/command_palette.h"
#include "app/workbench/window/dock_layout.h"

namespace kvw::wb {

class Actions;

/// Thread: GUI thread. Names of built-in layouts cannot be taken.
class LayoutsMenu : public QMenu {
    Q_OBJECT
 public:
    /// `settings`: where the user's own are kept; null: nowhere, then there are none.
    LayoutsMenu(DockLayout& layout, const Actions& actions, QSettings* settings, QWidget* parent);

    /// Whether a command is one of this menu's.
    [[nodiscard]] static bool has(const QAction& action);
    /// Keeps the docks as they lie under `name`, over one of the user's own of that name. False: the name is empty, or
    /// built in.
    bool keep(const QString& name);
    /// What the menu has beside the built-in layouts.
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
