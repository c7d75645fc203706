// SPDX-License-Identifier: GPL-3.0-or-later
/// Search for a policy by words of its name, of its description or of its papers.
#pragma once

#include <QDialog>
#include <vector>

class QLineEdit;
class QListWidget;

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
    PolicySearch(std::vector<Entry> entries, QWidget* parent);

 Q_SIGNALS:
    void chosen(const QString& id);

 protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

 private:
    void filter(const QString& typed);
    void goBy(int rows);  ///< skips titles and disabled policies
    void choose();

    std::vector<Entry> m_entries;
    QLineEdit* m_line;
    QListWidget* m_list;
};

}  // namespace kvw::wb
