// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/docks/table_columns.h"

#include <QKeyEvent>
#include <QSettings>

#include "core/eval/run_table.h"

namespace kvw::wb {

namespace {

QString key() {
    return QStringLiteral("library/leftOut");
}

}  // namespace

TableColumns::TableColumns(QWidget* parent) : QMenu(parent) {
    setObjectName(QStringLiteral("libraryTableColumns"));
    for (const RunTableColumn& column : runTableColumns()) {
        QAction* action = addAction(QString::fromStdString(column.title));
        action->setData(QString::fromStdString(column.name));
        action->setCheckable(true);
        action->setChecked(true);
        connect(action, &QAction::toggled, this, [this] {
            guardLast();
            store();
        });
    }
}

void TableColumns::rememberIn(QSettings* settings) {
    m_settings = nullptr;
    if (settings != nullptr) {
        const QStringList leftOut = settings->value(key()).toStringList();
        for (QAction* action : actions()) {
            action->setChecked(!leftOut.contains(action->data().toString()) || leftOut.size() >= actions().size());
        }
    }
    m_settings = settings;
}

void TableColumns::store() const {
    if (m_settings == nullptr) {
        return;
    }
    QStringList without;
    for (const QAction* action : actions()) {
        if (!action->isChecked()) {
            without << action->data().toString();
        }
    }
    m_settings->setValue(key(), without);
}

std::vector<std::string> TableColumns::chosen() const {
    std::vector<std::string> names;
    for (const QAction* action : actions()) {
        if (action->isChecked()) {
            names.push_back(action->data().toString().toStdString());
        }
    }
    return names;
}

void TableColumns::guardLast() {
    const bool last = chosen().size() == 1;
    for (QAction* action : actions()) {
        action->setEnabled(!last || !action->isChecked());
    }
}

bool TableColumns::toggleActive() {
    if (activeAction() == nullptr || !activeAction()->isEnabled()) {
        return false;
    }
    activeAction()->trigger();
    return true;
}

void TableColumns::mouseReleaseEvent(QMouseEvent* event) {
    if (!toggleActive()) {
        QMenu::mouseReleaseEvent(event);
    }
}

void TableColumns::keyPressEvent(QKeyEvent* event) {
    const bool toggles = event->key() == Qt::Key_Space || event->key() == Qt::Key_Return;
    if (!toggles || !toggleActive()) {
        QMenu::keyPressEvent(event);
    }
}

}  // namespace kvw::wb
