// SPDX-License-Identifier: Apache-2.0
#include "plugins/cake/memory_order_host.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "plugins/cake/memory_order.h"

namespace kvw::cake {
namespace {

/// Stable, ascending by the upper 32 bits, eleven bits at a time.
void radix_sort(std::vector<std::uint64_t>& values, std::vector<std::uint64_t>& scratch) {
    constexpr unsigned kBits = 11;
    constexpr std::size_t kBuckets = std::size_t{1} << kBits;
    scratch.resize(values.size());
    for (unsigned shift = 32; shift < 64; shift += kBits) {
        std::array<std::uint32_t, kBuckets> next{};
        for (const std::uint64_t value : values) {
            ++next[(value >> shift) & (kBuckets - 1)];
        }
        std::uint32_t begin = 0;
        for (std::uint32_t& count : next) {
            begin += std::exchange(count, begin);
        }
        for (const std::uint64_t value : values) {
            scratch[next[(value >> shift) & (kBuckets - 1)]++] = value;
        }
        values.swap(scratch);
    }
}

/// One unit of one layer after another; the vectors are kept between them.
class UnitCut {
 public:
    UnitCut(const DecodeRule& rule, std::int64_t seen, std::int64_t slots)
        : m_rule(rule), m_first(seen - rule.window), m_slots(slots) {}

    /// Where this unit's token that left the window stands; -1: it is not there.
    void rankNewcomer(const std::int64_t* tokens, float* ranks, std::int64_t prefix) const {
        for (std::int64_t slot = 0; slot < m_slots; ++slot) {
            if (tokens[slot] == m_first - 1) {
                ranks[slot] = static_cast<float>(prefix - 1);
                return;
            }
        }
    }

    /// row: the newest row of `group` query heads, `stride` apart. Writes ranks, scores and the slots that leave.
    void cut(const std::int64_t* tokens, float* ranks, const float* row, std::int64_t group, std::int64_t stride,
             std::int64_t prefix, std::int64_t leaving, float* scores, std::int64_t* evicted) {
        order(tokens, ranks, prefix);
        pool(row, group, stride);
        sort(tokens);
        for (std::size_t place = 0; place < m_keys.size(); ++place) {
            const auto index = static_cast<std::size_t>(m_keys[place] & kIndexBits);
            const std::int64_t slot = m_order[index];
            scores[slot] = m_scores[index];
            const std::int64_t surplus = static_cast<std::int64_t>(place) - (prefix - leaving);
            if (surplus < 0) {
                ranks[slot] = static_cast<float>(place);
            } else {
                evicted[surplus] = slot;
            }
        }
    }

 private:
    static constexpr std::uint64_t kIndexBits = 0xFFFFFFFFU;

    /// m_order: the slots of the prefix in the order along which is pooled.
    void order(const std::int64_t* tokens, const float* ranks, std::int64_t prefix) {
        m_order.assign(static_cast<std::size_t>(prefix), -1);
        bool dense = !m_rule.byPosition;
        for (std::int64_t slot = 0; slot < m_slots && dense; ++slot) {
            if (tokens[slot] < 0 || tokens[slot] >= m_first) {
                continue;
            }
            const auto place = static_cast<std::int64_t>(ranks[slot]);
            dense = place >= 0 && place < prefix && m_order[static_cast<std::size_t>(place)] < 0;
            if (dense) {
                m_order[static_cast<std::size_t>(place)] = slot;
            }
        }
        if (dense) {
            return;
        }
        // Token order is wanted, or somebody else has edited the cache and left gaps in the ranks.
        m_order.clear();
        for (std::int64_t slot = 0; slot < m_slots; ++slot) {
            if (tokens[slot] >= 0 && tokens[slot] < m_first) {
                m_order.push_back(slot);
            }
        }
        const auto rankOf = [&](std::int64_t slot) {
            const bool last = tokens[slot] == m_first - 1;  // it has just joined, whatever the ranks before it
            return m_rule.byPosition ? 0.0F : last ? std::numeric_limits<float>::max() : ranks[slot];
        };
        std::sort(m_order.begin(), m_order.end(), [&](std::int64_t a, std::int64_t b) {
            return rankOf(a) != rankOf(b) ? rankOf(a) < rankOf(b) : tokens[a] < tokens[b];
        });
    }

