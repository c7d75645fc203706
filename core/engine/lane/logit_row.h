// SPDX-License-Identifier: Apache-2.0
/// Logits after one token, and what is known of them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "kernels/elementwise.h"

namespace kvw {

/// Returns the NLL of a token under a row of logits.
[[nodiscard]] inline double nllOf(const float* logits, const LogitStatistics& statistics, std::int32_t id) {
    return statistics.logSumExp - static_cast<double>(logits[id]);
}

/// A row of logits, [vocabulary]; its statistics are computed once, when they are first asked for. Thread: inference
/// thread.
class LogitRow {
 public:
    [[nodiscard]] bool empty() const noexcept { return m_values.empty(); }
    [[nodiscard]] std::span<const float> values() const noexcept { return m_values; }
    [[nodiscard]] const LogitStatistics& statistics() const {
        if (!m_statistics) {
            m_statistics = logitStatistics(m_values.data(), m_values.size());
        }
        return *m_statistics;
    }
    [[nodiscard]] double nllOf(std::int32_t id) const { return kvw::nllOf(m_values.data(), statistics(), id); }
    /// Returns KL(full || this).
    [[nodiscard]] double klFrom(const LogitRow& full) const {
        return klDivergence(full.m_values.data(), m_values.data(), m_values.size());
    }

    void copy(std::span<const float> logits) { overwrite().assign(logits.begin(), logits.end()); }
    /// Copies logits whose statistics are known.
    void copy(std::span<const float> logits, const LogitStatistics& statistics) {
        copy(logits);
        m_statistics = statistics;
    }
    /// Returns the numbers to be written anew.
    [[nodiscard]] std::vector<float>& overwrite() noexcept {
        m_statistics.reset();
        return m_values;
    }

 private:
    std::vector<float> m_values;
    mutable std::optional<LogitStatistics> m_statistics;
};

}  // namespace kvw
