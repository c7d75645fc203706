// SPDX-License-Identifier: GPL-3.0-or-later
/// Display modes of the window: theme, type size, projector, examiner, sound.
#pragma once

#include <QFont>
#include <QObject>
#include <QPalette>
#include <vector>

#include "app/workbench/shell/commands/actions.h"
#include "app/workbench/shell/layout/dock_layout.h"
#include "app/workbench/sound/prune_sounds.h"

class QMainWindow;
class QSettings;

namespace kvw::wb {

class StageBar;

/// Child of the window, created after its docks. Thread: GUI thread.
class Modes : public QObject {
    Q_OBJECT
 public:
    /// Range and step of the type size, in percent of the system's size.
    static constexpr int kSmallestType = 80, kLargestType = 200, kTypeStep = 10;

    /// `settings`: stores the choices; null: they are not stored (tests).
    Modes(Workspace& workspace, QMainWindow& window, Actions& actions, DockLayout& layout,
          const std::vector<DockLayout::Placed>& docks, QSettings* settings);
    ~Modes() override;

    /// Restores theme, type size and sound from the settings.
    void restore();
    void setTheme(ThemeChoice choice);
    void setTypeSize(int percent);
    [[nodiscard]] int typeSize() const noexcept { return m_typeSize; }
    /// Switches the mode for lecture halls: few docks, large type, thick lines, high-contrast maps, with the step and
    /// pressed keys above the docks.
    void setProjector(bool on);
    [[nodiscard]] bool projector() const noexcept { return m_projector; }
    /// Switches the mode that hides which policy is which.
    void setExaminer(bool on);
    /// Ends projector and examiner mode and restores the layout that was there before.
    void leave();
    void setSound(bool on);
    [[nodiscard]] bool sound() const noexcept { return m_sounds->on(); }

 protected:
    bool eventFilter(QObject* target, QEvent* event) override;

 private:
    [[nodiscard]] QAction& action(const char* name) const;
    void keep(const char* key, const QVariant& value);
    void applyType();
    void showBars(bool visible);
    void showPlots();

    Workspace& m_workspace;
    QMainWindow& m_window;
    Actions& m_actions;
    DockLayout& m_layout;
    const std::vector<DockLayout::Placed>& m_docks;
    QSettings* m_settings;
    QPalette m_systemPalette;
    QFont m_systemFont;
    PruneSounds* m_sounds;
    StageBar* m_stage;
    int m_typeSize = 100;
    bool m_projector = false;
};

}  // namespace kvw::wb
