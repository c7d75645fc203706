// SPDX-License-Identifier: GPL-3.0-or-later
/// First places of the docks in a task, and how the window is divided among them.
#include <QMainWindow>
#include <QSignalBlocker>
#include <algorithm>
#include <utility>
#include <vector>

#include "app/workbench/shell/layout/dock_layout.h"
#include "app/workbench/shell/layout/tasks.h"
#include "app/workbench/views/common/dock_size.h"
#include "app/workbench/views/common/widgets/type_scale.h"

namespace kvw::wb {

namespace {
/// Limits in pixels at the usual type size or smaller.
constexpr int kWithRight = 1200, kHigh = 880, kLow = 500;

/// Places whose docks are tabs of one another.
struct Tabs {
    std::initializer_list<Place> top, middle, bottom, right;  ///< empty: there is no such row or column
};
constexpr std::initializer_list<Place> kNone{}, kTop{Place::Top}, kMiddle{Place::Middle}, kBottom{Place::Bottom},
    kRight{Place::Right}, kSide{Place::Side}, kMiddleAndRight{Place::Middle, Place::Right},
    kRows{Place::Middle, Place::Bottom}, kBelow{Place::Middle, Place::Bottom, Place::Right},
    kTopAndRows{Place::Top, Place::Middle, Place::Bottom},
    kTopAndBelow{Place::Top, Place::Middle, Place::Bottom, Place::Right};
}  // namespace

DockLayout::Form DockLayout::formOf(QSize size) {
    const double width = size.width() / typeScale(), height = size.height() / typeScale();
    return {width >= kWithRight, height >= kHigh, height < kLow};
}

std::vector<Dock*> DockLayout::at(std::initializer_list<Place> places) const {
    const auto within = [&](Place place) { return std::find(places.begin(), places.end(), place) != places.end(); };
    const Task& task = *taskOf(m_task);
    std::vector<Dock*> found;
    for (const Task::View& view : task.views) {
        Dock* dock = m_window.findChild<Dock*>(QLatin1String(view.dock), Qt::FindDirectChildrenOnly);
        if (dock != nullptr && within(view.place)) {
            found.push_back(dock);
        }
    }
    for (const Placed& placed : m_docks) {
        if (within(placed.entry.place) && !task.placeOf(placed.dock->objectName())) {
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
    place(size, taskOf(m_task)->ids(), {});
}

void DockLayout::place(QSize size, const QStringList& ids, const QStringList& front) {
    ++m_turn;
    m_arranging = true;
    m_beforeMaximising = {};
    m_form = formOf(size);
    for (const Placed& placed : m_docks) {
        placed.dock->setFloating(false);
        m_window.removeDockWidget(placed.dock);
    }
    // Qt splits and makes tabs of shown docks. Those that stay hidden must not refresh for that.
    std::vector<QSignalBlocker> quiet;
    for (const Placed& placed : m_docks) {
        if (!ids.contains(placed.dock->objectName())) {
            quiet.emplace_back(placed.dock);
        }
    }
    for (Dock* beside : at({Place::Story})) {
        m_window.addDockWidget(Qt::RightDockWidgetArea, beside);
    }
    const Tabs tabs{.top = !m_form.low    ? kTop
                           : m_form.right ? kTopAndRows
                                          : kTopAndBelow,
                    .middle = m_form.low     ? kNone
                              : m_form.right ? (m_form.high ? kMiddle : kRows)
                                             : (m_form.high ? kMiddleAndRight : kBelow),
                    .bottom = m_form.high ? kBottom : kNone,
                    .right = m_form.right ? kRight : kNone};
    // Split before making tabs: beside a tabbed dock, Qt adds another tab instead of splitting.
    Dock* top = anchor(tabs.top, nullptr, Qt::Horizontal);
    anchor(kSide, top, Qt::Horizontal);
    Dock* middle = anchor(tabs.middle, top, Qt::Vertical);
    anchor(tabs.right, middle, Qt::Horizontal);
    anchor(tabs.bottom, middle, Qt::Vertical);
    for (const auto& places : {tabs.top, kSide, tabs.middle, tabs.bottom, tabs.right}) {
        tabify(places);
    }
    quiet.clear();
    showThese(ids, front);
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
        if (!docks.isEmpty()) {
            m_window.resizeDocks(docks, pixels, orientation);
        }
    };
    const std::vector<Dock*> forms = at(kSide);
    const bool sided = std::any_of(forms.begin(), forms.end(), [](const Dock* dock) { return !dock->isHidden(); });
    const int side = std::clamp(size.width() / 5, scaledLength(260), scaledLength(330));
    const int width = size.width() - (sided ? side : 0);
    const int right = m_form.right ? width * 42 / 100 : 0;
    Dock* beside = m_form.right ? first(Place::Right) : nullptr;
    if (m_form.low) {
        resize({{first(Place::Top), width - right}, {beside, right}, {first(Place::Side), side}}, Qt::Horizontal);
        return;
    }
    // Rows and columns within others go first: the others take over their sums.
    resize({{first(Place::Middle), width - right}, {beside, right}}, Qt::Horizontal);
    resize({{first(Place::Top), width}, {first(Place::Side), side}}, Qt::Horizontal);
    // The bars of the window take a tenth of the height.
    const int top = size.height() * taskOf(m_task)->top / 100, below = size.height() * 9 / 10 - top;
    if (m_form.high) {
        const int bottom = below * 42 / 100;
        resize({{first(Place::Middle), below - bottom}, {first(Place::Bottom), bottom}}, Qt::Vertical);
    }
    // In a column of its own, the middle would take the height of the bottom: the column's neighbour stands for both.
    Dock* row = beside != nullptr ? beside : m_form.high ? nullptr : first(Place::Middle);
    resize({{first(Place::Top), top}, {row, below}}, Qt::Vertical);
}

}  // namespace kvw::wb
