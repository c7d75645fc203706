// SPDX-License-Identifier: GPL-3.0-or-later
/// The runs of the library in a table: pinned ones on top, sorted by any column, one or several chosen.
#pragma once

#include <QTableView>
#include <vector>

#include "app/workbench/models/library_model.h"
#include "app/workbench/models/number_order.h"

namespace kvw::wb {

/// Thread: GUI thread. A child of `parent`, as its table is.
class LibraryTable : public QObject {
    Q_OBJECT
 public:
    explicit LibraryTable(QWidget* parent);
    [[nodiscard]] QTableView* view() const noexcept { return m_view; }
    [[nodiscard]] LibraryModel& model() const noexcept { return *m_model; }
    /// As they are listed.
    [[nodiscard]] const PinnedOrder& order() const noexcept { return *m_order; }

    /// What is chosen stays so as far as it is still there.
    void show(const std::vector<LibraryEntry>& entries);
    [[nodiscard]] std::vector<const LibraryEntry*> chosen() const;
    [[nodiscard]] QStringList chosenPaths() const;
    /// The only one that is chosen and can be opened; null: none is.
    [[nodiscard]] const LibraryEntry* whole() const;
    /// Of the chosen ones.
    [[nodiscard]] bool allPinned() const;
    /// The chosen ones, all alike.
    void pin();

    bool eventFilter(QObject* watched, QEvent* event) override;

 Q_SIGNALS:
    void chosenChanged();
    void openAsked();  ///< Return, or a double click
    void deleteAsked();

 private:
    [[nodiscard]] std::vector<int> chosenRows() const;  ///< of the model
    /// The policy has what the other columns leave, as far as its texts need it.
    void fitColumns();

    LibraryModel* m_model;
    PinnedOrder* m_order;
    QTableView* m_view;
};

}  // namespace kvw::wb
