// SPDX-License-Identifier: GPL-3.0-or-later
/// Base class of the window's docks: refreshes only while visible, remembers what changed meanwhile, and says what will
/// appear while it is empty.
#pragma once

#include <QDockWidget>
#include <QStackedWidget>
#include <QString>
#include <QStringList>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string_view>
#include <vector>

#include "app/workbench/export/figure_files.h"
#include "app/workbench/session/shown_selection.h"
#include "app/workbench/session/words/glyphs.h"
#include "app/workbench/session/workspace.h"

class QLabel;
class QMenu;
class QPushButton;
class QToolButton;

namespace kvw {
struct FigureSpec;
}
namespace kvw::tables {
struct Table;
}

namespace kvw::wb {

class Dock;
class DockTitle;
class LatestJob;

/// Area of the window in which a dock opens, unless the task gives it another.
/// Top: above Middle, Bottom and Right; Middle: above Bottom, with Right beside both; Side: a column for forms, beside
/// all of them; Story: a column of its own.
enum class Place { Top, Middle, Bottom, Right, Side, Story };

/// Registration of a dock. Docks of one place become tabs, in ascending order.
struct DockEntry {
    const char* id;     ///< objectName, under which the layout is saved; never changes
    const char* title;  ///< for QObject::tr
    Place place;
    int order;                                                                      ///< also the number in Alt+1 ... 9
    Dock* (*maker)(const DockEntry& entry, Workspace& workspace, QWidget* parent);  ///< makeDock of its class

    [[nodiscard]] Dock* make(Workspace& workspace, QWidget* parent) const { return maker(*this, workspace, parent); }
};

/// Thread: GUI thread. A subclass builds its widget in the constructor, hands it to `setContent`, and reads everything
/// from the workspace in `refresh`.
class Dock : public QDockWidget {
    Q_OBJECT
 public:
    /// `interests`: the changes that `refresh` handles.
    Dock(const DockEntry& entry, Dirty interests, Workspace& workspace, QWidget* parent);

    /// Schedules a refresh if the dock is visible: soon, or, for new data, in its turn among the docks of the window. A
    /// hidden dock refreshes when it is shown.
    void markDirty(Dirty what);
    [[nodiscard]] bool shown() const noexcept { return m_shown; }
    /// Runs a scheduled refresh now if the dock is visible.
    void refreshIfPending();
    /// Returns true if the dock's form, reasons or list of runs reveal which policy is which.
    [[nodiscard]] bool revealsPolicyNames() const;
    /// Returns true for such a dock in examiner mode, where it stays hidden.
    [[nodiscard]] bool withheld() const { return m_workspace.namesHidden() && revealsPolicyNames(); }
    void setVisible(bool visible) override { QDockWidget::setVisible(visible && !withheld()); }
    /// Returns false, with a notice of the reason, while the dock is withheld. For callers that show this dock by
    /// request.
    [[nodiscard]] bool mayShow() const;
    [[nodiscard]] int refreshes() const noexcept { return m_refreshes; }  ///< for tests: hidden docks do no work
    /// Returns the buttons on the title line, which also fold the dock's controls.
    [[nodiscard]] DockTitle& title() const noexcept { return *m_title; }

    /// Returns the file formats of an export ("pdf", "svg", "png", "csv"); empty: there is nothing to export. Base: png
    /// of the content.
    [[nodiscard]] virtual QStringList exportFormats() const { return {QStringLiteral("png")}; }
    /// Returns the work that writes `file` in the format of its suffix. It exports what is shown during this call, does
    /// not change the screen, and writes a light figure in every theme. `width`: width of the figure.
    [[nodiscard]] virtual FileWork exportWork(const QString& file, FigureWidth width);
    /// Returns all files that exportWork writes: those of a figure with its data (figureFiles), else `file` alone.
    [[nodiscard]] std::vector<std::filesystem::path> exportFiles(const QString& file) const;
    /// Returns true if exportWork writes `file` as a table. Base: false.
    [[nodiscard]] virtual bool isTable(const QString& /*file*/) const { return false; }
    /// Returns the run that an exported figure names by the hash of its bundle, if it has one. Base: the shown run. May
    /// be null.
    [[nodiscard]] virtual std::shared_ptr<Recording> exportedRun() const { return m_workspace.recording(); }
    /// Exports to `file` at once, at the width of two columns.
    Result<void> exportTo(const QString& file) { return doNow(exportWork(file, FigureWidth::TwoColumns)); }
    /// Returns the tab-separated values that Ctrl+C copies with the picture; empty: it copies only the picture.
    [[nodiscard]] virtual QString copyText() const { return {}; }
    /// Returns work for any thread that makes the copyText of what is shown now. Base: makes the text during the call.
    using TextWork = std::function<QString()>;
    [[nodiscard]] virtual TextWork copyWork() const {
        return [text = copyText()] { return text; };
    }

    /// Returns true if the dock can have a selection of its own.
    [[nodiscard]] bool canUnlink() const noexcept { return m_canUnlink; }
    [[nodiscard]] bool unlinked() const noexcept { return m_own != nullptr; }
    /// True: gives the dock a selection of its own, which starts as a copy of the window's and does not follow the run.
    /// Another recording links the dock again. Does nothing if the dock cannot be unlinked.
    void setUnlinked(bool unlinked);
    /// Returns the window's selection, or the dock's own while it is unlinked.
    [[nodiscard]] Selection& selection() const noexcept { return m_own ? *m_own : m_workspace.selection(); }
    [[nodiscard]] ShownSelection shownSelection() const {
        return {m_workspace.client(), selection(), m_shownSelectionEnd};
    }

