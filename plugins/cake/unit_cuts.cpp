// SPDX-License-Identifier: Apache-2.0
#include "plugins/cake/unit_cuts.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>

#include "core/policy/kit/cpu/pool_host.h"
#include "core/policy/kit/cpu/radix.h"
#include "plugins/cake/memory_order.h"

namespace kvw::cake {
namespace {

/// Fewest units that are worth handing to another thread; each is sorted again in every step.
constexpr std::size_t kUnitsAShare = 4;

/// Rows of a tensor [layers, n, slots], which may be a view with gaps between rows, but not within.
class Rows {
 public:
    explicit Rows(const at::Tensor& tensor) : m_tensor(tensor) {
        if (tensor.size(-1) > 1 && tensor.stride(-1) != 1) {
            throw std::invalid_argument("slots: expected one after the other, found a stride of " +
                                        std::to_string(tensor.stride(-1)));
        }
    }
    [[nodiscard]] std::int64_t stride() const { return m_tensor.stride(1); }
    template <class T>
    [[nodiscard]] T* at(std::int64_t layer, std::int64_t row) const {
        return m_tensor.mutable_data_ptr<T>() + layer * m_tensor.stride(0) + row * m_tensor.stride(1);
    }

 private:
    at::Tensor m_tensor;
};

/// Cut of one unit after another; its vectors are reused.
class UnitCut {
 public:
    UnitCut(const DecodeRule& rule, std::int64_t seen, std::int64_t slots)
        : m_rule(rule), m_newest(seen - rule.window), m_slots(slots) {}

    /// Starts the next unit. Its window is the newest tokens it holds, of which manual edits may have removed some; the
    /// newcomer to the prefix is the newest token before them.
    void begin(const std::int64_t* tokens) {
        m_first = m_newest;
        m_newcomer = m_first - 1;
        const auto below = [this](std::int64_t token) { return token < m_first; };
        if (m_rule.window == 0 || m_slots - std::count_if(tokens, tokens + m_slots, below) == m_rule.window) {
            return;
        }
        m_ages.assign(tokens, tokens + m_slots);
        std::sort(m_ages.begin(), m_ages.end(), std::greater<>());
        const auto behind = static_cast<std::size_t>(m_rule.window);
        m_first = behind <= m_ages.size() ? m_ages[behind - 1] : -1;
        m_newcomer = behind < m_ages.size() ? m_ages[behind] : -1;
    }

    /// Ranks the newcomer, if it is held.
    void rankNewcomer(const std::int64_t* tokens, float* ranks, std::int64_t prefix) const {
        for (std::int64_t slot = 0; slot < m_slots && m_newcomer >= 0; ++slot) {
            if (tokens[slot] == m_newcomer) {
                ranks[slot] = static_cast<float>(prefix - 1);
                return;
            }
        }
    }

    /// Cuts the unit: `row` holds the values of `group` heads, `stride` apart. Writes ranks, scores and the slots that
    /// leave. Returns isClose.
    [[nodiscard]] bool cut(const std::int64_t* tokens, float* ranks, const float* row, std::int64_t group,
                           std::int64_t stride, std::int64_t prefix, std::int64_t leaving, float* scores,
                           std::int64_t* evicted) {
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
        return isClose(static_cast<std::size_t>(prefix - leaving));
    }

 private:
    static constexpr std::uint64_t kIndexBits = 0xFFFFFFFFU;

    /// Tells whether two neighbouring scores are within rounding at the cut after `kept` entries or, with memory order,
    /// before it.
    [[nodiscard]] bool isClose(std::size_t kept) const {
        const auto score = [this](std::size_t place) {
            return static_cast<double>(m_scores[static_cast<std::size_t>(m_keys[place] & kIndexBits)]);
        };
        const std::size_t first = m_rule.byPosition ? kept : 1;
        for (std::size_t place = std::max<std::size_t>(first, 1); place <= kept && place < m_keys.size(); ++place) {
            if (score(place - 1) - score(place) <= CutTally::kRounding * score(place - 1)) {
                return true;
            }
        }
        return false;
    }

