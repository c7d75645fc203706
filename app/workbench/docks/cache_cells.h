// SPDX-License-Identifier: GPL-3.0-or-later
/// All layers of one lane's cache at one step as cells: by token, with the ghosts of what was evicted, or by slot.
#pragma once

#include <QColor>
#include <QImage>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/trace/ghosts.h"
#include "core/trace/recording.h"

namespace kvw::wb {

enum class CacheOrder { Tokens, Slots };
enum class CacheColor { State, Age, Attention, Score };

/// Colour of a held token that was not compared: so far from base to ink.
inline constexpr double kNotCompared = 0.35;

/// What is looked at.
struct CacheKey {
    std::shared_ptr<Recording> recording;
    int lane = 0, unit = -1, head = -1;  ///< unit and head -1: all of a layer
    std::int64_t step = -1;
    CacheOrder order = CacheOrder::Tokens;
    bool scored = false;  ///< with the ranks of the last selection
    bool operator==(const CacheKey&) const = default;
};

/// What a cell is. Free: a slot without a token, or a token that was never held; Ahead: not read yet.
enum class CacheCell : std::uint8_t { Ahead, Free, Sink, Recent, Kept, Pinned, Current, EvictedNow, Ghost };

struct CacheCells {
    CacheKey key;
    int layers = 0;
    std::int64_t columns = 0;
    std::vector<CacheCell> cells;      ///< [layers, columns]
    std::vector<std::int32_t> tokens;  ///< likewise; by slot only, -1: free
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

/// Colours of the window, for the job's thread.
struct CacheColors {
    CacheColor by = CacheColor::State;
    QRgb base = 0, ink = 0;
    std::int64_t first = 0, last = 0;  ///< columns shown, [first, last)
    int most = 1024;                   ///< pixels
};

/// Cells of `key` at its step. `ghosts` goes on from where it was. Pins: tokens pinned by hand, ascending. Nothing:
/// stale.
[[nodiscard]] std::optional<CacheCells> cacheCells(const CacheKey& key, std::int64_t columns,
                                                   const std::vector<std::int32_t>& pins, Ghosts& ghosts,
                                                   const std::function<bool()>& stale);
/// A row of pixels per layer; where a pixel is several cells it is their mean, but what changed in the step always
/// shows.
struct CachePicture {
    QImage image;
    std::int64_t first = 0, bin = 1;  ///< cells per pixel
};
[[nodiscard]] CachePicture paintCache(const CacheCells& cells, const CacheColors& colors);
/// Of a cell that no value colours; ghosts are grey by themselves.
[[nodiscard]] QColor cacheCellColor(CacheCell cell);

}  // namespace kvw::wb
