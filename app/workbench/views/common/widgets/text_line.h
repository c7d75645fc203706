// SPDX-License-Identifier: GPL-3.0-or-later
/// Line of text below or above a plot, whose text changes with every frame.
#pragma once

#include <QLabel>

namespace kvw::wb {

/// Takes up to `mostLines` lines and never widens the dock. It keeps the height that it once needed, so that plots do
/// not jump with the digits of a number, and it gives constant sizes to layouts: a label that wraps is laid out several
/// times whenever its size is asked for, and a label in a layout causes a layout of the whole window for every change
/// of its text. The label here is in no layout but this frame.
class TextLine : public QWidget {
    Q_OBJECT
 public:
    /// `name`: objectName of the label. In a low dock the text may be cut to `leastLines`; 0: it is never cut.
    TextLine(QWidget* parent, const char* name, int mostLines = 3, int leastLines = 0);
    void setText(const QString& richText);
    /// Grows if the current text needs more height. A text that is no longer than an earlier one may still have more
    /// lines, depending on where its words break.
    void grow();
    /// Sets the height that the current text needs; call it when the line starts to show something else.
    void fit();

    QSize sizeHint() const override { return {0, maximumHeight()}; }
    QSize minimumSizeHint() const override { return {0, minimumHeight()}; }

 protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

 private:
    [[nodiscard]] int needed() const;
    void setWantedHeight(int height);

    QLabel* m_label;
    int m_mostLines, m_leastLines;
    qsizetype m_measured = 0;  ///< length of the longest text that was measured at this width
};

}  // namespace kvw::wb
