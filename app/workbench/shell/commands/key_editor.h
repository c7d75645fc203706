// SPDX-License-Identifier: GPL-3.0-or-later
/// Dialog that assigns the user's own keys to the commands of the window.
#pragma once

#include <QDialog>

class QKeySequenceEdit;
class QLabel;
class QLineEdit;
class QSettings;
class QTreeWidget;

namespace kvw::wb {

class Actions;

/// Assigns the keys stored in `settings`. Keys that are no longer usable are skipped.
void restoreKeys(const Actions& actions, QSettings& settings);

/// Thread: GUI thread. Not modal.
class KeyEditor : public QDialog {
    Q_OBJECT
 public:
    /// `settings`: stores the keys; null: they are not stored.
    KeyEditor(const Actions& actions, QSettings* settings, QWidget* parent);

    /// Assigns a key to a command, or none if `key` is empty. Returns an empty string, or a sentence that says why not.
    QString give(const QString& command, const QKeySequence& key);
    /// Restores the command's initial keys.
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
