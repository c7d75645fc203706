// SPDX-License-Identifier: Apache-2.0
#include "core/cache/kv_cache.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>
#include <numeric>
#include <utility>

#include <fmt/format.h>

namespace kvw {

namespace {

constexpr std::int64_t kTile = static_cast<std::int64_t>(kTileSlots);

CodedShape codedShape(const CacheShape& shape) {
    return {shape.codes, shape.codeBits, shape.residual, shape.dtype, shape.storedPerUnit(), shape.headDim};
}

double bytesPerCode(const CacheShape& shape, std::size_t group) {
    return shape.coded() ? static_cast<double>(shape.codes.width) / 8 +
                               2 * static_cast<double>(bytesOf(shape.codes.scale)) / static_cast<double>(group)
                         : 0;
}

}  // namespace

KvCache::KvCache(const CacheShape& shape)
    : m_shape(shape),
      m_units(static_cast<std::size_t>(shape.layers * shape.units)),
      m_stored(static_cast<std::size_t>(shape.coded() ? 0 : shape.layers * shape.storedHeads)),
      m_coded(shape.coded() ? m_units.size() : 0, CodedUnit(codedShape(shape))) {}

void KvCache::restride(std::int64_t stride) {
    const std::int64_t rows = static_cast<std::int64_t>(m_shape.layers) * m_shape.units;
    const std::int64_t common = std::min(stride, m_stride);
    std::vector<std::int64_t> tokens(static_cast<std::size_t>(rows * stride), -1);
    for (std::int64_t row = 0; row < rows; ++row) {
        std::copy_n(m_tokens.data() + row * m_stride, common, tokens.data() + row * stride);
    }
    std::vector<float> statistics(static_cast<std::size_t>(m_shape.statistics * rows * stride), 0.0F);
    for (std::int64_t row = 0; row < m_shape.statistics * rows; ++row) {
        std::copy_n(m_statistics.data() + row * m_stride, common, statistics.data() + row * stride);
    }
    m_tokens = std::move(tokens);
    m_statistics = std::move(statistics);
    m_stride = stride;
}

Result<void> KvCache::regather(std::int32_t layer, std::int32_t unit, std::int64_t capacity,
                               const std::vector<std::int32_t>& from) {
    const auto headDim = static_cast<std::size_t>(m_shape.headDim);
    const std::size_t size = static_cast<std::size_t>(capacity) * headDim * bytesOf(m_shape.dtype);
    const std::size_t element = bytesOf(m_shape.dtype);
    const std::int32_t perUnit = m_shape.storedPerUnit();
    std::vector<Stored> made(static_cast<std::size_t>(perUnit));
    for (std::int32_t i = 0; i < perUnit; ++i) {
        auto& [keys, values] = made[static_cast<std::size_t>(i)];
        KVW_TRY_ASSIGN(keys, Buffer::make(size));
        KVW_TRY_ASSIGN(values, Buffer::make(size));
        const Stored& old = stored(layer, unit * perUnit + i);
        for (std::size_t row = 0; row < from.size(); ++row) {
            const auto source = static_cast<std::size_t>(from[row]);
            for (std::size_t c = 0; c < headDim; ++c) {
                std::memcpy(keys.data() + keyOffset(row, c, headDim) * element,
                            old.keys.data() + keyOffset(source, c, headDim) * element, element);
            }
            std::memcpy(values.data() + row * headDim * element, old.values.data() + source * headDim * element,
                        headDim * element);
        }
    }
    std::move(made.begin(), made.end(), &stored(layer, unit * perUnit));
    return {};
}

void KvCache::copyRows(std::int32_t layer, std::int32_t unit) {
    for (std::int32_t i = 0; i < m_shape.storedPerUnit(); ++i) {
        Stored& head = stored(layer, unit * m_shape.storedPerUnit() + i);
        head = Stored(head);
    }
}

Result<void> KvCache::reserve(std::int32_t layer, std::int64_t incoming) {
    for (std::int32_t unit = 0; unit < m_shape.units; ++unit) {
        Unit& u = unitAt(layer, unit);
        if (m_shape.coded()) {
            KVW_TRY(coded(layer, unit).reserve(incoming));
        }
        const std::int64_t needed = u.held + incoming;
        if (needed <= u.capacity) {
            if (m_shape.concatenates) {
                copyRows(layer, unit);
            }
            continue;
        }
        // A full unit that grows token by token grows by an eighth, so that copies stay rare; a pass of known size gets
        // exactly what it needs.
        const std::int64_t grown =
            incoming == 1 && u.capacity > 0 ? std::max(needed, u.capacity + std::max(kTile, u.capacity / 8)) : needed;
        const std::int64_t capacity = roundToTile(grown);
        if (!m_shape.coded()) {
            std::vector<std::int32_t> same(static_cast<std::size_t>(u.used));
            std::iota(same.begin(), same.end(), 0);
            KVW_TRY(regather(layer, unit, capacity, same));
        }
        if (capacity > m_stride) {
            restride(capacity);  // first: it may throw
        }
        u.capacity = capacity;
    }
    return {};
}

void KvCache::append(std::int32_t layer, std::int64_t token, const float* keys, const float* values,
                     std::int32_t sourceHeads) {
    const auto headDim = static_cast<std::size_t>(m_shape.headDim);
    for (std::int32_t unit = 0; unit < m_shape.units; ++unit) {
        const std::int32_t slot = takeSlot(layer, unit, token);
        if (m_shape.coded()) {
            coded(layer, unit).append(slot);
        }
    }
    for (std::int32_t h = 0; h < m_shape.storedHeads; ++h) {
        const std::int32_t unit = m_shape.unitOfStored(h);
        const auto slot = static_cast<std::size_t>(unitAt(layer, unit).newest);
        const auto source = static_cast<std::size_t>(h * sourceHeads / m_shape.storedHeads) * headDim;
        if (m_shape.coded()) {
            coded(layer, unit).store(h % m_shape.storedPerUnit(), keys + source, values + source);
            continue;
        }
        Stored& s = stored(layer, h);
        storeKey(s.keys.data(), m_shape.dtype, slot, headDim, keys + source);
        storeValue(s.values.data(), m_shape.dtype, slot, headDim, values + source);
    }
}

void KvCache::insert(std::int32_t layer, std::int32_t unit, std::int64_t token, const float* keys,
                     const float* values) {
    assert(!m_shape.coded());
    const auto headDim = static_cast<std::size_t>(m_shape.headDim);
    Unit& u = unitAt(layer, unit);
    const std::int32_t newest = u.newest;
    const auto slot = static_cast<std::size_t>(takeSlot(layer, unit, token));
    u.newest = newest;
    for (std::int32_t i = 0; i < m_shape.storedPerUnit(); ++i) {
        Stored& s = stored(layer, unit * m_shape.storedPerUnit() + i);
        const std::size_t source = static_cast<std::size_t>(i) * headDim;
        storeKey(s.keys.data(), m_shape.dtype, slot, headDim, keys + source);
        storeValue(s.values.data(), m_shape.dtype, slot, headDim, values + source);
    }
}

std::int32_t KvCache::takeSlot(std::int32_t layer, std::int32_t unit, std::int64_t token) {
    Unit& u = unitAt(layer, unit);
    if (u.free.empty()) {
        assert(u.used < u.capacity);
        u.newest = static_cast<std::int32_t>(u.used++);
    } else {
        u.newest = u.free.back();
        u.free.pop_back();
    }
    ++u.held;
    table(layer, unit)[u.newest] = token;
    for (std::int32_t s = 0; s < m_shape.statistics; ++s) {
        statistic(s, layer, unit)[u.newest] = 0.0F;
    }
    return u.newest;
}

std::int32_t KvCache::slotOfNewest(std::int32_t layer, std::int32_t unit) const {
    return unitAt(layer, unit).newest;
}

void KvCache::evict(std::int32_t layer, std::int32_t unit, std::span<const std::int32_t> slots) {
    Unit& u = unitAt(layer, unit);
    std::int64_t* tokens = table(layer, unit);
    for (const std::int32_t slot : slots) {
        assert(tokens[slot] >= 0);
        tokens[slot] = -1;
        u.free.push_back(slot);
    }
    u.held -= static_cast<std::int64_t>(slots.size());
    if (m_shape.coded()) {
        coded(layer, unit).evict(slots);
    }
    if (m_shape.concatenates) {
        copyRows(layer, unit);
    }
    // Lowest slots are filled first, so the order is the same on every machine and neighbours in the text stay
    // neighbours in memory.
    std::sort(u.free.begin(), u.free.end(), std::greater<>());
}

Result<void> KvCache::compact(std::int32_t layer, std::int64_t spare) {
    std::vector<std::int32_t> from;
    for (std::int32_t unit = 0; unit < m_shape.units; ++unit) {
        Unit& u = unitAt(layer, unit);
        const std::int64_t capacity = roundToTile(u.held + spare);
        if (capacity < u.capacity) {
            slotsInTokenOrder(layer, unit, from);
            if (m_shape.coded()) {
                coded(layer, unit).renumber(from);
            } else if (auto done = regather(layer, unit, capacity, from); !done) {
                return done;
            }
            renumberTables(layer, unit, from);
            u.capacity = capacity;
            u.used = u.held;
            u.free.clear();
            u.newest = static_cast<std::int32_t>(u.used) - 1;
        }
        if (m_shape.coded()) {
            KVW_TRY(coded(layer, unit).shrink(spare));
        }
    }
    return {};
}

void KvCache::renumberTables(std::int32_t layer, std::int32_t unit, const std::vector<std::int32_t>& from) {
    const auto move = [this, &from](auto* values, auto none) {
        std::vector<decltype(none)> moved(from.size());
        for (std::size_t i = 0; i < from.size(); ++i) {
            moved[i] = values[from[i]];
        }
        std::fill_n(values, m_stride, none);
        std::copy(moved.begin(), moved.end(), values);
    };
    move(table(layer, unit), std::int64_t{-1});
    for (std::int32_t s = 0; s < m_shape.statistics; ++s) {
        move(statistic(s, layer, unit), 0.0F);
    }
}

Result<void> KvCache::encode(std::int32_t firstLayer, std::int32_t layers, RowEncoder& encoder, CodingError* error) {
    if (!m_shape.coded()) {
        return {};
    }
    const auto first = static_cast<std::size_t>(firstLayer * m_shape.units);
    const auto count = static_cast<std::size_t>(layers * m_shape.units);
    const auto nameOf = [&](std::size_t unit) {
        return fmt::format("layer {}", (first + unit) / static_cast<std::size_t>(m_shape.units));
    };
    return encodeBlocks(std::span(m_coded).subspan(first, count), encoder, nameOf, error);
}

void KvCache::adopt(const KvCache& other) {
    assert(!m_shape.coded() && !other.m_shape.coded() && m_shape.storedHeads == other.m_shape.storedHeads);
    m_stored = std::vector<Stored>(other.m_stored);
    m_stride = other.m_stride;
    const auto rows = static_cast<std::int64_t>(m_shape.layers) * m_shape.units;
    m_tokens.assign(static_cast<std::size_t>(rows * m_stride), -1);
    m_statistics.assign(static_cast<std::size_t>(m_shape.statistics * rows * m_stride), 0.0F);
    for (std::int32_t layer = 0; layer < m_shape.layers; ++layer) {
        for (std::int32_t unit = 0; unit < m_shape.units; ++unit) {
            const std::int32_t source = unit * other.m_shape.units / m_shape.units;
            unitAt(layer, unit) = other.unitAt(layer, source);
            std::copy_n(other.table(layer, source), m_stride, table(layer, unit));
        }
    }
}

void KvCache::shrinkTables() {
    std::int64_t stride = kTile;
    for (const Unit& u : m_units) {
        stride = std::max(stride, u.capacity);
    }
    if (stride < m_stride) {
        restride(stride);
    }
}

std::int64_t KvCache::heldTotal() const {
    std::int64_t total = 0;
    for (const Unit& u : m_units) {
        total += u.held;
    }
    return total * m_shape.storedPerUnit();
}

std::span<const std::int64_t> KvCache::tokens(std::int32_t layer, std::int32_t unit) const {
    return {table(layer, unit), static_cast<std::size_t>(used(layer, unit))};
}

void KvCache::slotsInTokenOrder(std::int32_t layer, std::int32_t unit, std::vector<std::int32_t>& slots) const {
    const auto held = tokens(layer, unit);
    slots.clear();
    bool sorted = true;
    std::int64_t last = -1;
    for (std::size_t slot = 0; slot < held.size(); ++slot) {
        if (held[slot] >= 0) {
            slots.push_back(static_cast<std::int32_t>(slot));
            sorted = sorted && held[slot] > last;
            last = held[slot];
        }
    }
    if (!sorted) {
        std::sort(slots.begin(), slots.end(), [held](std::int32_t a, std::int32_t b) {
            return held[static_cast<std::size_t>(a)] < held[static_cast<std::size_t>(b)];
        });
    }
}

HeadSlots KvCache::slots(std::int32_t layer, std::int32_t storedHead, const RotateOnRead* rotation) const {
    const std::int32_t unit = m_shape.unitOfStored(storedHead);
    HeadSlots slots{nullptr,
                    nullptr,
                    m_shape.dtype,
                    table(layer, unit),
                    static_cast<std::size_t>(used(layer, unit)),
                    static_cast<std::size_t>(m_shape.headDim),
                    rotation};
    if (const CodedUnit* coded = codedUnit(layer, unit); coded != nullptr) {
        coded->view(storedHead % m_shape.storedPerUnit(), slots);
        return slots;
    }
    slots.keys = stored(layer, storedHead).keys.data();
    slots.values = stored(layer, storedHead).values.data();
    return slots;
}

void KvCache::rotateBack(std::int32_t layer, std::int32_t storedHead, const RotateBack& turn) {
    assert(m_shape.dtype == Dtype::F32);
    auto* keys = reinterpret_cast<float*>(stored(layer, storedHead).keys.data());
    rotateKeysBack(keys, static_cast<std::size_t>(used(layer, m_shape.unitOfStored(storedHead))),
                   static_cast<std::size_t>(m_shape.headDim), turn);
}

void KvCache::readKey(std::int32_t layer, std::int32_t storedHead, std::int32_t slot, float* key) const {
    if (const CodedUnit* coded = codedUnit(layer, m_shape.unitOfStored(storedHead)); coded != nullptr) {
        return coded->readKey(storedHead % m_shape.storedPerUnit(), slot, key);
    }
    loadKey(stored(layer, storedHead).keys.data(), m_shape.dtype, static_cast<std::size_t>(slot),
            static_cast<std::size_t>(m_shape.headDim), key);
}

void KvCache::readValue(std::int32_t layer, std::int32_t storedHead, std::int32_t slot, float* value) const {
    if (const CodedUnit* coded = codedUnit(layer, m_shape.unitOfStored(storedHead)); coded != nullptr) {
        return coded->readValue(storedHead % m_shape.storedPerUnit(), slot, value);
    }
    loadValue(stored(layer, storedHead).values.data(), m_shape.dtype, static_cast<std::size_t>(slot),
              static_cast<std::size_t>(m_shape.headDim), value);
}

std::int64_t KvCache::bytesLive() const {
    if (!m_shape.coded()) {
        return heldTotal() * bytesPerTokenRow();
    }
    CodedCounts total;
    for (const CodedUnit& unit : m_coded) {
        const CodedCounts counts = unit.counts();
        total.codedKeys += counts.codedKeys;
        total.fullKeys += counts.fullKeys;
        total.codedValues += counts.codedValues;
        total.fullValues += counts.fullValues;
    }
    const auto full = static_cast<double>((total.fullKeys + total.fullValues) * bytesPerTokenRow() / 2);
    const double coded = static_cast<double>(total.codedKeys) * bytesPerCodedKey() * m_shape.headDim +
                         static_cast<double>(total.codedValues) * bytesPerCodedValue() * m_shape.headDim;
    return static_cast<std::int64_t>(full * m_shape.storedPerUnit() + std::ceil(coded * m_shape.storedPerUnit()));
}

Result<void> KvCache::leaveMemory() {
    constexpr std::size_t kWorthAFile = std::size_t{256} << 10U;
    std::size_t size = 0;
    eachBuffer([&size](const Buffer& buffer) { size += buffer.chunk() == nullptr ? buffer.size() : 0; });
    if (size >= kWorthAFile) {
        auto created = MappedChunk::create(size);
        if (!created) {
            return fail(Code::Io, folderForTemporaries(), systemReason(created.error()));
        }
        const std::shared_ptr<MappedChunk> chunk = std::move(*created);
        std::size_t offset = 0;
        eachBuffer([&](Buffer& buffer) {
            if (buffer.chunk() == nullptr) {
                const std::size_t bytes = buffer.size();
                buffer.moveTo(chunk, offset);
                offset += bytes;
            }
        });
    }
    const MappedChunk* last = nullptr;
    eachBuffer([&last](const Buffer& buffer) {
        if (const MappedChunk* chunk = buffer.chunk(); chunk != nullptr && chunk != last) {
            chunk->leaveMemory(0, chunk->size());
            last = chunk;
        }
    });
    return {};
}

std::int64_t KvCache::bytesAllocated() const {
    std::int64_t bytes = 0;
    for (const CodedUnit& unit : m_coded) {
        bytes += unit.bytesAllocated();
    }
    if (m_shape.coded()) {
        return bytes;
    }
    std::int64_t slots = 0;
    for (const Unit& u : m_units) {
        slots += u.capacity;
    }
    return slots * m_shape.storedPerUnit() * bytesPerTokenRow();
}

double KvCache::bytesPerCodedKey() const {
    return bytesPerCode(m_shape, m_shape.codes.keyGroup);
}

double KvCache::bytesPerCodedValue() const {
    return bytesPerCode(m_shape, m_shape.codes.valuesShared());
}

}  // namespace kvw
