// SPDX-License-Identifier: GPL-3.0-or-later
/// Dock with guided stories: the list of stories, and the page of the open one.
#include <QApplication>
#include <QCoreApplication>
#include <QDir>
#include <QImage>
#include <QLabel>
#include <QMainWindow>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTemporaryDir>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "app/workbench/session/words/plain_tip.h"
#include "app/workbench/stories/dock/finished_stories.h"
#include "app/workbench/stories/dock/story_controls.h"
#include "app/workbench/stories/dock/story_page_view.h"
#include "app/workbench/stories/dock/title_button.h"
#include "app/workbench/stories/story_handout.h"
#include "app/workbench/stories/story_library.h"
#include "app/workbench/stories/story_parser.h"
#include "app/workbench/stories/story_text.h"
#include "app/workbench/views/common/dock.h"
#include "app/workbench/views/common/dock_size.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/type_scale.h"

namespace kvw::wb {

namespace {

QLabel* sentence(const QString& text, QWidget* parent) {
    auto* label = sentenceIn(parent);
    label->setText(text);
    label->setMinimumWidth(1);
    return label;
}

/// Returns a folder with native separators and ~ for the home folder.
QString fromHome(const QString& folder) {
    const QString home = QDir::homePath() + QLatin1Char('/');
    return QDir::toNativeSeparators(folder.startsWith(home) ? QLatin1String("~/") + folder.mid(home.size()) : folder);
}

/// List of the available stories; one click opens a story. Thread: GUI thread.
class StoryList : public QScrollArea {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::StoryList)
 public:
    /// `choose`: opens a story's file; `goOn`: resumes the story left last; `finished`: stories that get a tick.
    StoryList(std::function<void(const QString&)> choose, std::function<void()> goOn, const FinishedStories& finished,
              QWidget* parent)
        : QScrollArea(parent), m_choose(std::move(choose)), m_goOn(std::move(goOn)), m_finished(finished) {
        setObjectName(QStringLiteral("storyList"));
        setAccessibleName(tr("Stories"));
        setWidgetResizable(true);
        setFrameShape(QFrame::NoFrame);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    }
    /// `goOn`: label of the button that resumes the story left last; empty: there is none.
    void fill(const std::vector<StoryEntry>& entries, const QString& goOn = {}) {
        auto* page = new QWidget;
        auto* column = new QVBoxLayout(page);
        column->setContentsMargins(8, 8, 8, 8);
        column->addWidget(sentence(tr("A story explains one idea in the real window. It fills in the run dock and "
                                      "starts runs; everything stays usable meanwhile."),
                                   page));
        if (!goOn.isEmpty()) {
            auto* button = new TitleButton(goOn, page);
            button->setObjectName(QStringLiteral("storyGoOn"));
            column->addSpacing(6);
            column->addWidget(button);
            connect(button, &TitleButton::clicked, this, [this] { m_goOn(); });
        }
        for (const StoryEntry& entry : entries) {
            const QString file = QString::fromStdString(entry.file.string());
            const bool done = m_finished.has(entry.name);
            auto* button = new TitleButton((done ? QStringLiteral("✓ ") : QString()) + entry.title, page);
            button->setObjectName(QStringLiteral("story:") + entry.name);
            button->setToolTip(plainTip(done ? tr("%1 (played to its end)").arg(entry.title) : entry.title));
            button->setEnabled(entry.mistake.isEmpty());
            column->addSpacing(6);
            column->addWidget(button);
            auto* summary = sentence(entry.mistake.isEmpty() ? about(entry) : entry.mistake, page);
            summary->setBuddy(button);
            column->addWidget(summary);
            connect(button, &TitleButton::clicked, this, [this, file] { m_choose(file); });
        }
        if (entries.empty()) {
            column->addWidget(sentence(tr("No story was found in the resources folder."), page));
        }
        column->addSpacing(10);
        column->addWidget(sentence(tr("Your own: Markdown files in %1, or any file through File, Open story.")
                                       .arg(fromHome(QString::fromStdString(userStoryFolder().string()))),
                                   page));
        column->addStretch();
        setWidget(page);
    }

 private:
    static QString about(const StoryEntry& entry) {
        return entry.pages == 1 ? tr("%1 (1 page)").arg(entry.summary)
                                : tr("%1 (%2 pages)").arg(entry.summary).arg(entry.pages);
    }

