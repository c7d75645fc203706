// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/shell/commands/actions.h"

#include <QActionGroup>
#include <QWidget>
#include <algorithm>

#include "app/workbench/session/runs/run_again.h"
#include "app/workbench/shell/layout/tasks.h"
#include "app/workbench/views/common/copy_values.h"
#include "app/workbench/views/common/dock.h"
#include "app/workbench/views/common/transport_icon.h"

namespace kvw::wb {

namespace {

constexpr const char *kUsual = "usualKeys", *kTip = "tip";

/// Returns whether a run is on its way to its first token. The engine is also loaded for other purposes.
bool beforeDecode(const EngineClient& client) {
    const SessionState state = client.status().state;
    return state == SessionState::Prefill || (state == SessionState::Loading && client.startAsked());
}

}  // namespace

Actions::Actions(Workspace& workspace, ViewHistory& history, const WindowCommands& commands, QWidget* window)
    : QObject(window), m_window(window), m_workspace(workspace), m_history(history), m_own(commands.ownSelection) {
    addFile(commands);
    addEdit(commands);
    addRun(commands);
    addNavigation(commands);
    addView(commands);
    add(Group::Help, "help", tr("Help"), Qt::Key_F1, tr("Keys, colours and all views, with a search"), commands.help);
    add(Group::Help, "explain", tr("Explain this dock"), QKeySequence(Qt::SHIFT | Qt::Key_F1),
        tr("Help page of the dock last used"), commands.explain);
    add(Group::Help, "editKeys", tr("Keys…"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_K),
        tr("Changes the keys of commands"), commands.editKeys);
    add(Group::Help, "stories", tr("Stories"), Qt::Key_F2, tr("Guided stories in this window"),
        [this] { Q_EMIT m_workspace.storyRequested({}); });
    add(Group::Help, "about", tr("About KV Workbench"), QKeySequence(Qt::CTRL | Qt::Key_F1), tr("Version and licences"),
        commands.about);
    connect(&workspace, &Workspace::dirty, this, [this](Dirty what) {
        const bool first = what & DirtyFlag::Data && !m_stepped;
        if (first || what & (DirtyFlag::Status | DirtyFlag::Recording | DirtyFlag::Tokens)) {
            update();
        }
    });
    connect(&workspace.selection(), &Selection::followingChanged, this, &Actions::update);
    connect(&history, &ViewHistory::changed, this, &Actions::update);
    update();
}

QAction* Actions::add(Group group, const char* name, const QString& text, const QKeySequence& key, const QString& tip,
                      std::function<void()> effect) {
    auto* action = new QAction(text, this);
    action->setObjectName(QString::fromLatin1(name));
    action->setStatusTip(tip);
    action->setProperty(kTip, tip);
    action->setProperty(kUsual, key.toString());
    bind(*action, {key});
    connect(action, &QAction::triggered, this, [effect = std::move(effect)] { effect(); });
    m_items.push_back({group, action});
    return action;
}

void Actions::addKey(const QKeySequence& key) {
    QAction* last = m_items.back().action;
    last->setProperty(kUsual, QKeySequence::listToString({last->shortcut(), key}, QKeySequence::PortableText));
    bind(*last, usualKeys(*last));
}

void Actions::bind(QAction& action, const QList<QKeySequence>& keys) {
    QList<QKeySequence> given = keys;
    given.removeAll(QKeySequence());
    action.setShortcuts(given);
    tell(action);
}

void Actions::tell(QAction& action) {
    const QString key = action.shortcut().toString(QKeySequence::NativeText), tip = tipOf(action);
    const QString usual = key.isEmpty() ? tip : QStringLiteral("%1 (%2)").arg(tip, key);
    const bool noted = action.statusTip() != tip;
    action.setToolTip(noted ? usual + QLatin1Char('\n') + action.statusTip() : usual);
}

QString Actions::tipOf(const QAction& action) {
    return action.property(kTip).toString();
}

void Actions::note(QAction& action, const QString& note) {
    action.setStatusTip(note.isEmpty() ? tipOf(action) : note);
    tell(action);
}

void Actions::allow(QAction& action, bool possible, const QString& reason) {
    action.setEnabled(possible);
    note(action, possible ? QString() : reason);
}

QList<QKeySequence> Actions::usualKeys(const QAction& action) {
    return QKeySequence::listFromString(action.property(kUsual).toString(), QKeySequence::PortableText);
}

QAction* Actions::named(const QString& objectName) const {
    const auto found =
        std::ranges::find_if(m_items, [&](const Item& item) { return item.action->objectName() == objectName; });
    return found == m_items.end() ? nullptr : found->action;
}

void Actions::addFile(const WindowCommands& commands) {
    add(Group::File, "newRun", tr("New run…"), QKeySequence(Qt::CTRL | Qt::Key_N),
        tr("Shows the run dock, which describes and starts the next run"), [this, focus = commands.focusDock] {
            focus(1);
            Q_EMIT m_workspace.notice(tr("Describe the next run here; Start, or Ctrl+Return, starts it."));
        });
    add(Group::File, "openBundle", tr("Open bundle…"), QKeySequence(Qt::CTRL | Qt::Key_O),
        tr("Opens a recorded run; no model is needed"), [this] { Q_EMIT m_workspace.openRequested(OpenWhat::Bundle); });
    add(Group::File, "openModel", tr("Load model…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O),
        tr("A folder in the Hugging Face layout for the next run"),
        [this] { Q_EMIT m_workspace.openRequested(OpenWhat::Model); });
    add(Group::File, "openText", tr("Open text…"), QKeySequence(Qt::CTRL | Qt::Key_T),
        tr("A text file for the next run"), [this] { Q_EMIT m_workspace.openRequested(OpenWhat::Text); });
    add(Group::File, "openStory", tr("Open story…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_T),
        tr("A guided story from a Markdown file"), commands.openStory);
    add(Group::File, "handout", tr("Handout of the story…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_H),
        tr("The open story on paper: PDF, HTML or Markdown, its answers at the end"), commands.handout);
    m_needsRecording.push_back(add(Group::File, "saveView", tr("Save view"), QKeySequence(Qt::CTRL | Qt::Key_S),
                                   tr("Saves the view beside the run's bundle; opening the bundle restores it"),
                                   commands.saveView));
    m_needsRecording.push_back(add(Group::File, "saveBundle", tr("Save bundle…"),
                                   QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E), tr("Writes the run as a bundle"),
                                   commands.saveBundle));
    // Library and sweep docks can be exported without a run.
    add(Group::File, "exportFigure", tr("Export this dock…"), QKeySequence(Qt::CTRL | Qt::Key_E),
        tr("PDF, SVG, PNG or CSV of the dock last used; figures are 178 mm wide (two columns)"), commands.exportFigure);
    add(Group::File, "exportOneColumn", tr("Export this dock, one column (85 mm)…"),
        QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_W), tr("The same, as wide as one column of a paper"),
        commands.exportOneColumn);
    add(Group::File, "exportSlide", tr("Export this dock, slide (16:9)…"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_H),
        tr("The same as a slide, legible from afar"), commands.exportSlide);
    m_needsRecording.push_back(
        add(Group::File, "figures", tr("Figures for a page…"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_E),
            tr("Several figures, or those of a paper, on a page of an exact width"), commands.exportPage));
    m_needsRecording.push_back(
        add(Group::File, "exportAll", tr("Export all figures…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F),
            tr("Every figure of every lane into one folder: PDF, SVG, PNG, data and caption"), commands.exportAll));
}

void Actions::addEdit(const WindowCommands& commands) {
    m_undo = add(Group::Edit, "undo", tr("Undo"), QKeySequence(Qt::CTRL | Qt::Key_Z),
                 tr("Undoes a change of the selection, the view or the next run"), [this] { m_history.undo(); });
    m_redo = add(Group::Edit, "redo", tr("Redo"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z),
                 tr("Repeats the change that was undone"), [this] { m_history.redo(); });
    m_needsRecording.push_back(add(Group::Edit, "copy", tr("Copy values"), QKeySequence(Qt::CTRL | Qt::Key_C),
                                   tr("Values and picture of the dock last used"), commands.copy));
    addKey(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C));
    add(Group::Edit, "palette", tr("Command palette…"), QKeySequence(Qt::CTRL | Qt::Key_K),
        tr("Everything by name: commands, docks and their controls, policies, texts, examples, stories, lanes"),
        commands.palette);
}

void Actions::addRun(const WindowCommands& commands) {
    EngineClient& client = m_workspace.client();
    m_run = add(Group::Run, "run", tr("Run"), Qt::Key_Space, tr("Runs or pauses"), [this, &client] {
        const SessionState state = client.status().state;
        if (state == SessionState::Running) {
            client.pause();
        } else if (!client.viewing() && beforeDecode(client)) {
            client.pause();  // takes effect when the prompt has been read
            Q_EMIT m_workspace.notice(tr("The run pauses as soon as the prompt is read."));
        } else if (client.viewing() && client.underWay()) {
            m_workspace.forks().showLive();
        } else if (state == SessionState::Paused && !client.viewing()) {
            m_workspace.selection().setFollowing(true);
            client.resume();
        } else {
            m_workspace.refuseIfFailed(m_workspace.startDraft());
        }
    });
    m_run->setIcon(transportIcon(Sign::Run));
    add(Group::Run, "startRun", tr("Start the next run"), QKeySequence(Qt::CTRL | Qt::Key_Return),
        tr("Starts the run of the run dock; stops and keeps the current one"),
        [this] { m_workspace.refuseIfFailed(m_workspace.startDraft()); });
    const auto step = [&](const char* name, const QString& text, std::int64_t count, const QKeySequence& key) {
        QAction* action =
            add(Group::Run, name, text, key,
                count == 1 ? tr("Decodes one token, then pauses; in the past, moves the cursor")
                           : tr("Decodes %1 tokens, then pauses; in the past, moves the cursor").arg(count),
                [this, count] { move(count); });
        action->setIconText(QStringLiteral("+%1").arg(count));
        m_stepping.push_back(action);
    };
    step("step1", tr("Step 1"), 1, Qt::Key_Right);
    step("step10", tr("Step 10"), 10, QKeySequence(Qt::SHIFT | Qt::Key_Right));
    step("step100", tr("Step 100"), 100, QKeySequence(Qt::CTRL | Qt::Key_Right));
    m_stop = add(Group::Run, "stop", tr("Stop"), QKeySequence(Qt::CTRL | Qt::Key_Period),
                 tr("Ends the run; recorded data stays"), [&client] { client.stop(); });
    m_stop->setIcon(transportIcon(Sign::Stop));
    Forks& forks = m_workspace.forks();
    m_fork = add(Group::Run, "fork", tr("Fork here"), Qt::Key_F,
                 tr("Repeats the shown run up to the selected step and continues with the policy of the run dock"),
                 [this, &forks] { m_workspace.refuseIfFailed(forks.fork(forks.stepHere(), forks.draftPolicy())); });
    m_fork->setIconText(tr("Fork"));
    m_fork->setIcon(transportIcon(Sign::Fork));
    const auto hand = [&](const char* name, const QString& text, const QKeySequence& key, const QString& tip,
                          RunChange::Kind kind) {
        m_onTokens.push_back(add(Group::Run, name, text, key, tip, [this, &forks, kind] {
            m_workspace.refuseIfFailed(forks.editTokens(kind, m_workspace.selection().tokens()));
        }));
    };
    m_onTokens.push_back(
        add(Group::Run, "forget", tr("What did it forget?"), Qt::Key_W,
            tr("Puts evicted tokens of the selection back in a fork and shows what that changes"),
            [this, &forks] { m_workspace.refuseIfFailed(forks.measureForgetting(m_workspace.selection().tokens())); }));
    m_onTokens.back()->setIconText(tr("Forget?"));
    m_onTokens.push_back(add(Group::Run, "autopsy", tr("When was it forgotten?"),
                             QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_W),
                             tr("When each layer and head lost the selected tokens, their score against the cut, and the "
                                "smallest budget that keeps them"),
                             commands.autopsy));
    hand("evictTokens", tr("Evict by hand"), Qt::Key_Delete,
         tr("Evicts the selection from every layer and head, in a fork from the selected step"),
         RunChange::Kind::Evict);
    hand("pinTokens", tr("Pin"), Qt::Key_I,
         tr("Protects the selection from eviction, in a fork from the selected step"), RunChange::Kind::Pin);
    hand("releaseTokens", tr("Release"), QKeySequence(Qt::SHIFT | Qt::Key_I),
         tr("Lets the policy evict the selection again, in a fork from the selected step"), RunChange::Kind::Release);
    hand("restoreTokens", tr("Put back"), QKeySequence(Qt::SHIFT | Qt::Key_W),
         tr("Puts evicted tokens of the selection back with their old keys and values, in a fork from the selected "
            "step"),
         RunChange::Kind::Restore);
    m_needsRecording.push_back(add(Group::Run, "predict", tr("Predict the next prune"),
                                   QKeySequence(Qt::SHIFT | Qt::Key_P),
                                   tr("Stops before the next prune event: mark tokens to evict, then see the cost"),
                                   [this] { m_workspace.refuseIfFailed(m_workspace.prediction().begin()); }));
    m_needsRecording.push_back(add(Group::Run, "takeApart", tr("Take this prune apart"),
                                   QKeySequence(Qt::SHIFT | Qt::Key_K),
                                   tr("Of the prune event at the selected step: what the eviction costs, what the "
                                      "change of positions costs, and both, in a fork"),
                                   [this, &forks] { m_workspace.refuseIfFailed(forks.takeApart(forks.stepHere() - 1)); }));
    m_needsRecording.push_back(add(Group::Run, "designCascade", tr("Design a cascade…"),
                                   QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_D),
                                   tr("Sizes and periods of cascade sub-caches, judged by the attention of the shown "
                                      "run's full cache"),
                                   commands.designCascade));
    m_needsRecording.push_back(add(Group::Run, "copyCommand", tr("Copy as kvw"),
                                   QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_C),
                                   tr("Copies the kvw command of the shown run, fork or comparison"), [this] {
                                       if (const auto recording = m_workspace.recording()) {
                                           copyCommandOf(m_workspace, *recording, *m_window);
                                       }
                                   }));
    m_needsRecording.push_back(
        add(Group::Run, "asShown", tr("Settings of the shown run"), QKeySequence(Qt::CTRL | Qt::Key_R),
            tr("Sets the run dock to the settings of the shown run"), [this] {
                if (const auto recording = m_workspace.recording()) {
                    const auto taken = loadIntoDraft(*recording, m_workspace);
                    if (taken) {
                        Q_EMIT m_workspace.notice(tr("Restored the settings of the shown run.") +
                                                  (m_workspace.namesHidden() ? QString() : leftOutText(*taken)));
                    } else {
                        m_workspace.refuse(taken.error());
                    }
                }
            }));
    m_beside = add(Group::Run, "besideParent", tr("Compare with its parent"), QKeySequence(Qt::SHIFT | Qt::Key_F),
                   tr("Shows a fork and its parent as lanes of one picture"), [this, &forks] {
                       if (const int run = forks.current(); run >= 0 && forks.tree().node(run).parent >= 0) {
                           m_workspace.refuseIfFailed(forks.compare(forks.tree().node(run).parent, run));
                       }
                   });
    m_beside->setIconText(tr("Compare"));
}

