// SPDX-License-Identifier: Apache-2.0
/// Interface of matrices whose numbers are computed from other tensors of a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/model/weights/tensor.h"

namespace kvw {

/// Immutable once a TensorView owns it. Thread: any.
class PackedMatrix {
 public:
    virtual ~PackedMatrix() = default;
    /// Writes rows [first, first + count) to `target`; `as` is `held` or F32. Errors: Io.
    [[nodiscard]] virtual Result<void> read(std::int64_t first, std::int64_t count, TensorType as,
                                            std::byte* target) const = 0;
    /// Returns the type as users know it: "INT4".
    [[nodiscard]] virtual std::string typeText() const = 0;

    std::int64_t rows = 0, columns = 0;  ///< for a vector: its elements, 1
    TensorType held = TensorType::F32;   ///< type in memory
    /// Column of the matrix at each position of a row held in blocks; empty: unchanged order.
    std::vector<std::uint32_t> order{};
};

}  // namespace kvw
