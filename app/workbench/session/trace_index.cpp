// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/trace_index.h"

#include <algorithm>

#include "core/trace/token_list.h"

namespace kvw::wb {

TraceIndex::TraceIndex(const Trace& trace)
    : m_trace(&trace),
      m_shape(trace.shape()),
      m_dropped(static_cast<std::size_t>(m_shape.layers) * static_cast<std::size_t>(m_shape.units)) {}

std::size_t TraceIndex::row(std::int32_t layer, std::int32_t unit) const noexcept {
    return static_cast<std::size_t>(layer) * static_cast<std::size_t>(m_shape.units) + static_cast<std::size_t>(unit);
}

std::int32_t TraceIndex::firstDrop(std::size_t row, std::int32_t token) const noexcept {
    const std::int32_t* cell = m_dropped[row].find(static_cast<std::size_t>(token));
    return cell == nullptr ? -1 : *cell - 1;
}

std::int32_t TraceIndex::droppedIn(std::size_t row, std::int32_t token, std::int32_t undoneBelow,
                                   std::int64_t step) const {
    const std::int32_t first = firstDrop(row, token);
    if (first < 0 || first > step) {
        return -1;
    }
    std::int32_t since = first < undoneBelow ? -1 : first;
    const auto again = since < 0 ? m_again.find({row, token}) : m_again.end();
    if (again != m_again.end()) {
        for (const std::int32_t later : again->second) {
            if (later >= undoneBelow && later <= step && (since < 0 || later < since)) {
                since = later;
            }
        }
    }
    return since;
}

bool TraceIndex::advance() {
    if (m_trace == nullptr) {
        return false;
    }
    const std::int64_t steps = m_trace->steps();
    const std::int64_t evictions = m_trace->evictions();
    if (steps == m_steps && evictions == m_evictions) {
        return false;
    }
    m_steps = steps;
    for (const std::int64_t events = m_trace->events(); m_events < events; ++m_events) {
        takeHand(m_trace->event(m_events));
    }
    for (; m_evictions < evictions; ++m_evictions) {
        const EvictionRecord record = m_trace->eviction(m_evictions);
        if (record.tokens.empty() || record.layer < 0 || record.layer >= m_shape.layers ||
            record.head >= m_shape.units) {
            continue;
        }
        const std::int32_t first = record.head < 0 ? 0 : record.head;
        const std::int32_t last = record.head < 0 ? m_shape.units - 1 : record.head;
        for (std::int32_t unit = first; unit <= last; ++unit) {
            for (const std::int32_t token : record.tokens) {
                if (token >= 0 && token <= record.step) {
                    const std::size_t at = row(record.layer, unit);
                    std::int32_t& cell = m_dropped[at].make(static_cast<std::size_t>(token));
                    if (cell != 0) {
                        m_again[{at, token}].push_back(std::max(cell - 1, record.step));
                    }
                    cell = cell == 0 ? record.step + 1 : std::min(cell, record.step + 1);
                }
            }
        }
        if (m_pruneSteps.empty() || m_pruneSteps.back() < record.step) {
            m_pruneSteps.push_back(record.step);
        }
    }
    return true;
}

void TraceIndex::takeHand(const TraceEvent& event) {
    m_back.take(event);
    const std::size_t equals = event.text.find('=');
    if (event.kind != "hand" || equals == std::string::npos) {
        return;
    }
    const std::string_view what = std::string_view(event.text).substr(0, equals);
    const auto tokens = parseTokenList(std::string_view(event.text).substr(equals + 1));
    for (const std::int32_t token : tokens.value_or(std::vector<std::int32_t>())) {
        const bool pinned = what == "pin" || what == "restore";
        if (pinned || m_pins.contains(token)) {
            m_pins[token].emplace_back(event.step, pinned);
        }
    }
}

bool TraceIndex::pinnedAt(std::int32_t token, std::int64_t step) const {
    const auto found = m_pins.find(token);
    bool pinned = false;
    if (found != m_pins.end()) {
        for (const auto& [from, on] : found->second) {
            pinned = from <= step ? on : pinned;
        }
    }
    return pinned;
}

bool TraceIndex::backAt(std::int32_t token, std::int32_t layer, std::int32_t unit, std::int64_t step) const {
    const std::int32_t undoneBelow = m_back.undoneBelow(token, step);
    if (undoneBelow == 0 || token < 0 || layer < 0 || layer >= m_shape.layers || unit >= m_shape.units) {
        return false;
    }
    for (std::int32_t which = std::max(unit, 0); which <= (unit < 0 ? m_shape.units - 1 : unit); ++which) {
        const std::int32_t first = firstDrop(row(layer, which), token);
        if (first >= 0 && first < undoneBelow) {
            return true;
        }
    }
    return false;
}

std::int32_t TraceIndex::droppedAt(std::int32_t token, std::int32_t layer, std::int32_t unit, std::int64_t step) const {
    if (token < 0 || layer < 0 || layer >= m_shape.layers || unit >= m_shape.units) {
        return -1;
    }
    const std::int32_t undoneBelow = m_back.undoneBelow(token, step);
    if (unit >= 0) {
        return droppedIn(row(layer, unit), token, undoneBelow, step);
    }
    std::int32_t last = -1;
    for (std::int32_t which = 0; which < m_shape.units; ++which) {
        const std::int32_t dropped = droppedIn(row(layer, which), token, undoneBelow, step);
        if (dropped < 0) {
            return -1;
        }
        last = std::max(last, dropped);
    }
    return last;
}

double TraceIndex::heldShare(std::int32_t token, std::int64_t step) const {
    if (m_dropped.empty() || token > step) {
        return 0;
    }
    const std::int32_t undoneBelow = m_back.undoneBelow(token, step);
    std::size_t held = 0;
    for (std::size_t row = 0; row < m_dropped.size(); ++row) {
        held += droppedIn(row, token, undoneBelow, step) < 0 ? 1 : 0;
    }
    return static_cast<double>(held) / static_cast<double>(m_dropped.size());
}

std::int32_t TraceIndex::nextPrune(std::int64_t step) const {
    const auto place = std::upper_bound(m_pruneSteps.begin(), m_pruneSteps.end(), step);
    return place == m_pruneSteps.end() ? -1 : *place;
}

std::int32_t TraceIndex::previousPrune(std::int64_t step) const {
    const auto place = std::lower_bound(m_pruneSteps.begin(), m_pruneSteps.end(), step);
    return place == m_pruneSteps.begin() ? -1 : *(place - 1);
}

TraceIndex::Verdict TraceIndex::verdict(std::int32_t token, std::int32_t layer, std::int32_t unit,
                                        std::int64_t step) const {
    const std::int32_t dropped = droppedAt(token, layer, unit, step);
    if (dropped < 0) {
        return {};
    }
    for (std::int64_t i = m_trace->evictionsFrom(dropped); i < m_evictions; ++i) {
        EvictionRecord record = m_trace->eviction(i);
        if (record.step != dropped) {
            break;
        }
        if (record.layer != layer || (unit >= 0 && record.head >= 0 && record.head != unit)) {
            continue;
        }
        const auto place = std::lower_bound(record.tokens.begin(), record.tokens.end(), token);
        if (place != record.tokens.end() && *place == token) {
            const auto at = static_cast<std::size_t>(place - record.tokens.begin());
            if (at >= record.scores.size()) {
                return {kMissingF, record.cut, std::move(record.reason)};
            }
            const float score = record.scores[at];
            const auto above = std::ranges::count_if(record.scores, [score](float other) { return other > score; });
            return {score, record.cut, std::move(record.reason), static_cast<int>(above) + 1,
                    static_cast<int>(record.scores.size())};
        }
    }
    return {};
}

TraceIndex::Stay TraceIndex::lastStay(std::int32_t token, std::int32_t layer, std::int32_t unit,
                                      std::int64_t step) const {
    constexpr int kSearched = 32;  // prune events, including those of other layers
    auto place = std::upper_bound(m_pruneSteps.begin(), m_pruneSteps.end(), step);
    for (int searched = 0; searched < kSearched && place != m_pruneSteps.begin(); ++searched) {
        const std::int32_t at = *--place;
        if (at < token) {
            break;
        }
        Stay found;
        for (std::int64_t i = m_trace->evictionsFrom(at); i < m_evictions; ++i) {
            const EvictionRecord record = m_trace->eviction(i);
            if (record.step != at) {
                break;
            }
            if (record.layer != layer || (unit >= 0 && record.head >= 0 && record.head != unit)) {
                continue;
            }
            found.cut = found.step < 0 ? record.cut : kMissingF;
            found.step = at;
            found.evicted += static_cast<std::int64_t>(record.tokens.size());
        }
        if (found.step >= 0) {
            return found;
        }
    }
    return {};
}

}  // namespace kvw::wb