    /// m_scores: by place in m_order. The group is summed first, pooling is linear.
    void pool(const float* row, std::int64_t group, std::int64_t stride) {
        const auto count = static_cast<std::int64_t>(m_order.size());
        m_sums.assign(m_order.size(), 0.0);
        for (std::int64_t head = 0; head < group; ++head, row += stride) {
            for (std::size_t i = 0; i < m_order.size(); ++i) {
                m_sums[i] += static_cast<double>(row[m_order[i]]);
            }
        }
        const std::int64_t half = m_rule.kernel / 2;
        const double divisor = static_cast<double>(m_rule.kernel) * static_cast<double>(group);
        m_scores.resize(m_order.size());
        for (std::int64_t i = 0; i < count; ++i) {
            const double* from = m_sums.data() + std::max<std::int64_t>(0, i - half);
            const double* end = m_sums.data() + (half < count - i ? i + half + 1 : count);
            double sum = 0;
            for (; from != end; ++from) {
                sum += *from;
            }
            m_scores[static_cast<std::size_t>(i)] = static_cast<float>(sum / divisor);
        }
    }

    /// m_keys: places in m_order by descending score, older tokens first, in the lower 32 bits.
    void sort(const std::int64_t* tokens) {
        m_keys.resize(m_order.size());
        for (std::size_t i = 0; i < m_keys.size(); ++i) {
            // Scores are not negative, so their bits grow with them; NaN is the worst.
            const float score = std::isnan(m_scores[i]) ? 0.0F : m_scores[i];
            m_keys[i] = (std::uint64_t{~std::bit_cast<std::uint32_t>(score)} << 32U) | i;
        }
        radix_sort(m_keys, m_scratch);
        for (auto begin = m_keys.begin(); begin != m_keys.end();) {
            const auto end =
                std::find_if(begin, m_keys.end(), [&](std::uint64_t key) { return key >> 32U != *begin >> 32U; });
            if (end - begin > 1) {
                std::sort(begin, end, [&](std::uint64_t a, std::uint64_t b) {
                    return tokens[m_order[a & kIndexBits]] < tokens[m_order[b & kIndexBits]];
                });
            }
            begin = end;
        }
    }

    const DecodeRule& m_rule;
    std::int64_t m_first;  ///< tokens from here on are the window
    std::int64_t m_slots;
    std::vector<std::int64_t> m_order;
    std::vector<double> m_sums;
    std::vector<float> m_scores;
    std::vector<std::uint64_t> m_keys, m_scratch;
};

}  // namespace

sdk::Edit cut_on_host(const sdk::Observation& seen, const at::Tensor& ranks, const DecodeRule& rule,
                      const CutCounts& counts) {
    const std::int64_t units = seen.units();
    const std::int64_t slots = seen.slotCount();
    const std::int64_t group = seen.rows.size(1) / units;
    const at::Tensor tokens = seen.tokens.contiguous();
    const at::Tensor rows = sdk::newest_row(seen).contiguous();
    const at::Tensor rankRows = ranks.contiguous();
    sdk::Edit edit;
    if (counts.most > 0) {
        edit.evict = at::full({seen.layers, units, counts.most}, -1, at::kLong);
        edit.scores = at::zeros({seen.layers, units, slots});
    }
    UnitCut unit(rule, seen.seen, slots);
    for (std::int64_t u = 0; u < seen.layers * units; ++u) {
        const std::int64_t* token = tokens.const_data_ptr<std::int64_t>() + u * slots;
        float* rank = rankRows.mutable_data_ptr<float>() + u * slots;
        const auto index = static_cast<std::size_t>(u);
        unit.rankNewcomer(token, rank, counts.prefix[index]);
        if (counts.leaving[index] > 0) {
            unit.cut(token, rank, rows.const_data_ptr<float>() + u * group * slots, group, slots, counts.prefix[index],
                     counts.leaving[index], edit.scores.mutable_data_ptr<float>() + u * slots,
                     edit.evict.mutable_data_ptr<std::int64_t>() + u * counts.most);
        }
    }
    if (!rankRows.is_same(ranks)) {
        ranks.copy_(rankRows);
    }
    return edit;
}

}  // namespace kvw::cake
