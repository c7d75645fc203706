// SPDX-License-Identifier: Apache-2.0
#include "core/engine/device/device_replica.h"

#include <algorithm>
#include <atomic>
#include <limits>

#include "kernels/linear.h"

namespace kvw {

namespace {

device::Phase phaseOf(const KeyPhases& phases) {
    switch (phases.stored()) {
        case StoredKeys::Rotated:
            break;
        case StoredKeys::Raw:
            return device::Phase::RankOnRead;
        case StoredKeys::AtRank:
            return device::Phase::Rank;
    }
    return device::Phase::Token;
}

/// Returns a number that no copy of any lane had before.
std::uint64_t nextCopy() {
    static std::atomic<std::uint64_t> copies = 0;
    return ++copies;
}

/// Returns the bits of DeviceReplica::m_coded for a slot.
std::uint8_t codedBits(const CodedUnit& unit, std::int32_t slot) {
    return static_cast<std::uint8_t>((unit.codedKey(slot) >= 0 ? 1 : 0) | (unit.codedValue(slot) >= 0 ? 2 : 0));
}

}  // namespace

Dtype storedOnDevice(const CacheShape& shape) noexcept {
    return shape.coded() ? Dtype::F32 : shape.dtype;
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
        m_copy = nextCopy();
    }
    KVW_TRY(m_rule.use(store, std::move(rule), m_lane));
    if (m_measures.changes(token, wish)) {
        m_copy = nextCopy();
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

Result<void> DeviceReplica::followCodes(const AttentionStore& store) {
    const CacheShape& shape = store.shape();
    if (!shape.coded()) {
        return {};
    }
    const auto width = static_cast<std::size_t>(shape.headDim);
    std::vector<float> rows;
    std::vector<device::RowMove> moves;
    std::vector<std::int32_t> layers;  // with bounds that changed
    std::size_t i = 0;
    for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
        for (std::int32_t unit = 0; unit < shape.units; ++unit, ++i) {
            const CodedUnit& coded = *store.cache().codedUnit(layer, unit);
            const auto tokens = store.cache().tokens(layer, unit);
            for (std::int32_t slot = 0; slot < static_cast<std::int32_t>(tokens.size()); ++slot) {
                if (tokens[static_cast<std::size_t>(slot)] < 0) {
                    continue;
                }
                std::uint8_t& known = m_coded[i * sizeOf(m_lane.stride) + static_cast<std::size_t>(slot)];
                const std::uint8_t now = codedBits(coded, slot);
                const int changed = known ^ now;
                known = now;
                if ((changed & 1) != 0 && store.bounds() != nullptr && (layers.empty() || layers.back() != layer)) {
                    layers.push_back(layer);
                }
                for (const bool isValue : {false, true}) {
                    if ((changed & (isValue ? 2 : 1)) == 0) {
                        continue;
                    }
                    for (std::int32_t each = 0; each < shape.storedPerUnit(); ++each) {
                        const std::int32_t head = unit * shape.storedPerUnit() + each;
                        const auto stored = static_cast<std::size_t>(layer * shape.storedHeads + head);
                        rows.resize(rows.size() + width);
                        float* const row = rows.data() + rows.size() - width;
                        isValue ? store.readValue(layer, head, slot, row) : store.readStoredKey(layer, head, slot, row);
                        device::RowMove move;
                        move.to = static_cast<float*>((isValue ? m_values : m_keys)[stored]) +
                                  static_cast<std::size_t>(slot) * width;
                        move.rows = move.total = 1;
                        move.rowBytes = static_cast<std::int32_t>(width * sizeof(float));
                        moves.push_back(move);
                    }
                }
            }
        }
    }
    if (moves.empty()) {
        return {};
    }
    DeviceMemory staged(m_device, kLaneCache);
    const float* const from = staged.put(rows);
    const auto* const first = staged.cleared<std::int32_t>(1);
    KVW_TRY(staged.state());
    for (std::size_t move = 0; move < moves.size(); ++move) {
        moves[move].from = from + move * width;
        moves[move].order = first;
    }
    const auto* const at = staged.put(moves);
    staged.launch(m_device.kernels().compact, device::CompactArgs{at, static_cast<int>(moves.size()), 1});
    KVW_TRY(staged.state());
    for (const std::int32_t layer : layers) {
        copyBounds(store, layer);
    }
    return m_memory->state();
}

void DeviceReplica::copyBounds(const AttentionStore& store, std::int32_t layer) {
    const PageBounds& bounds = *store.bounds();
    const auto width = static_cast<std::size_t>(store.shape().headDim);
    const std::size_t numbers = sizeOf(bounds.pagesOf(store.cache().held(layer, 0))) * width;
    for (std::int32_t head = 0; head < store.shape().storedHeads; ++head) {
        const std::size_t from = sizeOf(head * bounds.capacity(layer)) * width;
        const std::size_t to = sizeOf((layer * store.shape().storedHeads + head) * m_lane.pages) * width;
        m_memory->copyIn(m_lane.lows + to, std::span(bounds.minimum(layer) + from, numbers));
        m_memory->copyIn(m_lane.highs + to, std::span(bounds.maximum(layer) + from, numbers));
    }
}

Result<void> DeviceReplica::copyAll(const AttentionStore& store, std::int64_t token) {
    KVW_TRY(m_measures.leave());
    m_rule.leave();
    m_memory.reset();  // before the new copy, so that both never take memory together
    m_next = -1;
    m_copy = nextCopy();
    m_readsAt = nullptr;
    m_reads.reset();
    m_idsEnd = 0;
    m_memory = std::make_unique<DeviceMemory>(m_device, kLaneCache);
    const CacheShape& shape = store.shape();
    m_lane = {};
    m_lane.layers = shape.layers;
    m_lane.units = shape.units;
    m_lane.storedHeads = shape.storedHeads;
    m_lane.stride = static_cast<std::int32_t>(store.cache().stride());
    m_lane.phase = phaseOf(store.phases());
    copyTables(store, token);
    copyRows(store);
    makeRows(store);
    makePages(store);
    makeMoves(shape);
    m_measures.begin(shape, m_lane.stride, m_idRoom);
    auto done = m_memory->state();
    if (!done) {
        m_memory.reset();
    }
    return done;
}

void DeviceReplica::copyTables(const AttentionStore& store, std::int64_t token) {
    const KvCache& cache = store.cache();
    const CacheShape& shape = store.shape();
    const auto units = static_cast<std::size_t>(shape.layers * shape.units);
    const std::size_t stride = sizeOf(m_lane.stride);
    std::vector<std::int32_t> ranks(store.phases().hasRanks() ? units * stride : 0);
    std::vector<std::int32_t> used, held, capacity;
    m_tokens.assign(units * stride, -1);
    m_coded.assign(shape.coded() ? units * stride : 0, 0);
    m_capacity.clear();
    for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
        for (std::int32_t unit = 0; unit < shape.units; ++unit) {
            const std::size_t first = used.size() * stride;
            const auto tokens = cache.tokens(layer, unit);
            for (std::size_t slot = 0; slot < tokens.size(); ++slot) {
                m_tokens[first + slot] = static_cast<std::int32_t>(tokens[slot]);
                if (shape.coded() && tokens[slot] >= 0) {
                    m_coded[first + slot] = codedBits(*cache.codedUnit(layer, unit), static_cast<std::int32_t>(slot));
                }
                if (!ranks.empty() && tokens[slot] >= 0) {
                    ranks[first + slot] =
                        static_cast<std::int32_t>(store.phases().rank(layer, unit, static_cast<std::int32_t>(slot)));
                }
            }
            used.push_back(static_cast<std::int32_t>(cache.used(layer, unit)));
            held.push_back(static_cast<std::int32_t>(cache.held(layer, unit)));
            m_capacity.push_back(cache.capacity(layer, unit));
            capacity.push_back(static_cast<std::int32_t>(m_capacity.back()));
        }
    }
    m_freed.assign(units * stride, 0);
    m_freedCount.assign(units, 0);
    m_lane.tokens = m_memory->put(m_tokens);
    m_lane.ranks = m_memory->put(ranks);
    m_lane.used = m_memory->put(used);
    m_lane.held = m_memory->put(held);
    m_lane.capacity = m_memory->put(capacity);
    m_lane.next = m_memory->cleared<std::int32_t>(units);
    m_lane.editSlots = m_memory->room<std::int32_t>(units * stride);
    m_lane.editCount = m_memory->put(m_freedCount);
    // applyEdits moves it on and finds the next slots.
    m_lane.position = m_memory->put(std::vector<std::int32_t>{static_cast<std::int32_t>(token - 1)});
    m_lane.fault = m_memory->cleared<device::Fault>(1);
    constexpr std::int64_t kIdsAtOnce = 4096;
    m_idRoom = token + kIdsAtOnce;
    m_ids = m_memory->cleared<std::int32_t>(sizeOf(m_idRoom) + 1);
    m_lane.ids = m_ids;
}

