// SPDX-License-Identifier: Apache-2.0
/// Numbers of the engine as a device takes them: types, sizes, limits.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "core/engine/attention/attention_store.h"
#include "kernels/device/device.h"

namespace kvw {

/// Returns the type in which a device stores keys and values of such a cache.
[[nodiscard]] inline Dtype storedOnDevice(const CacheShape& shape) noexcept {
    return shape.coded() ? Dtype::F32 : shape.dtype;
}

/// Returns the storage type of keys and values as kernels name it.
[[nodiscard]] constexpr device::Number numberOf(Dtype dtype) noexcept {
    return dtype == Dtype::F32    ? device::Number::F32
           : dtype == Dtype::BF16 ? device::Number::Bf16
                                  : device::Number::F16;
}

/// Returns a number that is not negative as sizes of memory are counted.
[[nodiscard]] constexpr std::size_t sizeOf(std::int64_t number) noexcept {
    return static_cast<std::size_t>(number);
}

/// Returns a number, or the largest one that kernels can take if it is larger.
[[nodiscard]] constexpr std::int32_t limited(std::int64_t number) noexcept {
    return static_cast<std::int32_t>(std::min<std::int64_t>(number, std::numeric_limits<std::int32_t>::max()));
}

}  // namespace kvw
