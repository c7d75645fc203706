// SPDX-License-Identifier: GPL-3.0-or-later
/// Keeps a window's size while its contents are rearranged.
#pragma once

#include <QCoreApplication>
#include <QEvent>
#include <QLayout>
#include <QMainWindow>
#include <QPointer>

namespace kvw::wb {

/// Docks, bars and type that change layout temporarily request more space than they need in the end. The window keeps
/// its size while an object lives.
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
    /// Processes pending layout requests, so that every widget has its place.
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
