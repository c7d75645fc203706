// SPDX-License-Identifier: Apache-2.0
/// Random access to the bytes of a file, read on demand.
///
/// The file is not mapped: if it shrinks while it is read, `read` returns false, where a mapping would raise a signal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/base/files/mapped_chunk.h"

namespace kvw::bundle {

/// Thread: any.
class RandomAccessFile {
 public:
    RandomAccessFile() = default;
    virtual ~RandomAccessFile() = default;
    RandomAccessFile(const RandomAccessFile&) = delete;
    RandomAccessFile& operator=(const RandomAccessFile&) = delete;

    /// Reads all of [at, at + size); false: these bytes are not there.
    [[nodiscard]] virtual bool read(std::int64_t at, void* to, std::size_t size) const noexcept = 0;
};

/// Returns the bytes of a file that was opened for reading; takes over and closes `descriptor`.
[[nodiscard]] std::shared_ptr<const RandomAccessFile> randomAccessFile(int descriptor);
/// Returns the bytes that were unpacked into `chunk`; null: there are none.
[[nodiscard]] std::shared_ptr<const RandomAccessFile> randomAccessFile(std::unique_ptr<MappedChunk> chunk);

}  // namespace kvw::bundle
