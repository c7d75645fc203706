// SPDX-License-Identifier: Apache-2.0
/// Logits of a prefill pass, a block of tokens at a time: they are never whole, chunk x vocabulary, in memory.
#pragma once

#include <cstdint>
#include <vector>

#include "core/engine/backend/backend.h"
#include "core/model/config.h"
#include "kernels/elementwise.h"
#include "kernels/thread_pool.h"

namespace kvw {

/// Thread: inference thread.
class PassLogits {
 public:
    static constexpr std::int64_t kBlock = 64;

    /// `x`: the hidden rows of the pass, which outlive this; `products`: how its layers multiplied them.
    PassLogits(PromptRunner& model, const ModelConfig& config, const float* x, RowProducts products, ThreadPool& pool)
        : m_model(model),
          m_x(x),
          m_products(products),
          m_pool(pool),
          m_hidden(config.hidden),
          m_vocabulary(static_cast<std::size_t>(config.vocabulary)) {}

    /// Computes the logits of tokens begin ... begin + rows - 1 of the pass.
    Result<void> compute(std::int64_t begin, std::int64_t rows);
    /// Logits of row r of the block that was computed last.
    [[nodiscard]] const float* row(std::int64_t r) const {
        return m_logits.data() + static_cast<std::size_t>(r) * m_vocabulary;
    }
    [[nodiscard]] const LogitStatistics& statistics(std::int64_t r) const {
        return m_statistics[static_cast<std::size_t>(r)];
    }
    [[nodiscard]] std::size_t vocabulary() const noexcept { return m_vocabulary; }

 private:
    PromptRunner& m_model;
    const float* m_x;
    RowProducts m_products;
    ThreadPool& m_pool;
    std::int64_t m_hidden;
    std::size_t m_vocabulary;
    std::vector<float> m_logits;
    std::vector<LogitStatistics> m_statistics;
};

}  // namespace kvw
