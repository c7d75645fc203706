// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/window/main_window.h"

#include <QApplication>
#include <QClipboard>
#include <QCloseEvent>
#include <QComboBox>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QInputDialog>
#include <QLabel>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QSettings>
#include <QStatusBar>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>

#include "app/workbench/docks/transport_icon.h"
#include "app/workbench/models/recent_bundles.h"
#include "app/workbench/window/check_progress.h"
#include "app/workbench/window/closing.h"
#include "app/workbench/window/command_palette.h"
#include "app/workbench/window/figure_opener.h"
#include "app/workbench/window/figures_dialog.h"
#include "app/workbench/window/help_command.h"
#include "app/workbench/window/key_editor.h"
#include "app/workbench/window/key_guard.h"
#include "app/workbench/window/layouts_menu.h"
#include "app/workbench/window/modes.h"
#include "app/workbench/window/saved_views.h"
#include "app/workbench/window/scrubber.h"
#include "app/workbench/window/status_line.h"
#include "core/base/version.h"

namespace kvw::wb {

MainWindow::MainWindow(Workspace& workspace, QSettings* settings, QWidget* parent)
    : QMainWindow(parent), m_workspace(workspace), m_settings(settings) {
    setObjectName(QStringLiteral("mainWindow"));
    setWindowTitle(tr("KV Workbench"));
    setAcceptDrops(true);
    setDockNestingEnabled(true);
    setDockOptions(dockOptions() & ~QMainWindow::AnimatedDocks);
    resize(1600, 1000);
    auto* nothing = new QWidget(this);  // docks fill the window; a main window without a centre would leave a hole
    setCentralWidget(nothing);
    nothing->hide();
    m_actions = new Actions(workspace, *new ViewHistory(workspace, this), commands(), this);
    for (const Actions::Item& item : m_actions->all()) {
        addAction(item.action);
    }
    makeDocks();
    makeMenus();
    makeToolBars();
    makeStatusBar();
    new KeyGuard(this, dock(QStringLiteral("strip"))->widget());
    m_modes = new Modes(workspace, *this, *m_actions, *m_layout, m_docks, m_settings);
    m_modes->restore();
    if (m_settings != nullptr) {
        m_restored = m_layout->restore(*m_settings);
        restoreKeys(*m_actions, *m_settings);
    }
    m_closing = new Closing(workspace, *this);
    RecentBundles::of(workspace).rememberIn(m_settings);
    m_views = new SavedViews(workspace, *this, *m_layout, m_settings);
    m_opener = new FigureOpener(workspace, *this);  // behind it: a figure's view is the one that was asked for
    connect(&workspace, &Workspace::openRequested, this, [this](OpenWhat what) {
        what == OpenWhat::Bundle ? chooseBundle() : what == OpenWhat::Model ? chooseModel() : chooseText();
    });
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) {
        for (QWidget* widget = now; widget != nullptr; widget = widget->parentWidget()) {
            if (auto* dock = qobject_cast<Dock*>(widget)) {
                m_lastDock = dock;
                return;
            }
        }
    });
}

MainWindow::~MainWindow() {
    // Docks speak of the workspace until the end; focus changes while they go must not reach a half-destroyed window.
    disconnect(qApp, nullptr, this, nullptr);
}

WindowCommands MainWindow::commands() {
    WindowCommands commands;
    commands.openBundle = [this] { chooseBundle(); };
    commands.openModel = [this] { chooseModel(); };
    commands.openText = [this] { chooseText(); };
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
    commands.exportPage = [this] {
        if (m_workspace.recording()) {
            (new FiguresDialog(m_workspace, this))->show();
        }
    };
    commands.exportAll = [this] { exportAll(); };
    commands.copy = [this] { copyDock(); };
    commands.maximiseDock = [this] { m_layout->toggleMaximised(activeDock()); };
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
    commands.fullScreen = [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); };
    commands.help = [this] { showHelp(*m_actions, m_workspace, *this); };
    commands.explain = [this] { explainDock(*m_actions, m_workspace, *this, activeDock()); };
    commands.editKeys = [this] { (new KeyEditor(*m_actions, m_settings, this))->show(); };
    commands.palette = [this] { showPalette(); };
    commands.projector = [this] { m_modes->setProjector(!m_modes->projector()); };
    commands.examiner = [this] { m_modes->setExaminer(!m_workspace.namesHidden()); };
    commands.sound = [this] { m_modes->setSound(!m_modes->sound()); };
    commands.typeSize = [this](int steps) {
        m_modes->setTypeSize(steps == 0 ? 100 : m_modes->typeSize() + steps * Modes::kTypeStep);
        Q_EMIT m_workspace.notice(tr("Font size: %1 % of the usual one.").arg(m_modes->typeSize()));
    };
    commands.goToStep = [this] {
        const Dock* dock = activeDock();
        const auto last = static_cast<int>(m_workspace.client().steps() - 1);
        bool chosen = false;
        const int step = QInputDialog::getInt(this, tr("Go to step"), tr("Step, 0 to %1").arg(last),
                                              static_cast<int>(dock->sight().step()), 0, std::max(0, last), 1, &chosen);
        if (chosen) {
            dock->selection().setStep(step);
        }
    };
    commands.resetLayout = [this] { m_layout->arrange(size()); };
    commands.layout = [this](const QStringList& docks, const QString& front) { m_layout->arrangeFor(docks, front); };
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
        for (const char* name : {"copy", "exportFigure", "maximise", "unlink", "explain", "asShown"}) {
            m_docks.back().dock->addAction(m_actions->named(QString::fromLatin1(name)));
        }
    }
    m_layout = std::make_unique<DockLayout>(*this, m_docks);
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

