// SPDX-License-Identifier: GPL-3.0-or-later
/// The picture of a cache's cells (core/trace/cache_cells.h), in the colours of the window.
#pragma once

#include <QColor>
#include <QImage>
#include <memory>

#include "core/trace/cache_cells.h"

namespace kvw::wb {

enum class CacheColor { State, Age, Attention, Score };

/// Colour of a held token that was not compared: so far from base to ink.
inline constexpr double kNotCompared = 0.35;

/// Of a held token that the step's attention did not read, on this ground.
[[nodiscard]] QColor unreadColor(const QColor& base);

/// What is looked at.
struct CacheKey {
    std::shared_ptr<Recording> recording;
    CacheLook look;
    bool operator==(const CacheKey&) const = default;
};

/// Colours of the window, for the job's thread.
struct CacheColors {
    CacheColor by = CacheColor::State;
    QRgb base = 0, ink = 0;
    std::int64_t first = 0, last = 0;  ///< columns shown, [first, last)
    int most = 1024;                   ///< pixels
    bool changes = false;              ///< what came, went or was overwritten in the step is in ink
};

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
