// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/cache/cache_cells.h"

#include <algorithm>
#include <cmath>

#include "app/workbench/plot/colors.h"
#include "app/workbench/session/theme.h"

namespace kvw::wb {

namespace {

/// Keeps a ghost without later attention distinct from a place that was never filled.
constexpr double kFaintest = 0.14;
/// Blend of the colour of a token that is held and was not read.
constexpr double kHalf = 0.4;

class Painter {
 public:
    Painter(const CacheCells& cells, const CacheColors& colors) : m_cells(cells), m_colors(colors) {}

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
            return mixed(QColor(m_colors.base), QColor(m_colors.ink), kFaintest + (1 - kFaintest) * later).rgb();
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

}  // namespace

QColor unreadColor(const QColor& base) {
    return mixed(base, stateColor(TokenState::Unread), kHalf);
}

QColor cacheCellColor(CacheCell cell) {
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

CachePicture paintCache(const CacheCells& cells, const CacheColors& colors) {
    CachePicture picture;
    picture.first = std::clamp<std::int64_t>(colors.first, 0, std::max<std::int64_t>(0, cells.columns - 1));
    const std::int64_t last = std::clamp(colors.last, picture.first + 1, cells.columns);
    picture.bin = std::max<std::int64_t>(1, (last - picture.first + colors.most - 1) / std::max(1, colors.most));
    picture.first -= picture.first % picture.bin;
    const auto width = static_cast<int>((last - picture.first + picture.bin - 1) / picture.bin);
    picture.image = QImage(width, std::max(1, cells.layers), QImage::Format_RGB32);
    picture.image.fill(colors.base);
    const Painter painter(cells, colors);
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
