// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/attention_shape.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace kvw::metrics {

LiveVariance::LiveVariance(std::size_t heads, std::size_t window)
    : m_heads(heads), m_window(std::max<std::size_t>(window, 2)), m_variance(heads) {
    assert(heads > 0);
}

void LiveVariance::clear() {
    m_slots = m_rows = m_next = m_common = 0;
    std::fill(m_tokens.begin(), m_tokens.end(), -1);
    std::fill(m_age.begin(), m_age.end(), 0U);
}

void LiveVariance::grow(std::size_t slots) {
    const std::size_t capacity = std::max<std::size_t>({slots, m_capacity + m_capacity / 2, 64});
    const auto widen = [this, capacity](auto& values, std::size_t lines) {
        std::remove_reference_t<decltype(values)> wider(lines * capacity);
        for (std::size_t line = 0; line < lines; ++line) {
            std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(line * m_capacity), m_capacity,
                        wider.begin() + static_cast<std::ptrdiff_t>(line * capacity));
        }
        values = std::move(wider);
    };
    widen(m_ring, m_window * m_heads);
    widen(m_sum, m_heads);
    widen(m_squares, m_heads);
    m_tokens.resize(capacity, -1);
    for (auto* flags : {&m_held, &m_continues, &m_full, &m_counts}) {
        flags->resize(capacity);
    }
    m_age.resize(capacity);
    m_capacity = capacity;
}

void LiveVariance::push(std::span<const std::int64_t> tokens, std::span<const float> probs) {
    assert(probs.size() == tokens.size() * m_heads);
    if (tokens.size() > m_capacity) {
        grow(tokens.size());
    }
    for (std::size_t slot = tokens.size(); slot < m_slots; ++slot) {
        m_tokens[slot] = -1;
        m_age[slot] = 0;
    }
    m_slots = tokens.size();
    m_rows = std::min(m_rows + 1, m_window);
    m_common = 0;
    for (std::size_t slot = 0; slot < m_slots; ++slot) {
        const bool held = tokens[slot] >= 0;
        const bool continues = held && tokens[slot] == m_tokens[slot] && m_age[slot] > 0;
        // Saturates one above w: from then on each new row pushes one out of the sums.
        m_age[slot] = !held ? 0U : continues ? std::min(m_age[slot] + 1, static_cast<std::uint32_t>(m_window + 1)) : 1U;
        m_tokens[slot] = tokens[slot];
        const bool counts = m_age[slot] >= m_rows;
        m_common += counts ? 1U : 0U;
        m_held[slot] = held ? 1.0F : 0.0F;
        m_continues[slot] = continues ? 1.0F : 0.0F;
        m_full[slot] = m_age[slot] > m_window ? 1.0F : 0.0F;
        m_counts[slot] = counts ? 1.0F : 0.0F;
    }
    for (std::size_t head = 0; head < m_heads; ++head) {
        updateHead(head, probs.subspan(head * m_slots, m_slots));
    }
    m_next = (m_next + 1) % m_window;
}

void LiveVariance::updateHead(std::size_t head, std::span<const float> probs) {
    float* const row = m_ring.data() + (m_next * m_heads + head) * m_capacity;  // holds the row that leaves
    double* const sum = m_sum.data() + head * m_capacity;
    double* const squares = m_squares.data() + head * m_capacity;
    const float* const held = m_held.data();
    const float* const continues = m_continues.data();
    const float* const full = m_full.data();
    const float* const counts = m_counts.data();
    // Squares of floats are exact in double. Selects, not products: a NaN must leave with its token.
    for (std::size_t j = 0; j < m_slots; ++j) {
        const float incoming = held[j] != 0 ? probs[j] : 0.0F;
        const double in = static_cast<double>(incoming);
        const double out = static_cast<double>(full[j] != 0 ? row[j] : 0.0F);
        sum[j] = (continues[j] != 0 ? sum[j] : 0.0) + (in - out);
        squares[j] = (continues[j] != 0 ? squares[j] : 0.0) + (in * in - out * out);
        row[j] = incoming;
    }
    for (std::size_t slot = m_next; slot < m_slots; slot += m_window) {
        recompute(head, slot);
    }
    const double inverse = 1 / static_cast<double>(m_rows);
    std::array<double, 8> lanes{};
    const auto spread = [&](std::size_t j) {
        const double around = squares[j] - sum[j] * sum[j] * inverse;
        return counts[j] == 0 || around < 0 ? 0.0 : around;  // NaN passes and makes the value undefined
    };
    std::size_t j = 0;
    for (; j + lanes.size() <= m_slots; j += lanes.size()) {
        for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
            lanes[lane] += spread(j + lane);
        }
    }
    for (; j < m_slots; ++j) {
        lanes[0] += spread(j);
    }
    double total = 0;
    for (const double lane : lanes) {
        total += lane;
    }
    m_variance[head] = m_rows < 2 ? 0.0 : total / static_cast<double>(m_rows - 1);
}

void LiveVariance::recompute(std::size_t head, std::size_t slot) {
    double sum = 0;
    double squares = 0;
    const std::size_t rows = std::min<std::size_t>(m_age[slot], m_window);
    for (std::size_t back = 0; back < rows; ++back) {
        const std::size_t row = (m_next + m_window - back) % m_window;
        const double value = static_cast<double>(m_ring[(row * m_heads + head) * m_capacity + slot]);
        sum += value;
        squares += value * value;
    }
    m_sum[head * m_capacity + slot] = sum;
    m_squares[head * m_capacity + slot] = squares;
}

std::optional<double> LiveVariance::head(std::size_t index) const {
    if (m_rows < 2 || m_common == 0 || !std::isfinite(m_variance[index])) {
        return std::nullopt;
    }
    return m_variance[index];
}

std::optional<double> LiveVariance::value() const {
    double sum = 0;
    for (std::size_t index = 0; index < m_heads; ++index) {
        const auto one = head(index);
        if (!one) {
            return std::nullopt;
        }
        sum += *one;
    }
    return sum;
}

}  // namespace kvw::metrics
