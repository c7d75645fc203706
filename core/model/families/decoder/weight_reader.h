// SPDX-License-Identifier: Apache-2.0
/// Reads pieces of many tensors into their places with several threads.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/model/weights/tensor.h"

namespace kvw {

/// Reads rows [firstRow, firstRow + rows) of `view` to `target`, in type `as`. `target` null: the rows are only
/// checked, because they are used where they lie in the file.
struct ReadJob {
    const TensorView* view = nullptr;
    std::int64_t firstRow = 0, rows = 0;
    TensorType as = TensorType::F32;
    std::byte* target = nullptr;

    [[nodiscard]] std::size_t bytes() const noexcept {
        return bytesOf(as, static_cast<std::size_t>(rows * view->rowElements()));
    }
};

/// Gets the bytes done, their total and the tensor that was read last; returns false to cancel.
using LoadProgress = std::function<bool(std::int64_t done, std::int64_t total, const std::string& tensor)>;

/// Returns the error of a cancelled load.
[[nodiscard]] tl::unexpected<Error> loadCancelled();

/// Number of threads of a load: one per core, at most eight.
[[nodiscard]] int loadThreads();

/// Performs all jobs in the order of the files, so that a disk reads forward. `progress` counts bytes at the targets
/// and is called from the calling thread. Returns the names of tensors with NaN or infinite numbers, sorted. Errors:
/// Cancelled, Io, Internal (an exception, e.g. no memory).
[[nodiscard]] Result<std::vector<std::string>> readAll(std::vector<ReadJob> jobs, int threads,
                                                       const LoadProgress& progress);

}  // namespace kvw
