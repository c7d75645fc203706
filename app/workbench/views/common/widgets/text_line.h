// SPDX-License-Identifier: GPL-3.0-or-later
/// Line of text below or above a plot, whose text changes with every frame.
#pragma once

#include <QLabel>
#include <QResizeEvent>
#include <algorithm>

namespace kvw::wb {

/// Takes up to `mostLines` lines and never widens the dock. It keeps the height that it once needed, so that plots do
/// not jump with the digits of a number, and it gives constant sizes to layouts: a label that wraps is laid out several
/// times whenever its size is asked for, and a label in a layout causes a layout of the whole window for every change
/// of its text. The label here is in no layout but this frame.
class TextLine : public QWidget {
    Q_OBJECT
 public:
    /// `name`: objectName of the label. In a low dock the text may be cut to `leastLines`; 0: it is never cut.
    TextLine(QWidget* parent, const char* name, int mostLines = 3, int leastLines = 0)
        : QWidget(parent), m_label(new PaintedOnce(this)), m_mostLines(mostLines), m_leastLines(leastLines) {
        m_label->setObjectName(QString::fromLatin1(name));
        m_label->setTextFormat(Qt::RichText);
        m_label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        m_label->setWordWrap(mostLines > 1);
        m_label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
        setSizePolicy(QSizePolicy::Ignored, leastLines == 0 ? QSizePolicy::Fixed : QSizePolicy::Preferred);
        setWantedHeight(fontMetrics().height());
    }

    void setText(const QString& richText) {
        if (richText == m_label->text()) {
            return;
        }
        m_label->setText(richText);
        if (richText.size() > m_measured) {
            m_measured = richText.size();
            grow();
        }
    }

    /// Grows if the current text needs more height. A text that is no longer than an earlier one may still have more
    /// lines, depending on where its words break.
    void grow() {
        setWantedHeight(std::max(maximumHeight(), needed()));
        m_label->setGeometry(rect());  // while the line is being shown, no resize event arrives
    }
    /// Sets the height that the current text needs; call it when the line starts to show something else.
    void fit() {
        m_measured = m_label->text().size();
        if (const int high = needed(); high != maximumHeight()) {
            setWantedHeight(high);
            m_label->setGeometry(rect());  // as above
        }
    }

    QSize sizeHint() const override { return {0, maximumHeight()}; }
    QSize minimumSizeHint() const override { return {0, minimumHeight()}; }

 protected:
    void resizeEvent(QResizeEvent* event) override {
        QWidget::resizeEvent(event);
        m_label->setGeometry(rect());
        if (event->oldSize().width() != width()) {
            fit();
        }
    }

    void changeEvent(QEvent* event) override {
        QWidget::changeEvent(event);
        if (event->type() == QEvent::FontChange) {
            fit();
        }
    }

 private:
    /// Label that ignores UpdateLater: rich text is laid out while it is painted, and then asks for a second paint of
    /// the same picture.
    class PaintedOnce : public QLabel {
     public:
        using QLabel::QLabel;

     protected:
        bool event(QEvent* event) override { return event->type() == QEvent::UpdateLater || QLabel::event(event); }
    };

    [[nodiscard]] int needed() const {
        return std::clamp(m_label->heightForWidth(width()), fontMetrics().height(),
                          m_mostLines * fontMetrics().lineSpacing());
    }
    void setWantedHeight(int height) {
        const int least = m_leastLines == 0 ? height : m_leastLines * fontMetrics().lineSpacing();
        setMinimumHeight(std::min(least, height));
        setMaximumHeight(height);
    }

    QLabel* m_label;
    int m_mostLines, m_leastLines;
    qsizetype m_measured = 0;  ///< length of the longest text that was measured at this width
};

}  // namespace kvw::wb
