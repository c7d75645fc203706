// SPDX-License-Identifier: Apache-2.0
/// Bytes of a file at any place, read when they are asked for.
///
/// Not a mapping of the file: one that shrinks while it is read is a `false` here, and would be a signal there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/base/mapped_chunk.h"

namespace kvw::bundle {

/// Thread: any.
class PlacedBytes {
 public:
    PlacedBytes() = default;
    virtual ~PlacedBytes() = default;
    PlacedBytes(const PlacedBytes&) = delete;
    PlacedBytes& operator=(const PlacedBytes&) = delete;

    /// All of [at, at + size), or false: they are not there.
    [[nodiscard]] virtual bool read(std::int64_t at, void* to, std::size_t size) const noexcept = 0;
};

/// Of a file that was opened for reading; closes it in the end.
[[nodiscard]] std::shared_ptr<const PlacedBytes> placedBytes(int descriptor);
/// Of what was unpacked. Null: nothing was.
[[nodiscard]] std::shared_ptr<const PlacedBytes> placedBytes(std::unique_ptr<MappedChunk> chunk);

}  // namespace kvw::bundle
