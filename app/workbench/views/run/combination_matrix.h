// SPDX-License-Identifier: GPL-3.0-or-later
/// Popup table of scorers by budgets from which the user chooses a combination.
#pragma once

#include <QDialog>

#include "core/policy/host/choice/combination.h"

class QLabel;
class QTableWidget;
class QTableWidgetItem;

namespace kvw::wb {

/// Deleted when closed. The pointer and the arrow keys show why a pair does or does not go together; a click or Enter
/// chooses it. Thread: GUI thread.
class CombinationMatrix : public QDialog {
    Q_OBJECT
 public:
    /// `current`: id of the composition in the form, or any other id. The catalog is read during this call only.
    CombinationMatrix(const Catalog& catalog, const RunTraits& run, const QString& current, QWidget* parent);

 Q_SIGNALS:
    /// Emitted with "snapkv+uniform": a pair that runs as it stands or with settings of its own.
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

/// Returns the mark of a cell with that verdict.
[[nodiscard]] QString combinationMark(Combination::Verdict verdict);
/// Returns the verdict in words: "runs with scorer.granularity=kv-head: this budget differs ..."
[[nodiscard]] QString combinationText(const Combination& combination);

}  // namespace kvw::wb
