// SPDX-License-Identifier: GPL-3.0-or-later
/// Search for a policy by words of its name, of its description or of its papers.
#pragma once

#include <QDialog>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <cstdlib>
#include <vector>

#include "app/workbench/session/words/plugin_words.h"
#include "app/workbench/views/common/widgets/boxes.h"

namespace kvw::wb {

/// Popup, deleted when it is closed. Up and Down select among the matches, Enter or a click takes one; without a match
/// nothing changes. Thread: GUI thread.
class PolicySearch : public QDialog {
    Q_OBJECT
 public:
    struct Entry {
        QString text, id;  ///< no id: the title of the group that follows
        QString about;     ///< further words by which it is found
        QString tip;
        bool enabled = true;
    };
    PolicySearch(std::vector<Entry> entries, QWidget* parent)
        : QDialog(parent, Qt::Popup),
          m_entries(std::move(entries)),
          m_line(new QLineEdit(this)),
          m_list(new QListWidget(this)) {
        setObjectName(QStringLiteral("policySearch"));
        setAttribute(Qt::WA_DeleteOnClose);
        setAccessibleName(tr("Find a policy"));
        m_line->setPlaceholderText(tr("Name, or words of its description or paper"));
        m_line->setAccessibleName(m_line->placeholderText());
        m_list->setAccessibleName(tr("Policies that match"));
        m_list->setFocusPolicy(Qt::NoFocus);
        columnOf({m_line, {m_list, 1}}, this, {6});
        m_line->installEventFilter(this);
        connect(m_line, &QLineEdit::textChanged, this, &PolicySearch::filter);
        connect(m_line, &QLineEdit::returnPressed, this, &PolicySearch::choose);
        connect(m_list, &QListWidget::itemClicked, this, [this](const QListWidgetItem* item) {
            if (item == m_list->currentItem()) {
                choose();  // the current item is never a title or a disabled policy
            }
        });
        filter({});
        m_line->setFocus();
    }

 Q_SIGNALS:
    void chosen(const QString& id);

 protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (watched == m_line && event->type() == QEvent::KeyPress) {
            const int key = static_cast<QKeyEvent*>(event)->key();
            const bool page = key == Qt::Key_PageUp || key == Qt::Key_PageDown;
            if (page || key == Qt::Key_Up || key == Qt::Key_Down) {
                constexpr int kPage = 10;
                goBy((key == Qt::Key_Up || key == Qt::Key_PageUp ? -1 : 1) * (page ? kPage : 1));
                return true;
            }
        }
        return QDialog::eventFilter(watched, event);
    }

 private:
    void filter(const QString& typed) {
        m_list->clear();
        const Entry* title = nullptr;
        int first = -1, byName = -1;
        for (const Entry& entry : m_entries) {
            if (entry.id.isEmpty()) {
                title = &entry;
                continue;
            }
            if (!containsAllWords(entry.text + QLatin1Char(' ') + entry.about, typed)) {
                continue;
            }
            if (title != nullptr) {
                auto* group = new QListWidgetItem(title->text, m_list);
                group->setFlags(Qt::NoItemFlags);
                title = nullptr;
            }
            auto* item = new QListWidgetItem(entry.text, m_list);
            item->setData(Qt::UserRole, entry.id);
            item->setToolTip(entry.tip);
            if (!entry.enabled) {
                item->setFlags(item->flags() & ~Qt::ItemIsEnabled);
                continue;
            }
            first = first < 0 ? m_list->count() - 1 : first;
            // A policy whose name matches comes before one whose description mentions the others.
            byName = byName < 0 && containsAllWords(entry.text, typed) ? m_list->count() - 1 : byName;
        }
        if (m_list->count() == 0) {
            auto* none = new QListWidgetItem(tr("No policy matches"), m_list);
            none->setFlags(Qt::NoItemFlags);
        }
        m_list->setCurrentRow(byName < 0 ? first : byName);
    }

    /// Skips titles and disabled policies.
    void goBy(int rows) {
        const int by = rows < 0 ? -1 : 1;
        int left = std::abs(rows);
        for (int row = m_list->currentRow() + by; left > 0 && row >= 0 && row < m_list->count(); row += by) {
            if (m_list->item(row)->flags() & Qt::ItemIsEnabled) {
                m_list->setCurrentRow(row);
                --left;
            }
        }
    }

    void choose() {
        const QListWidgetItem* item = m_list->currentItem();
        if (item == nullptr || !(item->flags() & Qt::ItemIsEnabled)) {
            return;
        }
        const QString id = item->data(Qt::UserRole).toString();
        close();
        Q_EMIT chosen(id);
    }

    std::vector<Entry> m_entries;
    QLineEdit* m_line;
    QListWidget* m_list;
};

}  // namespace kvw::wb
