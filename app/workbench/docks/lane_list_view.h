// SPDX-License-Identifier: GPL-3.0-or-later
/// The lanes of the next run as a list: choose the one that the form edits, add, remove, take those of a published
/// table.
#pragma once

#include <QWidget>

#include "app/workbench/models/run_draft.h"

class QListWidget;
class QMenu;
class QPushButton;
class QToolButton;

namespace kvw::wb {

/// Thread: GUI thread. Writes into the draft's lanes; shows what they are.
class LaneListView : public QWidget {
    Q_OBJECT
 public:
    explicit LaneListView(RunDraft& draft, QWidget* parent = nullptr);

    /// The catalog is read whenever something is chosen, and outlives this.
    void setCatalog(const Catalog& catalog);
    void follow();  ///< shows the lanes as they are now

    bool eventFilter(QObject* watched, QEvent* event) override;

 Q_SIGNALS:
    /// What could not be done, as one sentence.
    void refused(const QString& sentence);

 private:
    void report(const Result<void>& done);
    void removeCurrent();
    void fillTables();

    RunDraft& m_draft;
    const Catalog* m_catalog = nullptr;
    QListWidget* m_list;
    QPushButton *m_add, *m_remove;
    QToolButton* m_tables;
    QMenu* m_menu;
};

}  // namespace kvw::wb
