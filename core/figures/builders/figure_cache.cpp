// SPDX-License-Identifier: Apache-2.0
/// Figure of the cache at one step: layers by tokens or slots, and the later attention to the evicted tokens.
#include "core/figures/builders/figure_cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/analysis/protection.h"
#include "core/base/text_format.h"
#include "core/figures/builders/figure_attention.h"
#include "core/figures/builders/figure_parts.h"
#include "core/figures/figures.h"

namespace kvw::figures {
namespace {

/// States of a cell; where a cell of the map pools several, the last of them shows.
enum State : std::uint8_t { kFree, kEvicted, kUnread, kHeld, kPinned, kSink, kRecent, kEvictedNow, kStates };
constexpr std::array<const char*, kStates> kNames{"free",   "evicted", "held, not read", "held",
                                                  "pinned", "sink",    "recent",         "evicted now"};

State stateOf(CacheCell cell, std::int64_t step, std::int64_t token, const ProtectedEnds& ends) {
    switch (cell) {
        case CacheCell::Ghost:
            return kEvicted;
        case CacheCell::EvictedNow:
            return kEvictedNow;
        case CacheCell::Pinned:
            return kPinned;
        case CacheCell::Sink:
            return kSink;
        case CacheCell::Recent:
            return kRecent;
        case CacheCell::Kept:
            return kHeld;
        case CacheCell::Unread:
            return kUnread;
        case CacheCell::Current:  // a figure shows it as the policy protects it
            return token < ends.sinks ? kSink : token > step - ends.recent ? kRecent : kHeld;
        case CacheCell::Ahead:
        case CacheCell::Free:
            break;
    }
    return kFree;
}

class CacheFigureMaker {
 public:
    CacheFigureMaker(const Recording& recording, const CacheCells& cells, const CacheFigure& what)
        : m_recording(recording),
          m_cells(cells),
          m_what(what),
          m_columns(rangeWithin(what.columns, bySlot() ? cells.columns : what.step + 1), kMapSide),
          m_rows(cells.layers, kMapSide) {}

    [[nodiscard]] FigureMap states() const {
        FigureMap map = startMap(m_columns, m_rows);
        map.label = "state";
        map.scale = FigureScale::Categories;
        std::array<bool, kStates> seen{};
        const ProtectedEnds ends = Protections(m_recording, m_cells.look.lane).at(m_what.step);
        each([&](std::size_t cell, std::size_t at, std::int64_t token) {
            const State state = stateOf(m_cells.cells[at], m_what.step, token, ends);
            seen[state] = true;
            map.raise(cell, static_cast<float>(state));
        });
        // States that not every cache has are named only if they occur.
        std::array<float, kStates> places{};
        for (std::size_t state = 0; state < kStates; ++state) {
            const bool usual =
                state == kHeld || state == kSink || state == kRecent || state == (bySlot() ? kFree : kEvicted);
            if (usual || seen[state]) {
                places[state] = static_cast<float>(map.categories.size());
                map.categories.emplace_back(kNames[state]);
            }
        }
        for (std::size_t cell = 0; cell < map.values.size(); ++cell) {
            if (map.cells[cell] == FigureCell::Value) {
                map.values[cell] = places[static_cast<std::size_t>(map.values[cell])];
            }
        }
        map.maximum = static_cast<double>(map.categories.size()) - 1;
        return map;
    }

    /// Draws the tokens held by their place in the text: newer ones are brighter.
    [[nodiscard]] FigureMap ages() const {
        FigureMap map = means([this](std::size_t, std::int64_t token) { return static_cast<double>(token); });
        map.label = "token held" + pooled("mean");
        map.unit = "index, newest brightest";
        map.minimum = 0;
        map.maximum = static_cast<double>(std::max<std::int64_t>(1, m_what.step));
        return map;
    }

