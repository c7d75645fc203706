// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/docks/cache_cells.h"

#include <algorithm>
#include <cmath>

#include "app/workbench/models/theme.h"
#include "app/workbench/plots/colors.h"
#include "core/trace/attention_row.h"
#include "core/trace/cache_slots.h"
#include "core/trace/token_score.h"

namespace kvw::wb {

namespace {

/// A ghost without later attention is still told from a place that was never filled.
constexpr double kFaintest = 0.14;

struct Row {
    const CacheKey& key;
    const LaneInfo& info;
    const std::vector<std::int32_t>& pins;
    const std::vector<std::int32_t>& dropped;  ///< of this layer

    [[nodiscard]] CacheCell held(std::int32_t token) const {
        return token == key.step                                           ? CacheCell::Current
               : std::binary_search(pins.begin(), pins.end(), token)       ? CacheCell::Pinned
               : token < info.sinks                                        ? CacheCell::Sink
               : token > key.step - std::max<std::int64_t>(0, info.recent) ? CacheCell::Recent
                                                                           : CacheCell::Kept;
    }
    [[nodiscard]] CacheCell of(std::int32_t token) const {
        const std::int32_t gone = dropped[static_cast<std::size_t>(token)];
        return gone < 0 ? held(token) : gone == key.step ? CacheCell::EvictedNow : CacheCell::Ghost;
    }
};

void fillAttention(CacheCells& cells, const Trace& trace, int layer) {
    std::vector<std::int32_t> tokens;
    std::vector<float> values;
    if (!attentionRow(trace, cells.key.step, layer, cells.key.head, tokens, values)) {
        return;
    }
    cells.attention.resize(cells.cells.size(), 0.0F);
    for (std::int64_t column = 0; column < cells.columns; ++column) {
        const std::int32_t token = cells.token(layer, column);
        const auto found = std::lower_bound(tokens.begin(), tokens.end(), token);
        if (token >= 0 && found != tokens.end() && *found == token) {
            const float value = values[static_cast<std::size_t>(found - tokens.begin())];
            cells.attention[cells.at(layer, column)] = value;
            cells.mostAttention = std::max(cells.mostAttention, value);
        }
    }
}

void fillRanks(CacheCells& cells, const Trace& trace, int layer) {
    std::vector<float> ranks(static_cast<std::size_t>(cells.key.step + 1), kMissingF);
    for (const ScoredToken& each : tokenScores(trace, cells.key.step, layer, cells.key.unit)) {
        if (each.token >= 0 && each.token <= cells.key.step) {
            ranks[static_cast<std::size_t>(each.token)] =
                each.of.among < 2 ? 1.0F
                                  : 1.0F - static_cast<float>(each.of.rank - 1) / static_cast<float>(each.of.among - 1);
        }
    }
    for (std::int64_t column = 0; column < cells.columns; ++column) {
        const std::int32_t token = cells.token(layer, column);
        cells.ranks[cells.at(layer, column)] =
            token < 0 || token > cells.key.step ? kMissingF : ranks[static_cast<std::size_t>(token)];
    }
}

/// Slots whose token went in this step: they were filled at the end of the step before.
void markHoles(CacheCells& cells, const std::vector<std::int32_t>& before, int layer) {
    for (std::size_t slot = 0; slot < before.size() && static_cast<std::int64_t>(slot) < cells.columns; ++slot) {
        CacheCell& cell = cells.cells[cells.at(layer, static_cast<std::int64_t>(slot))];
        if (before[slot] >= 0 && cell == CacheCell::Free) {
            cell = CacheCell::EvictedNow;
        }
    }
}

bool isHeld(CacheCell cell) {
    return cell == CacheCell::Sink || cell == CacheCell::Recent || cell == CacheCell::Kept ||
           cell == CacheCell::Pinned || cell == CacheCell::Current;
}

class Painter {
 public:
    Painter(const CacheCells& cells, const CacheColors& colors) : m_cells(cells), m_colors(colors) {}

