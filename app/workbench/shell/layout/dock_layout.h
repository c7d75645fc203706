// SPDX-License-Identifier: GPL-3.0-or-later
/// Arrangement of the docks: those of the task, saving and restoring, maximised docks.
#pragma once

#include <QByteArray>
#include <QHash>
#include <QObject>
#include <QRect>
#include <QSize>
#include <QStringList>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "app/workbench/views/common/dock.h"

class QMainWindow;
class QSettings;

namespace kvw::wb {

/// Arranges the docks, which the window owns. Thread: GUI thread.
class DockLayout : public QObject {
    Q_OBJECT
 public:
    struct Placed {
        DockEntry entry;
        Dock* dock;
    };
    DockLayout(QMainWindow& window, std::vector<Placed> docks);

    /// Shows the docks of the task in their first places, for a window of this size. Below 1200 pixels of width, docks
    /// on the right become tabs in the middle. If the window is low, so do those at the bottom; lower still, those on
    /// top. The limits scale with the type size.
    void arrange(QSize size);
    /// Turns to a task: its docks lie as they were left. Does nothing if there is no such task or it is shown.
    void setTask(const QString& id);
    [[nodiscard]] const QString& task() const noexcept { return m_task; }
    /// Arranges the docks again if the size needs other columns or rows, unless the user has moved docks since.
    void adapt(QSize size);
    /// Applies `change`, which changes the type size, and then adapts. The window does not grow while docks request
    /// more space in between.
    void adaptTo(const std::function<void()>& change);
    /// Adapts to this size and resizes the window to it.
    void resizeTo(QSize size);
    void save(QSettings& settings) const;
    /// Restores a saved layout. Returns false if nothing usable was saved (another version, another set of docks).
    bool restore(QSettings& settings);
    /// Shows only the docks `ids`, in their first places in the task, with `front` raised among their tabs.
    void arrangeFor(const QStringList& ids, const QStringList& front);
    /// Returns the state of docks and tool bars for restoreState; during a mode, the state before it.
    [[nodiscard]] QByteArray state() const;
    /// Returns whether the user has moved docks.
    [[nodiscard]] bool usersOwn() const;
    /// Returns the ids of the docks that the layout shows.
    [[nodiscard]] QStringList shown() const;
    /// Shows exactly these docks without moving them; during a mode, takes effect when it ends.
    void setShown(const QStringList& ids);
    /// Shows the docks of the task in their first places.
    void reset();
    /// Hides docks that have become withheld and shows those that are no longer. Saved layouts keep including withheld
    /// docks.
    void withhold();
    /// Restores a state. If window size or type need another form, the same docks are shown in their default places
    /// instead. Returns false if the state is of another version.
    bool restoreState(const QByteArray& state, bool usersOwn = true);
    /// Shows only these docks, at their places; an empty list restores the previous layout.
    void showOnly(const QStringList& ids);
    /// Applies `change`, which changes type and bars, and shows only these docks, newly arranged for it. An empty list
    /// restores the previous layout, to the pixel if the window has its former size.
    void showLarge(const QStringList& ids, const std::function<void()>& change);
    /// Shows only `dock`, or restores the previous layout.
    void toggleMaximised(Dock* dock);
    [[nodiscard]] bool maximised() const { return !m_beforeMaximising.state.isEmpty(); }
    /// Returns whether docks hidden by a mode are visible again but still being placed.
    [[nodiscard]] bool returning() const noexcept { return m_returning && m_returning->first == m_turn; }

 Q_SIGNALS:
    /// Emitted before and after setTask, reset, arrangeFor and restoreState.
    void aboutToBeChosen();
    void chosen();
    void taskChanged(const QString& id);

 private:
    /// Version of the saved layout; increase it when changed docks or places make old layouts wrong.
    static constexpr int kVersion = 1;
    static constexpr std::chrono::milliseconds kSettled{100};