    [[nodiscard]] FigureMap ranks() const {
        FigureMap map = means([this](std::size_t at, std::int64_t) { return static_cast<double>(m_cells.ranks[at]); });
        map.label = "score of the last selection" + pooled("mean");
        map.unit = "by rank, 1 the highest";
        return map;
    }

    [[nodiscard]] FigureMap attention() const {
        FigureMap map = startMap(m_columns, m_rows);
        map.label = "attention" + pooled("max");
        map.scale = FigureScale::Logarithmic;
        map.maximum = m_cells.mostAttention > 0 ? bundle::shortestDouble(m_cells.mostAttention) : 1;
        map.minimum = map.maximum * kAttentionDecades;
        each([&](std::size_t cell, std::size_t at, std::int64_t) {
            if (!m_cells.attention.empty() && isHeld(m_cells.cells[at])) {
                map.raise(cell, m_cells.attention[at]);
            } else {
                without(map, cell, at);
            }
        });
        return map;
    }

    [[nodiscard]] FigureMap missed() const {
        FigureMap map = startMap(m_columns, m_rows);
        map.label = "later attention" + pooled("max");
        map.unit = "rows";
        map.maximum = static_cast<double>(m_cells.mostGhost);
        each([&](std::size_t cell, std::size_t at, std::int64_t) {
            const CacheCell is = m_cells.cells[at];
            if (is == CacheCell::Ghost || is == CacheCell::EvictedNow) {
                map.raise(cell, m_cells.ghosts[at]);
            }
        });
        return map;
    }

 private:
    [[nodiscard]] bool bySlot() const noexcept { return m_what.order == CacheOrder::Slots; }
    [[nodiscard]] std::string pooled(const char* how) const {
        return pooledText(how, m_columns, bySlot() ? "slots" : "tokens");
    }

    /// Calls visit(cell of the map, place in m_cells, token there or -1) for each cell.
    template <class Visit>
    void each(Visit visit) const {
        for (std::int32_t layer = 0; layer < m_cells.layers; ++layer) {
            const auto row = static_cast<std::size_t>(m_rows.of(layer)) * static_cast<std::size_t>(m_columns.count);
            for (std::int64_t column = m_columns.first; column < m_columns.first + m_columns.length; ++column) {
                visit(row + static_cast<std::size_t>(m_columns.of(column)), m_cells.at(layer, column),
                      static_cast<std::int64_t>(m_cells.token(layer, column)));
            }
        }
    }

    /// Marks an evicted token; free slots and tokens that were not compared stay without a value.
    void without(FigureMap& map, std::size_t cell, std::size_t at) const {
        const bool evicted = m_cells.cells[at] == CacheCell::Ghost || m_cells.cells[at] == CacheCell::EvictedNow;
        if (evicted && !bySlot() && map.cells[cell] == FigureCell::Missing) {
            map.cells[cell] = FigureCell::Evicted;
        }
    }

    /// Returns the means of value(place, token) over the tokens held that have one.
    template <class Of>
    [[nodiscard]] FigureMap means(Of value) const {
        FigureMap map = startMap(m_columns, m_rows);
        CellMeans sums(map);
        each([&](std::size_t cell, std::size_t at, std::int64_t token) {
            const double of = isHeld(m_cells.cells[at]) ? value(at, token) : kMissing;
            if (std::isfinite(of)) {
                sums.add(cell, of);
            } else {
                without(map, cell, at);
            }
        });
        sums.into(map);
        return map;
    }

