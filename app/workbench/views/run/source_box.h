// SPDX-License-Identifier: GPL-3.0-or-later
/// Box for a model or a text: entries under the places that they come from, and a last one that opens a file.
#pragma once

#include <QComboBox>
#include <QStandardItemModel>

#include "app/workbench/session/words/plain_tip.h"
#include "app/workbench/views/common/widgets/narrow_box.h"
#include "app/workbench/views/common/widgets/quiet_wheel.h"

namespace kvw::wb {

/// Adds a title, which cannot be chosen, to a list of entries.
inline void addGroup(QComboBox& box, const QString& title) {
    box.addItem(title);
    if (auto* model = qobject_cast<QStandardItemModel*>(box.model())) {
        model->item(box.count() - 1)->setFlags(Qt::NoItemFlags);
    }
}

/// Thread: GUI thread.
class SourceBox : public QComboBox {
    Q_OBJECT
 public:
    explicit SourceBox(QWidget* parent) : QComboBox(parent) {
        setContentsLength(*this, 12);
        quietWheel(*this);
        connect(this, &QComboBox::activated, this, [this](int index) {
            if (index == m_browse) {
                setCurrentIndex(m_chosen);
                Q_EMIT browsed();
            } else {
                Q_EMIT picked(itemData(index).toInt());
            }
        });
    }

    /// Starts a new list.
    void start() {
        clear();
        m_browse = m_chosen = -1;
    }
    /// Adds an entry. `key`: what `picked` says of it. `tip`: plain text.
    void add(const QString& title, int key, const QString& tip, bool chosen) {
        addItem(title, key);
        setItemData(count() - 1, plainTip(tip), Qt::ToolTipRole);
        m_chosen = chosen ? count() - 1 : m_chosen;
    }
    /// Adds the last entry and shows the chosen one. Keys pass over that entry, as it opens a dialog.
    void end(const QString& browse, const QString& tip) {
        addItem(browse);
        m_browse = count() - 1;
        setItemData(m_browse, tip, Qt::ToolTipRole);
        allowBrowsing(false);
        setCurrentIndex(m_chosen);
    }

    void showPopup() override {
        allowBrowsing(true);
        QComboBox::showPopup();
    }
    void hidePopup() override {
        QComboBox::hidePopup();
        allowBrowsing(false);
    }

 Q_SIGNALS:
    void picked(int key);
    void browsed();

 private:
    void allowBrowsing(bool allowed) {
        auto* model = qobject_cast<QStandardItemModel*>(this->model());
        if (model != nullptr && m_browse >= 0) {
            model->item(m_browse)->setEnabled(allowed);
        }
    }

    int m_browse = -1, m_chosen = -1;
};

}  // namespace kvw::wb
