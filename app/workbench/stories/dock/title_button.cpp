// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/stories/dock/title_button.h"

#include <QStyleOptionButton>
#include <QStylePainter>
#include <algorithm>

#include "app/workbench/views/common/widgets/type_scale.h"

namespace kvw::wb {

namespace {
constexpr int kBesideTitle = 10, kAboveTitle = 6;
constexpr int kTitleFlags = int{Qt::AlignCenter} | int{Qt::TextWordWrap} | int{Qt::TextShowMnemonic};
}  // namespace

TitleButton::TitleButton(const QString& title, QWidget* parent)
    : QPushButton(QString(title).replace(QLatin1Char('&'), QLatin1String("&&")), parent) {
    setAccessibleName(title);
    QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Minimum);  // a long title must not widen the dock
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

int TitleButton::heightForWidth(int width) const {
    const QRect room(0, 0, std::max(1, width - 2 * kBesideTitle), QWIDGETSIZE_MAX);
    const int words = fontMetrics().boundingRect(room, kTitleFlags, text()).height();
    return std::max(words, fontMetrics().height()) + 2 * kAboveTitle;
}

QSize TitleButton::sizeHint() const {
    return {scaledLength(60), heightForWidth(QWIDGETSIZE_MAX)};
}

QSize TitleButton::minimumSizeHint() const {
    return sizeHint();
}

void TitleButton::paintEvent(QPaintEvent* /*event*/) {
    QStylePainter painter(this);
    QStyleOptionButton option;
    initStyleOption(&option);
    option.text.clear();
    painter.drawControl(QStyle::CE_PushButton, option);
    painter.drawItemText(rect().adjusted(kBesideTitle, 0, -kBesideTitle, 0), kTitleFlags, palette(), isEnabled(),
                         text(), QPalette::ButtonText);
}

}  // namespace kvw::wb