void DeviceReplica::copyRows(const AttentionStore& store) {
    const KvCache& cache = store.cache();
    const CacheShape& shape = store.shape();
    const Dtype dtype = storedOnDevice(shape);
    const auto width = static_cast<std::size_t>(shape.headDim);
    const std::size_t bytes = width * bytesOf(dtype);
    m_keys.clear();
    m_values.clear();
    std::vector<float> row(width);
    std::vector<std::byte> staged;
    for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
        std::size_t size = 0;
        for (std::int32_t head = 0; head < shape.storedHeads; ++head) {
            size += 2 * sizeOf(cache.capacity(layer, shape.unitOfStored(head))) * bytes;
        }
        staged.assign(size, std::byte{0});
        std::byte* const block = m_memory->room<std::byte>(size);
        std::size_t offset = 0;
        for (std::int32_t head = 0; head < shape.storedHeads; ++head) {
            const std::int32_t unit = shape.unitOfStored(head);
            const auto tokens = cache.tokens(layer, unit);
            for (const bool isValue : {false, true}) {
                (isValue ? m_values : m_keys).push_back(block == nullptr ? nullptr : block + offset);
                for (std::size_t slot = 0; slot < tokens.size(); ++slot) {
                    if (tokens[slot] < 0) {
                        continue;
                    }
                    if (isValue) {
                        store.readValue(layer, head, static_cast<std::int32_t>(slot), row.data());
                    } else {
                        store.readStoredKey(layer, head, static_cast<std::int32_t>(slot), row.data());
                    }
                    narrow(row.data(), dtype, staged.data() + offset + slot * bytes, width);
                }
                offset += sizeOf(cache.capacity(layer, unit)) * bytes;
            }
        }
        m_memory->copyIn(block, std::span<const std::byte>(staged));
    }
    m_lane.keys = m_memory->put(m_keys);
    m_lane.values = m_memory->put(m_values);
}

