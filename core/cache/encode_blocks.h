// SPDX-License-Identifier: Apache-2.0
/// Sends what is due through a storage codec, many blocks at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "core/cache/coded_unit.h"
#include "core/cache/coding_error.h"

namespace kvw {

/// What a codec does for the cache. Thread: inference thread.
class RowEncoder {
 public:
    virtual ~RowEncoder() = default;
    /// rows [count, group] -> codes [count, group], scales and minimums [count], not rounded.
    virtual Result<void> encode(const float* rows, std::int64_t count, std::int64_t group, std::uint8_t* codes,
                                float* scales, float* minimums) = 0;
};

/// Codes every block that is due and lets go of older values, unit by unit, in this order. The codec is called with
/// batches, so that a step costs a call or two for all layers and a long prompt no second copy of itself. An error (the
/// encoder's, out of memory, numbers that the scales' type cannot hold: `nameOf` says of which unit) leaves what was
/// not coded in full precision.
/// `error`: what is read as codes from now on is measured and added there; null: it is not.
Result<void> encodeBlocks(std::span<CodedUnit> units, RowEncoder& encoder,
                          const std::function<std::string(std::size_t unit)>& nameOf, CodingError* error = nullptr);

}  // namespace kvw