    /// Sets m_order to the slots of the prefix in pooling order.
    void order(const std::int64_t* tokens, const float* ranks, std::int64_t prefix) {
        if (m_rule.byPosition) {
            orderByAge(tokens);
            return;
        }
        m_order.assign(static_cast<std::size_t>(prefix), -1);
        for (std::int64_t slot = 0; slot < m_slots; ++slot) {
            if (tokens[slot] < 0 || tokens[slot] >= m_first) {
                continue;
            }
            const auto place = static_cast<std::int64_t>(ranks[slot]);
            if (place < 0 || place >= prefix || m_order[static_cast<std::size_t>(place)] >= 0) {
                orderByUnevenRanks(tokens, ranks);
                return;
            }
            m_order[static_cast<std::size_t>(place)] = slot;
        }
    }

    void orderByAge(const std::int64_t* tokens) {
        m_keys.clear();
        for (std::int64_t slot = 0; slot < m_slots; ++slot) {
            if (tokens[slot] >= 0 && tokens[slot] < m_first) {
                m_keys.push_back(static_cast<std::uint64_t>(tokens[slot]) << 32U | static_cast<std::uint64_t>(slot));
            }
        }
        const auto bits = static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(m_first)));
        sdk::radix_sort(m_keys, m_scratch, 32, (bits + sdk::kRadixBits - 1) / sdk::kRadixBits);
        m_order.resize(m_keys.size());
        std::transform(m_keys.begin(), m_keys.end(), m_order.begin(),
                       [](std::uint64_t key) { return static_cast<std::int64_t>(key & kIndexBits); });
    }

    /// Sets m_order if manual edits of the cache have left gaps in the ranks.
    void orderByUnevenRanks(const std::int64_t* tokens, const float* ranks) {
        orderByAge(tokens);
        const auto rankOf = [&](std::int64_t slot) {
            const bool last = tokens[slot] == m_newcomer;  // it has just joined, so it is last whatever its rank
            return last ? std::numeric_limits<float>::max() : ranks[slot];
        };
        std::stable_sort(m_order.begin(), m_order.end(),
                         [&](std::int64_t a, std::int64_t b) { return rankOf(a) < rankOf(b); });
    }

    /// Sets m_scores, by place in m_order. The group is summed first, since pooling is linear.
    void pool(const float* row, std::int64_t group, std::int64_t stride) {
        m_sums.assign(static_cast<std::size_t>(m_slots), 0.0);
        for (std::int64_t head = 0; head < group; ++head, row += stride) {
            for (std::int64_t slot = 0; slot < m_slots; ++slot) {
                m_sums[static_cast<std::size_t>(slot)] += static_cast<double>(row[slot]);
            }
        }
        m_pooled.resize(m_order.size());
        std::transform(m_order.begin(), m_order.end(), m_pooled.begin(),
                       [this](std::int64_t slot) { return m_sums[static_cast<std::size_t>(slot)]; });
        sdk::pool_mean(m_pooled, m_sums, m_rule.kernel);
        m_scores.resize(m_order.size());
        std::transform(m_pooled.begin(), m_pooled.end(), m_scores.begin(),
                       [group](double sum) { return static_cast<float>(sum / static_cast<double>(group)); });
    }

