// SPDX-License-Identifier: GPL-3.0-or-later
/// A dock of the window: refreshes only while it can be seen, remembers what it missed, says what will appear while it
/// is empty.
#pragma once

#include <QDockWidget>
#include <QStackedWidget>
#include <QString>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string_view>
#include <vector>

#include "app/workbench/export/figure_files.h"
#include "app/workbench/models/glyphs.h"
#include "app/workbench/models/sight.h"
#include "app/workbench/models/workspace.h"

class QLabel;
class QMenu;
class QPushButton;
class QToolButton;

namespace kvw {
struct FigureSpec;
}

namespace kvw::wb {

class LatestJob;

/// Thread: GUI thread. A subclass builds its widget in the constructor, hands it to `setContent`, and reads everything
/// from the workspace in `refresh`.
class Dock : public QDockWidget {
    Q_OBJECT
 public:
    /// `id`: objectName, which the saved layout uses; never changes. `interests`: what `refresh` wants to hear of.
    Dock(const QString& id, const QString& title, Dirty interests, Workspace& workspace, QWidget* parent = nullptr);

    /// Refreshes soon if visible (at once, or for new data in its turn among the docks of the window), otherwise when
    /// shown.
    void markDirty(Dirty what);
    [[nodiscard]] bool shown() const noexcept { return m_shown; }
    /// Takes at once what it would take soon, if it can be seen.
    void catchUp();
    /// Whether it says by its form, its reasons or its list of runs which policy is which.
    [[nodiscard]] bool tellsPolicies() const;
    /// In examiner mode such a dock stays hidden.
    [[nodiscard]] bool withheld() const { return m_workspace.namesHidden() && tellsPolicies(); }
    void setVisible(bool visible) override;
    /// For those who ask for one dock: false, and a notice why, while it is withheld.
    [[nodiscard]] bool mayShow() const;
    [[nodiscard]] int refreshes() const noexcept { return m_refreshes; }  ///< for tests: hidden docks do no work

    /// File formats of what the dock shows ("pdf", "svg", "png", "csv"); empty: nothing to export. Base: png of the
    /// content.
    [[nodiscard]] virtual QStringList exportFormats() const;
    /// What writes `file` in the format of its suffix: what is shown now, whatever is shown by then. The screen does
    /// not change; files are light in every theme. `width`: of what is drawn.
    [[nodiscard]] virtual FileWork exportWork(const QString& file, FigureWidth width);
    /// All that exportWork writes into. Base: the file alone.
    [[nodiscard]] virtual std::vector<std::filesystem::path> exportFiles(const QString& file) const;
    /// What exportWork writes there is a table that names the bundle of `exportedRun`. Base: there is none.
    [[nodiscard]] virtual bool isTable(const QString& file) const;
    /// The run that a figure of it names, which is kept before: base, the shown one. May be null.
    [[nodiscard]] virtual std::shared_ptr<Recording> exportedRun() const;
    /// What exportWork writes, at once, in two columns.
    Result<void> exportTo(const QString& file);
    /// What Ctrl+C copies besides the picture: tab-separated values; empty: the picture only.
    [[nodiscard]] virtual QString copyText() const;
    /// The same of what is shown now, in any thread. Base: it is made here and now.
    using TextWork = std::function<QString()>;
    [[nodiscard]] virtual TextWork copyWork() const;

    /// Whether it can look at something else than the other docks.
    [[nodiscard]] bool canUnlink() const noexcept { return m_canUnlink; }
    [[nodiscard]] bool unlinked() const noexcept { return m_own != nullptr; }
    /// True: from here on it has a selection of its own, which starts as the window's and does not follow the run.
    /// Another recording links it again. Nothing where it cannot.
    void setUnlinked(bool unlinked);
    /// What it looks at: the window's selection, or its own.
    [[nodiscard]] Selection& selection() const noexcept { return m_own ? *m_own : m_workspace.selection(); }
    [[nodiscard]] Sight sight() const { return {m_workspace.client(), selection(), m_sightEnd}; }