void Actions::addView(const WindowCommands& commands) {
    auto* tasksGroup = new QActionGroup(this);
    int number = 0;
    for (const Task& task : tasks()) {
        QAction* action =
            add(Group::View, qPrintable(commandOf(task)), QObject::tr(task.title),
                QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_1 + number++)), QObject::tr(task.tip),
                [turn = commands.task, id = QString::fromLatin1(task.id)] { turn(id); });
        action->setIcon(transportIcon(task.sign));
        action->setCheckable(true);
        tasksGroup->addAction(action);
    }
    for (int dock = 1; dock <= 9; ++dock) {
        add(Group::View, qPrintable(QStringLiteral("dock%1").arg(dock)), tr("Dock %1").arg(dock),
            QKeySequence(Qt::ALT | static_cast<Qt::Key>(Qt::Key_0 + dock)), tr("Shows and focuses this dock"),
            [focus = commands.focusDock, dock] { focus(dock); });
    }
    add(Group::View, "maximise", tr("Maximise dock"), Qt::Key_M, tr("The dock last used fills the window; again: back"),
        commands.maximiseDock);
    add(Group::View, "fold", tr("Fold controls"), QKeySequence(Qt::SHIFT | Qt::Key_M),
        tr("Hides legend, boxes and notes of the dock last used; again: shows them"), commands.foldDock);
    add(Group::View, "unlink", tr("Unlink this view"), Qt::Key_U,
        tr("Gives the dock last used its own step, layer and head; again: links it"), commands.unlink);
    add(Group::View, "fullScreen", tr("Full screen"), Qt::Key_F11, tr("Without a window frame; again: back"),
        commands.fullScreen);
    add(Group::View, "typeLarger", tr("Larger font"), QKeySequence(Qt::CTRL | Qt::Key_Plus),
        tr("Type of the whole window, up to 200 %"), [set = commands.typeSize] { set(1); });
    addKey(QKeySequence(Qt::CTRL | Qt::Key_Equal));
    add(Group::View, "typeSmaller", tr("Smaller font"), QKeySequence(Qt::CTRL | Qt::Key_Minus),
        tr("Type of the whole window, down to 80 %"), [set = commands.typeSize] { set(-1); });
    add(Group::View, "typeUsual", tr("Usual font size"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_0),
        tr("Type in the size of the system"), [set = commands.typeSize] { set(0); });
    add(Group::View, "projector", tr("Projector mode"), Qt::Key_P,
        tr("For a hall: few docks, large type, thick lines, the step and the keys above them; again: back"),
        commands.projector)
        ->setCheckable(true);
    add(Group::View, "examiner", tr("Examiner mode"), Qt::Key_X,
        tr("Which policy is it? Hides names and parameters; again: shows them"), commands.examiner)
        ->setCheckable(true);
    add(Group::View, "sound", tr("Sound of prune events"), Qt::Key_S,
        tr("Clicks at prune events, higher the more the tokens before them cost; merges neighbours if more than 16 "
           "come at once; again: off"),
        commands.sound)
        ->setCheckable(true);
    add(Group::View, "resetLayout", tr("First places"), QKeySequence(Qt::CTRL | Qt::Key_0),
        tr("The docks of the task as they lay at first"), commands.resetLayout);
    add(Group::View, "layoutTeach", tr("Teach"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_3),
        tr("Layout with text, NLL and attention"),
        [set = commands.layout] { set(namesIn("story strip nll attention probes"), QStringLiteral("nll")); });
    auto* themes = new QActionGroup(this);
    const auto theme = [&](const char* name, const QString& text, const QKeySequence& key, ThemeChoice choice) {
        QAction* action = add(Group::View, name, text, key, tr("Colours of the window; those of the data stay"),
                              [set = commands.theme, choice] { set(choice); });
        action->setCheckable(true);
        themes->addAction(action);
    };
    theme("themeSystem", tr("Theme of the system"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_S), ThemeChoice::System);
    theme("themeLight", tr("Light theme"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_L), ThemeChoice::Light);
    theme("themeDark", tr("Dark theme"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_D), ThemeChoice::Dark);
}

