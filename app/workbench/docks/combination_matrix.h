// SPDX-License-Identifier: GPL-3.0-or-later
/// Which scorers go with which budgets, as a table to choose from.
#pragma once

#include <QDialog>

#include "core/policy/host/combination.h"

class QLabel;
class QTableWidget;
class QTableWidgetItem;

namespace kvw::wb {

/// A popup, deleted when it is closed. The pointer and the arrow keys show why a pair does or does not go together; a
/// click and Enter choose it. Thread: GUI thread.
class CombinationMatrix : public QDialog {
    Q_OBJECT
 public:
    /// `current`: the id of the composition that is shown now, or any other. The catalog is read during this call.
    CombinationMatrix(const Catalog& catalog, const RunTraits& run, const QString& current, QWidget* parent);

 Q_SIGNALS:
    /// "snapkv+uniform": what goes together, alone or with a setting.
    void chosen(const QString& pair);

 protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

 private:
    void fill(const CombinationTable& table, const QString& current);
    void tell(const QTableWidgetItem* item);
    void choose();

    QTableWidget* m_table;
    QLabel* m_about;
};

/// The mark of a cell, and what it means in words.
[[nodiscard]] QString combinationMark(Combination::Verdict verdict);
/// "runs with scorer.granularity=kv-head: this budget differs ..."
[[nodiscard]] QString combinationText(const Combination& combination);

}  // namespace kvw::wb
