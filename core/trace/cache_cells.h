// SPDX-License-Identifier: Apache-2.0
/// All layers of one lane's cache at one step as cells: by token, with the ghosts of what was evicted, or by slot.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/trace/ghosts.h"
#include "core/trace/recording.h"

namespace kvw {

enum class CacheOrder { Tokens, Slots };

/// What is looked at of a recording.
struct CacheLook {
    std::int32_t lane = 0, unit = -1, head = -1;  ///< unit and (query) head -1: all of a layer
    std::int64_t step = -1;
    CacheOrder order = CacheOrder::Tokens;
    bool scored = false;  ///< with the ranks of the last selection
    bool operator==(const CacheLook&) const = default;
};

/// What a cell is. Free: a slot without a token, or a token that was never held; Ahead: not read yet; Unread: held, but
/// the step's attention did not read it (read selection), as far as rows are recorded.
enum class CacheCell : std::uint8_t { Ahead, Free, Sink, Recent, Kept, Pinned, Current, EvictedNow, Ghost, Unread };
/// It holds a token.
[[nodiscard]] bool isHeld(CacheCell cell) noexcept;

struct CacheCells {
    CacheLook look;
    int layers = 0;
    std::int64_t columns = 0;
    std::vector<CacheCell> cells;      ///< [layers, columns]
    std::vector<std::int32_t> tokens;  ///< likewise; by slot only, -1: free
    std::vector<bool> overwritten;     ///< likewise: another token lay there before the step
    std::vector<float> attention;      ///< of the step's row to the cell's token; empty: none is recorded
    /// What the policy made of the cell's token in its last selection: 1 the highest score, 0 the lowest; NaN: it was
    /// not compared. Empty: not asked for.
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

/// At the end of `look.step`, which is published. `columns`: of the text, by token at least those read; by slot as many
/// as there are. `ghosts`, of the same lane and unit, goes on from where it was. Any thread. Nothing: stale.
[[nodiscard]] std::optional<CacheCells> cacheCells(const Recording& recording, const CacheLook& look,
                                                   std::int64_t columns, Ghosts& ghosts,
                                                   const std::function<bool()>& stale = {});

/// Tokens that a hand had pinned by the end of `step`, ascending. Any thread.
[[nodiscard]] std::vector<std::int32_t> pinnedTokens(const Trace& trace, std::int64_t step);

}  // namespace kvw
