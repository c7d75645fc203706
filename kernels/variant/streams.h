// SPDX-License-Identifier: Apache-2.0
/// Order in which rows of weights and tiles of keys are read: a thread reads several streams of memory faster than one.
#pragma once

#include "kernels/variant/storage.h"

namespace kvw {
namespace {

constexpr std::size_t kStreams = 4;

/// Calls body(i) for each i in [first, last), in turns from kStreams parts of the range.
template <class Body>
KVW_LANES void inTurns(std::size_t first, std::size_t last, const Body& body) {
    const std::size_t part = (last - first + kStreams - 1) / kStreams;
    for (std::size_t begin = first; begin < first + part; ++begin) {
        for (std::size_t i = begin; i < last; i += part) {
            body(i);
        }
    }
}

/// Calls multiply(row, index) for rows [first, last) of `rowBytes` bytes in turns, and prefetches the row that follows
/// it in memory.
template <class Multiply>
KVW_LANES void inStreams(const std::uint8_t* data, std::size_t rowBytes, std::size_t first, std::size_t last,
                         const Multiply& multiply) {
    inTurns(first, last, [&](std::size_t i) KVW_INLINE {
        const std::uint8_t* row = data + i * rowBytes;
        for (std::size_t at = 0; at < rowBytes; at += 64) {
            __builtin_prefetch(row + rowBytes + at);
        }
        multiply(row, i);
    });
}

}  // namespace
}  // namespace kvw
