// SPDX-License-Identifier: GPL-3.0-or-later
/// List of the lanes of the next run: selects the lane that the form edits, adds and removes lanes, or takes those of a
/// published table.
#pragma once

#include <QWidget>

#include "app/workbench/session/draft/run_draft.h"

class QListWidget;
class QMenu;
class QPushButton;
class QToolButton;

namespace kvw::wb {

/// Thread: GUI thread. Edits the lanes of the draft and shows them.
class LaneListView : public QWidget {
    Q_OBJECT
 public:
    explicit LaneListView(RunDraft& draft, QWidget* parent = nullptr);

    /// The catalog is read on every choice and must outlive this.
    void setCatalog(const Catalog& catalog);
    void follow();  ///< shows the lanes as they are now

    bool eventFilter(QObject* watched, QEvent* event) override;

 Q_SIGNALS:
    /// Emitted with one sentence that says what could not be done.
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
