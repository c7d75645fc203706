// SPDX-License-Identifier: GPL-3.0-or-later
/// A policy by the words of its name, of what it does or of its papers.
#pragma once

#include <QDialog>
#include <vector>

class QLineEdit;
class QListWidget;

namespace kvw::wb {

/// A popup, deleted when it is closed. Up and Down choose among what is found, Enter or a click takes it; what nothing
/// is found for changes nothing. Thread: GUI thread.
class PolicySearch : public QDialog {
    Q_OBJECT
 public:
    struct Entry {
        QString text, id;  ///< no id: the title of those behind it
        QString about;     ///< what else it is found by
        QString tip;
        bool enabled = true;
    };
    PolicySearch(std::vector<Entry> entries, QWidget* parent);

 Q_SIGNALS:
    void chosen(const QString& id);

 protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

 private:
    void filter(const QString& typed);
    void goBy(int rows);  ///< over titles and what cannot be chosen
    void choose();

    std::vector<Entry> m_entries;
    QLineEdit* m_line;
    QListWidget* m_list;
};

}  // namespace kvw::wb
