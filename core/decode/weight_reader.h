// SPDX-License-Identifier: Apache-2.0
/// Reads pieces of many tensors into their places with several threads.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/model/tensor.h"

namespace kvw {

/// Rows [firstRow, firstRow + rows) of `view`, of which `as` is the type at `target`. `target` null: the rows are read
/// and checked only, because they are used where they lie in the file.
struct ReadJob {
    const TensorView* view = nullptr;
    std::int64_t firstRow = 0, rows = 0;
    TensorType as = TensorType::F32;
    std::byte* target = nullptr;

    [[nodiscard]] std::size_t bytes() const noexcept {
        return bytesOf(as, static_cast<std::size_t>(rows * view->rowElements()));
    }
};

/// Bytes done and in all, and the tensor that was read last; false cancels.
using LoadProgress = std::function<bool(std::int64_t done, std::int64_t total, const std::string& tensor)>;

/// What a load that was cancelled comes back with.
[[nodiscard]] tl::unexpected<Error> loadCancelled();

/// Threads that a load uses: one per core, a few at most.
[[nodiscard]] int loadThreads();

/// Performs all jobs in the order of the files, so that a disk reads forward. `progress` counts bytes at the targets
/// and is called from the calling thread. Gives the names of tensors with NaN or infinite numbers, sorted. Errors:
/// Cancelled, Io, Internal (an exception, e.g. no memory).
[[nodiscard]] Result<std::vector<std::string>> readAll(std::vector<ReadJob> jobs, int threads,
                                                       const LoadProgress& progress);

}  // namespace kvw