void MainWindow::makeMenus() {
    static const std::pair<Actions::Group, const char*> kMenus[] = {
        {Actions::Group::File, QT_TR_NOOP("&File")}, {Actions::Group::Edit, QT_TR_NOOP("&Edit")},
        {Actions::Group::Run, QT_TR_NOOP("&Run")},   {Actions::Group::Navigate, QT_TR_NOOP("&Go")},
        {Actions::Group::View, QT_TR_NOOP("&View")}, {Actions::Group::Help, QT_TR_NOOP("&Help")}};
    for (const auto& [group, title] : kMenus) {
        QMenu* menu = menuBar()->addMenu(tr(title));
        for (const Actions::Item& item : m_actions->all()) {
            if (item.group == group && !LayoutsMenu::has(*item.action)) {
                menu->addAction(item.action);
            }
            if (item.action->objectName() == QLatin1String("openBundle")) {
                addRecent(*menu);
            }
        }
        if (group == Actions::Group::File) {
            menu->addSeparator();
            QAction* quit = menu->addAction(tr("Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q), this, &QWidget::close);
            quit->setObjectName(QStringLiteral("quit"));
        }
        if (group == Actions::Group::View) {
            QMenu* docks = menu->addMenu(tr("Docks"));
            for (const DockLayout::Placed& placed : m_docks) {
                docks->addAction(placed.dock->toggleViewAction());
            }
            auto* layouts = new LayoutsMenu(*m_layout, *m_actions, m_settings, menu);
            menu->addMenu(layouts);
            connect(layouts, &LayoutsMenu::notice, &m_workspace, &Workspace::notice);
        }
    }
}

void MainWindow::addRecent(QMenu& menu) {
    QMenu* recent = menu.addMenu(tr("Recent runs"));
    recent->setObjectName(QStringLiteral("recentBundles"));
    const auto fill = [this, recent] {
        recent->clear();
        for (const QString& path : RecentBundles::of(m_workspace).paths()) {
            recent->addAction(RecentBundles::label(path).replace(QLatin1Char('&'), QLatin1String("&&")),
                              [this, path] { RecentBundles::of(m_workspace).open(path); });
        }
        recent->setEnabled(!recent->isEmpty());
    };
    connect(&RecentBundles::of(m_workspace), &RecentBundles::changed, recent, fill);
    fill();
}

void MainWindow::makeToolBars() {
    auto* transport = new QToolBar(tr("Transport"), this);
    transport->setObjectName(QStringLiteral("transport"));
    transport->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    transport->setIconSize(QSize(16, 16));
    transport->setMovable(false);
    addToolBar(Qt::TopToolBarArea, transport);
    for (const char* name : {"run", "step1", "step10", "step100", "stop", "fork", "forget"}) {
        transport->addAction(m_actions->named(QString::fromLatin1(name)));
    }
    transport->addSeparator();
    auto* speedLabel = new QLabel(tr(" Speed "), transport);
    transport->addWidget(speedLabel);
    auto* speed = new QComboBox(transport);
    speed->setAccessibleName(tr("Speed"));
    speed->setToolTip(tr("At most so many tokens a second"));
    for (const int tokens : {0, 200, 60, 20, 5, 1}) {
        speed->addItem(tokens == 0 ? tr("full") : tr("%1 tok/s").arg(tokens), tokens);
    }
    speedLabel->setBuddy(speed);
    transport->addWidget(speed);
    connect(speed, &QComboBox::activated, this,
            [this, speed](int at) { m_workspace.client().setSpeed(speed->itemData(at).toDouble()); });
    transport->addSeparator();
    transport->addAction(m_actions->named(QStringLiteral("live")));
    transport->addSeparator();
    for (const char* name : {"openBundle", "saveBundle", "exportFigure"}) {
        transport->addAction(m_actions->named(QString::fromLatin1(name)));
    }

    auto* time = new QToolBar(tr("Time"), this);
    time->setObjectName(QStringLiteral("time"));
    time->setMovable(false);
    addToolBar(Qt::BottomToolBarArea, time);
    const auto button = [&](const char* name, Sign sign, const QString& text) {
        QAction* action = m_actions->named(QString::fromLatin1(name));
        action->setIcon(transportIcon(sign));
        action->setIconText(text);
        time->addAction(action);
        if (auto* made = qobject_cast<QToolButton*>(time->widgetForAction(action)); made != nullptr && text.isEmpty()) {
            made->setToolButtonStyle(Qt::ToolButtonIconOnly);
        }
    };
    time->setIconSize(QSize(16, 16));
    time->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button("first", Sign::First, {});
    button("previousPrune", Sign::Earlier, tr("prune"));
    time->addWidget(new Scrubber(m_workspace, time));
    button("nextPrune", Sign::Later, tr("prune"));
    button("last", Sign::Last, {});
}

void MainWindow::makeStatusBar() {
    m_problems = new QToolButton(this);
    m_problems->setObjectName(QStringLiteral("problemCount"));
    m_problems->setAutoRaise(true);
    m_problems->setFocusPolicy(Qt::TabFocus);
    m_problems->setToolTip(tr("Shows the list"));
    connect(m_problems, &QToolButton::clicked, this, [this] { focusDock(*dock(QStringLiteral("problems"))); });
    statusBar()->addWidget(new StatusLine(m_workspace, this), 1);
    statusBar()->addPermanentWidget(new CheckProgress(m_workspace.bundles(), this));
    statusBar()->addPermanentWidget(m_problems);
    connect(&m_workspace, &Workspace::dirty, this, [this](Dirty what) {
        if (what & (DirtyFlag::Data | DirtyFlag::Status | DirtyFlag::Recording | DirtyFlag::Step | DirtyFlag::Unit |
                    DirtyFlag::Problems)) {
            showStatus();
        }
    });
    connect(&m_workspace.kept(), &KeptRuns::kept, this, [this](const QString& path) {
        Q_EMIT m_workspace.notice(tr("Kept the run as %1, so that its figures lead back to it").arg(path));
    });
    connect(&m_workspace.bundles(), &BundleFiles::saved, this,
            [this](const QString& path) { Q_EMIT m_workspace.notice(tr("Saved %1").arg(path)); });
    showStatus();
}

void MainWindow::showStatus() {
    const EngineClient& client = m_workspace.client();
    // A bundle or a fork is called after its policies as often as not.
    const QString source = m_workspace.namesHidden() ? tr("A recorded run") : client.source();
    setWindowTitle(client.viewing() ? tr("%1 - KV Workbench").arg(source) : tr("KV Workbench"));
    if (const auto recording = m_workspace.recording()) {
        setAccessibleDescription(summarySentence(*recording, m_workspace.selection().lane(), m_workspace.step()));
    }
    const int errors = m_workspace.problems().errors(), warnings = m_workspace.problems().warnings();
    QStringList counts;
    if (errors > 0) {
        counts << (errors == 1 ? tr("1 error") : tr("%1 errors").arg(errors));
    }
    if (warnings > 0) {
        counts << (warnings == 1 ? tr("1 warning") : tr("%1 warnings").arg(warnings));
    }
    m_problems->setText(counts.isEmpty() ? tr("no problems") : counts.join(QStringLiteral(", ")));
}

void MainWindow::showPalette() {
    std::vector<PaletteEntry> entries = paletteEntries(*m_actions, m_workspace);
    for (const DockLayout::Placed& placed : m_docks) {
        if (m_workspace.namesHidden() && placed.dock->tellsPolicies()) {
            continue;
        }
        entries.push_back({tr("Show %1").arg(placed.dock->windowTitle()), {}, true, [this, dock = placed.dock] {
                               focusDock(*dock);
                           }});
    }
    auto* palette = new CommandPalette(std::move(entries), this);
    palette->show();
}

Dock* MainWindow::dock(const QString& id) const {
    return findChild<Dock*>(id, Qt::FindDirectChildrenOnly);
}

Dock* MainWindow::activeDock() const {
    return m_lastDock != nullptr && m_lastDock->shown() ? m_lastDock : dock(QStringLiteral("strip"));
}

void MainWindow::focusDock(int number) {
    if (number < 1 || static_cast<std::size_t>(number) > m_docks.size()) {
        return;
    }
    focusDock(*m_docks[static_cast<std::size_t>(number - 1)].dock);
}

void MainWindow::focusDock(Dock& chosen) {
    chosen.show();
    if (chosen.isHidden()) {
        return;  // examiner mode
    }
    chosen.raise();
    chosen.widget()->setFocus(Qt::ShortcutFocusReason);
    if (QWidget* next = chosen.widget()->nextInFocusChain(); next != nullptr && chosen.isAncestorOf(next)) {
        next->setFocus(Qt::ShortcutFocusReason);
    }
    m_lastDock = &chosen;
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
    auto* clip = new QMimeData;
    if (const QString text = dock->copyText(); !text.isEmpty()) {
        clip->setText(text);
    }
    clip->setImageData(dock->widget()->grab().toImage());
    QApplication::clipboard()->setMimeData(clip);
    Q_EMIT m_workspace.notice(tr("Copied “%1”.").arg(dock->windowTitle()));
}

void MainWindow::fitTo(const QSize& available) {
    const QSize fitting = size().boundedTo(available);
    m_layout->adapt(fitting);  // first: docks side by side would not let it shrink
    resize(fitting);
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
    if (isVisible()) {
        m_layout->adapt(size());
    }
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!m_closing->mayClose()) {
        event->ignore();
        return;
    }
    if (m_settings != nullptr) {
        m_layout->save(*m_settings);
    }
    event->accept();
}

}  // namespace kvw::wb
