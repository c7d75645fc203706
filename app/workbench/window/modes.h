// SPDX-License-Identifier: GPL-3.0-or-later
/// The part of the window that looks or sounds different by choice: theme, size of type, projector, examiner, sound.
#pragma once

#include <QFont>
#include <QObject>
#include <QPalette>
#include <vector>

#include "app/workbench/sound/prune_sounds.h"
#include "app/workbench/window/actions.h"
#include "app/workbench/window/dock_layout.h"

class QMainWindow;
class QSettings;

namespace kvw::wb {

class StageBar;

/// Thread: GUI thread. A child of the window, made after its docks.
class Modes : public QObject {
    Q_OBJECT
 public:
    /// What type can be, in percent of the system's size.
    static constexpr int kSmallestType = 80, kLargestType = 200, kTypeStep = 10;

    /// `settings`: where choices are kept; null: nowhere (tests).
    Modes(Workspace& workspace, QMainWindow& window, Actions& actions, DockLayout& layout,
          const std::vector<DockLayout::Placed>& docks, QSettings* settings);
    ~Modes() override;

    /// Takes what the settings say of theme, type and sound.
    void restore();
    void setTheme(ThemeChoice choice);
    void setTypeSize(int percent);
    [[nodiscard]] int typeSize() const noexcept { return m_typeSize; }
    /// For a hall: few docks, large type, thick lines, maps of high contrast, the step and the keys above them.
    void setProjector(bool on);
    [[nodiscard]] bool projector() const noexcept { return m_projector; }
    /// Hides which policy is which.
    void setExaminer(bool on);
    /// Ends projector and examiner: the layout is the one that was there before them.
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
