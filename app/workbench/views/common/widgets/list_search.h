// SPDX-License-Identifier: GPL-3.0-or-later
/// A popup with a line to type in and the list of what matches it.
#pragma once

#include <QDialog>
#include <QLineEdit>
#include <QListWidget>
#include <cstdlib>

#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/event_hook.h"

namespace kvw::wb {

/// Deleted when it is closed. Up and Down select among the matches, Enter or a click takes one; without a match nothing
/// changes. A subclass calls `filter` once its entries are there. Thread: GUI thread.
class ListSearch : public QDialog {
 protected:
    /// `title`, `matches`: accessible names of the popup and of its list.
    ListSearch(const char* name, const QString& title, const QString& placeholder, const QString& matches,
               QWidget* parent)
        : QDialog(parent, Qt::Popup), m_line(new QLineEdit(this)), m_list(new QListWidget(this)) {
        named(this, name, title)->setAttribute(Qt::WA_DeleteOnClose);
        explained(m_line, placeholder)->setPlaceholderText(placeholder);
        explained(m_list, matches)->setFocusPolicy(Qt::NoFocus);
        columnOf({m_line, {m_list, 1}}, this, {6});
        constexpr int kPage = 10;
        for (const auto& [key, rows] :
             {std::pair{Qt::Key_Up, -1}, {Qt::Key_Down, 1}, {Qt::Key_PageUp, -kPage}, {Qt::Key_PageDown, kPage}}) {
            onKeys(*m_line, {key}, this, [rows = rows](ListSearch* search) { search->goBy(rows); });
        }
        connect(m_line, &QLineEdit::textChanged, this, &ListSearch::filter);
        connect(m_line, &QLineEdit::returnPressed, this, &ListSearch::takeCurrent);
        connect(m_list, &QListWidget::itemClicked, this, [this](const QListWidgetItem* item) {
            if (item == m_list->currentItem()) {
                takeCurrent();
            }
        });
        m_line->setFocus();
    }

    /// Fills the list with what matches, and selects a row.
    virtual void filter(const QString& typed) = 0;
    /// Called with the `what` of an entry after the popup has closed, since it may open a dialog.
    virtual void take(const QVariant& what) = 0;
    /// Returns whether the keys stop at an item.
    [[nodiscard]] virtual bool canSelect(const QListWidgetItem& item) const { return item.flags() & Qt::ItemIsEnabled; }

    [[nodiscard]] QListWidget& list() const noexcept { return *m_list; }
    void addEntry(const QString& text, const QVariant& what, const QString& tip, bool enabled) {
        auto* item = new QListWidgetItem(text, m_list);
        item->setToolTip(tip);
        item->setData(Qt::UserRole, what);
        item->setFlags(enabled ? item->flags() : item->flags() & ~Qt::ItemIsEnabled);
    }
    /// Adds a title, or a sentence in place of entries.
    void addWords(const QString& text) { (new QListWidgetItem(text, m_list))->setFlags(Qt::NoItemFlags); }

 private:
    void goBy(int rows) {
        const int by = rows < 0 ? -1 : 1;
        int left = std::abs(rows);
        for (int row = m_list->currentRow() + by; left > 0 && row >= 0 && row < m_list->count(); row += by) {
            if (canSelect(*m_list->item(row))) {
                m_list->setCurrentRow(row);
                --left;
            }
        }
    }

    void takeCurrent() {
        const QListWidgetItem* item = m_list->currentItem();
        if (item != nullptr && item->data(Qt::UserRole).isValid() && (item->flags() & Qt::ItemIsEnabled)) {
            const QVariant what = item->data(Qt::UserRole);
            close();
            take(what);
        }
    }

    QLineEdit* m_line;
    QListWidget* m_list;
};

}  // namespace kvw::wb
