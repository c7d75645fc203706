// SPDX-License-Identifier: GPL-3.0-or-later
/// Two halves of a dock: side by side where there is room, else above one another.
#pragma once

#include <QResizeEvent>
#include <QSplitter>

namespace kvw::wb {

class Halves : public QSplitter {
 public:
    explicit Halves(QWidget* parent) : QSplitter(Qt::Horizontal, parent) {}

 protected:
    void resizeEvent(QResizeEvent* event) override {
        setOrientation(event->size().width() > event->size().height() * 3 / 2 ? Qt::Horizontal : Qt::Vertical);
        QSplitter::resizeEvent(event);
    }
};

}  // namespace kvw::wb
