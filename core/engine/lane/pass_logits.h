// SPDX-License-Identifier: Apache-2.0
/// Logits of a prefill pass, a block of tokens at a time: they are never whole, chunk x vocabulary, in memory.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/engine/attention/prompt_blocks.h"
#include "core/engine/backend/backend.h"
#include "core/model/config.h"
#include "kernels/elementwise.h"

namespace kvw {

/// Thread: inference thread.
class PassLogits {
 public:
    static constexpr std::int64_t kBlock = 64;

    /// `hidden`: rows of the pass [tokens, hidden], which `attention` was part of; both outlive this.
    PassLogits(PromptRunner& model, const ModelConfig& config, std::span<const float> hidden,
               const PromptSink& attention)
        : m_model(model),
          m_hidden(hidden),
          m_attention(attention),
          m_width(static_cast<std::size_t>(config.hidden)),
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
    std::span<const float> m_hidden;
    const PromptSink& m_attention;
    std::size_t m_width, m_vocabulary;
    std::vector<float> m_logits;
    std::vector<LogitStatistics> m_statistics;
};

}  // namespace kvw
