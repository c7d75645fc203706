// SPDX-License-Identifier: GPL-3.0-or-later
/// The Explore layout: places of the docks, and how the window is divided among them.
#include <QMainWindow>
#include <algorithm>

#include "app/workbench/shell/layout/dock_layout.h"
#include "app/workbench/views/common/dock_size.h"
#include "app/workbench/views/common/widgets/type_scale.h"

namespace kvw::wb {

namespace {
/// Limits in pixels at the usual type size or smaller.
constexpr int kWide = 1400, kWithRight = 1200, kHigh = 880, kLow = 500;
constexpr std::initializer_list<Place> kRight{Place::RightTop, Place::RightMiddle, Place::RightBottom};
constexpr std::initializer_list<Place> kBelow{Place::Middle,   Place::BottomLeft,  Place::BottomRight,
                                              Place::RightTop, Place::RightMiddle, Place::RightBottom};
constexpr std::initializer_list<Place> kMiddleAndRight{Place::Middle, Place::RightTop, Place::RightMiddle,
                                                       Place::RightBottom};
constexpr std::initializer_list<Place> kRows{Place::Middle, Place::BottomLeft, Place::BottomRight};
constexpr std::initializer_list<Place> kStripAndRows{Place::Top, Place::Middle, Place::BottomLeft, Place::BottomRight};
constexpr std::initializer_list<Place> kStripAndBelow{Place::Top,         Place::Middle,   Place::BottomLeft,
                                                      Place::BottomRight, Place::RightTop, Place::RightMiddle,
                                                      Place::RightBottom};
}  // namespace

DockLayout::Form DockLayout::formOf(QSize size) {
    const double width = size.width() / typeScale(), height = size.height() / typeScale();
    const bool low = height < kLow;
    return {width >= kWide && !low, width >= kWithRight, height >= kHigh, low};
}

QStringList DockLayout::explore() const {
    QStringList ids;
    for (const Placed& placed : m_docks) {
        if (placed.entry.visible) {
            ids += placed.dock->objectName();
        }
    }
    return ids;
}

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

void DockLayout::arrange(QSize size) {
    ++m_turn;
    m_arranging = true;
    m_beforeMaximising = {};
    m_form = formOf(size);
    for (const Placed& placed : m_docks) {
        placed.dock->setFloating(false);
        m_window.removeDockWidget(placed.dock);
    }
    for (Dock* beside : at({Place::Story})) {
        m_window.addDockWidget(Qt::RightDockWidgetArea, beside);
    }
    // Split before making tabs: beside a tabbed dock, Qt adds another tab instead of splitting.
    Dock* left = anchor({Place::Left}, nullptr, Qt::Horizontal);
    Dock* middle = anchor({Place::Top}, left, Qt::Horizontal);
    if (m_form.wide) {
        Dock* right = anchor({Place::RightTop}, middle, Qt::Horizontal);
        Dock* lower = anchor({Place::RightMiddle}, right, right != middle ? Qt::Vertical : Qt::Horizontal);
        anchor({Place::RightBottom}, lower, lower != middle ? Qt::Vertical : Qt::Horizontal);
    } else if (m_form.right) {
        anchor(kRight, middle, Qt::Horizontal);
    }
    Dock* lower = m_form.low ? nullptr : anchor({Place::Middle}, middle, Qt::Vertical);
    if (m_form.high) {
        Dock* bottom = anchor({Place::BottomLeft}, lower, Qt::Vertical);
        anchor({Place::BottomRight}, bottom, bottom == lower ? Qt::Vertical : Qt::Horizontal);
    }
    tabify({Place::Left});
    if (!m_form.low) {
        tabify({Place::Top});
    }
    if (m_form.wide) {
        tabify({Place::RightTop});
        tabify({Place::RightMiddle});
        tabify({Place::RightBottom});
    } else if (m_form.right) {
        tabify(kRight);
    }
    if (m_form.high) {
        if (m_form.right) {
            tabify({Place::Middle});
        } else {
            tabify(kMiddleAndRight);
        }
        tabify({Place::BottomLeft});
        tabify({Place::BottomRight});
    } else if (m_form.low) {
        tabify(m_form.right ? kStripAndRows : kStripAndBelow);
    } else {
        tabify(m_form.right ? kRows : kBelow);
    }
    showThese(explore(), {});
    distribute(size);
    m_arranging = m_usersOwn = false;
}

void DockLayout::widenStories() {
    for (Dock* dock : at({Place::Story})) {
        if (dock->isHidden() || dock->isFloating()) {
            continue;
        }
        resizeDock(m_window, dock, storyWidth(m_window.width()), Qt::Horizontal);
    }
}

void DockLayout::distribute(QSize size) {
    const auto first = [this](Place place) -> Dock* {
        const std::vector<Dock*> docks = at({place});
        return docks.empty() ? nullptr : docks.front();
    };
    const auto resize = [this](std::initializer_list<std::pair<Dock*, int>> sizes, Qt::Orientation orientation) {
        QList<QDockWidget*> docks;
        QList<int> pixels;
        for (const auto& [dock, length] : sizes) {
            if (dock != nullptr) {
                docks << dock;
                pixels << length;
            }
        }
        if (docks.size() > 1) {
            m_window.resizeDocks(docks, pixels, orientation);
        }
    };
    const int width = size.width(), height = size.height();
    const int left = std::clamp(width / 5, scaledLength(260), scaledLength(330));
    const int right = m_form.right ? width * 27 / 100 : 0;
    resize({{first(Place::Left), left},
            {first(Place::Top), width - left - right},
            {m_form.right ? first(Place::RightTop) : nullptr, right}},
           Qt::Horizontal);
    if (m_form.high) {
        resize({{first(Place::Top), height * 36 / 100},
                {first(Place::Middle), height * 30 / 100},
                {first(Place::BottomLeft), height * 24 / 100}},
               Qt::Vertical);
    } else if (!m_form.low) {
        resize({{first(Place::Top), height * 40 / 100}, {first(Place::Middle), height * 60 / 100}}, Qt::Vertical);
    }
    if (m_form.wide) {
        resize({{first(Place::RightTop), height * 38 / 100},
                {first(Place::RightMiddle), height * 27 / 100},
                {first(Place::RightBottom), height * 25 / 100}},
               Qt::Vertical);
    }
}

}  // namespace kvw::wb
