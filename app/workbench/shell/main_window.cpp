// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/shell/main_window.h"

#include <QApplication>
#include <QClipboard>
#include <QCloseEvent>
#include <QInputDialog>
#include <QLabel>
#include <QMessageBox>
#include <QSettings>
#include <QTabBar>
#include <QTimer>
#include <algorithm>
#include <iterator>

#include "app/workbench/export/figure_export.h"
#include "app/workbench/export/file_job.h"
#include "app/workbench/session/files/recent_bundles.h"
#include "app/workbench/shell/closing.h"
#include "app/workbench/shell/commands/command_palette.h"
#include "app/workbench/shell/commands/help_command.h"
#include "app/workbench/shell/commands/key_editor.h"
#include "app/workbench/shell/commands/key_guard.h"
#include "app/workbench/shell/figures/cascade_dialog.h"
#include "app/workbench/shell/figures/figure_opener.h"
#include "app/workbench/shell/figures/figures_dialog.h"
#include "app/workbench/shell/figures/needle_dialog.h"
#include "app/workbench/shell/file_drops.h"
#include "app/workbench/shell/layout/dock_views.h"
#include "app/workbench/shell/layout/layouts_menu.h"
#include "app/workbench/shell/layout/saved_views.h"
#include "app/workbench/shell/layout/tasks.h"
#include "app/workbench/shell/modes.h"
#include "app/workbench/shell/plugin_installer.h"
#include "app/workbench/shell/window_style.h"
#include "app/workbench/stories/dock/finished_stories.h"
#include "app/workbench/views/common/copy_values.h"
#include "app/workbench/views/common/dock_title.h"
#include "app/workbench/views/common/dock_view.h"
#include "app/workbench/views/common/refresh_turns.h"
#include "app/workbench/views/common/widgets/fold.h"
#include "app/workbench/views/library/table_columns.h"
#include "app/workbench/views/run/run_sources_view.h"
#include "core/base/version.h"
#include "kernels/cores.h"

namespace kvw::wb {

namespace {

/// Where the run has a thread on every core, a view that refreshes takes a core from one of them, and the others wait
/// for it at the next layer. So views then take a fifth of the time instead of half of it.
int restBetweenViews(const SessionStatus& status) {
    const bool decodes = status.state == SessionState::Running || status.state == SessionState::Prefill;
    return decodes && status.threads >= availableCores() ? 4 : 1;
}

}  // namespace

MainWindow::MainWindow(Workspace& workspace, QSettings* settings, QWidget* parent)
    : QMainWindow(parent), m_workspace(workspace), m_settings(settings) {
    setObjectName(QStringLiteral("mainWindow"));
    setWindowTitle(tr("KV Workbench"));
    setDockNestingEnabled(true);
    setDockOptions(dockOptions() & ~QMainWindow::AnimatedDocks);
    resize(1600, 1000);
    auto* nothing = new QWidget(this);  // docks fill the window; without a hidden central widget there would be a hole
    setCentralWidget(nothing);
    nothing->hide();
    auto* history = new ViewHistory(workspace, this);
    m_actions = new Actions(workspace, *history, commands(), this);
    for (const Actions::Item& item : m_actions->all()) {
        addAction(item.action);
    }
    makeDocks();
    makeMenus();
    makeToolBars();
    makeStatusBar();
    new KeyGuard(this, dock(QStringLiteral("strip"))->widget());
    new FileDrops(*this, [this](const QList<QUrl>& urls) { openDropped(urls); });
    m_modes = new Modes(workspace, *this, *m_actions, *m_layout, m_docks, m_settings);
    m_modes->restore();
    if (m_settings != nullptr) {
        m_restored = m_layout->restore(*m_settings);
        restoreKeys(*m_actions, *m_settings);
    }
    m_dockViews = std::make_unique<DockViews>(workspace, *history, *m_layout, m_docks, *this);
    m_closing = new Closing(workspace, *this);
    m_closing->add({[this] { return m_figures == nullptr ? QString() : tr("Figures are still being written."); },
                    [this] {
                        if (m_figures != nullptr) {
                            m_figures->cancel();
                        }
                    }});
    const auto jobs = [this] {
        QList<FileJob*> all = findChildren<FileJob*>();
        all.removeIf([](const FileJob* job) { return job->objectName() == QLatin1String(kCopyJob); });
        return all;
    };
    m_closing->add({[jobs] { return jobs().isEmpty() ? QString() : tr("A figure or a table is still being written."); },
                    [jobs] {
                        for (FileJob* job : jobs()) {
                            job->cancel();
                        }
                    }});
    workspace.recent().rememberIn(m_settings);
    for (auto* columns : findChildren<TableColumns*>()) {
        columns->rememberIn(m_settings);
    }
    for (auto* fold : findChildren<Fold*>()) {
        fold->rememberIn(m_settings);
    }
    for (auto* sources : findChildren<RunSourcesView*>()) {
        sources->rememberIn(m_settings);
    }
    m_views = new SavedViews(workspace, *history, *this, *m_layout, m_settings);
    m_opener = new FigureOpener(workspace, *history, *this);  // after m_views: a figure's view overrides the saved one
    m_installer = new PluginInstaller(workspace, *this);
    m_closing->add({[this] { return m_installer->busy() ? tr("A plugin is still being installed.") : QString(); },
                    [this] { m_installer->giveUp(); }});
    connect(m_installer, &PluginInstaller::ended, m_closing, &Closing::checkWriting);
    connect(m_installer, &PluginInstaller::installed, this, [this] { focusDock(*dock(QStringLiteral("plugins"))); });
    connect(&workspace.bundles(), &BundleFiles::compared, this, [this] { focusDock(*dock(QStringLiteral("lanes"))); });
    connect(&workspace, &Workspace::dirty, this, [this](Dirty what) {
        if (what & DirtyFlag::Status) {
            RefreshTurns::of(this).setRest(restBetweenViews(m_workspace.client().status()));
        }
    });
    connect(&workspace, &Workspace::openRequested, this, &MainWindow::choose);
    connect(&workspace, &Workspace::stageRequested, this,
            [this](const QStringList& docks) { m_layout->showOnly(docks); });
    connect(&workspace, &Workspace::termRequested, this,
            [this](const QString& term) { explainTerm(*m_actions, m_workspace, *this, term); });
    for (auto* finished : findChildren<FinishedStories*>()) {
        finished->rememberIn(m_settings);
    }
    // Clicking a tab moves no focus. A dock raised by a layout or story does not count as used, hence the mouse check.
    connect(this, &QMainWindow::tabifiedDockWidgetActivated, this, [this](QDockWidget* widget) {
        if (auto* dock = qobject_cast<Dock*>(widget); dock != nullptr && QApplication::mouseButtons() != Qt::NoButton) {
            useDock(*dock);
            KeyGuard::giveKeysTo(*dock);
        }
    });
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) {
        for (QWidget* widget = now; widget != nullptr; widget = widget->parentWidget()) {
            // Ignore docks of another window, which may be destroyed before this one.
            if (auto* dock = qobject_cast<Dock*>(widget); dock != nullptr && dock->parentWidget() == this) {
                useDock(*dock);
                return;
            }
        }
    });
}

