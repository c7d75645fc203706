// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/window/dock_layout.h"

#include <QMainWindow>
#include <QSettings>
#include <algorithm>

namespace kvw::wb {

namespace {
/// Another number when docks or places change so that an old layout would be wrong.
constexpr int kVersion = 1;
constexpr int kNarrow = 1400;
}  // namespace

DockLayout::DockLayout(QMainWindow& window, std::vector<Placed> docks) : m_window(window), m_docks(std::move(docks)) {}

std::vector<Dock*> DockLayout::at(std::initializer_list<Place> places) const {
    std::vector<Dock*> found;
    for (const Placed& placed : m_docks) {
        if (std::find(places.begin(), places.end(), placed.entry.place) != places.end()) {
            found.push_back(placed.dock);
        }
    }
    return found;
}

Dock* DockLayout::anchor(std::initializer_list<Place> places, Dock* beside, Qt::Orientation orientation) {
    const std::vector<Dock*> docks = at(places);
    if (docks.empty()) {
        return beside;
    }
    if (beside == nullptr) {
        m_window.addDockWidget(Qt::LeftDockWidgetArea, docks.front());
    } else {
        m_window.splitDockWidget(beside, docks.front(), orientation);
    }
    docks.front()->show();
    return docks.front();
}

void DockLayout::tabify(std::initializer_list<Place> places) {
    const std::vector<Dock*> docks = at(places);
    for (std::size_t i = 1; i < docks.size(); ++i) {
        m_window.tabifyDockWidget(docks[i - 1], docks[i]);
        docks[i]->show();
    }
    if (!docks.empty()) {
        docks.front()->raise();
    }
}

void DockLayout::arrange(int width) {
    for (const Placed& placed : m_docks) {
        placed.dock->setFloating(false);
        m_window.removeDockWidget(placed.dock);
    }
    // All splits first: beside a dock that is a tab already, Qt adds another tab instead of splitting.
    const bool wide = width >= kNarrow;
    Dock* left = anchor({Place::Left}, nullptr, Qt::Horizontal);
    Dock* middle = anchor({Place::Top}, left, Qt::Horizontal);
    if (wide) {
        Dock* right = anchor({Place::RightTop}, middle, Qt::Horizontal);
        Dock* lower = anchor({Place::RightMiddle}, right, right != middle ? Qt::Vertical : Qt::Horizontal);
        anchor({Place::RightBottom}, lower, lower != middle ? Qt::Vertical : Qt::Horizontal);
    } else {
        anchor({Place::RightTop, Place::RightMiddle, Place::RightBottom}, middle, Qt::Horizontal);
    }
    Dock* lower = anchor({Place::Middle}, middle, Qt::Vertical);
    Dock* bottom = anchor({Place::BottomLeft}, lower, Qt::Vertical);
    anchor({Place::BottomRight}, bottom, bottom == lower ? Qt::Vertical : Qt::Horizontal);
    for (const Place place : {Place::Left, Place::Top, Place::Middle, Place::BottomLeft, Place::BottomRight}) {
        tabify({place});
    }
    if (wide) {
        tabify({Place::RightTop});
        tabify({Place::RightMiddle});
        tabify({Place::RightBottom});
    } else {
        tabify({Place::RightTop, Place::RightMiddle, Place::RightBottom});
    }
    for (const Placed& placed : m_docks) {
        placed.dock->setVisible(placed.entry.visible);
    }
}

void DockLayout::distribute() {
    const auto first = [this](Place place) -> Dock* {
        const std::vector<Dock*> docks = at({place});
        return docks.empty() ? nullptr : docks.front();
    };
    const auto resize = [this](std::initializer_list<std::pair<Dock*, int>> sizes, Qt::Orientation orientation) {
        QList<QDockWidget*> docks;
        QList<int> pixels;
        for (const auto& [dock, size] : sizes) {
            if (dock != nullptr) {
                docks << dock;
                pixels << size;
            }
        }
        if (docks.size() > 1) {
            m_window.resizeDocks(docks, pixels, orientation);
        }
    };
    const int width = m_window.width(), height = m_window.height();
    const int left = std::clamp(width / 5, 260, 330);
    const int right = width * 27 / 100;
    resize({{first(Place::Left), left}, {first(Place::Top), width - left - right}, {first(Place::RightTop), right}},
           Qt::Horizontal);
    resize({{first(Place::Top), height * 36 / 100},
            {first(Place::Middle), height * 30 / 100},
            {first(Place::BottomLeft), height * 24 / 100}},
           Qt::Vertical);
    resize({{first(Place::RightTop), height * 38 / 100},
            {first(Place::RightMiddle), height * 27 / 100},
            {first(Place::RightBottom), height * 25 / 100}},
           Qt::Vertical);
}

void DockLayout::save(QSettings& settings) const {
    QStringList ids;
    for (const Placed& placed : m_docks) {
        ids << placed.dock->objectName();
    }
    settings.setValue(QStringLiteral("layout/docks"), ids);
    settings.setValue(QStringLiteral("layout/geometry"), m_window.saveGeometry());
    settings.setValue(QStringLiteral("layout/state"),
                      m_beforeMaximising.isEmpty() ? m_window.saveState(kVersion) : m_beforeMaximising);
}

bool DockLayout::restore(QSettings& settings) {
    // A dock that the saved layout does not know would float without a place: then the layout starts afresh.
    const QStringList known = settings.value(QStringLiteral("layout/docks")).toStringList();
    const bool complete = std::all_of(m_docks.begin(), m_docks.end(),
                                      [&](const Placed& placed) { return known.contains(placed.dock->objectName()); });
    if (!complete) {
        return false;
    }
    m_window.restoreGeometry(settings.value(QStringLiteral("layout/geometry")).toByteArray());
    return m_window.restoreState(settings.value(QStringLiteral("layout/state")).toByteArray(), kVersion);
}

void DockLayout::toggleMaximised(Dock* dock) {
    if (!m_beforeMaximising.isEmpty()) {
        m_window.restoreState(m_beforeMaximising, kVersion);
        m_beforeMaximising.clear();
        return;
    }
    if (dock == nullptr) {
        return;
    }
    m_beforeMaximising = m_window.saveState(kVersion);
    for (const Placed& placed : m_docks) {
        placed.dock->setVisible(placed.dock == dock);
    }
}

}  // namespace kvw::wb
