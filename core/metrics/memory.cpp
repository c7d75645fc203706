// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/memory.h"

#include <numeric>

namespace kvw::metrics {

std::int64_t pairBytes(std::int64_t headDim, std::int64_t elementBytes) {
    return 2 * headDim * elementBytes;
}

std::int64_t liveBytes(std::span<const std::int64_t> held, std::int64_t bytesPerPair) {
    return std::accumulate(held.begin(), held.end(), std::int64_t{0}) * bytesPerPair;
}

std::int64_t allocatedBytes(std::span<const std::int64_t> capacity, std::int64_t bytesPerPair,
                            std::int64_t scaleBytes) {
    return liveBytes(capacity, bytesPerPair) + scaleBytes;
}

std::int64_t fullBytes(const CacheShape& shape, std::int64_t tokens) {
    return shape.layers * shape.kvHeads * tokens * pairBytes(shape.headDim, shape.elementBytes);
}

std::optional<double> compression(std::int64_t full, std::int64_t live) {
    return live > 0 ? std::optional(static_cast<double>(full) / static_cast<double>(live)) : std::nullopt;
}

std::optional<double> keptPercent(std::int64_t full, std::int64_t live) {
    return full > 0 ? std::optional(100 * static_cast<double>(live) / static_cast<double>(full)) : std::nullopt;
}

std::optional<double> codecBytesPerElement(const Codec& codec) {
    if (codec.group < 1) {
        return std::nullopt;
    }
    return codec.bits / 8.0 + 2 * static_cast<double>(codec.scaleBytes) / static_cast<double>(codec.group);
}

std::optional<double> codecBytes(const Codec& codec, std::int64_t elements, std::int64_t tailElements,
                                 std::int64_t tailElementBytes) {
    const auto perElement = codecBytesPerElement(codec);
    if (!perElement) {
        return std::nullopt;
    }
    return static_cast<double>(elements) * *perElement + static_cast<double>(tailElements * tailElementBytes);
}

double gibibytes(std::int64_t bytes) {
    return static_cast<double>(bytes) / (1024.0 * 1024.0 * 1024.0);
}

}  // namespace kvw::metrics
