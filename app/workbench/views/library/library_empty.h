// SPDX-License-Identifier: GPL-3.0-or-later
/// Page of the library while no run is kept.
#pragma once

#include <QLabel>
#include <QPushButton>
#include <QWidget>

namespace kvw::wb {

/// A sentence and buttons for what can be done. Thread: GUI thread.
class LibraryEmpty : public QWidget {
    Q_OBJECT
 public:
    explicit LibraryEmpty(QWidget* parent);
    /// `folder`: folder of the kept runs.
    void say(const QString& folder);

 Q_SIGNALS:
    void folderAsked();
    void lookAsked();

 private:
    QLabel* m_words;
};

}  // namespace kvw::wb