MainWindow::~MainWindow() {
    // Docks use the workspace until the end; focus changes during destruction must not reach a half-destroyed window.
    disconnect(qApp, nullptr, this, nullptr);
}

WindowCommands MainWindow::commands() {
    WindowCommands commands;
    commands.openStory = [this] { chooseStory(); };
    commands.handout = [this] {
        if (Dock* story = dock(QStringLiteral("story")); story->exportFormats().isEmpty()) {
            Q_EMIT m_workspace.notice(tr("Open a story first (F2)."));
        } else {
            exportDock(story);
        }
    };
    commands.saveView = [this] { saveView(); };
    commands.saveBundle = [this] { chooseTarget(); };
    commands.exportFigure = [this] { exportDock(activeDock()); };
    commands.exportOneColumn = [this] { exportDock(activeDock(), FigureWidth::OneColumn); };
    commands.exportSlide = [this] { exportDock(activeDock(), FigureWidth::Slide); };
    commands.exportPage = [this] {
        if (m_workspace.recording()) {
            (new FiguresDialog(m_workspace, this))->show();
        }
    };
    commands.exportAll = [this] { exportAll(); };
    commands.designCascade = [this] {
        if (m_workspace.recording()) {
            (new CascadeDialog(m_workspace, this))->show();
        }
    };
    commands.autopsy = [this] {
        if (m_workspace.recording() && !m_workspace.selection().tokens().empty()) {
            (new NeedleDialog(m_workspace, this))->show();
        }
    };
    commands.copy = [this] { copyDock(); };
    commands.maximiseDock = [this] { m_layout->toggleMaximised(activeDock()); };
    commands.foldDock = [this] {
        const Dock& dock = *activeDock();
        dock.title().setFolded(!dock.title().folded());
        Q_EMIT m_workspace.notice((!dock.title().canFold() ? tr("“%1” has no controls to fold.")
                                   : dock.title().folded() ? tr("The controls of “%1” are folded away.")
                                                           : tr("The controls of “%1” are shown."))
                                      .arg(dock.windowTitle()));
    };
    commands.unlink = [this] {
        Dock* dock = activeDock();
        if (!dock->canUnlink()) {
            Q_EMIT m_workspace.notice(tr("“%1” has no view of its own.").arg(dock->windowTitle()));
            return;
        }
        dock->setUnlinked(!dock->unlinked());
    };
    commands.ownSelection = [this] {
        const Dock* dock = activeDock();
        return dock->unlinked() ? &dock->selection() : nullptr;
    };
    commands.resetZoom = [this] { wb::resetZoom(*activeDock()); };
    commands.fullScreen = [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); };
    commands.leaveView = [this] {
        if (m_layout->maximised()) {
            m_layout->toggleMaximised(nullptr);
        } else if (m_modes->projector()) {
            m_modes->setProjector(false);
        } else {
            setWindowState(windowState() & ~Qt::WindowFullScreen);
        }
    };
    commands.help = [this] { showHelp(*m_actions, m_workspace, *this); };
    commands.explain = [this] { explainDock(*m_actions, m_workspace, *this, activeDock()); };
    commands.editKeys = [this] { (new KeyEditor(*m_actions, m_settings, this))->show(); };
    commands.palette = [this] { showPalette(); };
    commands.projector = [this] { m_modes->setProjector(!m_modes->projector()); };
    commands.examiner = [this] { m_modes->setExaminer(!m_workspace.namesHidden()); };
    commands.sound = [this] {
        m_modes->setSound(!m_modes->sound());
        Q_EMIT m_workspace.notice(m_modes->sound() ? tr("Every prune event clicks from here on.")
                                                   : tr("Prune events are silent."));
    };
    commands.typeSize = [this](int steps) {
        m_modes->setTypeSize(steps == 0 ? 100 : m_modes->typeSize() + steps * Modes::kTypeStep);
        Q_EMIT m_workspace.notice(tr("Font size: %1 % of the usual one.").arg(m_modes->typeSize()));
    };
    commands.goToStep = [this] {
        const Dock* dock = activeDock();
        const auto last = static_cast<int>(m_workspace.client().steps() - 1);
        bool chosen = false;
        const int step =
            QInputDialog::getInt(this, tr("Go to step"), tr("Step, 0 to %1").arg(last),
                                 static_cast<int>(dock->shownSelection().step()), 0, std::max(0, last), 1, &chosen);
        if (chosen) {
            dock->selection().setStep(step);
        }
    };
    commands.task = [this](const QString& id) {
        if (id == m_layout->task()) {
            Q_EMIT m_workspace.notice(tr("This task is shown; “First places” puts its docks back."));
        }
        m_layout->setTask(id);
        if (const Dock* first = activeDock(); first->shown()) {
            KeyGuard::giveKeysTo(*first);  // else Qt gives them to any control, where their dock is hidden
        } else if (m_workspace.namesHidden()) {
            Q_EMIT m_workspace.notice(tr("Examiner mode hides the docks of this task; X ends it."));
        }
    };
    commands.resetLayout = [this] { m_layout->reset(); };
    commands.layout = [this](const QStringList& docks, const QString& front) { m_layout->arrangeFor(docks, {front}); };
    commands.about = [this] {
        auto* box = new QMessageBox(QMessageBox::Information, tr("About KV Workbench"),
                                    tr("KV Workbench %1\n\nAn oscilloscope for KV caches. The window is "
                                       "GPL-3.0-or-later, engine, plugins and kvw are Apache-2.0.")
                                        .arg(QString::fromLatin1(kvw::version())),
                                    QMessageBox::Close, this);
        box->setAttribute(Qt::WA_DeleteOnClose);
        box->setModal(false);
        box->show();
    };
    commands.focusDock = [this](int number) { focusDock(number); };
    commands.theme = [this](ThemeChoice choice) { m_modes->setTheme(choice); };
    return commands;
}

