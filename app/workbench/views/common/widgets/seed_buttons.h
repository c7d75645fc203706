// SPDX-License-Identifier: GPL-3.0-or-later
/// Buttons beside a seed: a dice, and copy.
#pragma once

#include <QApplication>
#include <QClipboard>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QPainter>
#include <QRandomGenerator>
#include <QToolButton>
#include <algorithm>

#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/number_box.h"
#include "app/workbench/views/common/widgets/type_scale.h"

namespace kvw::wb {

struct SeedWords {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::SeedButtons)
};

/// Button that draws its sign in the colour of the text, because few fonts have a dice.
class SeedButton : public QToolButton {
 public:
    enum class Sign { Dice, Copy };
    SeedButton(Sign sign, QWidget* parent) : QToolButton(parent), m_sign(sign) {
        setAutoRaise(true);
        setFocusPolicy(Qt::TabFocus);
        fitToType(*this, [](SeedButton& it) {
            it.setFixedSize(it.fontMetrics().height() + 8, it.fontMetrics().height() + 6);
        });
    }

 protected:
    void paintEvent(QPaintEvent* event) override {
        QToolButton::paintEvent(event);
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const QColor ink = palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, QPalette::ButtonText);
        painter.setPen(QPen(ink, 1.2));
        const double side = std::min(width(), height()) - 8.0;
        const QRectF box((width() - side) / 2, (height() - side) / 2, side, side);
        if (m_sign == Sign::Copy) {
            const double step = side / 4;
            painter.drawRect(box.adjusted(step, 0, 0, -step));
            painter.setBrush(palette().button());
            painter.drawRect(box.adjusted(0, step, -step, 0));
            return;
        }
        painter.drawRoundedRect(box, side / 5, side / 5);
        painter.setBrush(ink);
        painter.setPen(Qt::NoPen);
        for (const QPointF spot :
             {QPointF(0.25, 0.25), QPointF(0.75, 0.25), QPointF(0.5, 0.5), QPointF(0.25, 0.75), QPointF(0.75, 0.75)}) {
            painter.drawEllipse(box.topLeft() + spot * side, side / 10, side / 10);
        }
    }

 private:
    Sign m_sign;
};

/// Appends the buttons to `row`. They set `seed` to a random number, and copy it.
inline void addSeedButtons(QHBoxLayout& row, NumberBox& seed, QWidget* parent) {
    auto* dice = named(new SeedButton(SeedButton::Sign::Dice, parent), "throwSeed", SeedWords::tr("Random seed"),
                       SeedWords::tr("Sets a random seed"));
    QObject::connect(dice, &QToolButton::clicked, &seed, [&seed] {
        const double most = std::min(seed.maximum(), 999999.0);  // short seeds are easier to read and type
        seed.setValue(QRandomGenerator::global()->bounded(1, static_cast<int>(most) + 1));
    });
    auto* copy = named(new SeedButton(SeedButton::Sign::Copy, parent), "copySeed", SeedWords::tr("Copy the seed"),
                       SeedWords::tr("Copies the seed"));
    QObject::connect(copy, &QToolButton::clicked, &seed,
                     [&seed] { QApplication::clipboard()->setText(seed.textFromValue(seed.value())); });
    row.addWidget(dice);
    row.addWidget(copy);
}

}  // namespace kvw::wb
