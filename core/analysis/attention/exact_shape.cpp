// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/attention/exact_shape.h"

#include <algorithm>

namespace kvw {

ExactShapes::ExactShapes(const Trace& trace, std::int32_t part)
    : m_trace(trace),
      m_firstHead(part < 0 ? 0 : part * (trace.shape().queryHeads / trace.shape().parts())),
      m_heads(part < 0 ? trace.shape().queryHeads : trace.shape().queryHeads / trace.shape().parts()),
      m_windows(static_cast<std::size_t>(trace.shape().layers)) {}

std::vector<ExactShape> ExactShapes::next() {
    const std::int64_t step = m_steps++;
    const bool decoded = m_trace.step(step).phase == Phase::Decode;
    std::vector<ExactShape> found(m_windows.size());
    for (std::size_t layer = 0; layer < m_windows.size(); ++layer) {
        auto rows = m_trace.rows(step, static_cast<std::int32_t>(layer));
        std::deque<AttentionRows>& window = m_windows[layer];
        const auto heads = static_cast<std::size_t>(m_firstHead) + static_cast<std::size_t>(m_heads);
        const bool there = rows && rows->heads.size() >= heads;
        if (!there || !decoded) {
            window.clear();
        }
        if (!there) {
            continue;
        }
        if (decoded) {
            window.push_back(*rows);
            if (window.size() > kWindow) {
                window.pop_front();
            }
        }
        found[layer] = shapeOf(*rows, window);
    }
    return found;
}

ExactShape ExactShapes::shapeOf(const AttentionRows& rows, const std::deque<AttentionRows>& window) {
    constexpr double kNotHeld = -1;
    m_sums.assign(static_cast<std::size_t>(rows.step) + 1, kNotHeld);
    double entropy = 0, variance = 0;
    for (std::int32_t i = 0; i < m_heads; ++i) {
        const auto head = static_cast<std::size_t>(m_firstHead + i);
        const AttentionRows::Head& row = rows.heads[head];
        m_row.assign(row.probs.begin(), row.probs.end());
        entropy += metrics::spatialEntropy(std::span<const double>(m_row)).value_or(kMissing);
        for (std::size_t at = 0; at < row.tokens.size() && at < m_row.size(); ++at) {
            if (const auto token = static_cast<std::size_t>(row.tokens[at]); token < m_sums.size()) {
                m_sums[token] = std::max(m_sums[token], 0.0) + m_row[at];
            }
        }
        variance += varianceOf(head, window);
    }
    std::erase(m_sums, kNotHeld);
    ExactShape shape;
    shape.gini = static_cast<float>(metrics::gini(std::span<const double>(m_sums), m_scratch).value_or(kMissing));
    shape.entropy = static_cast<float>(entropy / m_heads);
    shape.variance = static_cast<float>(variance);
    return shape;
}

double ExactShapes::varianceOf(std::size_t head, const std::deque<AttentionRows>& window) const {
    if (window.size() < 2) {
        return kMissing;
    }
    std::array<std::size_t, kWindow> at{};
    std::array<double, kWindow> values{};
    double sum = 0;
    bool any = false;
    for (const std::int32_t token : window.back().heads[head].tokens) {
        bool common = true;
        double mean = 0;
        for (std::size_t i = 0; i < window.size(); ++i) {
            const AttentionRows::Head& row = window[i].heads[head];
            while (at[i] < row.tokens.size() && row.tokens[at[i]] < token) {
                ++at[i];
            }
            if (at[i] >= row.tokens.size() || row.tokens[at[i]] != token || at[i] >= row.probs.size()) {
                common = false;
                break;
            }
            values[i] = static_cast<double>(row.probs[at[i]]);
            mean += values[i];
        }
        if (!common) {
            continue;
        }
        any = true;
        const auto count = static_cast<double>(window.size());
        mean /= count;
        double squares = 0;
        for (std::size_t i = 0; i < window.size(); ++i) {
            squares += (values[i] - mean) * (values[i] - mean);
        }
        sum += squares / (count - 1);
    }
    return any ? sum : kMissing;
}

}  // namespace kvw
