// SPDX-License-Identifier: Apache-2.0
/// Logits of a prefill pass, a block of tokens at a time: they are never whole, chunk x vocabulary, in memory.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/model/families/decoder/decoder.h"
#include "kernels/elementwise.h"

namespace kvw {

/// Thread: inference thread.
class PassLogits {
 public:
    static constexpr std::int64_t kBlock = 64;

    /// `x`: the hidden rows of the pass, which outlive this; `products`: how its layers multiplied them.
    PassLogits(const Decoder& decoder, const float* x, RowProducts products, ThreadPool& pool)
        : m_decoder(decoder), m_x(x), m_products(products), m_pool(pool) {}

    /// Computes the logits of tokens begin ... begin + rows - 1 of the pass.
    void compute(std::int64_t begin, std::int64_t rows);
    /// Logits of row r of the block that was computed last.
    [[nodiscard]] const float* row(std::int64_t r) const {
        return m_logits.data() + static_cast<std::size_t>(r) * m_vocabulary;
    }
    [[nodiscard]] const LogitStatistics& statistics(std::int64_t r) const {
        return m_statistics[static_cast<std::size_t>(r)];
    }
    [[nodiscard]] std::size_t vocabulary() const noexcept { return m_vocabulary; }

 private:
    const Decoder& m_decoder;
    const float* m_x;
    RowProducts m_products;
    ThreadPool& m_pool;
    std::size_t m_vocabulary = static_cast<std::size_t>(m_decoder.config().vocabulary);
    std::vector<float> m_logits;
    std::vector<LogitStatistics> m_statistics;
    DecoderScratch m_scratch;
};

}  // namespace kvw
