// SPDX-License-Identifier: GPL-3.0-or-later
/// Rows, columns and splitters of widgets, written as lists, and the label of a sentence in them.
#pragma once

#include <QBoxLayout>
#include <QLabel>
#include <QList>
#include <QPushButton>
#include <QToolButton>
#include <initializer_list>

namespace kvw::wb {

/// Widget or layout in a row or column, with its share of the room that is left.
struct BoxPart {
    BoxPart(QWidget* shown, int share = 0, Qt::Alignment at = {}) : widget(shown), stretch(share), alignment(at) {}
    BoxPart(QLayout* shown, int share = 0) : layout(shown), stretch(share) {}
    /// Returns a part that shows nothing and takes room that is left.
    static BoxPart room(int share = 0) { return {static_cast<QWidget*>(nullptr), share}; }

    QWidget* widget = nullptr;
    QLayout* layout = nullptr;
    int stretch;
    Qt::Alignment alignment;
};

/// Pixels on each side of a row or column and between its parts; negative: as the style has them.
struct BoxSpace {
    int around = -1, between = -1;
};

/// Fills `box`, which it returns.
template <class Box>
Box* filled(Box* box, std::initializer_list<BoxPart> parts, BoxSpace space) {
    if (space.around >= 0) {
        box->setContentsMargins(space.around, space.around, space.around, space.around);
    }
    if (space.between >= 0) {
        box->setSpacing(space.between);
    }
    for (const BoxPart& part : parts) {
        if (part.layout != nullptr) {
            box->addLayout(part.layout, part.stretch);
        } else if (part.widget != nullptr) {
            box->addWidget(part.widget, part.stretch, part.alignment);
        } else {
            box->addStretch(part.stretch);
        }
    }
    return box;
}

/// Return a row or column of the parts: the layout of `parent`, or, without one, for another layout.
inline QHBoxLayout* rowOf(std::initializer_list<BoxPart> parts, QWidget* parent = nullptr, BoxSpace space = {}) {
    return filled(new QHBoxLayout(parent), parts, space);
}
inline QVBoxLayout* columnOf(std::initializer_list<BoxPart> parts, QWidget* parent = nullptr, BoxSpace space = {}) {
    return filled(new QVBoxLayout(parent), parts, space);
}

/// Puts the parts into `splitter`, which it returns. `sizes`: what each has at first; none: as Qt has them.
template <class Splitter>
Splitter* splitOf(Splitter* splitter, std::initializer_list<BoxPart> parts, const QList<int>& sizes = {}) {
    for (const BoxPart& part : parts) {
        splitter->addWidget(part.widget);
        if (part.stretch > 0) {
            splitter->setStretchFactor(splitter->count() - 1, part.stretch);
        }
    }
    if (!sizes.isEmpty()) {
        splitter->setSizes(sizes);
    }
    return splitter;
}

/// Gives `widget`, which it returns, the name that a screen reader calls it, and a tooltip; an empty one is not set.
template <class Widget>
Widget* explained(Widget* widget, const QString& name, const QString& tip = {}) {
    if (!name.isEmpty()) {
        widget->setAccessibleName(name);
    }
    if (!tip.isEmpty()) {
        widget->setToolTip(tip);
    }
    return widget;
}

/// Gives `widget`, which it returns, an object name, and explains it.
template <class Widget>
Widget* named(Widget* widget, const char* objectName, const QString& name = {}, const QString& tip = {}) {
    widget->setObjectName(QLatin1String(objectName));
    return explained(widget, name, tip);
}

/// Returns a button with words. `tip`: its tooltip; empty: none.
inline QPushButton* buttonIn(QWidget* parent, const QString& text, const char* objectName = "",
                             const QString& tip = {}) {
    return named(new QPushButton(text, parent), objectName, {}, tip);
}

/// Returns a button that shows a sign. A screen reader calls it what its tooltip says.
inline QToolButton* signButton(QWidget* parent, const QString& sign, const QString& tip, const char* objectName = "") {
    auto* button = named(new QToolButton(parent), objectName, tip, tip);
    button->setText(sign);
    return button;
}

/// Returns a label for a sentence of plain text, which wraps. `name`: its object name.
inline QLabel* sentenceIn(QWidget* parent, const char* name = "") {
    auto* label = new QLabel(parent);
    label->setObjectName(QLatin1String(name));
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    return label;
}

}  // namespace kvw::wb
