// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/docks/text_line.h"

#include <QResizeEvent>
#include <algorithm>

namespace kvw::wb {

TextLine::TextLine(QWidget* parent, const char* name, int mostLines) : QLabel(parent), m_mostLines(mostLines) {
    setObjectName(QString::fromLatin1(name));
    setTextFormat(Qt::RichText);
    setTextInteractionFlags(Qt::TextSelectableByMouse);
    setWordWrap(true);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    setFixedHeight(fontMetrics().height());
}

void TextLine::say(const QString& what) {
    if (what == text()) {
        return;
    }
    setText(what);
    if (what.size() > m_measured) {
        m_measured = what.size();
        setFixedHeight(std::max(height(), needed()));
    }
}

void TextLine::resizeEvent(QResizeEvent* event) {
    QLabel::resizeEvent(event);
    if (event->oldSize().width() != width()) {
        fit();
    }
}

void TextLine::changeEvent(QEvent* event) {
    QLabel::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        fit();
    }
}

void TextLine::fit() {
    m_measured = text().size();
    if (const int high = needed(); high != height()) {
        setFixedHeight(high);
    }
}

int TextLine::needed() const {
    return std::clamp(QLabel::heightForWidth(width()), fontMetrics().height(),
                      m_mostLines * fontMetrics().lineSpacing());
}

}  // namespace kvw::wb
