// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/attention_shape.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>

namespace kvw::metrics {

namespace {

constexpr std::size_t kBlock = 256;

struct BlockInput {
    const float* probs;
    const std::uint32_t* held;
    const std::uint32_t* full;
    const std::uint64_t* counts;
    std::size_t size;  ///< at most kBlock
    double inverseRows;
};

float masked(float value, std::uint32_t mask) {
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(value) & mask);
}

double masked(double value, std::uint64_t mask) {
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) & mask);
}

/// Adds one row, removes the one that leaves (given in `row`, which then holds the new one) and returns the sum of
/// squared deviations over the slots that count. It uses bit masks because selects keep the compiler from vectorising
/// (a comparison may trap) and products would let a NaN in a free slot count. The first loop has no reduction and the
/// second has fixed lanes, so both vectorise under exact floating point. kSteady: all masks are set, so none is read.
template <bool kSteady>
double updateBlock(const BlockInput& in, float* __restrict row, double* __restrict sum, double* __restrict squares) {
    std::array<double, kBlock> spread;
    for (std::size_t j = 0; j < in.size; ++j) {
        const float incoming = kSteady ? in.probs[j] : masked(in.probs[j], in.held[j]);
        const auto added = static_cast<double>(incoming);
        const auto removed = static_cast<double>(kSteady ? row[j] : masked(row[j], in.full[j]));
        // Squares of floats are exact in double.
        const double newSum = sum[j] + (added - removed);
        const double newSquares = squares[j] + (added * added - removed * removed);
        row[j] = incoming;
        sum[j] = newSum;
        squares[j] = newSquares;
        const double deviation = newSquares - newSum * newSum * in.inverseRows;
        spread[j] = kSteady ? deviation : masked(deviation, in.counts[j]);
    }
    std::array<double, 4> lanes{};
    std::size_t j = 0;
    for (; j + lanes.size() <= in.size; j += lanes.size()) {
        for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
            lanes[lane] += spread[j + lane];
        }
    }
    for (; j < in.size; ++j) {
        lanes[0] += spread[j];
    }
    return (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
}

void addRow(const float* __restrict row, std::size_t size, double* __restrict sum, double* __restrict squares) {
    for (std::size_t j = 0; j < size; ++j) {
        const auto value = static_cast<double>(row[j]);
        sum[j] += value;
        squares[j] += value * value;
    }
}

}  // namespace

LiveVariance::LiveVariance(std::size_t heads, std::size_t window)
    : m_heads(heads), m_window(std::max<std::size_t>(window, 2)), m_variance(heads) {
    assert(heads > 0);
}

void LiveVariance::clear() {
    m_slots = m_rows = m_before = m_next = m_common = 0;
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
    m_held.resize(capacity);
    m_full.resize(capacity);
    m_counts.resize(capacity);
    m_newSlots.reserve(capacity);
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
    m_before = m_rows;
    m_rows = std::min(m_rows + 1, m_window);
    m_common = 0;
    m_newSlots.clear();
    m_steady.assign((m_slots + kBlock - 1) / kBlock, 1);
    const auto oldest = static_cast<std::uint32_t>(m_window + 1);
    for (std::size_t slot = 0; slot < m_slots; ++slot) {
        if (m_age[slot] == oldest && tokens[slot] == m_tokens[slot]) {
            ++m_common;  // its masks are all set and stay so
            continue;
        }
        m_steady[slot / kBlock] = 0;
        const bool held = tokens[slot] >= 0;
        const bool continues = held && tokens[slot] == m_tokens[slot] && m_age[slot] > 0;
        // Saturates at w + 1: from then on each new row removes an old one from the sums.
        m_age[slot] = !held ? 0U : continues ? std::min(m_age[slot] + 1, oldest) : 1U;
        m_tokens[slot] = tokens[slot];
        const bool counts = m_age[slot] >= m_rows;
        m_common += counts ? 1U : 0U;
        m_held[slot] = held ? ~std::uint32_t{0} : 0;
        m_full[slot] = m_age[slot] > m_window ? ~std::uint32_t{0} : 0;
        m_counts[slot] = counts ? ~std::uint64_t{0} : 0;
        if (!continues) {
            m_newSlots.push_back(slot);
        }
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
    refresh(head);
    for (const std::size_t slot : m_newSlots) {
        sum[slot] = squares[slot] = 0;
    }
    const double inverse = 1 / static_cast<double>(m_rows);
    double total = 0;
    for (std::size_t begin = 0; begin < m_slots; begin += kBlock) {
        const std::size_t size = std::min(kBlock, m_slots - begin);
        const BlockInput in{
            probs.data() + begin, m_held.data() + begin, m_full.data() + begin, m_counts.data() + begin, size, inverse};
        const auto update = m_steady[begin / kBlock] != 0 ? updateBlock<true> : updateBlock<false>;
        total += update(in, row + begin, sum + begin, squares + begin);
    }
    // Rounding may leave a constant column a little below 0. NaN passes and makes the value undefined.
    m_variance[head] = m_rows < 2 || total < 0 ? 0.0 : total / static_cast<double>(m_rows - 1);
}

void LiveVariance::refresh(std::size_t head) {
    const std::size_t chunk = (m_slots + m_window - 1) / m_window;
    const std::size_t begin = std::min(m_next * chunk, m_slots);
    const std::size_t end = std::min(begin + chunk, m_slots);
    double* const sum = m_sum.data() + head * m_capacity;
    double* const squares = m_squares.data() + head * m_capacity;
    std::fill(sum + begin, sum + end, 0.0);
    std::fill(squares + begin, squares + end, 0.0);
    for (std::size_t back = 1; back <= m_before; ++back) {
        addRow(ringRow(head, back) + begin, end - begin, sum + begin, squares + begin);
    }
    // For tokens younger than the ring, the older rows of their slots belong to another token.
    for (std::size_t slot = begin; slot < end; ++slot) {
        if (m_age[slot] > m_before) {
            continue;
        }
        sum[slot] = squares[slot] = 0;
        for (std::size_t back = 1; back < m_age[slot]; ++back) {
            addRow(ringRow(head, back) + slot, 1, sum + slot, squares + slot);
        }
    }
}

const float* LiveVariance::ringRow(std::size_t head, std::size_t back) const {
    const std::size_t row = m_next >= back ? m_next - back : m_next + m_window - back;
    return m_ring.data() + (row * m_heads + head) * m_capacity;
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
