// SPDX-License-Identifier: GPL-3.0-or-later
/// Keys of the user's own: every command of the window can have another one.
#pragma once

#include <QDialog>

class QKeySequenceEdit;
class QLabel;
class QLineEdit;
class QSettings;
class QTreeWidget;
class QTreeWidgetItem;

namespace kvw::wb {

class Actions;

/// Gives the commands the keys that are kept in `settings`. One that is not usable any more is left out.
void restoreKeys(const Actions& actions, QSettings& settings);

/// Thread: GUI thread. Not modal.
class KeyEditor : public QDialog {
    Q_OBJECT
 public:
    /// `settings`: where keys are kept; null: nowhere.
    KeyEditor(const Actions& actions, QSettings* settings, QWidget* parent);

    /// Gives a command a key, or with an empty one none. Empty: done; else a sentence why not.
    QString give(const QString& command, const QKeySequence& key);
    /// The keys it had at first.
    void giveUsual(const QString& command);

 private:
    void fill();
    void filter();
    [[nodiscard]] QString chosen() const;

    const Actions& m_actions;
    QSettings* m_settings;
    QLineEdit* m_find;
    QTreeWidget* m_list;
    QKeySequenceEdit* m_key;
    QLabel* m_said;
};

}  // namespace kvw::wb