    /// Returns the docks that the task has in one of the places, those it shows first.
    [[nodiscard]] std::vector<Dock*> at(std::initializer_list<Place> places) const;
    /// Places the first dock of `places` beside another (null: as the first dock). Returns it, or `beside` if `places`
    /// has no dock.
    Dock* anchor(std::initializer_list<Place> places, Dock* beside, Qt::Orientation orientation);
    void tabify(std::initializer_list<Place> places);
    /// Shows the docks `ids` in their first places, with `front` raised among their tabs.
    void place(QSize size, const QStringList& ids, const QStringList& front);
    void distribute(QSize size);
    void widenStories();  ///< gives shown stories the width that their type needs

    struct Form {
        bool right, high;  ///< a column on the right; rows below each other
        bool low;          ///< room for one row only: what is on top is a tab among the docks below it
        friend bool operator==(const Form&, const Form&) = default;
    };
    static Form formOf(QSize size);
    /// Saved layout, to be restored after a mode.
    struct Kept {
        QByteArray state;  ///< empty: the mode is off
        Form form{};
        QStringList shown, front;  ///< including withheld docks; `front`: those in front of their tabs
        bool usersOwn = false;
        bool ofAnother = false;       ///< possibly saved in another window, so that its places may not fit
        QSize size{};                 ///< of this window
        std::vector<QRect> places{};  ///< places of visible docks inside the window
        QString task{};               ///< read from a state; empty: older states have none
    };
    /// Form that matches no window, so that restoring it arranges the docks in their default places.
    static constexpr Form kNoForm{false, true, true};
    [[nodiscard]] QStringList shownNow() const;
    [[nodiscard]] Kept kept() const;
    [[nodiscard]] Kept lasting() const;  ///< layout without the effects of modes
    /// Returns the layout to be restored after the mode; null: there is no mode.
    [[nodiscard]] const Kept* beforeMode() const noexcept;
    /// Replaces tabs in `kept.front` by those that were raised over them since.
    [[nodiscard]] Kept withRaised(Kept kept) const;
    [[nodiscard]] static std::optional<Kept> read(const QByteArray& state);
    [[nodiscard]] static QByteArray written(const Kept& kept, const QString& task);
    /// Remembers the layout of the task that is left. What the other one shows is up to the caller; does nothing if
    /// there is no such task or it is the same.
    void turnTo(const QString& task);
    void arrangeWith(const QStringList& ids, const QStringList& front);
    bool applyState(const QByteArray& state, bool usersOwn);
    /// Applies a layout outside of modes; in a window that needs another form, only its docks. Returns false if
    /// QMainWindow rejects it.
    bool apply(const Kept& kept);
    bool applyLayout(const Kept& kept);  ///< false: QMainWindow rejects the state
    bool restoreKept(Kept& kept);        ///< false: there was nothing to restore
    [[nodiscard]] std::vector<QRect> places() const;
    /// Calls placeAgain until the docks stay in place; `size` keeps the window's size meanwhile.
    void placeSoon(const std::shared_ptr<void>& size, int attempt, int still);
    bool placeAgain(const Kept& kept);  ///< true: the docks are in place, or cannot be in this window
    /// Shows exactly these docks; withheld ones follow once they are no longer withheld.
    void showThese(const QStringList& ids, const QStringList& front);
    /// Keeps the window's size while docks change places and type, since they request more space than they need in the
    /// end.
    void keepSize();
    void holdSize(const std::shared_ptr<void>& size, int attempt);

    QMainWindow& m_window;
    std::vector<Placed> m_docks;
    Kept m_beforeMaximising, m_beforeLarge;
    QStringList m_withheld, m_withheldFront;  ///< docks that would be shown, or in front, if they were not withheld
    QHash<QString, QSize> m_sizesOfWithheld;  ///< sizes of withheld docks when last visible
    QString m_task;
    std::map<QString, Kept> m_left;  ///< layouts of tasks, as they were left
    Form m_form{true, true, false};
    bool m_arranging = false, m_usersOwn = false;
    int m_turn = 0;                                   ///< incremented by every arrangement
    std::optional<std::pair<int, Kept>> m_returning;  ///< layout being restored, and its m_turn
};

}  // namespace kvw::wb
