// SPDX-License-Identifier: Apache-2.0
/// Reads numbers from bytes of any alignment, in this machine's byte order.
#pragma once

#include <cstddef>
#include <cstring>

namespace kvw {

template <class T>
[[nodiscard]] T readValue(const std::byte* bytes) noexcept {
    T value;
    std::memcpy(&value, bytes, sizeof(T));
    return value;
}

}  // namespace kvw