    std::function<void(const QString&)> m_choose;
    std::function<void()> m_goOn;
    const FinishedStories& m_finished;
};

class StoryDock : public Dock {
 public:
    StoryDock(const DockEntry& entry, Workspace& workspace, QWidget* parent)
        : Dock(entry, DirtyFlag::Theme, workspace, parent),
          m_window(*parent),
          m_player(new StoryPlayer(workspace, this)),
          m_marker(new ControlMarker(*parent, *this)),
          m_finished(new FinishedStories(this)),
          m_pages(new QStackedWidget(this)),
          m_list(new StoryList([this](const QString& file) { open(file); }, [this] { m_player->resume(); }, *m_finished,
                               m_pages)),
          m_page(new StoryPageView(*m_player, m_pages)) {
        m_pages->addWidget(m_list);
        m_pages->addWidget(m_page);
        setContent(m_pages);
        connect(&workspace, &Workspace::storyRequested, this, &StoryDock::open);
        connect(m_player, &StoryPlayer::pageChanged, this, &StoryDock::turn);
        connect(m_player, &StoryPlayer::changed, m_page, &StoryPageView::showState);
        connect(m_player, &StoryPlayer::changed, this, &StoryDock::tick);
        connect(m_player, &StoryPlayer::showOnly, this, &StoryDock::stage);
        connect(m_page, &StoryPageView::termWanted, &workspace, &Workspace::termRequested);
        connect(m_player, &StoryPlayer::highlight, this, [this](const QString& control) {
            if (!m_marker->mark(control)) {
                m_player->leaveOut(QObject::tr("There is no control “%1” to mark.").arg(control));
            }
        });
        connect(m_player, &StoryPlayer::showDock, this, [this](const QString& id, const QString& mode) {
            auto* dock = qobject_cast<Dock*>(dockOf(m_window, id));
            if (dock == nullptr) {
                m_player->leaveOut(QObject::tr("There is no dock “%1”.").arg(id));
            } else if (dock != this && dock->mayShow()) {
                dock->show();
                dock->raise();
            }
            if (!mode.isEmpty() && dock != nullptr && !setMode(m_window, id, mode)) {
                m_player->leaveOut(QObject::tr("“%1” has no mode “%2”.").arg(dock->windowTitle(), mode));
            }
        });
        connect(this, &QDockWidget::visibilityChanged, this,
                [this](bool visible) { m_marker->mark(visible ? m_player->highlighted() : QString()); });
    }

    QStringList exportFormats() const override {
        return m_player->story() == nullptr ? QStringList() : namesIn("pdf html md");
    }
    /// Exports the open story as a handout.
    FileWork exportWork(const QString& file, FigureWidth /*width*/) override {
        return paintWork([self = QPointer(this), file]() -> Result<void> {
            if (self == nullptr || self->m_player->story() == nullptr) {
                return fail(Code::BadUsage, "handout", "no story is open");
            }
            const auto titleOf = [&self](const QString& id) {
                const QDockWidget* dock = dockOf(self->m_window, id);
                return dock == nullptr ? QString() : dock->windowTitle();
            };
            const auto figures = file.endsWith(QLatin1String(".pdf"), Qt::CaseInsensitive)
                                     ? self->figuresOfRun()
                                     : std::vector<HandoutFigure>();
            return writeHandout(*self->m_player->story(), file.toStdString(), titleOf, figures);
        });
    }

 protected:
    void refresh(Dirty /*what*/) override {
        if (m_player->story() == nullptr) {
            fillList();
        }
    }

 private:
    /// Returns figures of the shown run: of docks that the story shows and that are in sight, at most two.
    [[nodiscard]] std::vector<HandoutFigure> figuresOfRun() {
        QStringList ids;
        for (const StoryPage& page : m_player->story()->pages) {
            for (const auto* part : {&page.enter, &page.directives, &page.done, &page.leave}) {
                for (const StoryDirective& directive : *part) {
                    if (const auto* show = std::get_if<ShowAction>(&directive.action)) {
                        ids += QString::fromStdString(show->dock);
                    } else if (const auto* layout = std::get_if<LayoutAction>(&directive.action)) {
                        for (const std::string& dock : layout->docks) {
                            ids += QString::fromStdString(dock);
                        }
                    }
                }
            }
        }
        ids.removeDuplicates();
        std::vector<HandoutFigure> figures;
        const QTemporaryDir folder;
        for (const QString& id : std::as_const(ids)) {
            auto* dock = qobject_cast<Dock*>(dockOf(m_window, id));
            const QString file = folder.filePath(id + QStringLiteral(".png"));
            if (figures.size() < 2 && dock != nullptr && dock != this && workspace().recording() && dock->shown() &&
                dock->exportFormats().contains(QLatin1String("png")) && dock->exportTo(file)) {
                if (const QImage picture(file); !picture.isNull()) {
                    figures.push_back({dock->windowTitle(), picture});
                }
            }
        }
        return figures;
    }

