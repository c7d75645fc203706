// SPDX-License-Identifier: Apache-2.0
#include "core/engine/lane/pass_logits.h"

namespace kvw {

Result<void> PassLogits::compute(std::int64_t begin, std::int64_t rows) {
    const auto count = static_cast<std::size_t>(rows);
    m_logits.resize(count * m_vocabulary);
    m_statistics.resize(count);
    KVW_TRY(m_model.logits(m_x + begin * m_hidden, rows, m_products, m_logits.data(), m_pool));
    m_pool.parallelFor(count, 1, [&](std::size_t first, std::size_t last) {
        for (std::size_t r = first; r < last; ++r) {
            m_statistics[r] = logitStatistics(m_logits.data() + r * m_vocabulary, m_vocabulary);
        }
    });
    return {};
}

}  // namespace kvw
