// SPDX-License-Identifier: Apache-2.0
#include "core/policy/sdk/pool_host.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "core/policy/sdk/radix.h"

namespace kvw::sdk {
namespace {

/// Slots that take several times as long to pool as it takes to hand them to another thread.
constexpr std::size_t kWorthAShare = 1U << 12U;

/// Where each row of a tensor begins, in its elements; rows themselves are dense.
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

template <class T>
void pool_rows(const at::Tensor& values, const at::Tensor& tokens, const at::Tensor& range, std::int64_t width,
               Pool pool, at::Tensor& result, Workers* workers) {
    const std::int64_t slots = values.size(-1);
    const std::vector<std::int64_t> from = row_offsets(values);
    const std::vector<std::int64_t> age = row_offsets(tokens);
    const std::vector<std::int64_t> marks = row_offsets(range);
    T* const pooled = result.mutable_data_ptr<T>();
    const T* const numbers = values.const_data_ptr<T>();
    const auto* const ageOf = tokens.const_data_ptr<std::int64_t>();
    const bool* const marked = range.const_data_ptr<bool>();
    const auto some = [&](std::size_t begin, std::size_t end) {
        AgeOrder ages;
        const std::vector<std::int64_t>* order = nullptr;
        std::vector<double> list;
        std::vector<double> scratch;
        for (std::size_t r = begin; r < end; ++r) {
            T* out = pooled + static_cast<std::int64_t>(r) * slots;
            // The heads of a group share one order.
            if (r == begin || age[r] != age[r - 1] || marks[r] != marks[r - 1]) {
                order = &ages.of(ageOf + age[r], marked + marks[r], slots);
            }
            const T* row = numbers + from[r];
            list.resize(order->size());
            std::transform(order->begin(), order->end(), list.begin(),
                           [row](std::int64_t slot) { return static_cast<double>(row[slot]); });
            pool_list(list, scratch, width, pool);
            for (std::size_t i = 0; i < list.size(); ++i) {
                out[(*order)[i]] = static_cast<T>(list[i]);
            }
        }
    };
    const std::size_t grain = kWorthAShare / static_cast<std::size_t>(std::max<std::int64_t>(slots, 1)) + 1;
    in_shares(workers, from.size(), grain, some);
}

}  // namespace

const std::vector<std::int64_t>& AgeOrder::of(const std::int64_t* tokens, const bool* range, std::int64_t slots) {
    m_keys.clear();
    std::int64_t newest = 0;
    for (std::int64_t slot = 0; slot < slots; ++slot) {
        if (range[slot]) {
            m_keys.push_back(static_cast<std::uint64_t>(tokens[slot]) << 32U | static_cast<std::uint64_t>(slot));
            newest = std::max(newest, tokens[slot]);
        }
    }
    const auto bits = static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(newest)));
    radix_sort(m_keys, m_scratch, 32, (bits + kRadixBits - 1) / kRadixBits);
    m_order.resize(m_keys.size());
    std::transform(m_keys.begin(), m_keys.end(), m_order.begin(),
                   [](std::uint64_t key) { return static_cast<std::int64_t>(key & 0xFFFFFFFFU); });
    return m_order;
}

void pool_list(std::vector<double>& list, std::vector<double>& scratch, std::int64_t width, Pool pool) {
    const bool average = pool == Pool::Average;
    const std::size_t count = list.size();
    // A window that reaches both ends from everywhere sees nothing more when it is wider.
    const std::size_t half = std::min(static_cast<std::size_t>(width / 2), count);
    scratch.assign(count + 2 * half, average ? 0.0 : -std::numeric_limits<double>::infinity());
    std::copy(list.begin(), list.end(), scratch.begin() + static_cast<std::ptrdiff_t>(half));
    std::copy_n(scratch.begin(), count, list.begin());
    for (std::size_t offset = 1; offset <= 2 * half; ++offset) {
        const double* shifted = scratch.data() + offset;
        for (std::size_t i = 0; i < count; ++i) {
            // The negation lets NaN through, as the tensor operation does.
            list[i] = average                                            ? list[i] + shifted[i]
                      : !(list[i] >= shifted[i]) && !std::isnan(list[i]) ? shifted[i]
                                                                         : list[i];
        }
    }
    if (average) {
        for (double& sum : list) {
            sum /= static_cast<double>(width);
        }
    }
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
