// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/library/table_columns.h"

#include <QKeyEvent>
#include <QSettings>
#include <utility>

#include "core/eval/run_table.h"

namespace kvw::wb {

namespace {

QString key() {
    return QStringLiteral("library/leftOut");
}

/// Titles of runTableColumns in the language of the window; the exported tables are in English.
constexpr std::pair<const char*, const char*> kTitles[] = {
    {"model", QT_TRANSLATE_NOOP("kvw::wb::TableColumns", "Model")},
    {"dtype", QT_TRANSLATE_NOOP("kvw::wb::TableColumns", "Type of the weights")},
    {"text", QT_TRANSLATE_NOOP("kvw::wb::TableColumns", "Text")},
    {"prompt", QT_TRANSLATE_NOOP("kvw::wb::TableColumns", "Prompt")},
    {"tokens", QT_TRANSLATE_NOOP("kvw::wb::TableColumns", "Tokens")},
    {"mode", QT_TRANSLATE_NOOP("kvw::wb::TableColumns", "Mode")},
    {"sampling", QT_TRANSLATE_NOOP("kvw::wb::TableColumns", "Sampling")},
    {"positions", QT_TRANSLATE_NOOP("kvw::wb::TableColumns", "Positions")},
    {"rank-keys", QT_TRANSLATE_NOOP("kvw::wb::TableColumns", "Rank keys")},
    {"prefill", QT_TRANSLATE_NOOP("kvw::wb::TableColumns", "Prefill")},
    {"kv-dtype", QT_TRANSLATE_NOOP("kvw::wb::TableColumns", "Type of keys and values")},
    {"device", QT_TRANSLATE_NOOP("kvw::wb::TableColumns", "Device")},
    {"policy", QT_TRANSLATE_NOOP("kvw::wb::TableColumns", "Policy")},
    {"runs", QT_TRANSLATE_NOOP("kvw::wb::TableColumns", "Number of runs")},
    {"mean_nll", QT_TRANSLATE_NOOP("kvw::wb::TableColumns", "Mean NLL")},
    {"delta_nll", QT_TRANSLATE_NOOP("kvw::wb::TableColumns", "Mean ΔNLL")},
    {"mean_kl", QT_TRANSLATE_NOOP("kvw::wb::TableColumns", "Mean KL")},
    {"answers_nll", QT_TRANSLATE_NOOP("kvw::wb::TableColumns", "NLL of the answers")},
    {"bytes_live", QT_TRANSLATE_NOOP("kvw::wb::TableColumns", "Live bytes")},
    {"held_share", QT_TRANSLATE_NOOP("kvw::wb::TableColumns", "Live bytes, of those of the full cache")},
    {"tpot_ms", QT_TRANSLATE_NOOP("kvw::wb::TableColumns", "Time per token")},
    {"front", QT_TRANSLATE_NOOP("kvw::wb::TableColumns", "Front of bytes against ΔNLL")}};

QString titleOf(const RunTableColumn& column) {
    for (const auto& [name, title] : kTitles) {
        if (column.name == name) {
            return TableColumns::tr(title);
        }
    }
    return QString::fromStdString(column.title);
}

}  // namespace

TableColumns::TableColumns(QWidget* parent) : QMenu(parent) {
    setObjectName(QStringLiteral("libraryTableColumns"));
    setToolTipsVisible(true);
    for (const RunTableColumn& column : runTableColumns()) {
        QAction* action = addAction(titleOf(column));
        action->setData(QString::fromStdString(column.name));
        action->setCheckable(true);
        action->setChecked(true);
        connect(action, &QAction::toggled, this, [this] {
            guardLast();
            store();
        });
    }
    guardLast();
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
        const bool kept = last && action->isChecked();
        action->setEnabled(!kept);
        action->setToolTip(kept ? tr("A table needs one column")
                                : tr("“%1” in the file").arg(action->data().toString()));
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
    const bool toggles =
        event->key() == Qt::Key_Space || event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (!toggles || !toggleActive()) {
        QMenu::keyPressEvent(event);
    }
}

}  // namespace kvw::wb
