// SPDX-License-Identifier: GPL-3.0-or-later
/// The parts of the window around the docks: menus, tool bars, status bar.
#include <QComboBox>
#include <QCoreApplication>
#include <QLabel>
#include <QMenuBar>
#include <QProgressBar>
#include <QStatusBar>
#include <QStyle>
#include <QToolBar>
#include <QToolButton>
#include <QWidget>
#include <algorithm>

#include "app/workbench/session/files/bundle_saves.h"
#include "app/workbench/session/files/model_fetch.h"
#include "app/workbench/session/files/recent_bundles.h"
#include "app/workbench/session/words/bytes_text.h"
#include "app/workbench/session/words/plain_tip.h"
#include "app/workbench/session/workspace.h"
#include "app/workbench/shell/layout/layouts_menu.h"
#include "app/workbench/shell/layout/saved_views.h"
#include "app/workbench/shell/layout/tasks.h"
#include "app/workbench/shell/main_window.h"
#include "app/workbench/shell/scrubber.h"
#include "app/workbench/shell/status/status_line.h"
#include "app/workbench/views/common/dock.h"
#include "app/workbench/views/common/transport_icon.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/type_scale.h"

namespace kvw::wb {

namespace {

constexpr int kBarParts = 1000;

/// A progress bar and its cancel button.
struct Part {
    QWidget* whole;
    QProgressBar* bar;
    QToolButton* stop;

    Part(const char* name, const char* stopName, QWidget& within)
        : whole(new QWidget(&within)), bar(new QProgressBar(whole)), stop(new QToolButton(whole)) {
        whole->setObjectName(QLatin1String(name));
        stop->setObjectName(QLatin1String(stopName));
        stop->setAutoRaise(true);
        stop->setIcon(whole->style()->standardIcon(QStyle::SP_DialogCancelButton));
        rowOf({bar, stop}, whole, {0});
        whole->hide();
        within.layout()->addWidget(whole);
    }
    void say(const QString& text) const {
        bar->setFormat(text);
        const int wanted = bar->fontMetrics().horizontalAdvance(text) + 3 * bar->fontMetrics().averageCharWidth();
        bar->setFixedWidth(whole->isHidden() ? wanted : std::max(wanted, bar->width()));
    }
};

/// Shows in the status bar the progress of checking or writing a bundle and of fetching a model, with buttons to
/// cancel. Each part is hidden while it is idle. Thread: GUI thread.
class StatusProgress : public QWidget {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::StatusProgress)
 public:
    StatusProgress(Workspace& workspace, QWidget* parent) : QWidget(parent) {
        BundleFiles& files = workspace.bundles();
        rowOf({}, this, {0});

        const Part check("checkProgress", "stopCheck", *this);
        check.bar->setRange(0, 100);
        check.bar->setAccessibleName(tr("Check of the bundle"));
        check.stop->setAccessibleName(tr("Stop the check"));
        check.stop->setToolTip(tr("Stops the check: sums are not compared, and the rest is not unpacked"));
        connect(check.stop, &QToolButton::clicked, &files, &BundleFiles::stopChecks);
        connect(&files, &BundleFiles::checkAdvanced, this, [check](const QString& path, int percent) {
            check.say(tr("checking %p %"));
            check.bar->setValue(percent);
            check.bar->setToolTip(plainTip(tr("The rows of %1, and the sums of its files").arg(path)));
            check.whole->show();
        });
        connect(&files, &BundleFiles::checked, this, [check, &files] { check.whole->setVisible(files.checking()); });

        const Part save("saveProgress", "stopSave", *this);
        BundleSaves& saves = files.saves();
        save.bar->setRange(0, kBarParts);
        save.bar->setAccessibleName(tr("Writing of the bundle"));
        save.stop->setAccessibleName(tr("Stop writing the bundle"));
        save.stop->setToolTip(tr("Cancels the bundle: removes it and keeps what was there before"));
        connect(save.stop, &QToolButton::clicked, &saves, &BundleSaves::stop);
        connect(&saves, &BundleSaves::advanced, this, [save](const QString& path, qint64 done, qint64 total) {
            save.say(tr("saving %1").arg(bytesOfText(static_cast<double>(done), static_cast<double>(total))));
            save.bar->setValue(static_cast<int>(kBarParts * done / std::max<qint64>(1, total)));
            save.bar->setToolTip(
                plainTip(tr("Bytes of %1; those of a .zip count twice, written and packed").arg(path)));
            save.whole->show();
        });
        connect(&saves, &BundleSaves::ended, this, [save, &saves] { save.whole->setVisible(saves.saving()); });

        const Part fetch("fetchProgress", "stopFetch", *this);
        ModelFetch& model = workspace.modelFetch();
        fetch.bar->setAccessibleName(tr("Fetch of the model"));
        fetch.stop->setAccessibleName(tr("Stop fetching the model"));
        fetch.stop->setToolTip(tr("Cancels and removes the download"));
        connect(fetch.stop, &QToolButton::clicked, &model, &ModelFetch::cancel);
        const auto tell = [fetch, &model, &workspace] {
            fetch.say(tr("fetching %1 of %2 MB").arg(model.done()).arg(model.total()));
            fetch.bar->setRange(0, std::max(1, model.total()));
            fetch.bar->setValue(model.done());
            fetch.whole->setVisible(model.running() && workspace.recording());  // before a run, the start page shows it
        };
        connect(&model, &ModelFetch::changed, this, tell);
        connect(&workspace.client(), &EngineClient::recordingChanged, this, tell);
    }
};

/// Returns whether the menu has a separator before the command.
bool beginsASection(const QString& action) {
    static const QStringList kFirst = namesIn(
        "saveView exportFigure copy palette fork predict first nextPrune layerUp cursorA resetZoom tokenNext clear "
        "dock1 maximise typeLarger projector themeSystem about");
    return kFirst.contains(action);
}

}  // namespace

