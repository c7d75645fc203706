// SPDX-License-Identifier: GPL-3.0-or-later
/// Table of the warnings and errors of the recording and of the window itself; repeats are counted.
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

    /// Takes over the problems that the recording has now; null: none. What both have is listed with the recording's.
    void update(const Recording* recording);
    /// Adds a problem outside any recording (a bundle that could not be read).
    void report(Recording::Problem problem);
    [[nodiscard]] int warnings() const;  ///< without repeats
    [[nodiscard]] int errors() const;
    [[nodiscard]] const Recording::Problem& problem(int row) const;
    [[nodiscard]] QString copyText() const;  ///< one line per problem, tab-separated

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
    [[nodiscard]] bool isRecorded(const Recording::Problem& problem) const;

    std::vector<Recording::Problem> m_own, m_recorded;
};

}  // namespace kvw::wb
