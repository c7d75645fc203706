// SPDX-License-Identifier: Apache-2.0
#include "core/engine/device/device_replica.h"

#include <algorithm>
#include <atomic>

#include "kernels/linear.h"

namespace kvw {

void DeviceReplica::renumber() noexcept {
    static std::atomic<std::uint64_t> copies = 0;
    m_copy = ++copies;
}

bool DeviceReplica::fits(const AttentionStore& store) const {
    const KvCache& cache = store.cache();
    if (m_memory == nullptr || m_lane.stride != cache.stride()) {
        return false;
    }
    std::size_t i = 0;
    for (std::int32_t layer = 0; layer < store.shape().layers; ++layer) {
        for (std::int32_t unit = 0; unit < store.shape().units; ++unit, ++i) {
            if (m_capacity[i] != cache.capacity(layer, unit)) {
                return false;
            }
        }
    }
    return true;
}

bool DeviceReplica::listFreed(const AttentionStore& store) {
    std::fill(m_freedCount.begin(), m_freedCount.end(), 0);
    bool any = false;
    std::size_t i = 0;
    for (std::int32_t layer = 0; layer < store.shape().layers; ++layer) {
        for (std::int32_t unit = 0; unit < store.shape().units; ++unit, ++i) {
            const auto tokens = store.cache().tokens(layer, unit);
            const std::size_t first = i * sizeOf(m_lane.stride);
            for (std::size_t slot = 0; slot < tokens.size(); ++slot) {
                std::int32_t& known = m_tokens[first + slot];
                if (known == tokens[slot]) {
                    continue;
                }
                if (tokens[slot] >= 0) {
                    return false;
                }
                known = -1;
                m_freed[first + sizeOf(m_freedCount[i]++)] = static_cast<std::int32_t>(slot);
                any = true;
            }
        }
    }
    // Keys that are stored at their rank turn when older ones leave, and the turned ones are those of the host.
    return !any || store.phases().stored() != StoredKeys::AtRank;
}

Result<void> DeviceReplica::follow(const AttentionStore& store, std::int64_t token, std::int32_t id,
                                   std::span<const std::int32_t> coming, std::optional<sdk::StepRule> rule,
                                   std::optional<sdk::ReadRule> reads, RowWish wish) {
    if (token != m_next || token >= m_idRoom || !fits(store) || !listFreed(store)) {
        KVW_TRY(copyAll(store, token));
    } else {
        if (!freedByRule()) {
            DeviceCalls calls(m_device, kLaneCache);
            calls.copyIn(m_lane.editCount, std::span<const std::int32_t>(m_freedCount));
            for (std::size_t i = 0; i < unitCount(); ++i) {
                const std::size_t first = i * sizeOf(m_lane.stride);
                calls.copyIn(m_lane.editSlots + first,
                             std::span<const std::int32_t>(m_freed).subspan(first, sizeOf(m_freedCount[i])));
            }
            KVW_TRY(calls.state());
        }
        KVW_TRY(followCodes(store));
    }
    KVW_TRY(useReads(store, std::move(reads)));
    KVW_TRY(putIds(token, id, coming));
    if (rule && !rule->covers(token)) {
        rule.reset();
    }
    std::size_t i = 0;
    m_held.resize(unitCount());
    for (std::int32_t layer = 0; layer < store.shape().layers; ++layer) {
        for (std::int32_t unit = 0; unit < store.shape().units; ++unit, ++i) {
            m_held[i] = store.cache().held(layer, unit);
        }
    }
    m_next = token + 1;
    if (m_rule.changes(rule)) {
        renumber();
    }
    KVW_TRY(m_rule.use(store, std::move(rule), m_lane));
    if (m_measures.changes(token, wish)) {
        renumber();
        return m_measures.use(token, wish);
    }
    return {};
}

Result<void> DeviceReplica::putIds(std::int64_t token, std::int32_t id, std::span<const std::int32_t> coming) {
    if (!coming.empty() && token + 1 < m_idsEnd) {
        return {};  // the text does not change
    }
    const std::size_t known = std::min(coming.size(), sizeOf(m_idRoom - token - 1));
    std::vector<std::int32_t> ids{id};
    ids.insert(ids.end(), coming.begin(), coming.begin() + static_cast<std::ptrdiff_t>(known));
    m_idsEnd = token + static_cast<std::int64_t>(ids.size());
    ids.push_back(-1);
    DeviceCalls calls(m_device, kLaneCache);
    calls.copyIn(m_ids + token, std::span<const std::int32_t>(ids));
    return calls.state();
}

bool DeviceReplica::foresaw(const AttentionStore& store, std::int64_t token, const std::optional<sdk::StepRule>& rule,
                            const std::optional<sdk::ReadRule>& reads, RowWish wish) {
    if (token != m_next || m_rule.rule() != rule || m_reads != reads || m_measures.wish() != wish || !fits(store) ||
        !listFreed(store)) {
        return false;
    }
    m_next = token + 1;
    return m_rule.decides() ? freedByRule() : !anyFreed();
}

bool DeviceReplica::anyFreed() const {
    return std::any_of(m_freedCount.begin(), m_freedCount.end(), [](auto count) { return count > 0; });
}

bool DeviceReplica::canGoAhead() const {
    if (!rule() || !rule()->covers(m_next) || m_next + 1 >= m_idsEnd) {
        return false;
    }
    if (m_lane.phase == device::Phase::Rank && m_rule.decides()) {
        return false;
    }
    if (!m_coded.empty()) {
        return false;  // what the host codes is read as codes in the next step
    }
    if (!m_rule.decides() && anyFreed()) {
        return false;  // the edit by hand would be made again
    }
    for (std::size_t i = 0; i < unitCount(); ++i) {
        if (m_held[i] >= m_capacity[i]) {
            return false;
        }
    }
    return true;
}

bool DeviceReplica::freedByRule() const {
    if (!m_rule.decides()) {
        return false;
    }
    for (std::size_t i = 0; i < unitCount(); ++i) {
        const std::int32_t count = m_answer.counts[i];
        if (count != m_freedCount[i]) {
            return false;
        }
        const std::size_t first = i * sizeOf(m_lane.stride);
        for (std::int32_t each = 0; each < count; ++each) {
            const std::int32_t slot = m_answer.slots[first + sizeOf(each)];
            if (m_tokens[first + sizeOf(slot)] >= 0) {
                return false;
            }
        }
    }
    return true;
}

Result<void> DeviceReplica::useReads(const AttentionStore& store, std::optional<sdk::ReadRule> reads) {
    if ((m_readsAt != nullptr) != reads.has_value()) {
        return fail(Code::BadUsage, kLaneCache, "this read selection has no rule that a device can follow");
    }
    if (m_reads == reads) {
        return {};
    }
    m_reads = std::move(reads);
    const device::ReadRule made{limited(store.bounds()->page()), limited(m_reads->most), m_reads->newest,
                                limited(m_reads->firstLayer)};
    m_memory->copyIn(m_readsAt, std::span<const device::ReadRule>(&made, 1));
    return m_memory->state();
}

bool DeviceReplica::holdStep(std::int64_t token) {
    bool evicts = m_rule.evictsByPlan(token);
    for (std::size_t i = 0; i < unitCount(); ++i) {
        const std::int64_t held = ++m_held[i];
        if (m_rule.decides()) {
            m_held[i] = m_rule.kept(i, held, token);
            evicts = evicts || m_held[i] < held;
        }
    }
    return evicts;
}

void DeviceReplica::send(DeviceCalls& calls, DeviceReport& report, std::int64_t token, bool withRows,
                         bool withRawKeys) {
    const auto bytes = m_moves.empty() ? std::size_t{0} : m_moves.size() * sizeOf(m_moves.front().rowBytes);
    const std::size_t rows = withRows ? m_rowCount : 0;
    const bool evicts = holdStep(token);
    report.newest.copy(calls, m_newest, bytes);
    report.next.copy(calls, m_lane.next, unitCount());
    report.fault.copy(calls, m_lane.fault, 1);
    m_measures.send(calls, report);
    report.rows.copy(calls, m_lane.rows, rows);
    report.logits.copy(calls, m_lane.logits, m_lane.logits == m_lane.rows ? 0 : rows);
    report.rawKeys.copy(calls, m_lane.newKeys, withRawKeys ? m_rawKeyCount : 0);
    m_rule.send(calls, report, m_lane, evicts);
    report.readers.copy(calls, m_lane.readers, m_reads ? m_readersCount : 0);
    report.pageScores.copy(calls, m_lane.pageScores, m_reads ? sizeOf(m_lane.pages) : 0);
}

void DeviceReplica::takePages(const AttentionStore& store, const DeviceReport& report) {
    const CacheShape& shape = store.shape();
    const auto pages = static_cast<std::int32_t>(store.bounds()->pagesOf(store.cache().held(0, 0)));
    const std::int32_t group = shape.queryHeads / shape.storedHeads;
    const std::int32_t chunks = device::chunksOf({shape.queryHeads, shape.kvHeads, shape.headDim}, shape.storedHeads);
    m_readAnswer.pages.resize(sizeOf(shape.layers));
    for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
        auto& heads = m_readAnswer.pages[sizeOf(layer)];
        heads.assign(layer < m_reads->firstLayer ? 0 : sizeOf(shape.queryHeads), {});
        for (std::size_t head = 0; head < heads.size(); ++head) {
            const auto query = static_cast<std::int32_t>(head), within = query % group;
            const std::int32_t place =
                (layer * shape.storedHeads + query / group) * chunks + within / device::kMostGroup;
            const auto bits = report.readers.numbers().subspan(sizeOf(place) * sizeOf(m_lane.pages));
            for (std::int32_t page = 0; page < pages; ++page) {
                if ((bits[sizeOf(page)] >> (within % device::kMostGroup) & 1) != 0) {
                    heads[head].push_back(page);
                }
            }
        }
    }
    const auto scores = report.pageScores.numbers().first(m_reads->firstLayer > 0 ? 0 : sizeOf(pages));
    m_readAnswer.firstScores.assign(scores.begin(), scores.end());
}

