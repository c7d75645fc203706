// SPDX-License-Identifier: GPL-3.0-or-later
/// Splitter for two parts of a dock: side by side where there is room, else above one another.
#pragma once

#include <QResizeEvent>
#include <QSplitter>

namespace kvw::wb {

class Halves : public QSplitter {
 public:
    /// `low`: if positive, the parts are side by side only while the dock is lower than that.
    explicit Halves(QWidget* parent, int low = 0) : QSplitter(Qt::Horizontal, parent), m_low(low) {}

 protected:
    void resizeEvent(QResizeEvent* event) override {
        const int wide = event->size().width(), high = event->size().height();
        setOrientation((m_low > 0 ? high < m_low : wide > high * 3 / 2) ? Qt::Horizontal : Qt::Vertical);
        QSplitter::resizeEvent(event);
    }

 private:
    int m_low;
};

}  // namespace kvw::wb
