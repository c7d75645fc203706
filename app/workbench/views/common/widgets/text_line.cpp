// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/common/widgets/text_line.h"

#include <QResizeEvent>
#include <algorithm>

namespace kvw::wb {

namespace {

/// Label that ignores UpdateLater: rich text is laid out while it is painted, and then asks for a second paint of the
/// same picture.
class PaintedOnce : public QLabel {
 public:
    using QLabel::QLabel;

 protected:
    bool event(QEvent* event) override { return event->type() == QEvent::UpdateLater || QLabel::event(event); }
};

}  // namespace

TextLine::TextLine(QWidget* parent, const char* name, int mostLines, int leastLines)
    : QWidget(parent), m_label(new PaintedOnce(this)), m_mostLines(mostLines), m_leastLines(leastLines) {
    m_label->setObjectName(QString::fromLatin1(name));
    m_label->setTextFormat(Qt::RichText);
    m_label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_label->setWordWrap(mostLines > 1);
    m_label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    setSizePolicy(QSizePolicy::Ignored, leastLines == 0 ? QSizePolicy::Fixed : QSizePolicy::Preferred);
    setWantedHeight(fontMetrics().height());
}

void TextLine::setText(const QString& richText) {
    if (richText == m_label->text()) {
        return;
    }
    m_label->setText(richText);
    if (richText.size() > m_measured) {
        m_measured = richText.size();
        grow();
    }
}

void TextLine::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    m_label->setGeometry(rect());
    if (event->oldSize().width() != width()) {
        fit();
    }
}

void TextLine::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        fit();
    }
}

void TextLine::grow() {
    setWantedHeight(std::max(maximumHeight(), needed()));
    m_label->setGeometry(rect());  // while the line is being shown, no resize event arrives
}

void TextLine::fit() {
    m_measured = m_label->text().size();
    if (const int high = needed(); high != maximumHeight()) {
        setWantedHeight(high);
        m_label->setGeometry(rect());  // as above
    }
}

void TextLine::setWantedHeight(int height) {
    const int least = m_leastLines == 0 ? height : m_leastLines * fontMetrics().lineSpacing();
    setMinimumHeight(std::min(least, height));
    setMaximumHeight(height);
}

int TextLine::needed() const {
    return std::clamp(m_label->heightForWidth(width()), fontMetrics().height(),
                      m_mostLines * fontMetrics().lineSpacing());
}

}  // namespace kvw::wb
