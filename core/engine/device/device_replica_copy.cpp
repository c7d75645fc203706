// SPDX-License-Identifier: Apache-2.0
// Members of DeviceReplica that copy a whole cache, and what a codec changes of it.
#include <limits>

#include "core/engine/device/device_replica.h"
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

/// Returns the bits of DeviceReplica::m_coded for a slot.
std::uint8_t codedBits(const CodedUnit& unit, std::int32_t slot) {
    return static_cast<std::uint8_t>((unit.codedKey(slot) >= 0 ? 1 : 0) | (unit.codedValue(slot) >= 0 ? 2 : 0));
}

}  // namespace

Result<void> DeviceReplica::copyAll(const AttentionStore& store, std::int64_t token) {
    KVW_TRY(m_measures.leave());
    m_rule.leave();
    m_memory.reset();  // before the new copy, so that both never take memory together
    m_next = -1;
    renumber();
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

}  // namespace kvw
