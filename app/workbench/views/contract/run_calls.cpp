// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/contract/run_calls.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace kvw::wb {

void RunCalls::show(std::shared_ptr<const Recording> recording, int lane) {
    if (recording != nullptr && (lane < 0 || lane >= recording->lanes() || !recording->hasTrace(lane))) {
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

int RunCalls::rowOf(std::int64_t step) const {
    if (m_rows == 0) {
        return -1;
    }
    const auto limited = std::clamp<std::int64_t>(step, -1, std::numeric_limits<std::int32_t>::max());
    const std::int64_t row = trace().callsFrom(static_cast<std::int32_t>(limited));
    return static_cast<int>(std::min<std::int64_t>(row, m_rows - 1));
}

}  // namespace kvw::wb