    [[nodiscard]] QRgb bin(int layer, std::int64_t first, std::int64_t last) const {
        int red = 0, green = 0, blue = 0;
        bool evicted = false;
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
                return sequentialColor(1 - static_cast<double>(m_cells.key.step - m_cells.token(layer, column)) /
                                               static_cast<double>(std::max<std::int64_t>(1, m_cells.key.step)))
                    .rgb();
            case CacheColor::Attention: {
                // By the logarithm over four decades, as the attention map.
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
                return cacheCellColor(cell).rgb();
        }
    }

    const CacheCells& m_cells;
    const CacheColors& m_colors;
};

}  // namespace

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
            return stateColor(TokenState::Kept);
        default:
            return stateColor(TokenState::EvictedEarlier);
    }
}

std::optional<CacheCells> cacheCells(const CacheKey& key, std::int64_t columns, const std::vector<std::int32_t>& pins,
                                     Ghosts& ghosts, const std::function<bool()>& stale) {
    const Trace& trace = key.recording->trace(key.lane);
    const RunDescription& run = key.recording->description();
    CacheCells cells;
    cells.key = key;
    cells.layers = trace.shape().layers;
    const bool bySlot = key.order == CacheOrder::Slots;
    std::vector<std::vector<std::int32_t>> slots;
    if (bySlot) {
        columns = 1;
        for (int layer = 0; layer < cells.layers; ++layer) {
            slots.push_back(cacheSlots(trace, key.step, layer, key.unit, run.promptTokens));
            columns = std::max(columns, static_cast<std::int64_t>(slots.back().size()));
            if (stale()) {
                return std::nullopt;
            }
        }
    }
    cells.columns = std::max(columns, key.step + 1 > 0 && !bySlot ? key.step + 1 : std::int64_t{1});
    cells.cells.assign(static_cast<std::size_t>(cells.layers) * static_cast<std::size_t>(cells.columns),
                       bySlot ? CacheCell::Free : CacheCell::Ahead);
    const bool haunted = !bySlot && ghosts.advance(key.step, stale);
    if (haunted) {
        cells.ghosts.assign(cells.cells.size(), 0.0F);
        cells.mostGhost = ghosts.most();
    } else if (stale()) {
        return std::nullopt;
    }
    if (bySlot) {
        cells.tokens.assign(cells.cells.size(), -1);
    }
    if (key.scored) {
        cells.ranks.assign(cells.cells.size(), kMissingF);
    }
    for (int layer = 0; layer < cells.layers; ++layer) {
        const std::vector<std::int32_t> dropped =
            trace.evictedAt(key.step, layer, bySlot ? std::max(0, key.unit) : key.unit);
        const Row row{key, run.lanes[static_cast<std::size_t>(key.lane)], pins, dropped};
        if (bySlot) {
            const auto& table = slots[static_cast<std::size_t>(layer)];
            std::copy(table.begin(), table.end(),
                      cells.tokens.begin() + static_cast<std::ptrdiff_t>(cells.at(layer, 0)));
            for (std::size_t slot = 0; slot < table.size(); ++slot) {
                if (table[slot] >= 0) {
                    cells.cells[cells.at(layer, static_cast<std::int64_t>(slot))] = row.held(table[slot]);
                }
            }
            if (key.step > 0) {
                markHoles(cells, cacheSlots(trace, key.step - 1, layer, key.unit, run.promptTokens), layer);
            }
        } else {
            for (std::size_t token = 0; token < dropped.size(); ++token) {
                cells.cells[cells.at(layer, static_cast<std::int64_t>(token))] =
                    row.of(static_cast<std::int32_t>(token));
            }
            if (haunted) {
                const auto of = ghosts.of(layer);
                std::copy(of.begin(), of.end(), cells.ghosts.begin() + static_cast<std::ptrdiff_t>(cells.at(layer, 0)));
                cells.shares.push_back(ghosts.share(layer));
            }
        }
        fillAttention(cells, trace, layer);
        if (key.scored) {
            fillRanks(cells, trace, layer);
        }
        if (stale()) {
            return std::nullopt;
        }
    }
    return cells;
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
