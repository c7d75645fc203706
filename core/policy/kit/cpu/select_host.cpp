// SPDX-License-Identifier: Apache-2.0
#include "core/policy/kit/cpu/select_host.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "core/policy/kit/cpu/versions.h"

namespace kvw::sdk {
namespace {

/// Number of slots that take several times as long to scan as it takes to hand them to another thread.
constexpr std::size_t kSelectGrain = 1U << 13U;

/// Rows of a tensor [layers, units, slots] in CPU memory with any strides: the engine shows a part of wider tables, and
/// copying it would cost a decode step more than its search.
template <class T>
class HostRows {
 public:
    /// Copies the table only if the slots of a row are not adjacent in memory.
    explicit HostRows(const at::Tensor& table)
        : m_table(table.size(2) > 1 && table.stride(2) != 1 ? table.contiguous() : table),
          m_data(m_table.const_data_ptr<T>()),
          m_units(m_table.size(1)) {}
    /// Returns unit `row` % units of layer `row` / units.
    [[nodiscard]] const T* operator[](std::size_t row) const {
        const auto at = static_cast<std::int64_t>(row);
        return m_data + at / m_units * m_table.stride(0) + at % m_units * m_table.stride(1);
    }

 private:
    at::Tensor m_table;
    const T* m_data;
    std::int64_t m_units;
};

template <class T>
struct Entry {
    T score;
    std::int64_t token;
    std::int64_t slot;
};

template <class T>
bool leaves_before(const Entry<T>& a, const Entry<T>& b) {
    return a.score != b.score ? a.score < b.score : a.token > b.token;
}

KVW_VERSIONS std::int64_t largest(const std::int64_t* values, std::int64_t count) {
    std::int64_t most = -1;
    for (std::int64_t i = 0; i < count; ++i) {
        most = values[i] > most ? values[i] : most;
    }
    return most;
}

KVW_VERSIONS std::int64_t count_from(const std::int64_t* values, std::int64_t count, std::int64_t least) {
    std::int64_t found = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        found += values[i] >= least ? 1 : 0;
    }
    return found;
}

}  // namespace

std::int64_t newest_from(const std::int64_t* tokens, std::int64_t slots, std::int64_t count,
                         std::vector<std::int64_t>& scratch) {
    if (count <= 0) {
        return std::numeric_limits<std::int64_t>::max();
    }
    const std::int64_t from = largest(tokens, slots) - count + 1;
    // Usually the newest tokens are all held, and then one count suffices.
    if (count_from(tokens, slots, std::max<std::int64_t>(0, from)) == count) {
        return std::max<std::int64_t>(0, from);
    }
    scratch.assign(tokens, tokens + slots);
    std::nth_element(scratch.begin(), scratch.begin() + (count - 1), scratch.end(), std::greater<>());
    return scratch[static_cast<std::size_t>(count - 1)];
}

