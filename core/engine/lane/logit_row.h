// SPDX-License-Identifier: Apache-2.0
/// Logits after one token, and what is known of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "kernels/elementwise.h"

namespace kvw {

/// Returns the NLL of a token under a row of logits.
[[nodiscard]] inline double nllOf(const float* logits, const LogitStatistics& statistics, std::int32_t id) {
    return statistics.logSumExp - static_cast<double>(logits[id]);
}

/// Rows of logits in the memory of a backend; those of a step take the place of those before. Thread: inference thread.
class LogitPlace {
 public:
    virtual ~LogitPlace() = default;
    /// Copies a row of step `step`, as the place counts them. Errors: Internal if a later step has taken its place;
    /// those of the backend.
    virtual Result<void> copy(std::uint64_t step, std::size_t row, std::vector<float>& to) const = 0;
};

/// A row that stays in such a place, and what the backend knows of it.
struct PlacedLogits {
    std::shared_ptr<const LogitPlace> place;
    std::uint64_t step = 0;
    std::size_t row = 0;
    LogitStatistics statistics;
    double highest = 0;        ///< logit of statistics.argMax
    std::int32_t target = -1;  ///< token whose NLL is known; -1: none
    double nll = 0;            ///< of `target`
    std::optional<double> kl;  ///< KL(row 0 of the step || this one)
};

/// A row of logits, [vocabulary]; its statistics are computed once, when they are first asked for. A placed row is
/// copied when somebody asks for more than is known of it. Thread: inference thread.
class LogitRow {
 public:
    [[nodiscard]] bool empty() const noexcept { return m_values.empty() && !m_placed; }
    /// Copies the values of a placed row, unless that was done before. Errors: LogitPlace::copy.
    Result<void> fetch() const {
        return m_values.empty() && m_placed ? m_placed->place->copy(m_placed->step, m_placed->row, m_values)
                                            : Result<void>{};
    }
    /// Values of a row that is not placed, or was fetched.
    [[nodiscard]] std::span<const float> values() const noexcept { return m_values; }
    [[nodiscard]] const LogitStatistics& statistics() const {
        if (!m_statistics) {
            m_statistics = logitStatistics(m_values.data(), m_values.size());
        }
        return *m_statistics;
    }
    /// Returns the NLL of a token. Errors: those of `fetch`.
    [[nodiscard]] Result<double> nllOf(std::int32_t id) const {
        if (m_placed && id == m_placed->target) {
            return m_placed->nll;
        }
        if (m_placed && static_cast<std::size_t>(id) == m_placed->statistics.argMax) {
            return m_placed->statistics.logSumExp - m_placed->highest;
        }
        KVW_TRY(fetch());
        return kvw::nllOf(m_values.data(), statistics(), id);
    }
    /// Returns KL(full || this). Errors: those of `fetch`.
    [[nodiscard]] Result<double> klFrom(const LogitRow& full) const {
        if (m_placed && m_placed->kl && full.m_placed && full.m_placed->row == 0 &&
            m_placed->place == full.m_placed->place && m_placed->step == full.m_placed->step) {
            return *m_placed->kl;
        }
        KVW_TRY(fetch());
        KVW_TRY(full.fetch());
        return klDivergence(full.m_values.data(), m_values.data(), m_values.size());
    }

    void copy(std::span<const float> logits) { overwrite().assign(logits.begin(), logits.end()); }
    /// Copies logits whose statistics are known.
    void copy(std::span<const float> logits, const LogitStatistics& statistics) {
        copy(logits);
        m_statistics = statistics;
    }
    /// Leaves the numbers where they are.
    void place(PlacedLogits placed) {
        overwrite().clear();
        m_statistics = placed.statistics;
        m_placed = std::move(placed);
    }
    /// Returns the numbers to be written anew.
    [[nodiscard]] std::vector<float>& overwrite() noexcept {
        m_statistics.reset();
        m_placed.reset();
        return m_values;
    }

 private:
    mutable std::vector<float> m_values;  ///< empty: they lie in a place only
    mutable std::optional<LogitStatistics> m_statistics;
    std::optional<PlacedLogits> m_placed;
};

}  // namespace kvw
