// SPDX-License-Identifier: GPL-3.0-or-later
/// What the library shows while no run is kept.
#pragma once

#include <QLabel>
#include <QPushButton>
#include <QWidget>

namespace kvw::wb {

/// A sentence, and what can be done about it. Thread: GUI thread.
class LibraryEmpty : public QWidget {
    Q_OBJECT
 public:
    explicit LibraryEmpty(QWidget* parent);
    /// `folder`: where runs are kept.
    void say(const QString& folder);

 Q_SIGNALS:
    void folderAsked();
    void lookAsked();

 private:
    QLabel* m_words;
};

}  // namespace kvw::wb
