// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/common/dock_title.h"

#include <QDockWidget>
#include <QEvent>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "app/workbench/views/common/transport_icon.h"
#include "app/workbench/views/common/widgets/boxes.h"

namespace kvw::wb {

namespace {

/// Numbers of parts in a column and in the columns that are its views.
struct Parts {
    int views = 0, controls = 0;
};

/// Counts the parts. Views take what room is left, controls do not.
void count(const QVBoxLayout& column, Parts& parts) {
    for (int i = 0; i < column.count(); ++i) {
        QLayoutItem* item = column.itemAt(i);
        if (item->spacerItem() != nullptr) {
            continue;
        }
        const auto* inner = qobject_cast<QVBoxLayout*>(item->layout());
        if (column.stretch(i) == 0) {
            ++parts.controls;
        } else if (inner != nullptr) {
            count(*inner, parts);
        } else {
            ++parts.views;
        }
    }
}

/// Moves neighbouring controls into widgets of their own, which are added to `holders`.
void hold(QVBoxLayout& column, std::vector<QWidget*>& holders) {
    QVBoxLayout* into = nullptr;
    for (int i = 0; i < column.count();) {
        QLayoutItem* item = column.itemAt(i);
        if (item->spacerItem() != nullptr || column.stretch(i) > 0) {
            if (auto* inner = qobject_cast<QVBoxLayout*>(item->layout())) {
                hold(*inner, holders);
            }
            into = nullptr;
            ++i;
            continue;
        }
        if (into == nullptr) {
            auto* holder = new QWidget(column.parentWidget());
            into = columnOf({}, holder, {0, std::max(0, column.spacing())});
            column.insertWidget(i, holder);
            holders.push_back(holder);
            ++i;
        }
        item = column.takeAt(i);
        if (QLayout* row = item->layout()) {
            into->addLayout(row);
        } else {
            QWidget* control = item->widget();
            const Qt::Alignment alignment = item->alignment();
            delete item;  // a widget reports its size to its oldest item only
            into->addWidget(control, 0, alignment);
        }
    }
}

QToolButton* titleButton(QDockWidget& dock, const char* name, Sign sign) {
    auto* button = named(new QToolButton(&dock), name);
    button->setIcon(transportIcon(sign));
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::NoFocus);  // as Qt's own buttons there; keys do the same
    button->hide();
    return button;
}

}  // namespace

DockTitle::DockTitle(QDockWidget& dock, std::function<void()> maximise)
    : QObject(&dock),
      m_dock(dock),
      m_maximise(titleButton(dock, "maximiseDock", Sign::Maximise)),
      m_fold(titleButton(dock, "foldControls", Sign::Fold)),
      m_neighbour(dock.findChild<QWidget*>(QStringLiteral("qt_dockwidget_floatbutton"), Qt::FindDirectChildrenOnly)) {
    explained(m_maximise, tr("Maximise"), tr("Lets this dock fill the window; again: back (M)"));
    explained(m_fold, tr("Fold controls"), tr("Hides legend, boxes and notes, or shows them again (Shift+M)"));
    m_fold->setCheckable(true);
    connect(m_maximise, &QToolButton::clicked, this, [maximise = std::move(maximise)] { maximise(); });
    connect(m_fold, &QToolButton::clicked, this, [this](bool folded) { setFolded(folded); });
    if (m_neighbour != nullptr) {
        m_neighbour->installEventFilter(this);
    }
}

bool DockTitle::canFold() const {
    const auto* column = m_content == nullptr ? nullptr : qobject_cast<QVBoxLayout*>(m_content->layout());
    Parts parts;
    if (column != nullptr) {
        count(*column, parts);
    }
    return parts.views > 0 && parts.controls > 0;
}

void DockTitle::setFolded(bool folded) {
    if (folded != m_folded && canFold()) {
        m_folded = folded;
        if (m_held.empty()) {
            hold(*static_cast<QVBoxLayout*>(m_content->layout()), m_held);
        }
        const QWidget* focused = m_dock.window()->focusWidget();
        const bool leaves = folded && std::any_of(m_held.begin(), m_held.end(), [&](const QWidget* holder) {
                                return focused != nullptr && holder->isAncestorOf(focused);
                            });
        if (leaves) {
            m_dock.widget()->setFocus(Qt::OtherFocusReason);  // else Qt passes the focus to any other control
        }
        for (QWidget* holder : m_held) {
            holder->setVisible(!folded);
        }
    }
    m_fold->setChecked(m_folded);
}

bool DockTitle::eventFilter(QObject* target, QEvent* event) {
    switch (event->type()) {
        case QEvent::Move:
        case QEvent::Resize:
        case QEvent::ShowToParent:
        case QEvent::HideToParent:
        case QEvent::Show:
            place();
            break;
        default:
            break;
    }
    return QObject::eventFilter(target, event);
}

void DockTitle::place() {
    QRect at = m_neighbour->geometry();
    for (QToolButton* button : {m_maximise, m_fold}) {
        const bool shown = !m_neighbour->isHidden() && (button != m_fold || canFold());
        if (shown) {
            at.moveRight(at.left() - 1);
            button->setGeometry(at);
            button->setIconSize(at.size() * 3 / 4);
        }
        button->setVisible(shown);
    }
    m_dock.setProperty(kEnd, m_neighbour->isHidden() ? QVariant() : QVariant(at.left()));
}

}  // namespace kvw::wb