    /// Sets m_keys, whose lower 32 bits are places in m_order by descending score, ties older first.
    void sort(const std::int64_t* tokens) {
        m_keys.resize(m_order.size());
        for (std::size_t i = 0; i < m_keys.size(); ++i) {
            // Scores are at least 0, so their bits order as they do; NaN counts as 0, the worst.
            const float score = std::isnan(m_scores[i]) ? 0.0F : m_scores[i];
            m_keys[i] = (std::uint64_t{~std::bit_cast<std::uint32_t>(score)} << 32U) | i;
        }
        // The radix sort covers exponent and first mantissa bits; the few scores equal in these are sorted after it.
        constexpr unsigned kDigits = 2;
        constexpr unsigned kLowest = 63 - kDigits * sdk::kRadixBits;
        const auto before = [&](std::uint64_t a, std::uint64_t b) {
            const bool tie = a >> 32U == b >> 32U;
            return tie ? tokens[m_order[a & kIndexBits]] < tokens[m_order[b & kIndexBits]] : a < b;
        };
        sdk::radix_sort(m_keys, m_scratch, kLowest, kDigits, before);
    }

    const DecodeRule& m_rule;
    std::int64_t m_newest;  ///< first token of a window without gaps
    std::int64_t m_slots;
    std::int64_t m_first = 0, m_newcomer = -1;  ///< first token of the unit's window; the token that has just left it
    std::vector<std::int64_t> m_order, m_ages;
    std::vector<double> m_sums, m_pooled;
    std::vector<float> m_scores;
    std::vector<std::uint64_t> m_keys, m_scratch;
};

}  // namespace

CutCounts cut_counts(const sdk::Observation& seen, const DecodeRule& rule) {
    CutCounts counts;
    for (std::size_t i = 0; i < seen.held.size(); ++i) {
        const std::int64_t prefix = std::max<std::int64_t>(0, seen.held[i] - rule.window);
        const std::size_t layer = i / static_cast<std::size_t>(seen.units());
        const std::int64_t kept = rule.budgets.empty() ? prefix : std::min(prefix, rule.budgets.at(layer));
        counts.prefix.push_back(prefix);
        counts.leaving.push_back(prefix - kept);
        counts.most = std::max(counts.most, prefix - kept);
    }
    return counts;
}

sdk::Edit cut_units(const sdk::Observation& seen, const at::Tensor& ranks, const at::Tensor& values,
                    const DecodeRule& rule, const CutCounts& counts, CutTally& tally) {
    const std::int64_t units = seen.units();
    const std::int64_t slots = seen.slotCount();
    const std::int64_t group = values.size(1) / units;
    const Rows tokens(seen.tokens);
    const Rows pooled(values);
    const Rows rankRows(ranks);
    sdk::Edit edit;
    if (counts.most > 0) {
        edit.evict = at::full({seen.layers, units, counts.most}, -1, at::kLong);
        edit.scores = at::zeros({seen.layers, units, slots});
    }
    float* const scores = counts.most > 0 ? edit.scores.mutable_data_ptr<float>() : nullptr;
    auto* const evicted = counts.most > 0 ? edit.evict.mutable_data_ptr<std::int64_t>() : nullptr;
    std::vector<std::uint8_t> close(counts.leaving.size(), 0);  // not bool: threads write neighbouring elements
    sdk::in_shares(seen, static_cast<std::size_t>(seen.layers * units), kUnitsAShare,
                   [&](std::size_t begin, std::size_t end) {
                       UnitCut unit(rule, seen.seen, slots);
                       for (auto u = static_cast<std::int64_t>(begin); u < static_cast<std::int64_t>(end); ++u) {
                           const std::int64_t layer = u / units;
                           const auto* token = tokens.at<std::int64_t>(layer, u % units);
                           auto* rank = rankRows.at<float>(layer, u % units);
                           const auto index = static_cast<std::size_t>(u);
                           unit.begin(token);
                           unit.rankNewcomer(token, rank, counts.prefix[index]);
                           if (counts.leaving[index] > 0) {
                               close[index] = unit.cut(token, rank, pooled.at<float>(layer, u % units * group), group,
                                                       pooled.stride(), counts.prefix[index], counts.leaving[index],
                                                       scores + u * slots, evicted + u * counts.most)
                                                  ? 1
                                                  : 0;
                           }
                       }
                   });
    tally.close += std::count(close.begin(), close.end(), std::uint8_t{1});
    return edit;
}

}  // namespace kvw::cake
