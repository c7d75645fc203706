// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/shell/commands/palette_controls.h"

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QLineEdit>
#include <QPointer>
#include <QScrollArea>
#include <QStringList>

#include "app/workbench/views/common/dock.h"

namespace kvw::wb {

namespace {

QString nameOf(const QWidget& control) {
    if (!control.accessibleName().isEmpty()) {
        return control.accessibleName();
    }
    const auto* button = qobject_cast<const QAbstractButton*>(&control);
    return button == nullptr ? QString() : QString(button->text()).remove(QLatin1Char('&'));
}

bool isControl(const QWidget& widget) {
    return qobject_cast<const QAbstractButton*>(&widget) != nullptr ||
           qobject_cast<const QAbstractSpinBox*>(&widget) != nullptr ||
           qobject_cast<const QComboBox*>(&widget) != nullptr || qobject_cast<const QLineEdit*>(&widget) != nullptr;
}

void goTo(Dock& dock, QWidget& control) {
    dock.show();
    dock.raise();
    for (QWidget* above = control.parentWidget(); above != nullptr; above = above->parentWidget()) {
        if (auto* area = qobject_cast<QScrollArea*>(above)) {
            area->ensureWidgetVisible(&control);
        }
    }
    control.setFocus(Qt::ShortcutFocusReason);
}

}  // namespace

std::vector<PaletteEntry> controlEntries(Dock& dock) {
    std::vector<PaletteEntry> entries;
    QStringList known;
    for (QWidget* control : dock.findChildren<QWidget*>()) {
        const bool inside = qobject_cast<QAbstractSpinBox*>(control->parentWidget()) != nullptr ||
                            qobject_cast<QComboBox*>(control->parentWidget()) != nullptr;
        const QString name = nameOf(*control);
        if (inside || !isControl(*control) || (control->focusPolicy() & Qt::TabFocus) == 0 || name.isEmpty() ||
            known.contains(name) || !control->isVisibleTo(&dock)) {
            continue;
        }
        known += name;
        entries.push_back({CommandPalette::tr("%1: %2").arg(dock.windowTitle(), name),
                           {},
                           control->isEnabled(),
                           [&dock, control = QPointer<QWidget>(control)] {
                               if (control != nullptr) {
                                   goTo(dock, *control);
                               }
                           },
                           control->objectName(),
                           control->toolTip()});
    }
    return entries;
}

}  // namespace kvw::wb
