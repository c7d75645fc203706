// SPDX-License-Identifier: Apache-2.0
#include "core/engine/lane/pass_logits.h"

#include "kernels/thread_pool.h"

namespace kvw {

Result<void> PassLogits::compute(std::int64_t begin, std::int64_t rows) {
    const auto count = static_cast<std::size_t>(rows);
    m_logits.resize(count * m_vocabulary);
    m_statistics.resize(count);
    const std::span<const float> hidden = m_hidden.subspan(static_cast<std::size_t>(begin) * m_width, count * m_width);
    KVW_TRY(m_model.copyLogits(hidden, m_attention, m_logits));
    m_attention.pool().parallelFor(count, 1, [&](std::size_t first, std::size_t last) {
        for (std::size_t r = first; r < last; ++r) {
            m_statistics[r] = logitStatistics(m_logits.data() + r * m_vocabulary, m_vocabulary);
        }
    });
    return {};
}

}  // namespace kvw
