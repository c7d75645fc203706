// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <type_traits>
#include <vector>

#include "core/metrics/attention_shape.h"
#include "core/metrics/wide.h"

namespace kvw::metrics {

namespace {

/// Slots that are computed together.
constexpr std::size_t kBlock = 256;

/// Sets `squares` of each slot to the sum of its squared distances from the mean over rows [count]. A `count` known to
/// the compiler is unrolled, so that the loop over slots vectorises.
template <class Count>
inline __attribute__((always_inline)) void squaredDistances(const float* const* rows, Count count, std::size_t size,
                                                            double* __restrict squares) {
    const double inverse = 1 / static_cast<double>(count);
    for (std::size_t j = 0; j < size; ++j) {
        double sum = 0;
        for (std::size_t row = 0; row < count; ++row) {
            sum += static_cast<double>(rows[row][j]);
        }
        const double mean = sum * inverse;
        double square = 0;
        for (std::size_t row = 0; row < count; ++row) {
            const double distance = static_cast<double>(rows[row][j]) - mean;
            square += distance * distance;
        }
        squares[j] = square;
    }
}

KVW_WIDE void squaredDistancesOfWindow(const float* const* rows, std::size_t size, double* __restrict squares) {
    squaredDistances(rows, std::integral_constant<std::size_t, LiveVariance::kWindow>(), size, squares);
}

/// Sums the values of a block, in fixed lanes so that the loop vectorises.
KVW_WIDE double sumOf(const std::array<double, kBlock>& values) {
    std::array<double, 8> lanes{};
    for (std::size_t j = 0; j < kBlock; j += lanes.size()) {
        for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
            lanes[lane] += values[j + lane];
        }
    }
    return ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) + ((lanes[4] + lanes[5]) + (lanes[6] + lanes[7]));
}

/// Takes the tokens of a row over: sets their ages in rows, at most `oldest`, 0 at free slots. Returns how many are at
/// least `rows` old.
KVW_WIDE std::size_t takeTokens(const std::int64_t* tokens, std::size_t slots, std::uint32_t oldest, std::uint32_t rows,
                                std::int64_t* before, std::uint32_t* ages) {
    std::size_t common = 0;
    for (std::size_t slot = 0; slot < slots; ++slot) {
        const std::uint32_t continued = tokens[slot] == before[slot] ? std::min(ages[slot] + 1, oldest) : 1U;
        const std::uint32_t age = tokens[slot] >= 0 ? continued : 0U;
        ages[slot] = age;
        before[slot] = tokens[slot];
        common += age >= rows ? 1U : 0U;
    }
    return common;
}

}  // namespace

LiveVariance::LiveVariance(std::size_t heads, std::size_t window)
    : m_heads(heads), m_window(std::max<std::size_t>(window, 2)), m_variance(heads) {
    assert(heads > 0);
}

void LiveVariance::grow(std::size_t slots) {
    const std::size_t capacity = std::max<std::size_t>({slots, m_capacity + m_capacity / 2, 64});
    std::vector<float> wider(m_window * m_heads * capacity);
    for (std::size_t line = 0; line < m_window * m_heads; ++line) {
        std::copy_n(m_ring.begin() + static_cast<std::ptrdiff_t>(line * m_capacity), m_capacity,
                    wider.begin() + static_cast<std::ptrdiff_t>(line * capacity));
    }
    m_ring = std::move(wider);
    m_tokens.resize(capacity, -1);
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
    m_common = takeTokens(tokens.data(), m_slots, static_cast<std::uint32_t>(m_window),
                          static_cast<std::uint32_t>(m_rows), m_tokens.data(), m_age.data());
    m_outside.clear();
    for (std::size_t slot = 0; slot < m_slots && m_common < m_slots; ++slot) {
        if (m_age[slot] < m_rows) {
            m_outside.push_back(slot);
        }
    }
    for (std::size_t head = 0; head < m_heads; ++head) {
        std::copy_n(probs.begin() + static_cast<std::ptrdiff_t>(head * m_slots), m_slots,
                    m_ring.begin() + static_cast<std::ptrdiff_t>((m_next * m_heads + head) * m_capacity));
        m_variance[head] = m_rows < 2 ? 0.0 : varianceOf(head);
    }
    m_next = (m_next + 1) % m_window;
}

double LiveVariance::varianceOf(std::size_t head) const {
    std::vector<const float*> rows(m_rows);
    for (std::size_t back = 0; back < m_rows; ++back) {
        rows[back] = m_ring.data() + ((m_next + m_window - back) % m_window * m_heads + head) * m_capacity;
    }
    std::array<double, kBlock> squares{};
    auto outside = m_outside.begin();
    double total = 0;
    for (std::size_t begin = 0; begin < m_slots; begin += kBlock) {
        const std::size_t size = std::min(kBlock, m_slots - begin);
        if (m_rows == kWindow) {
            squaredDistancesOfWindow(rows.data(), size, squares.data());
        } else {
            squaredDistances(rows.data(), m_rows, size, squares.data());
        }
        // Free slots may hold NaN, and slots of younger tokens rows of other tokens.
        for (; outside != m_outside.end() && *outside < begin + size; ++outside) {
            squares[*outside - begin] = 0;
        }
        std::fill(squares.begin() + static_cast<std::ptrdiff_t>(size), squares.end(), 0.0);
        total += sumOf(squares);
        for (const float*& row : rows) {
            row += size;
        }
    }
    return total / static_cast<double>(m_rows - 1);
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
