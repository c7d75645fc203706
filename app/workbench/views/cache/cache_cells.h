// SPDX-License-Identifier: GPL-3.0-or-later
/// Paints the cells of a cache (core/analysis/cache_cells.h) in the colours of the window.
#pragma once

#include <QColor>
#include <QImage>
#include <algorithm>
#include <cmath>
#include <memory>

#include "app/workbench/plot/colors.h"
#include "app/workbench/session/theme.h"
#include "core/analysis/cache_cells.h"

namespace kvw::wb {

enum class CacheColor { State, Age, Attention, Score };

/// Position between base and ink of a held token that was not compared.
inline constexpr double kNotCompared = 0.35;

/// Keeps a ghost without later attention distinct from a place that was never filled.
inline constexpr double kCacheFaintest = 0.14;

/// Returns the colour, on the ground `base`, of a held token that the step's attention did not read.
[[nodiscard]] inline QColor unreadColor(const QColor& base) {
    return mixed(base, stateColor(TokenState::Unread), 0.4);
}

/// Returns the colour of a cell that no value colours; plain grey for a ghost.
[[nodiscard]] inline QColor cacheCellColor(CacheCell cell) {
    switch (cell) {
        case CacheCell::Sink:
            return stateColor(TokenState::Sink);
        case CacheCell::Recent:
            return stateColor(TokenState::Recent);
        case CacheCell::Pinned:
            return stateColor(TokenState::Pinned);
        case CacheCell::Current:
            return stateColor(TokenState::Current);
        case CacheCell::EvictedNow:
            return stateColor(TokenState::EvictedNow);
        case CacheCell::Kept:
        case CacheCell::Unread:
            return stateColor(TokenState::Kept);
        default:
            return stateColor(TokenState::EvictedEarlier);
    }
}

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

/// Gives the pixels of the cells their colours. Must not outlive them.
class CachePainter {
 public:
    CachePainter(const CacheCells& cells, const CacheColors& colors) : m_cells(cells), m_colors(colors) {}

    [[nodiscard]] QRgb bin(int layer, std::int64_t first, std::int64_t last) const {
        int red = 0, green = 0, blue = 0;
        bool evicted = false;
        if (m_colors.changes && changed(layer, first, last)) {
            return m_colors.ink;
        }
        for (std::int64_t column = first; column < last; ++column) {
            const CacheCell cell = m_cells.cells[m_cells.at(layer, column)];
            if (cell == CacheCell::Current) {
                return cacheCellColor(cell).rgb();
            }
            evicted = evicted || cell == CacheCell::EvictedNow;
            const QRgb color = one(layer, column, cell);
            red += qRed(color);
            green += qGreen(color);
            blue += qBlue(color);
        }
        if (evicted) {
            return cacheCellColor(CacheCell::EvictedNow).rgb();
        }
        const auto count = static_cast<int>(last - first);
        return qRgb(red / count, green / count, blue / count);
    }

 private:
    [[nodiscard]] bool changed(int layer, std::int64_t first, std::int64_t last) const {
        for (std::size_t at = m_cells.at(layer, first); at < m_cells.at(layer, last); ++at) {
            if (m_cells.cells[at] == CacheCell::Current || m_cells.cells[at] == CacheCell::EvictedNow ||
                (!m_cells.overwritten.empty() && m_cells.overwritten[at])) {
                return true;
            }
        }
        return false;
    }

    [[nodiscard]] QRgb one(int layer, std::int64_t column, CacheCell cell) const {
        const std::size_t at = m_cells.at(layer, column);
        if (cell == CacheCell::Ghost) {
            const double later =
                m_cells.ghosts.empty() || m_cells.mostGhost <= 0
                    ? 0
                    : std::sqrt(static_cast<double>(m_cells.ghosts[at]) / static_cast<double>(m_cells.mostGhost));
            return mixed(QColor(m_colors.base), QColor(m_colors.ink), kCacheFaintest + (1 - kCacheFaintest) * later)
                .rgb();
        }
        if (!isHeld(cell)) {
            return cell == CacheCell::EvictedNow ? cacheCellColor(cell).rgb() : m_colors.base;
        }
        switch (m_colors.by) {
            case CacheColor::Age:
                return sequentialColor(1 - static_cast<double>(m_cells.look.step - m_cells.token(layer, column)) /
                                               static_cast<double>(std::max<std::int64_t>(1, m_cells.look.step)))
                    .rgb();
            case CacheColor::Attention: {
                // Logarithmic over four decades, as in the attention map.
                const double share =
                    m_cells.attention.empty() || m_cells.mostAttention <= 0
                        ? 0
                        : static_cast<double>(m_cells.attention[at]) / static_cast<double>(m_cells.mostAttention);
                return sequentialColor(share <= 0 ? 0 : 1 + std::log10(std::max(share, 1e-4)) / 4).rgb();
            }
            case CacheColor::Score: {
                const float rank = m_cells.ranks.empty() ? kMissingF : m_cells.ranks[at];
                return std::isfinite(rank) ? sequentialColor(static_cast<double>(rank)).rgb()
                                           : mixed(QColor(m_colors.base), QColor(m_colors.ink), kNotCompared).rgb();
            }
            default:
                return cell == CacheCell::Unread ? unreadColor(QColor(m_colors.base)).rgb()
                                                 : cacheCellColor(cell).rgb();
        }
    }

    const CacheCells& m_cells;
    const CacheColors& m_colors;
};

/// Image with one row of pixels per layer. A pixel of several cells has their mean colour, but shows a token that
/// arrived or was evicted in the step in any case.
struct CachePicture {
    QImage image;
    std::int64_t first = 0, bin = 1;  ///< cells per pixel
};
[[nodiscard]] inline CachePicture paintCache(const CacheCells& cells, const CacheColors& colors) {
    CachePicture picture;
    picture.first = std::clamp<std::int64_t>(colors.first, 0, std::max<std::int64_t>(0, cells.columns - 1));
    const std::int64_t last = std::clamp(colors.last, picture.first + 1, cells.columns);
    picture.bin = std::max<std::int64_t>(1, (last - picture.first + colors.most - 1) / std::max(1, colors.most));
    picture.first -= picture.first % picture.bin;
    const auto width = static_cast<int>((last - picture.first + picture.bin - 1) / picture.bin);
    picture.image = QImage(width, std::max(1, cells.layers), QImage::Format_RGB32);
    picture.image.fill(colors.base);
    const CachePainter painter(cells, colors);
    for (int layer = 0; layer < cells.layers; ++layer) {
        for (int pixel = 0; pixel < width; ++pixel) {
            const std::int64_t first = picture.first + pixel * picture.bin;
            picture.image.setPixel(pixel, layer,
                                   painter.bin(layer, first, std::min(first + picture.bin, cells.columns)));
        }
    }
    return picture;
}

}  // namespace kvw::wb
