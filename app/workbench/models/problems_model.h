// SPDX-License-Identifier: GPL-3.0-or-later
/// Warnings and errors of the recording and of the window itself, repeats counted.
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "core/trace/recording.h"

namespace kvw::wb {

/// Thread: GUI thread.
class ProblemsModel : public QAbstractTableModel {
    Q_OBJECT
 public:
    enum Column { Severity, Lane, Plugin, Layer, Step, Sentence, Count, ColumnCount };
    using QAbstractTableModel::QAbstractTableModel;

    /// Problems of the recording, as they are now; null: none.
    void update(const Recording* recording);
    /// A problem outside any recording (a bundle that could not be read).
    void report(Recording::Problem problem);
    [[nodiscard]] int warnings() const;  ///< different ones
    [[nodiscard]] int errors() const;
    [[nodiscard]] const Recording::Problem& problem(int row) const;
    [[nodiscard]] QString copyText() const;  ///< one line per problem, tab-separated

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
    std::vector<Recording::Problem> m_own, m_recorded;
};

}  // namespace kvw::wb