 Q_SIGNALS:
    /// Around what sets its controls and zoom together, such as a view that comes back.
    void viewAboutToBeSet();
    void viewSet();
    /// It was unlinked or linked, or looks at something else while it is unlinked; or the user zoomed or ticked in it.
    void ownViewChanged();

 protected:
    /// Called with everything that changed since the last call, only while visible.
    virtual void refresh(Dirty what) = 0;
    [[nodiscard]] Workspace& workspace() const noexcept { return m_workspace; }
    void setContent(QWidget* content);
    [[nodiscard]] QWidget* content() const noexcept { return m_content; }
    /// Shows a sentence and, if it has a label, one button instead of the content.
    void showEmpty(const QString& sentence, const QString& actionLabel = {}, std::function<void()> action = {});
    void showContent();
    /// As `markDirty` for a reason of its own, such as its size: the selection's flags count while it is unlinked, too.
    void mark(Dirty what);
    /// What `job`, a member, reports takes a turn among the docks of the window: changed and painted by itself.
    void reportInTurn(LatestJob& job);
    /// Replaces the sentence by a page of the dock's own, for good; `showEmpty` then shows that page. Takes ownership.
    void setEmptyPage(QWidget* page);
    /// For docks that read the selection through `selection` and `sight` only.
    void allowUnlinking() noexcept { m_canUnlink = true; }
    /// What the window lets one do with any dock (QWidget::actions): those with these names, of those there are.
    void addCommands(QMenu& menu, std::initializer_list<const char*> names);
    /// What the window does with the dock last used, which then is this one.
    void command(const char* name);

    /// A token in the dock's words: bytes for what its font cannot show.
    [[nodiscard]] QString tokenShown(std::string_view bytes) const;

    void changeEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    /// What `sight` goes no further than: of a run that goes on, what a figure that is exported may show.
    void endSightAt(std::int64_t end) noexcept { m_sightEnd = end; }
    [[nodiscard]] std::int64_t sightEnd() const noexcept { return m_sightEnd; }
    /// Adds to a figure what leads back from it: bundle and command of exportedRun, and the view.
    void addEvidence(FigureSpec& figure) const;

 private:
    void setShown(bool shown);
    void turnTo(QWidget* page);
    bool refreshNow();  ///< false: nothing had changed
    void showLink();

    Workspace& m_workspace;
    Dirty m_interests, m_pending = kEverything;
    bool m_shown = false;
    bool m_queued = false, m_waiting = false;  ///< refreshed soon; in its turn
    int m_refreshes = 0;
    bool m_canUnlink = false;
    std::int64_t m_sightEnd = Sight::kNoEnd;
    std::unique_ptr<Selection> m_own;
    std::weak_ptr<const Recording> m_ownOf;
    mutable Glyphs m_glyphs;
    QToolButton* m_link;  ///< says that the dock is unlinked, and links it again
    QStackedWidget* m_stack;
    QWidget* m_content = nullptr;
    QWidget* m_empty;
    QLabel* m_emptyText;
    QPushButton* m_emptyButton;
    std::function<void()> m_emptyAction;
};

/// Where a dock starts in the Explore layout.
/// Story: a column of its own beside all others.
enum class Place { Left, Top, Middle, BottomLeft, BottomRight, RightTop, RightMiddle, RightBottom, Story };

/// What the window needs to know of a dock. Docks of one place become tabs, in ascending order; the first is in front.
struct DockEntry {
    const char* id;
    const char* title;  ///< for QObject::tr
    Place place;
    int order;  ///< also of Ctrl+1 ... 9
    bool visible;
    Dock* (*make)(Workspace& workspace, QWidget* parent);
};

/// All docks, in ascending order. Generated by CMake: one line `kvw_add_dock(name)` in a folder's list calls
/// `DockEntry <name>Dock()`, defined in that dock's file.
[[nodiscard]] std::vector<DockEntry> dockEntries();

}  // namespace kvw::wb