void Actions::update() {
    const EngineClient& client = m_workspace.client();
    const SessionState state = client.status().state;
    const bool running = !client.viewing() && (state == SessionState::Running || beforeDecode(client));
    const bool paused = !client.viewing() && state == SessionState::Paused;
    if (const QString text = running ? tr("Pause") : paused ? tr("Continue") : tr("Run"); text != m_run->text()) {
        m_run->setText(text);
        m_run->setIcon(transportIcon(running ? Sign::Pause : Sign::Run));
    }
    allow(*m_stop, running || paused, tr("No run is in progress"));
    const RunTree& tree = m_workspace.forks().tree();
    const int shown = m_workspace.forks().current();
    const QString noRun = tr("No run of this session is shown");
    allow(*m_fork, shown >= 0, noRun);
    allow(*m_beside, shown >= 0 && tree.node(shown).parent >= 0, shown < 0 ? noRun : tr("The shown run is not a fork"));
    const bool tokens = !m_workspace.selection().tokens().empty();
    for (QAction* action : m_onTokens) {
        allow(*action, shown >= 0 && tokens, shown < 0 ? noRun : tr("No tokens are selected"));
    }
    allow(*m_undo, m_history.canUndo(), tr("Nothing to undo"));
    allow(*m_redo, m_history.canRedo(), tr("Nothing to redo"));
    const bool recorded = client.recording() != nullptr, hidden = m_workspace.namesHidden();
    const QString nothing = tr("Nothing is recorded yet"),
                  examiner = tr("It would show the names; X ends examiner mode");
    m_stepped = client.steps() > 0;  // during prefill there is no step to go to; update() runs again when the first
                                     // step arrives
    for (QAction* action : m_stepping) {
        if (m_stepped && client.viewing()) {
            action->setEnabled(true);
            note(*action, tr("This run is not in progress: the cursor moves, nothing is decoded"));
        } else {
            allow(*action, m_stepped, nothing);
        }
    }
    for (QAction* action : m_needsSteps) {
        allow(*action, m_stepped, nothing);
    }
    for (QAction* action : m_needsRecording) {
        allow(*action, recorded, nothing);
    }
    for (const char* name : {"exportFigure", "exportOneColumn", "exportSlide"}) {
        allow(*named(QString::fromLatin1(name)), !hidden, examiner);
    }
    for (const char* name : {"exportAll", "figures"}) {
        allow(*named(QString::fromLatin1(name)), recorded && !hidden, hidden ? examiner : nothing);
    }
    allow(*named(QStringLiteral("takeApart")), shown >= 0, noRun);
    allow(*named(QStringLiteral("autopsy")), shown >= 0 && tokens && !hidden,
          hidden      ? examiner
          : shown < 0 ? noRun
                      : tr("No tokens are selected"));
    const bool command = recorded && !client.recording()->description().specs.empty();
    allow(*named(QStringLiteral("copyCommand")), command && !hidden,
          hidden     ? examiner
          : recorded ? tr("No kvw command is known for this run")
                     : nothing);
    m_live->setChecked(m_workspace.selection().following());
}

}  // namespace kvw::wb
