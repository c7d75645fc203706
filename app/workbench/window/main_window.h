// SPDX-License-Identifier: GPL-3.0-or-later
/// The window: assembles docks, toolbar, menus and status bar, and asks for files. No logic of runs.
#pragma once

#include <QList>
#include <QMainWindow>
#include <memory>

#include "app/workbench/window/actions.h"
#include "app/workbench/window/dock_layout.h"

class QSettings;
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

/// Thread: GUI thread. The workspace must outlive the window.
class MainWindow : public QMainWindow {
    Q_OBJECT
 public:
    /// `settings`: where layout and theme are kept; null: nowhere (tests).
    MainWindow(Workspace& workspace, QSettings* settings, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// A bundle, a model folder, an exported figure, a story or a text, by what it is. A file that is none of these
    /// gets one sentence in the status bar.
    void openPath(const QString& path);
    [[nodiscard]] const Actions& actions() const noexcept { return *m_actions; }
    [[nodiscard]] Dock* dock(const QString& id) const;
    [[nodiscard]] FigureOpener& figureOpener() const noexcept { return *m_opener; }
    [[nodiscard]] const std::vector<DockLayout::Placed>& docks() const noexcept { return m_docks; }
    [[nodiscard]] Modes& modes() const noexcept { return *m_modes; }
    [[nodiscard]] Dock* lastDock() const noexcept { return m_lastDock; }  ///< null: none was used
    /// Shows it, in front of its tabs, with the keyboard.
    void focusDock(Dock& chosen);
    /// Opens the engine for what is shown before a run, a moment after the window is there.
    void openEngineSoon();
    /// Before it is shown: no larger than the screen, and arranged for that.
    void fitTo(const QSize& available);
    /// The same as what follows, after asking about files that are there.
    void askAndExport(Dock& dock, const QString& path, FigureWidth width = FigureWidth::TwoColumns);
    void askAndExportAll(const QString& folder);
    /// Writes what a dock shows; an error goes to the problems.
    void exportDockTo(Dock& dock, const QString& path, FigureWidth width = FigureWidth::TwoColumns);
    /// Every figure of every lane, one file after the other; says in the end how many.
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
    void makeStatusBar();
    void showStatus();
    void openDropped(const QList<QUrl>& urls);
    void chooseBundle();
    void chooseModel();
    void chooseText();
    void chooseStory();
    bool chooseTarget();  ///< false: nothing was chosen
    /// Saves the run; of large rows of attention asks first whether they are to be in the bundle.
    void askAndSave(const std::shared_ptr<Recording>& recording, const QString& path);
    void saveView();
    void exportDock(Dock* dock, FigureWidth width = FigureWidth::TwoColumns);
    void exportAll();
    void writeFigures(const std::shared_ptr<Recording>& recording, const QString& folder);
    void copyDock();
    void focusDock(int number);
    void showPalette();
    void useDock(Dock& dock);  ///< keys act on it from here on, and its title says so
    [[nodiscard]] Dock* activeDock() const;

    Workspace& m_workspace;
    QSettings* m_settings;
    Actions* m_actions = nullptr;
    Modes* m_modes = nullptr;
    std::vector<DockLayout::Placed> m_docks;
    std::unique_ptr<DockLayout> m_layout;
    std::unique_ptr<DockViews> m_dockViews;
    Dock* m_lastDock = nullptr;
    FigureExport* m_figures = nullptr;  ///< under way
    SavedViews* m_views;
    FigureOpener* m_opener;
    PluginInstaller* m_installer;
    bool m_restored = false;
    Closing* m_closing;
    QToolButton* m_problems = nullptr;
};

}  // namespace kvw::wb
