// SPDX-License-Identifier: Apache-2.0
/// Codes blocks that are due with a storage codec, many at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "core/cache/coded_unit.h"
#include "core/cache/coding_error.h"

namespace kvw {

/// Codec as the cache sees it. Thread: inference thread.
class RowEncoder {
 public:
    virtual ~RowEncoder() = default;
    /// Codes rows [count, group] into codes [count, group], scales and minimums [count], not rounded.
    virtual Result<void> encode(const float* rows, std::int64_t count, std::int64_t group, std::uint8_t* codes,
                                float* scales, float* minimums) = 0;
};

/// Codes every block that is due, then frees older full-precision values, unit by unit. The codec is called with
/// batches, so that a step costs one or two calls for all layers, and a long prompt is not copied as a whole. On an
/// error (of the encoder, out of memory, or numbers that the type of the scales cannot hold; `nameOf` names the unit)
/// tokens that were not yet coded stay in full precision. Unless `error` is null, the coding error of everything that
/// is read as codes from now on is added to it.
Result<void> encodeBlocks(std::span<CodedUnit> units, RowEncoder& encoder,
                          const std::function<std::string(std::size_t unit)>& nameOf, CodingError* error = nullptr);

}  // namespace kvw
