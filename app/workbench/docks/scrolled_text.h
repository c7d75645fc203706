// SPDX-License-Identifier: GPL-3.0-or-later
/// Sentences of a dock that are as high as they need to be where there is room, and scroll where there is not.
#pragma once

#include <QScrollArea>

namespace kvw::wb {

/// It asks for two lines and no width of its own, so that the dock, and with it the window, stays low in large type. By
/// keyboard it is come to while it scrolls. Thread: GUI thread.
class ScrolledText : public QScrollArea {
 public:
    /// Takes `text`, which may wrap. `name`: what it is about, for those who hear it.
    ScrolledText(QWidget& text, const QString& name, QWidget* parent);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

 protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

 private:
    void measure();

    int m_needed = 0;  ///< height, at this width
};

}  // namespace kvw::wb
