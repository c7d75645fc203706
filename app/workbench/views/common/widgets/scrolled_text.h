// SPDX-License-Identifier: GPL-3.0-or-later
/// Text of a dock that is as high as needed where there is room, and scrolls where there is not.
#pragma once

#include <QScrollArea>

namespace kvw::wb {

/// Requires at most two lines and no width, so that the dock and the window can stay low in large type. The Tab key
/// reaches it only while it scrolls. Thread: GUI thread.
class ScrolledText : public QScrollArea {
 public:
    /// Takes ownership of `text`, which may wrap. `name`: its subject, for screen readers.
    ScrolledText(QWidget& text, const QString& name, QWidget* parent);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

 protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

 private:
    void measure();

    int m_needed = 0;  ///< height of the text at this width
};

}  // namespace kvw::wb
