// SPDX-License-Identifier: GPL-3.0-or-later
/// Menu of the columns that an exported table of runs has, with check marks; it stays open while it is used.
#pragma once

#include <QKeyEvent>
#include <QMenu>
#include <QSettings>
#include <string>
#include <utility>
#include <vector>

#include "core/eval/run_table.h"

namespace kvw::wb {

/// Columns that are left out are kept in the settings, so that all tables of a paper have the same columns.
class TableColumns : public QMenu {
    Q_OBJECT
 public:
    explicit TableColumns(QWidget* parent) : QMenu(parent) {
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

    /// Reads the columns that earlier sessions left out from `settings`, and stores changes there. Null: this session
    /// only.
    void rememberIn(QSettings* settings) {
        m_settings = nullptr;
        if (settings != nullptr) {
            const QStringList leftOut = settings->value(key()).toStringList();
            for (QAction* action : actions()) {
                action->setChecked(!leftOut.contains(action->data().toString()) || leftOut.size() >= actions().size());
            }
        }
        m_settings = settings;
    }

    /// Returns names of runTableColumns, in their order; at least one.
    [[nodiscard]] std::vector<std::string> chosen() const {
        std::vector<std::string> names;
        for (const QAction* action : actions()) {
            if (action->isChecked()) {
                names.push_back(action->data().toString().toStdString());
            }
        }
        return names;
    }

 protected:
    void mouseReleaseEvent(QMouseEvent* event) override {
        if (!toggleActive()) {
            QMenu::mouseReleaseEvent(event);
        }
    }
    void keyPressEvent(QKeyEvent* event) override {
        const bool toggles =
            event->key() == Qt::Key_Space || event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
        if (!toggles || !toggleActive()) {
            QMenu::keyPressEvent(event);
        }
    }

 private:
    static QString key() { return QStringLiteral("library/leftOut"); }

    /// Titles of runTableColumns in the language of the window; the exported tables are in English.
    static constexpr std::pair<const char*, const char*> kTitles[] = {
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

    static QString titleOf(const RunTableColumn& column) {
        for (const auto& [name, title] : kTitles) {
            if (column.name == name) {
                return tr(title);
            }
        }
        return QString::fromStdString(column.title);
    }

    bool toggleActive() {
        if (activeAction() == nullptr || !activeAction()->isEnabled()) {
            return false;
        }
        activeAction()->trigger();
        return true;
    }

    /// Disables the last column that is left, so that it cannot be left out.
    void guardLast() {
        const bool last = chosen().size() == 1;
        for (QAction* action : actions()) {
            const bool kept = last && action->isChecked();
            action->setEnabled(!kept);
            action->setToolTip(kept ? tr("A table needs one column")
                                    : tr("“%1” in the file").arg(action->data().toString()));
        }
    }

    void store() const {
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

    QSettings* m_settings = nullptr;
};

}  // namespace kvw::wb
