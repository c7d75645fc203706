// SPDX-License-Identifier: Apache-2.0
#include "core/policy/kit/cpu/pool_host.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "core/policy/kit/cpu/radix.h"
#include "core/policy/kit/cpu/versions.h"

namespace kvw::sdk {
namespace {

/// Number of slots that take several times as long to pool as it takes to hand them to another thread.
constexpr std::size_t kPoolGrain = 1U << 12U;

/// Up to this many tokens per slot, each slot is put in the place of its token; beyond that, sorting reads less memory.
constexpr std::int64_t kSparse = 8;

struct Span {
    std::int64_t oldest = std::numeric_limits<std::int64_t>::max(), newest = -1;
};

KVW_VERSIONS Span span_of(const std::int64_t* tokens, const bool* range, std::int64_t slots) {
    std::int64_t oldest = std::numeric_limits<std::int64_t>::max(), newest = -1;
    for (std::int64_t slot = 0; slot < slots; ++slot) {
        oldest = range[slot] && tokens[slot] < oldest ? tokens[slot] : oldest;
        newest = range[slot] && tokens[slot] > newest ? tokens[slot] : newest;
    }
    return {oldest, newest};
}

/// Returns the offset of each row of a tensor, in elements; the rows themselves are dense.
std::vector<std::int64_t> row_offsets(const at::Tensor& tensor) {
    std::vector<std::int64_t> offsets{0};
    for (std::int64_t dim = 0; dim + 1 < tensor.dim(); ++dim) {
        std::vector<std::int64_t> next;
        for (const std::int64_t offset : offsets) {
            for (std::int64_t i = 0; i < tensor.size(dim); ++i) {
                next.push_back(offset + i * tensor.stride(dim));
            }
        }
        offsets = std::move(next);
    }
    return offsets;
}

at::Tensor dense_rows(const at::Tensor& tensor) {
    return tensor.stride(-1) == 1 ? tensor : tensor.contiguous();
}

/// Maximum in which NaN beats any number, as in the tensor operation.
template <class T>
inline T most_of(T a, T b) {
    return a >= b || a != a ? a : b;
}

template <class T>
inline __attribute__((always_inline)) void most_of_pairs(T* values, std::size_t count, std::size_t apart) {
    for (std::size_t i = 0; i < count; ++i) {
        values[i] = most_of(values[i], values[i + apart]);
    }
}

/// Replaces each entry by the maximum of 2 half + 1 neighbours, built from maxima of 1, 2, 4 ... neighbours.
template <class T>
inline __attribute__((always_inline)) void most_around(T* list, std::size_t count, std::size_t half, T* padded) {
    const std::size_t all = count + 2 * half, width = 2 * half + 1;
    std::fill_n(padded, half, -std::numeric_limits<T>::infinity());
    std::copy_n(list, count, padded + half);
    std::fill_n(padded + half + count, half, -std::numeric_limits<T>::infinity());
    std::size_t covered = 1;
    for (; 2 * covered <= width; covered *= 2) {
        most_of_pairs(padded, all - 2 * covered + 1, covered);
    }
    for (std::size_t i = 0; i < count; ++i) {
        list[i] = most_of(padded[i], padded[i + width - covered]);
    }
}

KVW_VERSIONS void most_around_each(float* list, std::size_t count, std::size_t half, float* padded) {
    most_around(list, count, half, padded);
}

KVW_VERSIONS void most_around_each(double* list, std::size_t count, std::size_t half, double* padded) {
    most_around(list, count, half, padded);
}

/// Limits half the width to the list: a wider window sees nothing more.
std::size_t half_of(std::int64_t width, std::size_t count) {
    return std::min(static_cast<std::size_t>(width / 2), count);
}

template <class T>
void pool_most(std::vector<T>& list, std::vector<T>& scratch, std::int64_t width) {
    const std::size_t half = half_of(width, list.size());
    scratch.resize(list.size() + 2 * half);
    most_around_each(list.data(), list.size(), half, scratch.data());
}

/// Takes every sum in the same order, from the first neighbour to the last.
KVW_VERSIONS void sums_around_each(double* list, std::size_t count, std::size_t half, double width,
                                   const double* padded) {
    std::copy_n(padded, count, list);
    for (std::size_t offset = 1; offset <= 2 * half; ++offset) {
        for (std::size_t i = 0; i < count; ++i) {
            list[i] += padded[i + offset];
        }
    }
    for (std::size_t i = 0; i < count; ++i) {
        list[i] /= width;
    }
}

/// Offsets of the rows of a call.
struct Rows {
    std::vector<std::int64_t> values, ages, marks;
    std::int64_t slots = 0;
};

/// Calls pool(list, scratch) on the marked slots of each row in age order, as numbers of type Number.
template <class Number, class T, class Pooling>
void pool_rows(const Rows& rows, const at::Tensor& values, const at::Tensor& tokens, const at::Tensor& range,
               at::Tensor& result, Workers* workers, const Pooling& pool) {
    T* const pooled = result.mutable_data_ptr<T>();
    const T* const numbers = values.const_data_ptr<T>();
    const auto* const ageOf = tokens.const_data_ptr<std::int64_t>();
    const bool* const marked = range.const_data_ptr<bool>();
    const auto some = [&](std::size_t begin, std::size_t end) {
        AgeOrder ages;
        const std::vector<std::int32_t>* order = nullptr;
        std::vector<Number> list, scratch;
        for (std::size_t r = begin; r < end; ++r) {
            // The heads of a group share one order.
            if (r == begin || rows.ages[r] != rows.ages[r - 1] || rows.marks[r] != rows.marks[r - 1]) {
                order = &ages.of(ageOf + rows.ages[r], marked + rows.marks[r], rows.slots);
            }
            const T* row = numbers + rows.values[r];
            list.resize(order->size());
            std::transform(order->begin(), order->end(), list.begin(),
                           [row](std::int32_t slot) { return static_cast<Number>(row[slot]); });
            pool(list, scratch);
            T* out = pooled + static_cast<std::int64_t>(r) * rows.slots;
            for (std::size_t i = 0; i < list.size(); ++i) {
                out[(*order)[i]] = static_cast<T>(list[i]);
            }
        }
    };
    const std::size_t grain = kPoolGrain / static_cast<std::size_t>(std::max<std::int64_t>(rows.slots, 1)) + 1;
    in_shares(workers, rows.values.size(), grain, some);
}

/// Pools in double for averages; a maximum needs no wider type than its input.
template <class T>
void pool_rows(const at::Tensor& values, const at::Tensor& tokens, const at::Tensor& range, std::int64_t width,
               Pool pool, at::Tensor& result, Workers* workers) {
    const Rows rows{row_offsets(values), row_offsets(tokens), row_offsets(range), values.size(-1)};
    if (pool == Pool::Max) {
        pool_rows<T, T>(rows, values, tokens, range, result, workers,
                        [width](auto& list, auto& scratch) { pool_most(list, scratch, width); });
    } else {
        pool_rows<double, T>(rows, values, tokens, range, result, workers,
                             [width](auto& list, auto& scratch) { pool_mean(list, scratch, width); });
    }
}

}  // namespace

const std::vector<std::int32_t>& AgeOrder::of(const std::int64_t* tokens, const bool* range, std::int64_t slots) {
    const Span span = span_of(tokens, range, slots);
    m_order.clear();
    if (span.newest < 0) {
        return m_order;
    }
    const std::int64_t wide = span.newest - span.oldest + 1;
    if (wide <= kSparse * slots) {
        byPlace(tokens, range, slots, span.oldest, static_cast<std::size_t>(wide));
    } else {
        bySorting(tokens, range, slots, span.newest);
    }
    return m_order;
}

void AgeOrder::byPlace(const std::int64_t* tokens, const bool* range, std::int64_t slots, std::int64_t oldest,
                       std::size_t span) {
    // Slots out of range share one place behind all others.
    m_places.assign(span + 1, -1);
    for (std::int64_t slot = 0; slot < slots; ++slot) {
        const std::size_t place = range[slot] ? static_cast<std::size_t>(tokens[slot] - oldest) : span;
        m_places[place] = static_cast<std::int32_t>(slot);
    }
    m_order.resize(span);
    std::size_t count = 0;
    for (std::size_t place = 0; place < span; ++place) {
        m_order[count] = m_places[place];
        count += m_places[place] >= 0 ? 1 : 0;
    }
    m_order.resize(count);
}

void AgeOrder::bySorting(const std::int64_t* tokens, const bool* range, std::int64_t slots, std::int64_t newest) {
    m_keys.clear();
    for (std::int64_t slot = 0; slot < slots; ++slot) {
        if (range[slot]) {
            m_keys.push_back(static_cast<std::uint64_t>(tokens[slot]) << 32U | static_cast<std::uint64_t>(slot));
        }
    }
    const auto bits = static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(newest)));
    radix_sort(m_keys, m_scratch, 32, (bits + kRadixBits - 1) / kRadixBits);
    m_order.resize(m_keys.size());
    std::transform(m_keys.begin(), m_keys.end(), m_order.begin(),
                   [](std::uint64_t key) { return static_cast<std::int32_t>(key & 0xFFFFFFFFU); });
}

void pool_mean(std::vector<double>& list, std::vector<double>& scratch, std::int64_t width) {
    const std::size_t half = half_of(width, list.size());
    scratch.assign(list.size() + 2 * half, 0.0);
    std::copy(list.begin(), list.end(), scratch.begin() + static_cast<std::ptrdiff_t>(half));
    sums_around_each(list.data(), list.size(), half, static_cast<double>(width), scratch.data());
}

at::Tensor pooled_on_host(const at::Tensor& values, const at::Tensor& tokens, const at::Tensor& range,
                          std::int64_t width, Pool pool, Workers* workers) {
    const at::Tensor rows = dense_rows(values);
    const at::Tensor age = dense_rows(tokens).expand_as(values);
    const at::Tensor marks = dense_rows(range).expand_as(values);
    at::Tensor result = at::zeros(values.sizes(), values.options());
    if (values.scalar_type() == at::kDouble) {
        pool_rows<double>(rows, age, marks, width, pool, result, workers);
    } else {
        pool_rows<float>(rows, age, marks, width, pool, result, workers);
    }
    return result;
}

}  // namespace kvw::sdk
