// SPDX-License-Identifier: Apache-2.0
#include "core/trace/record_stores.h"

#include <algorithm>
#include <atomic>

namespace kvw::trace {

void EvictionStore::append(const EvictionRecord& eviction) {
    const Stored stored{eviction.step,
                        eviction.layer,
                        eviction.head,
                        eviction.cut,
                        m_reasons.placeOf(eviction.reason),
                        static_cast<std::uint32_t>(eviction.tokens.size()),
                        static_cast<std::uint32_t>(eviction.scores.size()),
                        m_tokens.size(),
                        m_scores.size()};
    for (const std::int32_t token : eviction.tokens) {
        m_tokens.append(token);
    }
    for (const float score : eviction.scores) {
        m_scores.append(score);
    }
    m_evictions.append(stored);
}

EvictionRecord EvictionStore::operator[](std::size_t index) const {
    const Stored& stored = m_evictions[index];
    EvictionRecord record{stored.step, stored.layer, stored.head, {}, {}, stored.cut, m_reasons[stored.reason]};
    record.tokens.reserve(stored.tokens);
    for (std::uint64_t i = 0; i < stored.tokens; ++i) {
        record.tokens.push_back(m_tokens[stored.firstToken + i]);
    }
    record.scores.reserve(stored.scores);
    for (std::uint64_t i = 0; i < stored.scores; ++i) {
        record.scores.push_back(m_scores[stored.firstScore + i]);
    }
    return record;
}

void CallStore::append(const CallRecord& call) {
    if (!call.violation.empty()) {
        m_violations.append(call.violation);
    }
    m_calls.append({call.step, call.layer, call.us, call.edits, call.slots, call.held, call.after, call.budgetBefore,
                    call.budget, call.evicted, m_texts.placeOf(call.name), m_texts.placeOf(call.given),
                    m_texts.placeOf(call.reason),
                    call.violation.empty() ? 0U : static_cast<std::uint32_t>(m_violations.size())});
}

CallRecord CallStore::operator[](std::size_t index) const {
    const Stored& stored = m_calls[index];
    return {stored.step,
            stored.layer,
            m_texts[stored.name],
            m_texts[stored.given],
            stored.slots,
            stored.held,
            stored.after,
            stored.budgetBefore,
            stored.budget,
            stored.edits,
            stored.evicted,
            m_texts[stored.reason],
            stored.violation == 0 ? Phrase() : m_violations[stored.violation - 1],
            stored.us};
}

namespace {

std::size_t asIndex(std::int64_t value) noexcept {
    return static_cast<std::size_t>(value);
}

}  // namespace

DropStore::DropStore(const TraceShape& shape)
    : m_shape(shape), m_dropped(asIndex(shape.layers) * asIndex(shape.units)) {}

DropStore::Units DropStore::unitsOf(std::int32_t layer, std::int32_t unit) const noexcept {
    const std::size_t first = asIndex(layer) * asIndex(m_shape.units) + (unit < 0 ? 0 : asIndex(unit));
    return {first, unit < 0 ? first + asIndex(m_shape.units) : first + 1};
}

void DropStore::add(const EvictionRecord& eviction) {
    if (eviction.layer >= 0 && eviction.layer < m_shape.layers && eviction.head < m_shape.units) {
        const Units units = unitsOf(eviction.layer, eviction.head);
        for (std::size_t unit = units.first; unit < units.last; ++unit) {
            drop(unit, eviction);
        }
    }
}

/// Notes the eviction in the cells of `unit`. A reader at step s treats larger steps as "held", so it does no harm that
/// cells of unpublished steps are visible early.
void DropStore::drop(std::size_t unit, const EvictionRecord& eviction) {
    for (const std::int32_t token : eviction.tokens) {
        if (token >= 0 && token <= eviction.step) {
            std::atomic_ref<std::int32_t> cell(m_dropped[unit].make(asIndex(token)));
            const std::int32_t old = cell.load(std::memory_order_relaxed), now = eviction.step + 1;
            if (old == 0 || old > now) {
                cell.store(now, std::memory_order_relaxed);
            }
            if (old != 0) {
                m_again.append({static_cast<std::uint32_t>(unit), token, std::max(old, now) - 1});
            }
        }
    }
}

std::int32_t DropStore::cell(std::size_t unit, std::size_t token) const noexcept {
    std::int32_t* found = m_dropped[unit].find(token);
    return found == nullptr ? 0 : std::atomic_ref<std::int32_t>(*found).load(std::memory_order_relaxed);
}

/// Returns the step at which a unit evicted a token that was put back, as of the end of `step`: the first eviction that
/// is not undone; -1: it is held. `later`: later drops in the unit's layer.
std::int32_t DropStore::droppedSince(std::int32_t undoneBelow, std::int32_t token, std::size_t unit, std::int64_t step,
                                     std::span<const LaterDrop> later) const {
    std::int32_t first = cell(unit, asIndex(token)) - 1;
    first = first < undoneBelow || first > step ? -1 : first;
    for (const LaterDrop& one : later) {
        if (one.unit == unit && one.token == token && one.step >= undoneBelow && one.step <= step) {
            first = first < 0 ? one.step : std::min(first, one.step);
        }
    }
    return first;
}

/// Corrects `result`, the evictions by the units of a layer, for tokens that were put back.
void DropStore::putBack(const PutBack& back, std::int64_t step, Units units, std::int64_t again,
                        std::vector<std::int32_t>& result) const {
    const std::vector<std::int32_t> tokens = back.tokens();
    std::vector<LaterDrop> later;
    for (std::int64_t i = 0, count = tokens.empty() ? 0 : again; i < count; ++i) {
        const LaterDrop& one = m_again[asIndex(i)];
        if (one.unit >= units.first && one.unit < units.last) {
            later.push_back(one);
        }
    }
    for (const std::int32_t token : tokens) {
        const std::int32_t undoneBelow = back.undoneBelow(token, step);
        if (undoneBelow == 0 || asIndex(token) >= result.size()) {
            continue;
        }
        std::int32_t latest = -1;
        for (std::size_t unit = units.first; unit < units.last; ++unit) {
            const std::int32_t since = droppedSince(undoneBelow, token, unit, step, later);
            latest = since < 0 ? -1 : std::max(latest, since);
            if (since < 0) {
                break;
            }
        }
        result[asIndex(token)] = latest;
    }
}

std::vector<std::int32_t> DropStore::evictedAt(std::int64_t step, std::int32_t layer, std::int32_t unit,
                                               const PutBack& back, std::int64_t again) const {
    const Units units = unitsOf(layer, unit);
    std::vector<std::int32_t> result(asIndex(step + 1));
    for (std::size_t token = 0; token < result.size(); ++token) {
        std::int32_t latest = 0;  // step + 1
        for (std::size_t u = units.first; u < units.last; ++u) {
            const std::int32_t value = cell(u, token);
            if (value == 0 || value > step + 1) {
                latest = 0;
                break;
            }
            latest = std::max(latest, value);
        }
        result[token] = latest - 1;
    }
    putBack(back, step, units, again, result);
    return result;
}

}  // namespace kvw::trace