    const Recording& m_recording;
    const CacheCells& m_cells;
    const CacheFigure& m_what;
    Bins m_columns, m_rows;
};

/// Names the settings in the order of the id.
void cacheWords(FigureCodec& codec, CacheFigure& what, const Trace& trace) {
    codec.choice({"", "age", "attention", "score"}, what.colour);
    codec.choice({"", "by-slot"}, what.order);
    codec.number("head", what.head, trace.shape().queryHeads);
    codec.number("step", what.step, trace.steps());
    codec.range(what.order == CacheOrder::Slots ? "slots" : "tokens", what.columns, what.step + 1);
}

FigureTitle titleOf(const CacheFigure& what) {
    constexpr std::array<const char*, 4> kBy{"", "by age", "by attention", "by score"};
    return FigureTitle()
        .with(numbered("Cache at step %1", what.step))
        .with(kBy[static_cast<std::size_t>(what.colour)], what.colour != CacheColour::State)
        .with("as it lies in memory", what.order == CacheOrder::Slots);
}

std::string captionOf(const CacheFigure& what, const TraceShape& shape, bool later) {
    const bool bySlot = what.order == CacheOrder::Slots;
    // By slot, the heads of a layer cannot be shown together.
    const std::string heads = what.head >= 0              ? fmt::format(", query head {}", what.head)
                              : bySlot && shape.units > 1 ? std::string(", of its first head")
                                                          : std::string();
    const char* colours[] = {"", "; colours are the places of the tokens in the text",
                             "; colours are the attention of this step to them",
                             "; colours are their ranks in the last selection of the layer"};
    const char* blank[] = {"", bySlot ? "; free slots have no value" : "; evicted tokens have no value",
                           bySlot ? "; free slots have no value" : "; evicted tokens have no value, which is not zero",
                           "; what was not compared has no value"};
    const auto colour = static_cast<std::size_t>(what.colour);
    std::string text = bySlot ? fmt::format("Which slots of each layer{} hold a token after step {}", heads, what.step)
                              : fmt::format("Which tokens each layer{} holds after step {}", heads, what.step);
    text += std::string(colours[colour]) + blank[colour];
    return text + (later ? "; below, what the full cache's rows since its eviction gave each evicted token (sum over "
                           "rows, mean over heads)."
                         : ".");
}

}  // namespace

FigureSpec cacheMap(const Recording& recording, std::int32_t lane, const CacheFigure& what) {
    const TraceShape& shape = recording.trace(lane).shape();
    const bool bySlot = what.order == CacheOrder::Slots;
    const std::int32_t unit = what.head >= 0 && shape.units > 1 ? shape.unitOf(what.head) : -1;
    Ghosts ghosts(recording, lane, unit);
    const auto cells = cacheCells(
        recording, {lane, unit, what.head, what.step, what.order, what.colour == CacheColour::Score}, 0, ghosts);
    const CacheFigureMaker maker(recording, *cells, what);
    const bool later = !cells->ghosts.empty() && cells->mostGhost > 0;
    FigureSpec figure = startFigure(recording, lane, figureId("cache-map", what, cacheWords, recording.trace(lane)),
                                    titleOf(what), captionOf(what, shape, later));
    const FigureAxis layers = layersDown();
    const FigureAxis across{bySlot ? "slot" : "token", bySlot ? "" : "index"};
    FigurePanel held = startPanel("held", across, layers);
    FigureMap map = what.colour == CacheColour::State   ? maker.states()
                    : what.colour == CacheColour::Age   ? maker.ages()
                    : what.colour == CacheColour::Score ? maker.ranks()
                                                        : maker.attention();
    // No map without the step's row, or for a range that is empty; a map by score is drawn even without scores.
    const bool read = what.colour != CacheColour::Attention || !cells->attention.empty();
    if (read && map.columns > 0) {
        held.maps.push_back(std::move(map));
    }
    figure.panels.push_back(std::move(held));
    FigureMap missed = later ? maker.missed() : FigureMap();
    if (missed.columns > 0) {
        FigurePanel below = startPanel("later attention to evicted tokens", across, layers);
        below.maps.push_back(std::move(missed));
        figure.panels.push_back(std::move(below));
    }
    return figure;
}

std::optional<CacheFigure> cacheFigureOf(const Trace& trace, const FigureRequest& request) {
    CacheFigure last;
    last.step = trace.steps() - 1;
    auto what = figureIn(request, "cache-map", last, cacheWords, trace);
    return what && what->step >= 0 ? what : std::nullopt;
}

}  // namespace kvw::figures