Result<void> DeviceReplica::takeStep(AttentionStore& store, const AttentionPass& pass, const DeviceReport& report) {
    const CacheShape& shape = store.shape();
    const std::size_t numbers = m_moves.size() * static_cast<std::size_t>(shape.headDim);
    m_newestRows.resize(numbers);
    widen(report.newest.numbers().data(), storedOnDevice(shape), m_newestRows.data(), numbers);
    const std::span<const float> newest(m_newestRows);
    store.copyStep(pass, {newest.first(numbers / 2), newest.subspan(numbers / 2), report.rows.numbers(),
                          report.logits.numbers(), report.statistics.numbers()});
    const device::Fault fault = report.fault.numbers().front();
    const std::span<const std::int32_t> taken = report.next.numbers();
    for (std::size_t i = 0; i < taken.size(); ++i) {
        const auto layer = static_cast<std::int32_t>(i) / shape.units,
                   unit = static_cast<std::int32_t>(i) % shape.units;
        const std::int32_t slot = store.cache().slotOfNewest(layer, unit);
        if (fault != device::Fault::None || slot != taken[i]) {
            return fail(Code::Internal, kLaneCache, "the cache on the device has parted from the one on the host",
                        phrase("fault %1, slot %2 in layer %3", static_cast<int>(fault), taken[i], layer),
                        phrase("slot %1", slot));
        }
        const std::size_t place = i * sizeOf(m_lane.stride) + static_cast<std::size_t>(slot);
        m_tokens[place] = static_cast<std::int32_t>(pass.newest());
        if (!m_coded.empty()) {
            m_coded[place] = 0;
        }
    }
    const auto listed = [](const auto& from, auto& to) { to.assign(from.numbers().begin(), from.numbers().end()); };
    m_answer.stride = m_lane.stride;
    listed(report.counts, m_answer.counts);
    listed(report.slots, m_answer.slots);
    listed(report.scores, m_answer.scores);
    listed(report.closeCuts, m_answer.closeCuts);
    m_measures.take(report, pass.newest());
    if (m_reads) {
        takePages(store, report);
    }
    return {};
}

}  // namespace kvw
