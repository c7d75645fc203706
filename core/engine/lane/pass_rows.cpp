// SPDX-License-Identifier: Apache-2.0
#include "core/engine/lane/pass_rows.h"

#include <algorithm>

namespace kvw {

namespace {

/// All rows of a pass up to this long are measured, of a longer one only the newest: the sorting behind Gini would take
/// a larger share of the prefill than it is worth.
constexpr std::int64_t kMeasuredWhole = 2048;
constexpr std::int64_t kMeasuredOfLonger = 256;
/// Rows that other lanes need are kept while they take no more than this; beyond it retained mass is unknown.
constexpr std::int64_t kSharedBytes = 256LL << 20U;

/// Returns how many of the ascending `tokens` the query of `token` sees.
std::size_t visibleTo(const std::vector<std::int32_t>& tokens, std::int64_t token) {
    const auto end = std::upper_bound(tokens.begin(), tokens.end(), static_cast<std::int32_t>(token));
    return static_cast<std::size_t>(end - tokens.begin());
}

/// Returns the sum of visibleTo over the tokens first ... last.
std::int64_t visibleFrom(const std::vector<std::int32_t>& tokens, std::int64_t first, std::int64_t last) {
    std::int64_t sum = 0;
    for (std::int64_t token = first; token <= last; ++token) {
        sum += static_cast<std::int64_t>(visibleTo(tokens, token));
    }
    return sum;
}

}  // namespace

void PassRows::begin(std::int64_t first, std::int64_t count, Reference reference, const PassRows* full, bool shared,
                     std::int64_t rowBytes, const PooledMaps* maps) {
    const CacheShape& shape = m_attention.cache().shape();
    const auto layers = static_cast<std::size_t>(shape.layers);
    m_metrics.beginPrefill(first, count);
    const std::int64_t measured = count <= kMeasuredWhole ? count : kMeasuredOfLonger;
    m_first = first;
    m_from = first + count - measured;
    m_last = first + count - 1;
    m_full = reference == Reference::Other ? full : nullptr;
    m_decoded = nullptr;
    const std::int64_t entryBytes = shape.queryHeads * shape.layers * static_cast<std::int64_t>(sizeof(float));
    m_pooled.reset();
    const bool pools = m_capture == Capture::Maps && maps != nullptr;
    if (pools && m_own.use_count() == 1) {
        m_own->clear();
    } else if (pools) {
        m_own = std::make_shared<PooledMaps>(
            TraceShape{shape.layers, shape.queryHeads, shape.kvHeads, shape.headDim, shape.units}, *maps);
    }
    m_pooled = pools ? m_own : nullptr;
    m_kept =
        (m_capture == Capture::Maps && !pools) || (shared && measured * (first + count) * entryBytes <= kSharedBytes);
    m_keptFrom = m_from;
    if (rowBytes > 0 && !shared) {
        m_keptFrom = m_last + 1;
        for (std::int64_t bytes = 0; m_keptFrom > m_from && bytes + m_keptFrom * entryBytes <= rowBytes; --m_keptFrom) {
            bytes += m_keptFrom * entryBytes;
        }
    }
    m_seen = 0;
    m_rows = std::make_shared<Kept>(layers);
    m_retainsAll.assign(layers, false);
    for (std::int32_t layer = 0; layer < shape.layers && reference != Reference::None && m_capture != Capture::None;
         ++layer) {
        bool all = true;
        for (std::int32_t unit = 0; unit < shape.units; ++unit) {
            all = all && m_attention.cache().held(layer, unit) == first;
        }
        m_retainsAll[static_cast<std::size_t>(layer)] = all;
        if (all) {
            m_metrics.retainAll(layer);
        }
    }
}

void PassRows::end(bool last) {
    m_rows.reset();
    m_pooled.reset();
    if (last) {
        m_own.reset();
    }
    m_decoded = nullptr;
    m_last = -1;
}

Result<void> PassRows::follow(const PassRows& other) {
    const CacheShape& shape = m_attention.cache().shape();
    if (other.m_seen != (m_last + 1 - m_from) * shape.layers) {
        return fail(Code::OutOfMemory, "rows of the prompt", "there was no memory to measure or keep them");
    }
    m_metrics.takePrefill(other.m_metrics);
    m_rows = other.m_rows;
    m_pooled = other.m_pooled;
    m_keptFrom = other.m_keptFrom;
    return {};
}

void PassRows::prefillRows(std::int32_t layer, std::int64_t firstToken, std::int64_t rows, const float* probs,
                           std::int64_t count, std::span<const std::vector<std::int32_t>> unitTokens) {
    if (m_pooled != nullptr && m_pooled->has(layer)) {
        poolRows(layer, firstToken, rows, probs, count, unitTokens);
    }
    if (firstToken + rows <= m_from) {
        return;
    }
    RowMetrics::FullRow full;
    if (m_full != nullptr && !m_retainsAll[static_cast<std::size_t>(layer)]) {
        full = [this](std::int32_t l, std::int64_t token, std::int64_t head) {
            // The full lane never evicts, so its slots are its tokens.
            return m_decoded != nullptr ? m_decoded->row(l, static_cast<std::int32_t>(head))
                                        : m_full->row(l, token, head);
        };
    }
    m_metrics.prefillRows(m_attention, layer, m_from, firstToken, rows, probs, count, unitTokens, full, m_pool);
    if (m_kept) {
        keep(layer, firstToken, rows, probs, count, unitTokens);
    }
    m_seen += firstToken + rows - std::max(firstToken, m_from);
}

void PassRows::keep(std::int32_t layer, std::int64_t firstToken, std::int64_t rows, const float* probs,
                    std::int64_t count, std::span<const std::vector<std::int32_t>> unitTokens) {
    const std::int64_t heads = m_attention.cache().shape().queryHeads;
    const auto tokensOf = [&](std::int64_t head) -> const std::vector<std::int32_t>& {
        return unitTokens[static_cast<std::size_t>(m_attention.unitOfQuery(static_cast<std::int32_t>(head)))];
    };
    auto& kept = (*m_rows)[static_cast<std::size_t>(layer)];
    if (!kept) {
        std::int64_t floats = 0;
        for (std::int64_t h = 0; h < heads; ++h) {
            floats += visibleFrom(tokensOf(h), m_keptFrom, m_last);
        }
        kept.emplace(std::vector(unitTokens.begin(), unitTokens.end()), static_cast<std::size_t>(floats));
    }
    for (std::int64_t r = std::max<std::int64_t>(m_keptFrom - firstToken, 0); r < rows; ++r) {
        for (std::int64_t h = 0; h < heads; ++h) {
            const std::size_t visible = visibleTo(tokensOf(h), firstToken + r);
            kept->append({probs + (h * rows + r) * count, visible});
        }
    }
}

void PassRows::poolRows(std::int32_t layer, std::int64_t firstToken, std::int64_t rows, const float* probs,
                        std::int64_t count, std::span<const std::vector<std::int32_t>> unitTokens) {
    const std::int64_t heads = m_attention.cache().shape().queryHeads;
    std::vector<std::span<const std::int32_t>> visible(unitTokens.size());
    std::vector<std::span<const float>> weights(static_cast<std::size_t>(heads));
    for (std::int64_t r = 0; r < rows; ++r) {
        for (std::size_t unit = 0; unit < visible.size(); ++unit) {
            visible[unit] = std::span(unitTokens[unit]).first(visibleTo(unitTokens[unit], firstToken + r));
        }
        for (std::int64_t h = 0; h < heads; ++h) {
            const auto unit = static_cast<std::size_t>(m_attention.unitOfQuery(static_cast<std::int32_t>(h)));
            weights[static_cast<std::size_t>(h)] = {probs + (h * rows + r) * count, visible[unit].size()};
        }
        m_pooled->add(firstToken + r, layer, visible, weights);
    }
}

const float* PassRows::row(std::int32_t layer, std::int64_t token, std::int64_t head) const {
    if (token < m_keptFrom || token > m_last || !m_kept || !m_rows) {
        return nullptr;
    }
    const auto index = static_cast<std::size_t>((token - m_keptFrom) * m_attention.cache().shape().queryHeads + head);
    const auto& kept = (*m_rows)[static_cast<std::size_t>(layer)];
    return kept && index < kept->ends.size() ? kept->row(index).data() : nullptr;
}

Result<void> PassRows::addTo(Trace& trace, std::int64_t token) const {
    if (m_pooled != nullptr) {
        if (m_capture == Capture::Maps && token == m_last && trace.poolingMaps() != nullptr) {
            trace.poolingMaps()->add(*m_pooled);
        }
        return {};
    }
    if (m_capture != Capture::Maps || token < m_keptFrom || !m_rows) {
        return {};
    }
    const CacheShape& shape = m_attention.cache().shape();
    std::vector<std::vector<std::int32_t>> visible;
    std::vector<std::span<const float>> rows(static_cast<std::size_t>(shape.queryHeads));
    for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
        visible.resize(static_cast<std::size_t>(shape.units));
        const KeptLayer& kept = *(*m_rows)[static_cast<std::size_t>(layer)];
        for (std::size_t unit = 0; unit < visible.size(); ++unit) {
            const std::vector<std::int32_t>& tokens = kept.tokens[unit];
            visible[unit].assign(tokens.begin(),
                                 tokens.begin() + static_cast<std::ptrdiff_t>(visibleTo(tokens, token)));
        }
        visible.resize(static_cast<std::size_t>(trace.shape().units), visible.front());
        for (std::size_t head = 0; head < rows.size(); ++head) {
            rows[head] = kept.row(static_cast<std::size_t>(token - m_keptFrom) * rows.size() + head);
        }
        KVW_TRY(trace.addRowSpans(static_cast<std::int32_t>(token), layer, visible, rows));
    }
    return {};
}

}  // namespace kvw
