// SPDX-License-Identifier: Apache-2.0
/// Pooling of attention maps while they are recorded, as the words behind "maps" in `--capture`:
/// "layers=0,8,31:heads=all:pool=mean:pooled=1024". Only what differs from the default needs to be said.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kvw {

/// Value of a cell: the largest of its weights, or their mean.
enum class MapPool { Max, Mean };

/// A cell stands for several queries and tokens, so a long run needs megabytes instead of its rows.
struct MapPooling {
    static constexpr std::int64_t kSide = 1024, kLeastSide = 128, kMostSide = 8192;

    std::int64_t side = 0;                  ///< most cells a side; 0: rows are recorded whole
    std::vector<std::int32_t> layers = {};  ///< ascending; empty: all
    bool heads = false;                     ///< a map of every query head beside that of their mean
    MapPool pool = MapPool::Max;
    [[nodiscard]] bool operator==(const MapPooling&) const = default;

    /// Returns true if maps are pooled.
    [[nodiscard]] bool on() const noexcept { return side > 0; }
    [[nodiscard]] bool has(std::int32_t layer) const noexcept;
};

/// Forms that the words take, for messages.
inline constexpr const char* kPoolingForm =
    "maps:layers=0,8:heads=mean:pool=max:pooled=1024, where heads is mean or all, pool is max or mean, and pooled is "
    "128 to 8192";

/// Returns the words; empty: not pooled.
[[nodiscard]] std::string toText(const MapPooling& pooling);
/// Sets the pooling to that with these words; empty: not pooled. Returns false, and changes nothing, if there is none.
[[nodiscard]] bool fromText(std::string_view words, MapPooling& pooling);

}  // namespace kvw
