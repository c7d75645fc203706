// SPDX-License-Identifier: Apache-2.0
#include "core/decode/pass_rows.h"

#include <algorithm>

namespace kvw {

namespace {

/// Rows of a prefill pass that are measured: the newest. All of them would cost more than the prefill.
constexpr std::int64_t kMeasuredRows = 256;
/// With capture maps, a prompt up to this long is recorded row by row.
constexpr std::int64_t kMappedPrompt = 2048;

}  // namespace

void PassRows::begin(std::int64_t first, std::int64_t count) {
    const auto layers = static_cast<std::size_t>(m_attention.cache().shape().layers);
    m_metrics.beginPrefill(first, count);
    const bool mapped = m_capture == Capture::Maps && count <= kMappedPrompt;
    m_from = mapped ? first : first + std::max<std::int64_t>(count - kMeasuredRows, 0);
    m_rows.assign(layers, {});
    m_tokens.assign(layers, {});
}

void PassRows::end() {
    m_rows.clear();
    m_tokens.clear();
}

void PassRows::prefillRows(std::int32_t layer, std::int64_t firstToken, std::int64_t rows, const float* probs,
                           std::int64_t count, std::span<const std::vector<std::int32_t>> unitTokens) {
    if (firstToken + rows <= m_from) {
        return;
    }
    m_metrics.prefillRows(layer, firstToken, rows, probs, count, unitTokens);
    if (m_capture != Capture::Maps) {
        return;
    }
    auto& kept = m_rows[static_cast<std::size_t>(layer)];
    m_tokens[static_cast<std::size_t>(layer)].assign(unitTokens.begin(), unitTokens.end());
    const std::int64_t heads = m_attention.cache().shape().queryHeads;
    for (std::int64_t r = 0; r < rows; ++r) {
        for (std::int64_t h = 0; h < heads; ++h) {
            const auto& tokens =
                unitTokens[static_cast<std::size_t>(m_attention.unitOfQuery(static_cast<std::int32_t>(h)))];
            const auto end = std::upper_bound(tokens.begin(), tokens.end(), static_cast<std::int32_t>(firstToken + r));
            const float* row = probs + (h * rows + r) * count;
            kept.emplace_back(row, row + (end - tokens.begin()));
        }
    }
}

Result<void> PassRows::addTo(Trace& trace, std::int64_t token) const {
    if (m_capture != Capture::Maps || token < m_from) {
        return {};
    }
    const CacheShape& shape = m_attention.cache().shape();
    std::vector<std::vector<std::int32_t>> visible(static_cast<std::size_t>(shape.units));
    for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
        const auto& kept = m_rows[static_cast<std::size_t>(layer)];
        const auto& tokens = m_tokens[static_cast<std::size_t>(layer)];
        // The first block may begin before m_from: rows are counted from the end of the pass.
        const std::int64_t recorded = static_cast<std::int64_t>(kept.size()) / shape.queryHeads;
        const std::int64_t passEnd = tokens[0].back() + 1;
        const std::int64_t index = token - (passEnd - recorded);
        for (std::size_t unit = 0; unit < visible.size(); ++unit) {
            const auto end =
                std::upper_bound(tokens[unit].begin(), tokens[unit].end(), static_cast<std::int32_t>(token));
            visible[unit].assign(tokens[unit].begin(), end);
        }
        const std::span<const std::vector<float>> rows(kept.data() + index * shape.queryHeads,
                                                       static_cast<std::size_t>(shape.queryHeads));
        if (auto done = trace.addRows(static_cast<std::int32_t>(token), layer, visible, rows); !done) {
            return done;
        }
    }
    return {};
}

}  // namespace kvw
