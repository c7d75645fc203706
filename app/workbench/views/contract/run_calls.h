// SPDX-License-Identifier: GPL-3.0-or-later
/// Table of the calls that the policy of a lane got, from the trace of the lane; it grows with the run.
#pragma once

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>

#include "app/workbench/views/contract/call_table.h"
#include "core/trace/recording.h"

namespace kvw::wb {

/// Thread: GUI thread.
class RunCalls : public CallTable {
    Q_OBJECT
 public:
    using CallTable::CallTable;

    /// Shows a lane; null: nothing. If the lane is shown already, adds its new calls.
    void show(std::shared_ptr<const Recording> recording, int lane) {
        if (recording != nullptr && !recording->hasTrace(lane)) {
            recording = nullptr;
        }
        if (recording != m_recording || lane != m_lane) {
            beginResetModel();
            m_recording = std::move(recording);
            m_lane = lane;
            m_rows = 0;
            m_violations = 0;
            m_us = 0;
            m_needs.clear();
            endResetModel();
        }
        const std::int64_t calls = m_recording == nullptr ? 0 : trace().calls();
        const auto count = static_cast<int>(std::min<std::int64_t>(calls, std::numeric_limits<int>::max()));
        if (count <= m_rows) {
            return;
        }
        for (int row = m_rows; row < count; ++row) {
            const double us = static_cast<double>(trace().callUs(row));
            m_us += us > 0 ? us : 0;
            m_violations += trace().callBroken(row) ? 1 : 0;
            if (trace().callName(row) == "begin") {
                const QString given = QString::fromStdString(trace().call(row).given);
                const QString asked = QString::fromLatin1(kAskedFor);
                m_needs = given.startsWith(asked) ? given.mid(asked.size()) : m_needs;
            }
        }
        beginInsertRows({}, m_rows, count - 1);
        m_rows = count;
        endInsertRows();
    }

    [[nodiscard]] std::int64_t violations() const noexcept { return m_violations; }
    /// Returns which data the policy asked for when it last began; empty: the run is of an older version.
    [[nodiscard]] const QString& needs() const noexcept { return m_needs; }
    [[nodiscard]] double milliseconds() const noexcept { return m_us / 1000; }  ///< time inside the policy
    /// Returns the first row at or after `step`, else the last row; -1: there is none.
    [[nodiscard]] int rowOf(std::int64_t step) const {
        if (m_rows == 0) {
            return -1;
        }
        const auto limited = std::clamp<std::int64_t>(step, -1, std::numeric_limits<std::int32_t>::max());
        const std::int64_t row = trace().callsFrom(static_cast<std::int32_t>(limited));
        return static_cast<int>(std::min<std::int64_t>(row, m_rows - 1));
    }

    [[nodiscard]] CallRecord call(int row) const override { return trace().call(row); }
    [[nodiscard]] bool broken(int row) const override { return trace().callBroken(row); }
    [[nodiscard]] std::int64_t headsPerSet() const override {
        return trace().shape().parts() / std::max(1, trace().shape().units);
    }

 private:
    [[nodiscard]] int rows() const override { return m_rows; }
    [[nodiscard]] const Trace& trace() const { return m_recording->trace(m_lane); }

    std::shared_ptr<const Recording> m_recording;
    int m_lane = -1, m_rows = 0;
    std::int64_t m_violations = 0;
    double m_us = 0;
    QString m_needs;
};

}  // namespace kvw::wb
