// SPDX-License-Identifier: Apache-2.0
/// Order in which rows of quantised weights are read: a thread reads several streams of memory faster than one.
#pragma once

#include "kernels/variant/storage.h"

namespace kvw {
namespace {

constexpr std::size_t kStreams = 4;

/// Calls multiply(row, index) for rows [first, last) of `rowBytes` bytes, in turns from kStreams parts of them, and
/// prefetches the row that follows it in its part.
template <class Multiply>
KVW_LANES void inStreams(const std::uint8_t* data, std::size_t rowBytes, std::size_t first, std::size_t last,
                         const Multiply& multiply) {
    const std::size_t part = (last - first + kStreams - 1) / kStreams;
    for (std::size_t i = first; i < first + part; ++i) {
        for (std::size_t r = i; r < last; r += part) {
            const std::uint8_t* row = data + r * rowBytes;
            for (std::size_t at = 0; at < rowBytes; at += 64) {
                __builtin_prefetch(row + rowBytes + at);
            }
            multiply(row, r);
        }
    }
}

}  // namespace
}  // namespace kvw
