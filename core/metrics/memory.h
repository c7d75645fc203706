// SPDX-License-Identifier: Apache-2.0
/// Bytes of the cache: live, allocated, full, compression, codecs.
///
/// Definitions: METRICS.md section 3. A pair is one K row plus one V row of one stored head. Pure, any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace kvw::metrics {

/// Dimensions of the full cache.
struct CacheShape {
    std::int64_t layers = 0;
    std::int64_t kvHeads = 0;
    std::int64_t headDim = 0;
    std::int64_t elementBytes = 2;
};

/// Bytes of one pair in plain storage: 2 head_dim sizeof.
[[nodiscard]] std::int64_t pairBytes(std::int64_t headDim, std::int64_t elementBytes);

/// live = sum of held tokens * pair bytes. `held`: tokens per layer and *stored* head, flattened; a policy that keeps
/// sets per query head stores g copies and lists each.
[[nodiscard]] std::int64_t liveBytes(std::span<const std::int64_t> held, std::int64_t bytesPerPair);

/// allocated = sum of slots * pair bytes + a codec's scales. `capacity`: slots per layer and stored head, flattened.
/// Token tables, statistics and the cold store are listed apart.
[[nodiscard]] std::int64_t allocatedBytes(std::span<const std::int64_t> capacity, std::int64_t bytesPerPair,
                                          std::int64_t scaleBytes = 0);

/// full = 2 L Hkv head_dim T sizeof: what the full cache would take after T tokens.
[[nodiscard]] std::int64_t fullBytes(const CacheShape& shape, std::int64_t tokens);

/// Compression: full / live; live = 0: none.
[[nodiscard]] std::optional<double> compression(std::int64_t full, std::int64_t live);

/// Kept share in per cent: 100 live / full; full = 0: none.
[[nodiscard]] std::optional<double> keptPercent(std::int64_t full, std::int64_t live);

/// A group quantiser: each group of `group` elements has a scale and a zero point. Source: KIVI.
struct Codec {
    int bits = 2;
    std::int64_t group = 32;
    std::int64_t scaleBytes = 2;  ///< bytes of one scale, and of one zero point
};

/// Bytes per quantised element: bits/8 + 2 sizeof(scale)/group; a group below 1: none.
[[nodiscard]] std::optional<double> codecBytesPerElement(const Codec& codec);

/// Bytes of `elements` quantised elements plus the full-precision tail.
[[nodiscard]] std::optional<double> codecBytes(const Codec& codec, std::int64_t elements, std::int64_t tailElements,
                                               std::int64_t tailElementBytes);

/// Returns bytes / 2^30.
[[nodiscard]] double gibibytes(std::int64_t bytes);

}  // namespace kvw::metrics