void MainWindow::makeDocks() {
    for (const DockEntry& entry : dockEntries()) {
        m_docks.push_back({entry, entry.make(m_workspace, this)});
        for (const char* name : {"copy", "exportFigure", "maximise", "unlink", "explain", "asShown", "autopsy",
                                 "forget", "takeApart", "designCascade"}) {
            m_docks.back().dock->addAction(m_actions->named(QString::fromLatin1(name)));
        }
    }
    m_layout = std::make_unique<DockLayout>(*this, m_docks);
    const auto check = [this](const QString& task) { m_actions->named(commandOf(*taskOf(task)))->setChecked(true); };
    connect(m_layout.get(), &DockLayout::taskChanged, this, check);
    check(m_layout->task());
    m_layout->arrange(size());
    for (std::size_t i = 0; i < 9; ++i) {
        QAction* action = m_actions->named(QStringLiteral("dock%1").arg(i + 1));
        if (i < m_docks.size()) {
            action->setText(m_docks[i].dock->windowTitle());
        } else {
            action->setEnabled(false);
            action->setVisible(false);
        }
    }
}

void MainWindow::showPalette() {
    std::vector<PaletteEntry> entries = paletteEntries(*m_actions, m_workspace);
    for (const DockLayout::Placed& placed : m_docks) {
        if (placed.dock->withheld()) {
            continue;
        }
        entries.push_back({.text = tr("Show %1").arg(placed.dock->windowTitle()),
                           .run = [this, dock = placed.dock] { focusDock(*dock); }});
        std::ranges::move(controlEntries(*placed.dock), std::back_inserter(entries));
    }
    for (LayoutsMenu* layouts : findChildren<LayoutsMenu*>()) {
        std::ranges::move(layouts->paletteEntries(), std::back_inserter(entries));
    }
    auto* palette = new CommandPalette(std::move(entries), this);
    palette->show();
}

