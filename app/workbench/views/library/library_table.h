// SPDX-License-Identifier: GPL-3.0-or-later
/// Table of the library's runs: pinned ones on top, sorted by any column, one or several selected.
#pragma once

#include <QTableView>
#include <vector>

#include "app/workbench/session/words/number_order.h"
#include "app/workbench/views/library/library_model.h"

namespace kvw::wb {

/// Thread: GUI thread. This and its table are children of `parent`.
class LibraryTable : public QObject {
    Q_OBJECT
 public:
    explicit LibraryTable(QWidget* parent);
    [[nodiscard]] QTableView* view() const noexcept { return m_view; }
    [[nodiscard]] LibraryModel& model() const noexcept { return *m_model; }
    /// Returns the model in the order of the table.
    [[nodiscard]] const PinnedOrder& order() const noexcept { return *m_order; }

    /// Shows `entries`. Runs that are still listed stay selected.
    void show(const std::vector<LibraryEntry>& entries);
    [[nodiscard]] std::vector<const LibraryEntry*> chosen() const;
    [[nodiscard]] QStringList chosenPaths() const;
    /// Returns the selected run; null: none or several are selected, or it cannot be opened.
    [[nodiscard]] const LibraryEntry* whole() const;
    /// Returns true if all selected runs are pinned.
    [[nodiscard]] bool allPinned() const;
    /// Pins all selected runs, or unpins them if all are pinned.
    void pin();

    bool eventFilter(QObject* watched, QEvent* event) override;

 Q_SIGNALS:
    void chosenChanged();
    void openAsked();  ///< Emitted on Return and on a double click.
    void deleteAsked();

 private:
    [[nodiscard]] std::vector<int> chosenRows() const;  ///< rows of the model
    /// Gives the policy column the width that the other columns leave, but no more than its texts need.
    void fitColumns();

    LibraryModel* m_model;
    PinnedOrder* m_order;
    QTableView* m_view;
};

}  // namespace kvw::wb
