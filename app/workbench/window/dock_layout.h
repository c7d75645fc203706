// SPDX-License-Identifier: GPL-3.0-or-later
/// Where docks lie: the Explore layout, saving, restoring, one dock over all others.
#pragma once

#include <QByteArray>
#include <QHash>
#include <QObject>
#include <QRect>
#include <QSize>
#include <QStringList>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "app/workbench/docks/dock.h"

class QMainWindow;
class QSettings;

namespace kvw::wb {

/// Thread: GUI thread. The window owns the docks.
class DockLayout : public QObject {
    Q_OBJECT
 public:
    struct Placed {
        DockEntry entry;
        Dock* dock;
    };
    DockLayout(QMainWindow& window, std::vector<Placed> docks);

    /// The Explore layout for a window of this size, with its proportions. Below 1400 pixels the right column becomes
    /// tabs, below 1200 there is none: its docks are tabs under the strip, and so are all where height is short. Where
    /// it is shorter still, the strip is one of them. Larger type needs as much more of both.
    void arrange(QSize size);
    /// Arranges anew if the size asks for other columns or rows; not if the user has moved docks since.
    void adapt(QSize size);
    /// The same behind `change`, of type: what docks ask for on their way there does not make the window larger.
    void adaptTo(const std::function<void()>& change);
    /// The same, and makes the window of this size.
    void resizeTo(QSize size);
    void save(QSettings& settings) const;
    /// False: nothing usable was saved (another version, another set of docks).
    bool restore(QSettings& settings);
    /// Explore, with only `ids` shown and `front` in front of its tabs.
    void arrangeFor(const QStringList& ids, const QStringList& front);
    /// Docks and tool bars as they lie, or lay before a mode; to be given back to restoreState.
    [[nodiscard]] QByteArray state() const;
    /// Whether the user has placed docks in it.
    [[nodiscard]] bool usersOwn() const;
    /// The docks that it shows.
    [[nodiscard]] QStringList shown() const;
    /// Shows these docks and no others where they are; in a mode, once that is over.
    void setShown(const QStringList& ids);
    /// Explore, as the other layouts are chosen.
    void reset();
    /// Which docks are withheld has changed: they are hidden or come back; of all that is kept they are a part.
    void withhold();
    /// Where the window has another size or type, so that those places would not fit: the same docks in its own places.
    /// False: it is of another version.
    bool restoreState(const QByteArray& state, bool usersOwn = true);
    /// Shows only these docks, as they are placed; none: brings back what was there.
    void showOnly(const QStringList& ids);
    /// Shows only these docks, arranged anew for what `change` makes of type and bars; none: brings back what was there
    /// before, to the pixel where the window has its size again.
    void showLarge(const QStringList& ids, const std::function<void()>& change);
    /// Shows only `dock`, or brings back what was there.
    void toggleMaximised(Dock* dock);
    [[nodiscard]] bool maximised() const { return !m_beforeMaximising.state.isEmpty(); }
    /// What a mode hid is back, but its places are still being found.
    [[nodiscard]] bool returning() const noexcept { return m_returning && m_returning->first == m_turn; }

 Q_SIGNALS:
    /// Around reset, arrangeFor and restoreState.
    void aboutToBeChosen();
    void chosen();

 private:
    /// Another number when docks or places change so that an old layout would be wrong.
    static constexpr int kVersion = 1;
    static constexpr std::chrono::milliseconds kSettled{100};

    [[nodiscard]] std::vector<Dock*> at(std::initializer_list<Place> places) const;
    /// Places the first dock of `places` beside another (null: as the first); returns it, or `beside` where there is
    /// none.
    Dock* anchor(std::initializer_list<Place> places, Dock* beside, Qt::Orientation orientation);
    void tabify(std::initializer_list<Place> places);
    void distribute(QSize size);
    void widenStories();                        ///< as wide as their type needs, where they are shown
    [[nodiscard]] QStringList explore() const;  ///< what it shows

    struct Form {
        bool wide, right, high;  ///< right column stacked; a right column; rows below each other
        bool low;                ///< not even two rows: the strip is a tab beside what lies under it elsewhere
        friend bool operator==(const Form&, const Form&) = default;
    };
    static Form formOf(QSize size);
    /// What is brought back after a mode.
    struct Kept {
        QByteArray state;  ///< empty: the mode is off
        Form form{};
        QStringList shown, front;  ///< with those that are withheld; the tabs in front among them
        bool usersOwn = false;
        bool ofAnother = false;       ///< window, maybe: its places may not fit this one
        QSize size{};                 ///< of this window
        std::vector<QRect> places{};  ///< of docks in it that could be seen
    };
    /// Of no window: the docks that are shown are laid in their own places.
    static constexpr Form kAnew{true, false, false, false};
    [[nodiscard]] QStringList shownNow() const;
    [[nodiscard]] Kept kept() const;
    [[nodiscard]] Kept lasting() const;  ///< without what modes do
    /// With the tabs in front that were raised over its own since.
    [[nodiscard]] Kept withRaised(Kept kept) const;
    [[nodiscard]] static std::optional<Kept> read(const QByteArray& state);
    void layAnew(const QStringList& ids, const QStringList& front);
    bool layState(const QByteArray& state, bool usersOwn);
    bool lay(const Kept& kept);  ///< false: QMainWindow does not know its state
    bool bringBack(Kept& kept);  ///< false: there was nothing
    [[nodiscard]] std::vector<QRect> places() const;
    /// Until it lies as it did; `size` is held meanwhile.
    void placeSoon(const std::shared_ptr<void>& size, int attempt, int still);
    bool placeAgain(const Kept& kept);  ///< true: it lies as it did, or cannot in this window
    /// Those that are withheld, once they are not.
    void showThese(const QStringList& ids, const QStringList& front);
    /// While docks change places and type they ask for more room than they need once that is done: until then the
    /// window keeps its size.
    void keepSize();
    void holdSize(const std::shared_ptr<void>& size, int attempt);

    QMainWindow& m_window;
    std::vector<Placed> m_docks;
    Kept m_beforeMaximising, m_beforeLarge;
    QStringList m_withheld, m_withheldFront;  ///< would be shown; would be in front
    QHash<QString, QSize> m_sizesOfWithheld;  ///< of those that could be seen
    Form m_form{true, true, true, false};
    bool m_arranging = false, m_usersOwn = false;
    int m_turn = 0;                                   ///< grows with every arrangement
    std::optional<std::pair<int, Kept>> m_returning;  ///< in this turn
};

}  // namespace kvw::wb