Dock* MainWindow::dock(const QString& id) const {
    return id.isEmpty() ? nullptr : findChild<Dock*>(id, Qt::FindDirectChildrenOnly);  // an empty name matches any
}

void MainWindow::useDock(Dock& dock) {
    if (m_lastDock == &dock) {
        return;
    }
    for (QWidget* each : {static_cast<QWidget*>(m_lastDock), static_cast<QWidget*>(&dock)}) {
        if (each != nullptr) {
            each->setProperty(WindowStyle::kLastUsed, each == &dock);
            each->update();
        }
    }
    m_lastDock = &dock;
}

Dock* MainWindow::activeDock() const {
    if (m_lastDock != nullptr && m_lastDock->shown()) {
        return m_lastDock;
    }
    for (const QString& id : taskOf(m_layout->task())->ids()) {
        if (Dock* shown = dock(id); shown != nullptr && shown->shown()) {
            return shown;
        }
    }
    return dock(QStringLiteral("strip"));
}

void MainWindow::focusDock(int number) {
    if (number < 1 || static_cast<std::size_t>(number) > m_docks.size()) {
        return;
    }
    focusDock(*m_docks[static_cast<std::size_t>(number - 1)].dock);
}

void MainWindow::focusDock(Dock& chosen) {
    if (!chosen.mayShow()) {
        return;
    }
    chosen.show();
    chosen.raise();
    chosen.widget()->setFocus(Qt::ShortcutFocusReason);
    if (QWidget* next = chosen.widget()->nextInFocusChain(); next != nullptr && chosen.isAncestorOf(next)) {
        next->setFocus(Qt::ShortcutFocusReason);
    }
    m_lastDock = &chosen;
}

bool MainWindow::focusNextPrevChild(bool next) {
    QWidget* to = KeyGuard::nextInSight(this, next);
    if (to != nullptr) {
        to->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
    }
    return to != nullptr;
}

void MainWindow::copyDock() {
    if (const auto* label = qobject_cast<QLabel*>(focusWidget()); label != nullptr && label->hasSelectedText()) {
        QApplication::clipboard()->setText(label->selectedText());
        return;
    }
    Dock* dock = activeDock();
    if (dock == nullptr) {
        return;
    }
    copyValues(*dock, dock->widget()->grab().toImage(), m_workspace);
}

void MainWindow::fitTo(const QSize& available) {
    m_layout->resizeTo(size().boundedTo(available));
}

void MainWindow::openEngineSoon() {
    // Opening the engine holds the loader's lock, which Qt needs for its own plugins until the first frame.
    constexpr int kPictureMs = 300;
    QTimer::singleShot(kPictureMs, this, [this] { m_workspace.client().openForPlans(); });
}

void MainWindow::showEvent(QShowEvent* event) {
    QMainWindow::showEvent(event);
    if (!m_restored) {
        m_restored = true;
        m_layout->arrange(size());  // proportions need the real size
    } else {
        m_layout->adapt(size());
    }
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    fitTasks();
    if (isVisible()) {
        m_layout->adapt(size());
    }
}

void MainWindow::childEvent(QChildEvent* event) {
    QMainWindow::childEvent(event);
    // Dock tabs elided to one letter tell nothing, so scroll instead.
    if (auto* tabs = event->polished() ? qobject_cast<QTabBar*>(event->child()) : nullptr; tabs != nullptr) {
        tabs->setElideMode(Qt::ElideNone);
        tabs->setUsesScrollButtons(true);
    }
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!m_closing->mayClose()) {
        event->ignore();
        return;
    }
    if (m_settings != nullptr) {
        m_modes->leave();
        m_layout->save(*m_settings);
    }
    event->accept();
}

}  // namespace kvw::wb