    /// Opens a file; empty: shows the page of the open story, else the list.
    void open(const QString& file) {
        if (!mayShow()) {
            return;
        }
        const bool hidden = isHidden();
        show();
        raise();
        if (auto* window = qobject_cast<QMainWindow*>(&m_window); hidden && window != nullptr && !isFloating()) {
            // Resize after the dock has its place. In a small window the other docks need the space more.
            QTimer::singleShot(0, this, [this, window] {
                resizeDock(*window, this, std::min(storyWidth(window->width()), window->width() / 5), Qt::Horizontal);
            });
        }
        if (file.isEmpty()) {
            if (m_player->story() == nullptr) {
                turn();
            }
            return;
        }
        std::filesystem::path path = file.toStdString();
        QString name;
        for (const StoryEntry& installed : listStories()) {
            path = installed.name == file ? installed.file : path;
            name = installed.file == path ? installed.name : name;
        }
        auto story = readStory(path);
        if (!story) {
            workspace().tellError(story.error());
            return;
        }
        stage({});
        m_name = name;
        m_player->open(std::move(*story), path.parent_path());
        m_page->setFocus(Qt::OtherFocusReason);
    }

    void turn() {
        const bool isOpen = m_player->story() != nullptr;
        if (!isOpen) {
            stage({});
        }
        tick();
        QWidget* page = isOpen ? static_cast<QWidget*>(m_page) : m_list;
        isOpen ? m_page->showPage() : fillList();
        const QWidget *before = m_pages->currentWidget(), *focused = QApplication::focusWidget();
        const bool moves = before != page && (before == focused || before->isAncestorOf(focused));
        m_pages->setCurrentWidget(page);
        if (moves) {
            // Otherwise the next button gets the focus, and Space would press it instead of running and pausing.
            page->setFocus(Qt::OtherFocusReason);
        }
    }

    /// Shows only these docks beside the page; none: those from before the story's first layout.
    void stage(const QStringList& docks) {
        QStringList shown;
        for (const QString& id : docks) {
            if (dockOf(m_window, id) == nullptr) {
                m_player->leaveOut(QObject::tr("There is no dock “%1”.").arg(id));
            } else {
                shown += id;
            }
        }
        if (shown.isEmpty() && !m_staged) {
            return;
        }
        m_staged = !shown.isEmpty();
        Q_EMIT workspace().stageRequested(m_staged ? shown << objectName() : shown);
    }

    /// Remembers the story once its last page was played.
    void tick() {
        const Story* story = m_player->story();
        if (story != nullptr && m_player->page() + 1 == static_cast<int>(story->pages.size()) && m_player->pageDone()) {
            m_finished->add(m_name);
        }
    }

    void fillList() {
        const Story* left = m_player->left();
        m_list->fill(listStories(), left == nullptr ? QString()
                                                    : QObject::tr("Go on with “%1”, page %2 of %3")
                                                          .arg(lineAsWords(QString::fromStdString(left->title)))
                                                          .arg(m_player->page() + 1)
                                                          .arg(left->pages.size()));
    }

    QWidget& m_window;
    StoryPlayer* m_player;
    ControlMarker* m_marker;
    FinishedStories* m_finished;
    QString m_name;         ///< of the open story, or the one left last, in the list; empty: it is not in the list
    bool m_staged = false;  ///< the story chose the docks
    QStackedWidget* m_pages;
    StoryList* m_list;
    StoryPageView* m_page;
};

}  // namespace

DockEntry storyDock() {
    return {"story", QT_TRANSLATE_NOOP("QObject", "Story"), Place::Story, 12, makeDock<StoryDock>};
}

}  // namespace kvw::wb