namespace {

/// Returns the token index up to which tokens below `sinks` are protected, at most `count` of them; -1: none.
std::int64_t oldest_upto(const std::int64_t* tokens, std::int64_t slots, std::int64_t sinks, std::int64_t newest,
                         std::int64_t count, std::vector<std::int64_t>& scratch) {
    if (count <= 0) {
        return -1;
    }
    scratch.clear();
    std::copy_if(tokens, tokens + slots, std::back_inserter(scratch),
                 [=](std::int64_t t) { return t >= 0 && t < sinks && t < newest; });
    const auto most = static_cast<std::int64_t>(scratch.size());
    if (most == 0) {
        return -1;
    }
    const auto place = scratch.begin() + (std::min(count, most) - 1);
    std::nth_element(scratch.begin(), place, scratch.end());
    return *place;
}

/// Ends of the range of competing tokens, both exclusive.
struct Ends {
    std::int64_t oldest = -1, newest = 0;
};

Ends protected_ends(const std::int64_t* tokens, std::int64_t slots, const Protection& protection, std::int64_t kept,
                    std::vector<std::int64_t>& scratch) {
    const std::int64_t recent = std::min(protection.recent, kept);
    const std::int64_t newest = newest_from(tokens, slots, recent, scratch);
    const std::int64_t sinks = std::min(protection.sinks, kept - recent);
    return {oldest_upto(tokens, slots, protection.sinks, newest, sinks, scratch), newest};
}

/// A free slot (-1) is never marked, because ends.oldest is at least -1.
KVW_VERSIONS void mark_between(const std::int64_t* tokens, std::int64_t slots, Ends ends, bool* marks) {
    for (std::int64_t slot = 0; slot < slots; ++slot) {
        marks[slot] = tokens[slot] > ends.oldest && tokens[slot] < ends.newest;
    }
}

/// Returns the score as it is compared: NaN counts as -infinity.
template <class T>
inline __attribute__((always_inline)) T ranked(T score) {
    if constexpr (std::is_floating_point_v<T>) {
        return score == score ? score : -std::numeric_limits<T>::infinity();
    }
    return score;
}

/// Returns the slot with the lowest score, of equal ones the newest token; -1 if nothing competes. Two passes in lanes,
/// because a single running minimum would be one chain of dependent operations.
template <class T>
inline __attribute__((always_inline)) std::int64_t first_of(const T* scores, const std::int64_t* tokens,
                                                            std::int64_t slots, Ends ends) {
    constexpr std::int64_t kLanes = 8, kSlotBlock = 64;
    constexpr T kNone =
        std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity() : std::numeric_limits<T>::max();
    T lowest[kLanes];
    std::fill_n(lowest, kLanes, kNone);
    const auto value = [&](std::int64_t slot) {
        const bool competes = tokens[slot] > ends.oldest && tokens[slot] < ends.newest;
        return competes ? ranked(scores[slot]) : kNone;
    };
    const std::int64_t whole = slots - slots % kLanes;
    for (std::int64_t slot = 0; slot < whole; slot += kLanes) {
        for (std::int64_t lane = 0; lane < kLanes; ++lane) {
            const T one = value(slot + lane);
            lowest[lane] = one < lowest[lane] ? one : lowest[lane];
        }
    }
    for (std::int64_t slot = whole; slot < slots; ++slot) {
        const T one = value(slot);
        lowest[0] = one < lowest[0] ? one : lowest[0];
    }
    const T least = *std::min_element(lowest, lowest + kLanes);
    std::int64_t newest = -1, found = -1;
    for (std::int64_t first = 0; first < slots; first += kSlotBlock) {
        const std::int64_t behind = std::min(slots, first + kSlotBlock);
        bool any = false;
        for (std::int64_t slot = first; slot < behind; ++slot) {
            any |= value(slot) == least;
        }
        for (std::int64_t slot = first; any && slot < behind; ++slot) {
            const bool competes = tokens[slot] > ends.oldest && tokens[slot] < ends.newest;
            const bool one = competes && ranked(scores[slot]) == least && tokens[slot] > newest;
            newest = one ? tokens[slot] : newest;
            found = one ? slot : found;
        }
    }
    return found;
}

KVW_VERSIONS std::int64_t first_to_leave(const float* scores, const std::int64_t* tokens, std::int64_t slots,
                                         Ends ends) {
    return first_of(scores, tokens, slots, ends);
}

KVW_VERSIONS std::int64_t first_to_leave(const double* scores, const std::int64_t* tokens, std::int64_t slots,
                                         Ends ends) {
    return first_of(scores, tokens, slots, ends);
}

KVW_VERSIONS std::int64_t first_to_leave(const std::int64_t* scores, const std::int64_t* tokens, std::int64_t slots,
                                         Ends ends) {
    return first_of(scores, tokens, slots, ends);
}

std::size_t grain_of(std::int64_t slots) {
    return kSelectGrain / static_cast<std::size_t>(std::max<std::int64_t>(slots, 1)) + 1;
}

/// Writes the slots that leave units [begin, end).
template <class T>
void evict(const HostCut& cut, const HostRows<T>& scores, const HostRows<std::int64_t>& ages, std::int64_t* evicted,
           std::size_t begin, std::size_t end) {
    const std::vector<std::int64_t>& held = cut.seen.held;
    const std::int64_t slots = cut.seen.slotCount();
    std::vector<Entry<T>> entries;
    std::vector<std::int64_t> scratch;
    for (std::size_t u = begin; u < end; ++u) {
        const T* score = scores[u];
        const std::int64_t* tokens = ages[u];
        std::int64_t* out = evicted + static_cast<std::int64_t>(u) * cut.most;
        std::fill(out, out + cut.most, -1);
        const std::int64_t leaving = cut.leaving[u];
        if (leaving == 0) {
            continue;
        }
        const std::int64_t kept = held[u] - leaving;
        const Ends ends = protected_ends(tokens, slots, cut.protection, kept, scratch);
        const auto competes = [&](std::int64_t slot) {
            return tokens[slot] > ends.oldest && tokens[slot] < ends.newest;
        };
        const auto entry = [&](std::int64_t slot) { return Entry<T>{ranked(score[slot]), tokens[slot], slot}; };
        if (leaving == 1) {
            // The usual step: one token arrives, one leaves.
            *out = first_to_leave(score, tokens, slots, ends);
            if (*out >= 0) {
                continue;
            }
        }
        entries.clear();
        for (std::int64_t slot = 0; slot < slots; ++slot) {
            if (competes(slot)) {
                entries.push_back(entry(slot));
            }
        }
        if (static_cast<std::int64_t>(entries.size()) < leaving) {
            throw std::invalid_argument("held: unit " + std::to_string(u) + " counts " + std::to_string(held[u]) +
                                        " tokens, the token table has fewer");
        }
        std::partial_sort(entries.begin(), entries.begin() + leaving, entries.end(), leaves_before<T>);
        std::transform(entries.begin(), entries.begin() + leaving, out, [](const Entry<T>& e) { return e.slot; });
    }
}

/// Writes the slots that leave all units.
template <class T>
void evict(const HostCut& cut, const at::Tensor& scores, std::int64_t* evicted) {
    const HostRows<T> values(scores);
    const HostRows<std::int64_t> ages(cut.seen.tokens);
    in_shares(cut.seen, cut.seen.held.size(), grain_of(cut.seen.slotCount()),
              [&](std::size_t begin, std::size_t end) { evict(cut, values, ages, evicted, begin, end); });
}

}  // namespace

