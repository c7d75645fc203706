// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/cache_cells.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "core/analysis/attention/attention_row.h"
#include "core/analysis/cache_slots.h"
#include "core/analysis/protection.h"
#include "core/analysis/token_score.h"
#include "core/trace/token_list.h"

namespace kvw {

namespace {

struct Row {
    const CacheLook& look;
    const ProtectedEnds& ends;
    const std::vector<std::int32_t>& pins;
    const std::vector<std::int32_t>& dropped;  ///< evictedAt of this layer

    [[nodiscard]] CacheCell held(std::int32_t token) const {
        return token == look.step                                           ? CacheCell::Current
               : std::binary_search(pins.begin(), pins.end(), token)        ? CacheCell::Pinned
               : token < ends.sinks                                         ? CacheCell::Sink
               : token > look.step - std::max<std::int64_t>(0, ends.recent) ? CacheCell::Recent
                                                                            : CacheCell::Kept;
    }
    [[nodiscard]] CacheCell of(std::int32_t token) const {
        const std::int32_t gone = dropped[static_cast<std::size_t>(token)];
        return gone < 0 ? held(token) : gone == look.step ? CacheCell::EvictedNow : CacheCell::Ghost;
    }
};

/// Fills in the attention, and marks held cells as unread in a lane with read selection.
void fillAttention(CacheCells& cells, const Trace& trace, int layer) {
    std::vector<std::int32_t> tokens;
    std::vector<float> values;
    if (!attentionRow(trace, cells.look.step, layer, cells.look.head, tokens, values)) {
        return;
    }
    cells.attention.resize(cells.cells.size(), 0.0F);
    const bool reader = trace.step(cells.look.step).bytesRead >= 0;
    for (std::int64_t column = 0; column < cells.columns; ++column) {
        const std::int32_t token = cells.token(layer, column);
        const auto found = std::lower_bound(tokens.begin(), tokens.end(), token);
        if (token >= 0 && found != tokens.end() && *found == token) {
            const float value = values[static_cast<std::size_t>(found - tokens.begin())];
            cells.attention[cells.at(layer, column)] = value;
            cells.mostAttention = std::max(cells.mostAttention, value);
        }
        CacheCell& cell = cells.cells[cells.at(layer, column)];
        if (reader && isHeld(cell) && cell != CacheCell::Current && !(cells.attention[cells.at(layer, column)] > 0)) {
            cell = CacheCell::Unread;
        }
    }
}

void fillRanks(CacheCells& cells, const Trace& trace, int layer) {
    std::vector<float> ranks(static_cast<std::size_t>(cells.look.step + 1), kMissingF);
    for (const ScoredToken& each : tokenScores(trace, cells.look.step, layer, cells.look.unit)) {
        if (each.token >= 0 && each.token <= cells.look.step) {
            ranks[static_cast<std::size_t>(each.token)] =
                each.of.among < 2 ? 1.0F
                                  : 1.0F - static_cast<float>(each.of.rank - 1) / static_cast<float>(each.of.among - 1);
        }
    }
    for (std::int64_t column = 0; column < cells.columns; ++column) {
        const std::int32_t token = cells.token(layer, column);
        cells.ranks[cells.at(layer, column)] =
            token < 0 || token > cells.look.step ? kMissingF : ranks[static_cast<std::size_t>(token)];
    }
}

/// Marks slots whose token was evicted in this step: they were filled at the end of the step before and are free now,
/// or hold another token.
void markHoles(CacheCells& cells, const std::vector<std::int32_t>& before, int layer) {
    for (std::size_t slot = 0; slot < before.size() && static_cast<std::int64_t>(slot) < cells.columns; ++slot) {
        const std::size_t at = cells.at(layer, static_cast<std::int64_t>(slot));
        if (before[slot] >= 0 && cells.cells[at] == CacheCell::Free) {
            cells.cells[at] = CacheCell::EvictedNow;
        }
        cells.overwritten[at] = before[slot] >= 0 && cells.tokens[at] >= 0 && cells.tokens[at] != before[slot];
    }
}

}  // namespace

bool isHeld(CacheCell cell) noexcept {
    return cell == CacheCell::Sink || cell == CacheCell::Recent || cell == CacheCell::Kept ||
           cell == CacheCell::Pinned || cell == CacheCell::Current || cell == CacheCell::Unread;
}

std::vector<std::int32_t> pinnedTokens(const Trace& trace, std::int64_t step) {
    std::map<std::int32_t, bool> pins;
    for (const TraceEvent& event : eventsOf(trace)) {
        const std::size_t equals = event.text.find('=');
        if (event.kind != "hand" || event.step > step || equals == std::string::npos) {
            continue;
        }
        const std::string_view what = std::string_view(event.text).substr(0, equals);
        const bool pinned = what == "pin" || what == "restore";
        const auto tokens = parseTokenList(std::string_view(event.text).substr(equals + 1));
        for (const std::int32_t token : tokens.value_or(std::vector<std::int32_t>())) {
            if (pinned || pins.contains(token)) {
                pins[token] = pinned;
            }
        }
    }
    std::vector<std::int32_t> tokens;
    for (const auto& [token, pinned] : pins) {
        if (pinned && token <= step) {
            tokens.push_back(token);
        }
    }
    return tokens;
}

std::optional<CacheCells> cacheCells(const Recording& recording, const CacheLook& look, std::int64_t columns,
                                     Ghosts& ghosts, const std::function<bool()>& ended) {
    const auto stale = [&ended] { return ended && ended(); };
    const Trace& trace = recording.trace(look.lane);
    const RunDescription& run = recording.description();
    const std::vector<std::int32_t> pins = pinnedTokens(trace, look.step);
    const ProtectedEnds ends = Protections(recording, look.lane).at(look.step);
    CacheCells cells;
    cells.look = look;
    cells.layers = trace.shape().layers;
    const bool bySlot = look.order == CacheOrder::Slots;
    std::vector<std::vector<std::int32_t>> slots;
    if (bySlot) {
        columns = 1;
        for (int layer = 0; layer < cells.layers; ++layer) {
            slots.push_back(cacheSlots(trace, look.step, layer, look.unit, run.promptTokens));
            columns = std::max(columns, std::ssize(slots.back()));
            if (stale()) {
                return std::nullopt;
            }
        }
    }
    cells.columns = std::max(columns, look.step + 1 > 0 && !bySlot ? look.step + 1 : std::int64_t{1});
    cells.cells.assign(static_cast<std::size_t>(cells.layers) * static_cast<std::size_t>(cells.columns),
                       bySlot ? CacheCell::Free : CacheCell::Ahead);
    const bool withGhosts = !bySlot && ghosts.advance(look.step, stale);
    if (withGhosts) {
        cells.ghosts.assign(cells.cells.size(), 0.0F);
        cells.mostGhost = ghosts.most();
    } else if (stale()) {
        return std::nullopt;
    }
    if (bySlot) {
        cells.tokens.assign(cells.cells.size(), -1);
        cells.overwritten.assign(cells.cells.size(), false);
    }
    if (look.scored) {
        cells.ranks.assign(cells.cells.size(), kMissingF);
    }
    for (int layer = 0; layer < cells.layers; ++layer) {
        const std::vector<std::int32_t> dropped =
            trace.evictedAt(look.step, layer, bySlot ? std::max(0, look.unit) : look.unit);
        const Row row{look, ends, pins, dropped};
        if (bySlot) {
            const auto& table = slots[static_cast<std::size_t>(layer)];
            std::copy(table.begin(), table.end(),
                      cells.tokens.begin() + static_cast<std::ptrdiff_t>(cells.at(layer, 0)));
            for (std::size_t slot = 0; slot < table.size(); ++slot) {
                if (table[slot] >= 0) {
                    cells.cells[cells.at(layer, static_cast<std::int64_t>(slot))] = row.held(table[slot]);
                }
            }
            if (look.step > 0) {
                markHoles(cells, cacheSlots(trace, look.step - 1, layer, look.unit, run.promptTokens), layer);
            }
        } else {
            for (std::size_t token = 0; token < dropped.size(); ++token) {
                cells.cells[cells.at(layer, static_cast<std::int64_t>(token))] =
                    row.of(static_cast<std::int32_t>(token));
            }
            if (withGhosts) {
                const auto of = ghosts.of(layer);
                std::copy(of.begin(), of.end(), cells.ghosts.begin() + static_cast<std::ptrdiff_t>(cells.at(layer, 0)));
                cells.shares.push_back(ghosts.share(layer));
            }
        }
        fillAttention(cells, trace, layer);
        if (look.scored) {
            fillRanks(cells, trace, layer);
        }
        if (stale()) {
            return std::nullopt;
        }
    }
    return cells;
}

}  // namespace kvw