 Q_SIGNALS:
    /// Emitted before and after several controls and the zoom are set together, such as when a view is restored.
    void viewAboutToBeSet();
    void viewSet();
    /// Emitted when the dock is unlinked or linked, its own selection changes, or the user zooms or ticks something in
    /// it.
    void ownViewChanged();

 protected:
    /// Called with everything that changed since the last call, only while visible.
    virtual void refresh(Dirty what) = 0;
    [[nodiscard]] Workspace& workspace() const noexcept { return m_workspace; }
    void setContent(QWidget* content);
    [[nodiscard]] QWidget* content() const noexcept { return m_content; }
    /// Shows a sentence and, if it has a label, one button instead of the content.
    void showEmpty(const QString& sentence, const QString& actionLabel = {}, std::function<void()> action = {});
    /// Shows a sentence and, unless a run is under way, a button that runs the example.
    void showEmptyWithExample(const QString& sentence);
    void showContent();
    /// Like `markDirty`, but for a cause in the dock, such as its size: selection flags count even while it is
    /// unlinked.
    void mark(Dirty what);
    /// Makes the reports of `job`, a member, take turns among the docks of the window, so that each is painted by
    /// itself.
    void reportInTurn(LatestJob& job);
    /// Replaces the empty page for good by a page of the dock, which `showEmpty` then shows. Takes ownership.
    void setEmptyPage(QWidget* page);
    /// Makes the dock, whose content is set, a view of the run, which can be unlinked and whose controls can be folded.
    /// It must read the selection only through `selection` and `shownSelection`.
    void allowUnlinking();
    /// Adds the window's commands for docks (QWidget::actions) with these names that exist.
    void addCommands(QMenu& menu, std::initializer_list<const char*> names);
    /// Adds what belongs to this dock alone to the front of its menu.
    virtual void addOwnCommands(QMenu& /*menu*/) {}
    /// Makes this the dock last used and triggers the window's command for that dock.
    void command(const char* name);

    /// Returns the text of a token, with bytes for characters that the dock's font lacks.
    [[nodiscard]] QString tokenShown(std::string_view bytes) const;

    void changeEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    /// Limits `shownSelection` to the steps before `end`: those that an exported figure of a live run may show.
    void endShownSelectionAt(std::int64_t end) noexcept { m_shownSelectionEnd = end; }
    [[nodiscard]] std::int64_t shownSelectionEnd() const noexcept { return m_shownSelectionEnd; }
    /// Adds the provenance to a figure: bundle and command of exportedRun, and the view.
    void addEvidence(FigureSpec& figure) const;
    /// Returns work for any thread that makes a figure of the shown run with this provenance. `held`: first steps of
    /// each lane that the figure may show (KeptRuns::stepsNow); empty: all.
    [[nodiscard]] std::function<FigureSpec()> withEvidence(std::function<FigureSpec(const Recording& recording)> make,
                                                           std::vector<std::int64_t> held) const;
    /// Makes a table for a paper, on any thread.
    using TableOf = std::function<tables::Table(const Recording& recording, int lane, const std::string& bundleHash)>;
    /// Returns the export of a table of the steps that the bundle of the shown run holds.
    [[nodiscard]] FileWork tableWork(TableOf make, const QString& file) const;
    /// Returns the suffix of a file in lower case.
    [[nodiscard]] static std::string formatOf(const QString& file);
    /// Returns an export that fails. `expected`: what it needs.
    [[nodiscard]] FileWork nothingToExport(const Phrase& expected) const;
    /// Returns the selected lane, limited to those of the shown run; 0 without one.
    [[nodiscard]] int lane() const;

 private:
    void setShown(bool shown);
    void turnTo(QWidget* page);
    bool refreshNow();  ///< false: nothing had changed
    void showLink();

    Workspace& m_workspace;
    Dirty m_interests, m_pending = kEverything;
    bool m_shown = false;
    bool m_queued = false, m_waiting = false;  ///< a refresh is queued; waits for its turn
    int m_refreshes = 0;
    bool m_canUnlink = false;
    std::int64_t m_shownSelectionEnd = ShownSelection::kNoEnd;
    std::unique_ptr<Selection> m_own;
    std::weak_ptr<const Recording> m_ownOf;
    mutable Glyphs m_glyphs;
    DockTitle* m_title;
    QToolButton* m_link;  ///< says that the dock is unlinked, and links it again
    QStackedWidget* m_stack;
    QWidget* m_content = nullptr;
    QWidget* m_empty;
    QLabel* m_emptyText;
    QPushButton* m_emptyButton;
    std::function<void()> m_emptyAction;
};

template <class Kind>
[[nodiscard]] Dock* makeDock(const DockEntry& entry, Workspace& workspace, QWidget* parent) {
    return new Kind(entry, workspace, parent);
}

/// Returns names that are separated by blanks: formats of files, ids of docks.
[[nodiscard]] inline QStringList namesIn(const char* names) {
    return QString::fromLatin1(names).split(QLatin1Char(' '));
}

/// All docks, in ascending order. Generated by CMake: one line `kvw_add_dock(name)` in a folder's list calls
/// `DockEntry <name>Dock()`, defined in that dock's file.
[[nodiscard]] std::vector<DockEntry> dockEntries();

}  // namespace kvw::wb
