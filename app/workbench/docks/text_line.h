// SPDX-License-Identifier: GPL-3.0-or-later
/// A line of text below or above a plot, whose words change with every frame.
#pragma once

#include <QLabel>

namespace kvw::wb {

/// Takes up to `mostLines` where it needs them and never widens the dock. It keeps the height it once needed, so that
/// plots do not jump with the digits of a number, and layouts get constants to work with: a label that wraps is laid
/// out several times for each question about its size, and any label in a layout has the whole window laid out for
/// every change of its text. This one lies in no layout but its own frame.
class TextLine : public QWidget {
    Q_OBJECT
 public:
    /// `name`: objectName of the label.
    TextLine(QWidget* parent, const char* name, int mostLines = 3);
    void say(const QString& richText);
    /// As high as it is or, where what it says needs more, higher: a text that is no longer may have more lines, where
    /// its words are.
    void grow();
    /// It says other things from here on: it has the height that it needs for what it says now.
    void fit();

    QSize sizeHint() const override { return {0, height()}; }
    QSize minimumSizeHint() const override { return {0, height()}; }

 protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

 private:
    [[nodiscard]] int needed() const;

    QLabel* m_label;
    int m_mostLines;
    qsizetype m_measured = 0;  ///< length of the longest text whose height is known at this width
};

}  // namespace kvw::wb
