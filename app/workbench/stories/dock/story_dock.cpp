// SPDX-License-Identifier: GPL-3.0-or-later
/// Dock with guided stories: the list of stories, and the page of the open one.
#include <QApplication>
#include <QMainWindow>
#include <QStackedWidget>
#include <QTimer>
#include <algorithm>

#include "app/workbench/stories/dock/story_controls.h"
#include "app/workbench/stories/dock/story_list.h"
#include "app/workbench/stories/dock/story_page_view.h"
#include "app/workbench/stories/story_handout.h"
#include "app/workbench/stories/story_parser.h"
#include "app/workbench/stories/story_text.h"
#include "app/workbench/views/common/dock.h"
#include "app/workbench/views/common/dock_size.h"
#include "app/workbench/views/common/widgets/type_scale.h"

namespace kvw::wb {

namespace {

class StoryDock : public Dock {
 public:
    StoryDock(const DockEntry& entry, Workspace& workspace, QWidget* parent)
        : Dock(entry, DirtyFlag::Theme, workspace, parent),
          m_window(*parent),
          m_player(new StoryPlayer(workspace, this)),
          m_marker(new ControlMarker(*parent, *this)),
          m_pages(new QStackedWidget(this)),
          m_list(new StoryList(m_pages)),
          m_page(new StoryPageView(*m_player, m_pages)) {
        m_pages->addWidget(m_list);
        m_pages->addWidget(m_page);
        setContent(m_pages);
        connect(&workspace, &Workspace::storyRequested, this, &StoryDock::open);
        connect(m_list, &StoryList::chosen, this, &StoryDock::open);
        connect(m_list, &StoryList::goesOn, m_player, &StoryPlayer::resume);
        connect(m_player, &StoryPlayer::pageChanged, this, &StoryDock::turn);
        connect(m_player, &StoryPlayer::changed, m_page, &StoryPageView::showState);
        connect(m_player, &StoryPlayer::highlight, this, [this](const QString& control) {
            if (!m_marker->mark(control)) {
                m_player->leaveOut(QObject::tr("There is no control “%1” to mark.").arg(control));
            }
        });
        connect(m_player, &StoryPlayer::showDock, this, [this](const QString& id) {
            auto* dock = qobject_cast<Dock*>(dockOf(m_window, id));
            if (dock == nullptr) {
                m_player->leaveOut(QObject::tr("There is no dock “%1”.").arg(id));
            } else if (dock != this && dock->mayShow()) {
                dock->show();
                dock->raise();
            }
        });
        connect(this, &QDockWidget::visibilityChanged, this,
                [this](bool visible) { m_marker->mark(visible ? m_player->highlighted() : QString()); });
    }

    QStringList exportFormats() const override {
        return m_player->story() == nullptr
                   ? QStringList()
                   : QStringList{QStringLiteral("pdf"), QStringLiteral("html"), QStringLiteral("md")};
    }
    /// Exports the open story as a handout.
    FileWork exportWork(const QString& file, FigureWidth /*width*/) override {
        return paintWork([self = QPointer(this), file]() -> Result<void> {
            if (self == nullptr || self->m_player->story() == nullptr) {
                return fail(Code::BadUsage, "handout", "no story is open");
            }
            return writeHandout(*self->m_player->story(), file.toStdString(), [&self](const QString& id) {
                const QDockWidget* dock = dockOf(self->m_window, id);
                return dock == nullptr ? QString() : dock->windowTitle();
            });
        });
    }

 protected:
    void refresh(Dirty /*what*/) override {
        if (m_player->story() == nullptr) {
            fillList();
        }
    }

 private:
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
        for (const StoryEntry& installed : listStories()) {
            path = installed.name == file ? installed.file : path;
        }
        auto story = readStory(path);
        if (!story) {
            workspace().tellError(story.error());
            return;
        }
        m_player->open(std::move(*story), path.parent_path());
        m_page->setFocus(Qt::OtherFocusReason);
    }

    void turn() {
        const bool isOpen = m_player->story() != nullptr;
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
    QStackedWidget* m_pages;
    StoryList* m_list;
    StoryPageView* m_page;
};

}  // namespace

DockEntry storyDock() {
    return {"story", QT_TRANSLATE_NOOP("QObject", "Story"), Place::Story, 12, false, makeDock<StoryDock>};
}

}  // namespace kvw::wb