void DeviceReplica::makeRows(const AttentionStore& store) {
    const auto heads = static_cast<std::size_t>(store.shape().layers * store.shape().queryHeads);
    const std::size_t size = heads * sizeOf(m_lane.stride), before = m_memory->bytes();
    m_rowCount = size;
    m_lane.rows = m_memory->cleared<float>(size);
    m_lane.logits = m_lane.rows;
    if (store.keepsLogits()) {
        m_lane.logits = m_memory->put(std::vector<float>(size, -std::numeric_limits<float>::infinity()));
    }
    m_lane.peaks = m_memory->room<float>(2 * heads);
    m_rawKeyCount = sizeOf(store.shape().layers) * sizeOf(store.shape().kvHeads * store.shape().headDim);
    m_lane.newKeys = m_memory->room<float>(m_rawKeyCount);
    m_rowBytes = m_memory->bytes() - before;
}

void DeviceReplica::makePages(const AttentionStore& store) {
    if (store.bounds() == nullptr) {
        return;
    }
    const CacheShape& shape = store.shape();
    const std::int64_t pages = store.bounds()->pagesOf(m_lane.stride);
    const std::int64_t heads = std::int64_t{shape.layers} * shape.storedHeads;
    const std::int64_t scores = std::int64_t{shape.layers} * shape.queryHeads;
    const device::Heads all{shape.queryHeads, shape.kvHeads, shape.headDim};
    m_readersCount = sizeOf(heads * device::chunksOf(all, shape.storedHeads) * pages);
    m_readsAt = m_memory->room<device::ReadRule>(1);
    m_lane.reads = m_readsAt;
    m_lane.pages = static_cast<std::int32_t>(pages);
    m_lane.lows = m_memory->room<float>(sizeOf(heads * pages * shape.headDim));
    m_lane.highs = m_memory->room<float>(sizeOf(heads * pages * shape.headDim));
    m_lane.pageScores = m_memory->cleared<float>(sizeOf(scores * pages));
    m_lane.readers = m_memory->cleared<std::uint8_t>(m_readersCount);
    for (std::int32_t layer = 0; layer < shape.layers && !m_memory->failed(); ++layer) {
        copyBounds(store, layer);
    }
}

void DeviceReplica::makeMoves(const CacheShape& shape) {
    const std::size_t heads = static_cast<std::size_t>(shape.layers * shape.storedHeads);
    const std::size_t bytes = static_cast<std::size_t>(shape.headDim) * bytesOf(storedOnDevice(shape));
    m_newest = m_memory->room<std::byte>(2 * heads * bytes);
    m_moves.clear();
    for (const bool isValue : {false, true}) {
        for (std::size_t i = 0; i < heads; ++i) {
            const auto layer = static_cast<std::int32_t>(i) / shape.storedHeads;
            const std::int32_t unit = shape.unitOfStored(static_cast<std::int32_t>(i) % shape.storedHeads);
            device::RowMove move;
            move.from = (isValue ? m_values : m_keys)[i];
            move.to = m_newest == nullptr ? nullptr : m_newest + m_moves.size() * bytes;
            // The slot that the step's token took: `next` stays until the edit behind the step.
            move.order = m_lane.next == nullptr ? nullptr : m_lane.next + layer * shape.units + unit;
            move.rows = move.total = 1;
            move.rowBytes = static_cast<std::int32_t>(bytes);
            m_moves.push_back(move);
        }
    }
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
    const auto put = [](std::span<const float> from, std::span<float> to) {
        if (!from.empty()) {
            std::copy(from.begin(), from.end(), to.begin());
        }
    };
    m_newestRows.resize(numbers);
    widen(report.newest.numbers().data(), storedOnDevice(shape), m_newestRows.data(), numbers);
    store.appendStored(pass, m_newestRows.data(), m_newestRows.data() + numbers / 2);
    put(report.rows.numbers(), store.rowsOfStep());
    put(report.logits.numbers(), store.logitsOfStep());
    put(report.statistics.numbers(), store.statisticsOfStep());
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
