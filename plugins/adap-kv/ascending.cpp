// SPDX-License-Identifier: Apache-2.0
#include "plugins/adap-kv/ascending.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "core/policy/kit/cpu/radix.h"

namespace kvw::adap {
namespace {

/// Width below which torch's sort is as fast.
constexpr std::int64_t kFew = 4096;
/// The radix sort covers three digits: sign, exponent and the upper bits of the mantissa. Few numbers agree in all.
constexpr unsigned kLowest = 31, kDigits = 3;
static_assert(kLowest + kDigits * sdk::kRadixBits == 64);

void sortRow(double* row, std::int64_t width, std::vector<std::uint64_t>& keys, std::vector<std::uint64_t>& scratch) {
    keys.resize(static_cast<std::size_t>(width));
    std::transform(row, row + width, keys.begin(), [](double value) { return std::bit_cast<std::uint64_t>(value); });
    sdk::radix_sort(keys, scratch, kLowest, kDigits);
    for (auto begin = keys.begin(); begin != keys.end();) {
        const auto end =
            std::find_if(begin, keys.end(), [begin](std::uint64_t key) { return key >> kLowest != *begin >> kLowest; });
        if (end - begin > 1) {
            std::sort(begin, end);
        }
        begin = end;
    }
    std::transform(keys.begin(), keys.end(), row, [](std::uint64_t key) { return std::bit_cast<double>(key); });
}

}  // namespace

at::Tensor ascending(const at::Tensor& values) {
    const std::int64_t width = values.size(-1);
    if (!values.is_cpu() || width < kFew) {
        return std::get<0>(values.sort(-1)).to(at::kDouble);
    }
    const at::Tensor sorted = values.to(at::kDouble, /*non_blocking=*/false, /*copy=*/true).contiguous();
    std::vector<std::uint64_t> keys, scratch;
    for (std::int64_t row = 0; row < sorted.numel() / width; ++row) {
        sortRow(sorted.data_ptr<double>() + row * width, width, keys, scratch);
    }
    return sorted;
}

}  // namespace kvw::adap
