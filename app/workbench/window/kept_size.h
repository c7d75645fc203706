// SPDX-License-Identifier: GPL-3.0-or-later
/// The size of a window while what it holds is placed anew.
#pragma once

#include <QCoreApplication>
#include <QEvent>
#include <QLayout>
#include <QMainWindow>
#include <QPointer>

namespace kvw::wb {

/// Docks, bars and type on their way from one layout to another ask for more room than they need in the end: meanwhile
/// the window keeps its size.
class KeptSize {
 public:
    explicit KeptSize(QMainWindow& window) : m_window(&window) {
        if (count(1) == 1) {
            window.layout()->setSizeConstraint(QLayout::SetNoConstraint);
            window.setMinimumSize(0, 0);
        }
    }
    KeptSize(const KeptSize&) = delete;
    KeptSize& operator=(const KeptSize&) = delete;
    ~KeptSize() {
        if (m_window != nullptr && count(-1) == 0) {
            settle();
            m_window->layout()->setSizeConstraint(QLayout::SetDefaultConstraint);
        }
    }
    /// Every widget has the place that it asks for by now.
    static void settle() { QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest); }

 private:
    int count(int more) {
        static constexpr const char* kHolders = "keptSize";
        const int holders = m_window->property(kHolders).toInt() + more;
        m_window->setProperty(kHolders, holders);
        return holders;
    }
    QPointer<QMainWindow> m_window;
};

}  // namespace kvw::wb
