// SPDX-License-Identifier: GPL-3.0-or-later
/// Table of the warnings and errors of the recording and of the window itself; repeats are counted.
#pragma once

#include <vector>

#include "app/workbench/session/table_model.h"
#include "core/trace/recording.h"

namespace kvw::wb {

/// Thread: GUI thread.
class ProblemsModel : public TableModel {
    Q_OBJECT
 public:
    enum Column { Severity, Lane, Plugin, Layer, Step, Sentence, Count, ColumnCount };
    explicit ProblemsModel(QObject* parent = nullptr);

    /// Takes over the problems that the recording has now; null: none. A problem that both have is listed once.
    void update(const Recording* recording);
    /// Adds a problem outside any recording (a bundle that could not be read).
    void report(Recording::Problem problem);
    [[nodiscard]] int warnings() const;  ///< without repeats
    [[nodiscard]] int errors() const;
    [[nodiscard]] const Recording::Problem& problem(int row) const;
    [[nodiscard]] QString copyText() const;  ///< one line per problem, tab-separated

 protected:
    int rows() const override { return static_cast<int>(m_own.size() + m_recorded.size()); }
    QVariant cell(int row, int column, int role) const override;

 private:
    [[nodiscard]] bool isRecorded(const Recording::Problem& problem) const;

    std::vector<Recording::Problem> m_own, m_recorded;
};

}  // namespace kvw::wb
