// SPDX-License-Identifier: Apache-2.0
#include "core/policy/kit/ascending.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/policy/kit/cpu/radix.h"
#include "core/policy/kit/on_host.h"

namespace kvw::sdk {
namespace {

/// Width below which torch's sort is as fast.
constexpr std::int64_t kFewNumbers = 4096;
/// The radix sort covers three digits: sign, exponent and the upper bits of the mantissa. Few numbers agree in all.
constexpr unsigned kLowestBit = 31, kSortedDigits = 3;
static_assert(kLowestBit + kSortedDigits * kRadixBits == 64);

void sort_row(double* row, std::int64_t width, std::vector<std::uint64_t>& keys, std::vector<std::uint64_t>& scratch) {
    keys.resize(static_cast<std::size_t>(width));
    std::transform(row, row + width, keys.begin(), [](double value) { return std::bit_cast<std::uint64_t>(value); });
    radix_sort(keys, scratch, kLowestBit, kSortedDigits, std::less<>());
    std::transform(keys.begin(), keys.end(), row, [](std::uint64_t key) { return std::bit_cast<double>(key); });
}

}  // namespace

at::Tensor ascending(const at::Tensor& values) {
    const std::int64_t width = values.size(-1);
    if (!on_host(values) || width < kFewNumbers) {
        return std::get<0>(values.sort(-1)).to(at::kDouble);
    }
    const at::Tensor sorted = values.to(at::kDouble, /*non_blocking=*/false, /*copy=*/true).contiguous();
    std::vector<std::uint64_t> keys, scratch;
    for (std::int64_t row = 0; row < sorted.numel() / width; ++row) {
        sort_row(sorted.data_ptr<double>() + row * width, width, keys, scratch);
    }
    return sorted;
}

}  // namespace kvw::sdk
