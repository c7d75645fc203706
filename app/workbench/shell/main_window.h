// SPDX-License-Identifier: GPL-3.0-or-later
/// Main window: assembles docks, toolbar, menus and status bar, and asks for files. Contains no run logic.
#pragma once

#include <QList>
#include <QMainWindow>
#include <memory>

#include "app/workbench/shell/commands/actions.h"
#include "app/workbench/shell/layout/dock_layout.h"

class QSettings;
class QToolBar;
class QToolButton;
class QUrl;

namespace kvw::wb {

class Closing;
class DockViews;
class FigureExport;
class FigureOpener;
class Modes;
class PluginInstaller;
class SavedViews;

/// The workspace must outlive the window. Thread: GUI thread.
class MainWindow : public QMainWindow {
    Q_OBJECT
 public:
    /// `settings`: stores layout and theme; null: they are not stored (tests).
    MainWindow(Workspace& workspace, QSettings* settings, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Opens a bundle, a model folder, an exported figure, a story or a text, recognized by content. For any other file
    /// the status bar shows one sentence.
    void openPath(const QString& path);
    [[nodiscard]] const Actions& actions() const noexcept { return *m_actions; }
    [[nodiscard]] Dock* dock(const QString& id) const;
    [[nodiscard]] FigureOpener& figureOpener() const noexcept { return *m_opener; }
    [[nodiscard]] const std::vector<DockLayout::Placed>& docks() const noexcept { return m_docks; }
    [[nodiscard]] Modes& modes() const noexcept { return *m_modes; }
    [[nodiscard]] Dock* lastDock() const noexcept { return m_lastDock; }  ///< null: none was used yet
    /// Shows the dock, in front of its tabs, with the keyboard focus.
    void focusDock(Dock& chosen);
    /// Opens the engine a moment after the window has appeared, for what is shown before a run.
    void openEngineSoon();
    /// Limits the size to the screen and arranges the docks for it. Call before the window is shown.
    void fitTo(const QSize& available);
    /// Does the same as exportDockTo and exportAllTo, after asking about existing files.
    void askAndExport(Dock& dock, const QString& path, FigureWidth width = FigureWidth::TwoColumns);
    void askAndExportAll(const QString& folder);
    /// Saves the run. If it has many attention rows, asks first whether the bundle should include them.
    void askAndSave(const std::shared_ptr<Recording>& recording, const QString& path);
    /// Writes the contents of a dock; an error goes to the problems.
    void exportDockTo(Dock& dock, const QString& path, FigureWidth width = FigureWidth::TwoColumns);
    /// Writes every figure of every lane, one file after the other, and reports the count at the end.
    void exportAllTo(const QString& folder);

 protected:
    void childEvent(QChildEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool focusNextPrevChild(bool next) override;

 private:
    [[nodiscard]] WindowCommands commands();
    void makeDocks();
    void makeMenus();
    void addRecent(QMenu& menu);
    void makeToolBars();
    void fitTasks();  ///< shows the buttons of tasks as the window has room for them
    void makeStatusBar();
    void showStatus();
    void openDropped(const QList<QUrl>& urls);
    void choose(OpenWhat what);
    void chooseStory();
    bool chooseTarget();  ///< false: nothing was chosen
    void saveView();
    void exportDock(Dock* dock, FigureWidth width = FigureWidth::TwoColumns);
    void exportAll();
    void writeFigures(const std::shared_ptr<Recording>& recording, const QString& folder);
    void copyDock();
    void focusDock(int number);
    void showPalette();
    void useDock(Dock& dock);  ///< makes keys act on the dock and marks its title
    [[nodiscard]] Dock* activeDock() const;

    Workspace& m_workspace;
    QSettings* m_settings;
    Actions* m_actions = nullptr;
    Modes* m_modes = nullptr;
    std::vector<DockLayout::Placed> m_docks;
    std::unique_ptr<DockLayout> m_layout;
    std::unique_ptr<DockViews> m_dockViews;
    Dock* m_lastDock = nullptr;
    FigureExport* m_figures = nullptr;  ///< export in progress; null: none
    SavedViews* m_views;
    FigureOpener* m_opener;
    PluginInstaller* m_installer;
    bool m_restored = false;
    Closing* m_closing;
    QToolBar* m_tasks = nullptr;
    QToolButton* m_problems = nullptr;
};

}  // namespace kvw::wb
