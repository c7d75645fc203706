// SPDX-License-Identifier: GPL-3.0-or-later
/// Paints the cells of a cache (core/analysis/cache_cells.h) in the colours of the window.
#pragma once

#include <QColor>
#include <QImage>
#include <memory>

#include "core/analysis/cache_cells.h"

namespace kvw::wb {

enum class CacheColor { State, Age, Attention, Score };

/// Position between base and ink of a held token that was not compared.
inline constexpr double kNotCompared = 0.35;

/// Returns the colour, on the ground `base`, of a held token that the step's attention did not read.
[[nodiscard]] QColor unreadColor(const QColor& base);

/// Identifies the cells that are asked for.
struct CacheKey {
    std::shared_ptr<Recording> recording;
    CacheLook look;
    bool operator==(const CacheKey&) const = default;
};

/// Colours and visible columns, copied for the job's thread.
struct CacheColors {
    CacheColor by = CacheColor::State;
    QRgb base = 0, ink = 0;
    std::int64_t first = 0, last = 0;  ///< columns shown, [first, last)
    int most = 1024;                   ///< most pixels across
    bool changes = false;  ///< draws cells that arrived, were evicted or were overwritten in the step in ink
};

/// Image with one row of pixels per layer. A pixel of several cells has their mean colour, but shows a token that
/// arrived or was evicted in the step in any case.
struct CachePicture {
    QImage image;
    std::int64_t first = 0, bin = 1;  ///< cells per pixel
};
[[nodiscard]] CachePicture paintCache(const CacheCells& cells, const CacheColors& colors);
/// Returns the colour of a cell that no value colours; plain grey for a ghost.
[[nodiscard]] QColor cacheCellColor(CacheCell cell);

}  // namespace kvw::wb
