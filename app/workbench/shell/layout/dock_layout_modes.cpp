// SPDX-License-Identifier: GPL-3.0-or-later
/// Modes of the dock layout: shows few docks, or large type, and restores the previous layout afterwards.
#include <QApplication>
#include <QMainWindow>
#include <QScopedValueRollback>
#include <QTimer>
#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include "app/workbench/shell/layout/dock_layout.h"
#include "app/workbench/shell/layout/kept_size.h"

namespace kvw::wb {

DockLayout::Kept DockLayout::withRaised(Kept kept) const {
    for (std::size_t i = 0; i < m_docks.size(); ++i) {
        Dock* raised = m_docks[i].dock;
        if (!raised->shown() || kept.front.contains(raised->objectName())) {
            continue;
        }
        const QList<QDockWidget*> beside = m_window.tabifiedDockWidgets(raised);
        for (std::size_t j = 0; j < m_docks.size(); ++j) {
            Dock* covered = m_docks[j].dock;
            const qsizetype at = kept.front.indexOf(covered->objectName());
            if (at >= 0 && !covered->shown() && beside.contains(covered)) {
                kept.front[at] = raised->objectName();
                if (i < kept.places.size() && j < kept.places.size()) {
                    std::swap(kept.places[i], kept.places[j]);
                }
                break;
            }
        }
    }
    return kept;
}

bool DockLayout::restoreKept(Kept& kept) {
    if (kept.state.isEmpty()) {
        return false;
    }
    const Kept was = std::exchange(kept, {});
    if (was.ofAnother && was.form != formOf(m_window.size())) {
        arrangeWith(was.shown, was.front);
        return true;
    }
    const auto size = std::make_shared<KeptSize>(m_window);
    if (!applyLayout(was)) {
        arrange(m_window.size());
        return true;
    }
    m_form = was.form;
    m_usersOwn = was.usersOwn;
    m_returning = {m_turn, was};
    placeSoon(size, 0, 0);
    return true;
}

std::vector<QRect> DockLayout::places() const {
    std::vector<QRect> all;
    for (const Placed& placed : m_docks) {
        const bool within = placed.dock->shown() && !placed.dock->isFloating();
        all.push_back(within ? placed.dock->geometry() : QRect());
    }
    return all;
}

void DockLayout::placeSoon(const std::shared_ptr<void>& size, int attempt, int still) {
    // Docks that were hidden request too much space at first, until their type and contents are up to date.
    constexpr int kStill = 6, kMost = 48;  // allows for a busy machine
    const std::chrono::milliseconds later = attempt == 0 ? std::chrono::milliseconds(0) : kSettled / 2;
    QTimer::singleShot(later, this, [this, size, attempt, still, turn = m_turn] {
        if (turn != m_turn || !m_returning) {
            return;
        }
        const int lies = placeAgain(m_returning->second) ? still + 1 : 0;
        if (attempt >= kMost || lies >= kStill || QApplication::mouseButtons() != Qt::NoButton) {
            m_returning.reset();
        } else {
            placeSoon(size, attempt + 1, lies);
        }
    });
}

bool DockLayout::placeAgain(const Kept& kept) {
    KeptSize::settle();
    const std::vector<QRect> now = places();
    if (m_window.size() != kept.size || shownNow() != kept.shown || now == kept.places) {
        return true;
    }
    // Another tab was raised meanwhile; keep it.
    const auto seen = [](const QRect& a, const QRect& b) { return a.isNull() == b.isNull(); };
    if (!std::equal(now.begin(), now.end(), kept.places.begin(), kept.places.end(), seen)) {
        return true;
    }
    const QScopedValueRollback<bool> arranging(m_arranging, true);
    m_window.restoreState(kept.state, kVersion);
    showThese(kept.shown, kept.front);
    return false;
}

void DockLayout::showOnly(const QStringList& ids) {
    restoreKept(m_beforeMaximising);
    if (ids.isEmpty()) {
        adapt(m_window.size());
        return;
    }
    m_beforeMaximising = kept();
    ++m_turn;
    showThese(ids, {});
}

void DockLayout::showLarge(const QStringList& ids, const std::function<void()>& change) {
    restoreKept(m_beforeMaximising);
    if (!ids.isEmpty()) {
        restoreKept(m_beforeLarge);
        m_beforeLarge = kept();
        const KeptSize size(m_window);
        change();
        KeptSize::settle();
        place(m_window.size(), ids, {});
        widenStories();
        return;
    }
    {
        // Shrink the window again if only large type made it grow.
        const QSize before = m_beforeLarge.size;
        const bool grown = before.isValid() && m_window.size() == before.expandedTo(m_window.minimumSize()) &&
                           !m_window.isMaximized() && !m_window.isFullScreen();
        const KeptSize size(m_window);
        const QScopedValueRollback<bool> arranging(m_arranging, true);
        change();
        KeptSize::settle();
        if (grown) {
            m_window.resize(before);
        }
        restoreKept(m_beforeLarge);
    }
    adapt(m_window.size());
}

void DockLayout::toggleMaximised(Dock* dock) {
    const bool restore = maximised() || dock == nullptr;
    showOnly(restore ? QStringList() : QStringList{dock->objectName()});
    if (!restore && dock->isFloating()) {
        // Dock it in the window until the layout is restored.
        const QScopedValueRollback<bool> arranging(m_arranging, true);
        dock->setFloating(false);
    }
}

}  // namespace kvw::wb
