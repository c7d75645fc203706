// SPDX-License-Identifier: Apache-2.0
/// Computes the cells of all layers of a lane's cache at one step: by token, with ghosts of evicted tokens, or by slot.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/analysis/attention/ghosts.h"
#include "core/trace/recording.h"

namespace kvw {

enum class CacheOrder { Tokens, Slots };

/// Selects the part of a recording to show.
struct CacheLook {
    std::int32_t lane = 0, unit = -1, head = -1;  ///< unit and (query) head -1: all of a layer
    std::int64_t step = -1;
    CacheOrder order = CacheOrder::Tokens;
    bool scored = false;  ///< include the ranks of the last selection
    bool operator==(const CacheLook&) const = default;
};

/// State of a cell. Free: a slot without a token, or a token that was never held; Ahead: not read yet; Unread: held,
/// but not read by the step's attention (read selection), as far as rows are recorded.
enum class CacheCell : std::uint8_t { Ahead, Free, Sink, Recent, Kept, Pinned, Current, EvictedNow, Ghost, Unread };
/// Returns true if the cell holds a token.
[[nodiscard]] bool isHeld(CacheCell cell) noexcept;

/// Cells of all layers, with the values that colour them.
struct CacheCells {
    CacheLook look;
    int layers = 0;
    std::int64_t columns = 0;
    std::vector<CacheCell> cells;      ///< [layers, columns]
    std::vector<std::int32_t> tokens;  ///< [layers, columns], by slot only; -1: free
    std::vector<bool> overwritten;     ///< [layers, columns], by slot only: held another token before the step
    std::vector<float> attention;      ///< weight of the cell's token in the step's row; empty: no row
    /// Rank of the cell's token in the policy's last selection: 1 the highest score, 0 the lowest; NaN: it was not
    /// compared. Empty: not asked for.
    std::vector<float> ranks;
    std::vector<float> ghosts;   ///< later attention of the full lane (Ghosts::of); empty: there is none
    std::vector<double> shares;  ///< [layers], Ghosts::share
    float mostAttention = 0, mostGhost = 0;
    [[nodiscard]] std::size_t at(int layer, std::int64_t column) const {
        return static_cast<std::size_t>(layer) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(column);
    }
    [[nodiscard]] std::int32_t token(int layer, std::int64_t column) const {
        return tokens.empty() ? static_cast<std::int32_t>(column) : tokens[at(layer, column)];
    }
};

/// Computes the cells at the end of `look.step`, which must be published. `columns`: tokens of the text; by token at
/// least those read are shown, by slot as many as there are. `ghosts`, of the same lane and unit, continues from its
/// last step. No value once `stale` returns true. Thread: any.
[[nodiscard]] std::optional<CacheCells> cacheCells(const Recording& recording, const CacheLook& look,
                                                   std::int64_t columns, Ghosts& ghosts,
                                                   const std::function<bool()>& stale = {});

/// Returns the tokens that the user had pinned by the end of `step`, ascending. Thread: any.
[[nodiscard]] std::vector<std::int32_t> pinnedTokens(const Trace& trace, std::int64_t step);

}  // namespace kvw