void MainWindow::makeMenus() {
    static const std::pair<Actions::Group, const char*> kMenus[] = {
        {Actions::Group::File, QT_TR_NOOP("&File")}, {Actions::Group::Edit, QT_TR_NOOP("&Edit")},
        {Actions::Group::Run, QT_TR_NOOP("&Run")},   {Actions::Group::Navigate, QT_TR_NOOP("&Go")},
        {Actions::Group::View, QT_TR_NOOP("&View")}, {Actions::Group::Help, QT_TR_NOOP("&Help")}};
    for (const auto& [group, title] : kMenus) {
        QMenu* menu = menuBar()->addMenu(tr(title));
        for (const Actions::Item& item : m_actions->all()) {
            if (item.group != group || LayoutsMenu::has(*item.action)) {
                continue;
            }
            const QString name = item.action->objectName();
            if (beginsASection(name)) {
                menu->addSeparator();
            }
            menu->addAction(item.action);
            if (name == QLatin1String("openBundle")) {
                addRecent(*menu);
            }
        }
        if (group == Actions::Group::File) {
            menu->addSeparator();
            QAction* quit = menu->addAction(tr("Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q), this, &QWidget::close);
            quit->setObjectName(QStringLiteral("quit"));
        }
        if (group == Actions::Group::View) {
            menu->addSeparator();
            QMenu* docks = menu->addMenu(tr("Docks"));
            for (const DockLayout::Placed& placed : m_docks) {
                QAction* shows = placed.dock->toggleViewAction();
                docks->addAction(shows);
                // A dock among tabs comes to the front.
                connect(shows, &QAction::triggered, placed.dock, [dock = placed.dock](bool shown) {
                    if (shown) {
                        dock->raise();
                    }
                });
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
        for (const QString& path : m_workspace.recent().paths()) {
            recent->addAction(RecentBundles::label(path).replace(QLatin1Char('&'), QLatin1String("&&")),
                              [this, path] { m_workspace.recent().open(path); });
        }
        recent->setEnabled(!recent->isEmpty() && !m_workspace.namesHidden());
    };
    connect(&m_workspace.recent(), &RecentBundles::changed, recent, fill);
    // Bundles are often named after their policies, which examiner mode hides.
    connect(&m_workspace, &Workspace::dirty, recent, [this, recent](Dirty what) {
        if (what & DirtyFlag::Recording) {
            recent->setEnabled(!recent->isEmpty() && !m_workspace.namesHidden());
        }
    });
    fill();
}

void MainWindow::makeToolBars() {
    auto* transport = new QToolBar(tr("Transport"), this);
    transport->setObjectName(QStringLiteral("transport"));
    transport->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    transport->setIconSize(QSize(16, 16));
    transport->setMovable(false);
    addToolBar(Qt::TopToolBarArea, transport);
    for (const char* name : {"run", "step1", "step10", "step100", "stop", "fork", "forget", "besideParent"}) {
        transport->addAction(m_actions->named(QString::fromLatin1(name)));
    }
    transport->addSeparator();
    auto* speedLabel = new QLabel(tr(" Speed "), transport);
    transport->addWidget(speedLabel);
    auto* speed = new QComboBox(transport);
    speed->setAccessibleName(tr("Speed"));
    speed->setToolTip(tr("Limit of tokens per second"));
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

    m_tasks = new QToolBar(tr("Tasks"), this);
    m_tasks->setObjectName(QStringLiteral("tasks"));
    m_tasks->setIconSize(QSize(20, 20));
    m_tasks->setMovable(false);
    addToolBar(Qt::LeftToolBarArea, m_tasks);
    for (const Task& task : tasks()) {
        m_tasks->addAction(m_actions->named(commandOf(task)));
    }
    scaleType(*m_tasks, 0.85);
    fitToType(*m_tasks, [this](QToolBar&) { fitTasks(); });

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

void MainWindow::fitTasks() {
    if (m_tasks == nullptr) {
        return;
    }
    constexpr double kWords = 1.3;  // larger words would be a column of their own
    constexpr int kLeast = 700;     // docks need all of a window that is less wide; keys and menu have the tasks, too
    const double scale = typeScale();
    m_tasks->setToolButtonStyle(scale > kWords ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextUnderIcon);
    m_tasks->setMaximumWidth(width() < kLeast * scale ? 0 : QWIDGETSIZE_MAX);
}

void MainWindow::makeStatusBar() {
    m_problems = new QToolButton(this);
    m_problems->setObjectName(QStringLiteral("problemCount"));
    m_problems->setAutoRaise(true);
    m_problems->setFocusPolicy(Qt::TabFocus);
    m_problems->setToolTip(tr("Shows the list"));
    connect(m_problems, &QToolButton::clicked, this, [this] { focusDock(*dock(QStringLiteral("problems"))); });
    statusBar()->addWidget(new StatusLine(m_workspace, *statusBar()), 1);
    statusBar()->addPermanentWidget(new StatusProgress(m_workspace, this));
    statusBar()->addPermanentWidget(m_problems);
    connect(&m_workspace, &Workspace::dirty, this, [this](Dirty what) {
        if (what & (DirtyFlag::Data | DirtyFlag::Status | DirtyFlag::Recording | DirtyFlag::Step | DirtyFlag::Unit |
                    DirtyFlag::Problems)) {
            showStatus();
        }
    });
    connect(&m_workspace.kept(), &KeptRuns::kept, this,
            [this](const QString& path) { Q_EMIT m_workspace.notice(tr("Kept the run as %1").arg(path)); });
    connect(&m_workspace.bundles(), &BundleFiles::saved, this,
            [this](const QString& path) { Q_EMIT m_workspace.notice(tr("Saved %1").arg(path)); });
    connect(&m_workspace.bundles().saves(), &BundleSaves::stopped, this, [this](const QString& path) {
        m_views->giveUp();
        Q_EMIT m_workspace.notice(tr("%1 was cancelled; nothing of it is left.").arg(path));
    });
    showStatus();
}

void MainWindow::showStatus() {
    const EngineClient& client = m_workspace.client();
    // Bundles and forks are often named after their policies, which examiner mode hides.
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

}  // namespace kvw::wb
