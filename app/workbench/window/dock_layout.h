// SPDX-License-Identifier: GPL-3.0-or-later
/// Where docks lie: the Explore layout, saving, restoring, one dock over all others.
#pragma once

#include <QByteArray>
#include <QString>
#include <vector>

#include "app/workbench/docks/dock.h"

class QMainWindow;
class QSettings;

namespace kvw::wb {

/// Thread: GUI thread. The window owns the docks.
class DockLayout {
 public:
    struct Placed {
        DockEntry entry;
        Dock* dock;
    };
    DockLayout(QMainWindow& window, std::vector<Placed> docks);

    /// The Explore layout for a window of `width` pixels: below 1400 the right column becomes tabs.
    void arrange(int width);
    /// Proportions of the Explore layout; needs the window's real size.
    void distribute();
    void save(QSettings& settings) const;
    /// False: nothing usable was saved (another version, another set of docks).
    bool restore(QSettings& settings);
    /// Shows only `dock`, or brings back what was there.
    void toggleMaximised(Dock* dock);

 private:
    [[nodiscard]] std::vector<Dock*> at(std::initializer_list<Place> places) const;
    /// Places the first dock of `places` beside another (null: as the first); returns it, or `beside` where there is
    /// none.
    Dock* anchor(std::initializer_list<Place> places, Dock* beside, Qt::Orientation orientation);
    void tabify(std::initializer_list<Place> places);

    QMainWindow& m_window;
    std::vector<Placed> m_docks;
    QByteArray m_beforeMaximising;
};

}  // namespace kvw::wb