at::Tensor evicted_on_host(const at::Tensor& score, const HostCut& cut) {
    at::Tensor result = at::empty({score.size(0), score.size(1), cut.most}, at::TensorOptions(at::kLong));
    auto* out = result.mutable_data_ptr<std::int64_t>();
    if (score.scalar_type() == at::kLong) {
        evict<std::int64_t>(cut, score, out);
    } else if (score.scalar_type() == at::kFloat) {
        evict<float>(cut, score, out);
    } else {
        evict<double>(cut, score.to(at::kDouble), out);
    }
    return result;
}

at::Tensor competing_on_host(const Observation& seen, const std::vector<std::int64_t>& limit,
                             const Protection& protection) {
    const at::Tensor& tokens = seen.tokens;
    const std::vector<std::int64_t>& held = seen.held;
    const HostRows<std::int64_t> ages(tokens);
    const std::int64_t slots = tokens.size(-1);
    at::Tensor result = at::empty(tokens.sizes(), at::TensorOptions(at::kBool));
    auto* marks = result.mutable_data_ptr<bool>();
    const auto some = [&](std::size_t begin, std::size_t end) {
        std::vector<std::int64_t> scratch;
        for (std::size_t u = begin; u < end && slots > 0; ++u) {
            const std::int64_t first = static_cast<std::int64_t>(u) * slots;
            const std::int64_t kept = std::max<std::int64_t>(0, std::min(limit[u], held[u]));
            const Ends ends = protected_ends(ages[u], slots, protection, kept, scratch);
            mark_between(ages[u], slots, ends, marks + first);
        }
    };
    in_shares(seen, held.size(), grain_of(slots), some);
    return result;
}

bool in_order(const at::Tensor& tokens, const at::Tensor& range) {
    if (!tokens.is_cpu() || !range.is_cpu() || tokens.size(-1) == 0) {
        return false;
    }
    const at::Tensor dense = tokens.contiguous();
    const at::Tensor marks = range.contiguous();
    const std::int64_t slots = dense.size(-1);
    const auto* token = dense.const_data_ptr<std::int64_t>();
    const auto* mark = marks.const_data_ptr<bool>();
    for (std::int64_t row = 0; row < dense.numel() / slots; ++row, token += slots, mark += slots) {
        std::int64_t last = -1;
        for (std::int64_t i = 0; i < slots; ++i) {
            if (!mark[i]) {
                continue;
            }
            if (last >= 0 && (last != i - 1 || token[last] > token[i])) {
                return false;
            }
            last = i;
        }
    }
    return true;
}

}  // namespace kvw::sdk
