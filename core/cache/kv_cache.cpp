// SPDX-License-Identifier: Apache-2.0
#include "core/cache/kv_cache.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <cstring>
#include <numeric>

#include <fmt/format.h>

namespace kvw {

namespace {

constexpr std::int64_t kTile = static_cast<std::int64_t>(kTileSlots);
constexpr std::size_t kCacheLine = 64;

std::int64_t roundToTile(std::int64_t slots) {
    return (slots + kTile - 1) / kTile * kTile;
}

void freeBytes(std::byte* bytes) {
    std::free(bytes);  // NOLINT: made by aligned_alloc
}

}  // namespace

KvCache::Buffer::Buffer() : bytes(nullptr, &freeBytes) {}

Result<KvCache::Buffer> KvCache::Buffer::make(std::size_t size) {
    Buffer buffer;
    if (size == 0) {
        return buffer;
    }
    const std::size_t rounded = (size + kCacheLine - 1) / kCacheLine * kCacheLine;
    buffer.bytes.reset(static_cast<std::byte*>(std::aligned_alloc(kCacheLine, rounded)));
    if (!buffer.bytes) {
        return fail(Code::OutOfMemory, "cache", fmt::format("no memory for a buffer of {} bytes", rounded));
    }
    std::memset(buffer.bytes.get(), 0, rounded);
    buffer.size = rounded;
    return buffer;
}

KvCache::KvCache(const CacheShape& shape)
    : m_shape(shape),
      m_units(static_cast<std::size_t>(shape.layers * shape.units)),
      m_stored(static_cast<std::size_t>(shape.layers * shape.storedHeads)) {}

KvCache::KvCache(const KvCache& other)
    : m_shape(other.m_shape),
      m_units(other.m_units),
      m_stored(other.m_stored.size()),
      m_stride(other.m_stride),
      m_tokens(other.m_tokens),
      m_statistics(other.m_statistics) {
    const auto copy = [](const Buffer& from, Buffer& to) {
        to.bytes.reset(static_cast<std::byte*>(std::aligned_alloc(kCacheLine, std::max(from.size, kCacheLine))));
        if (!to.bytes) {
            throw std::bad_alloc();
        }
        to.size = from.size;
        if (from.size > 0) {
            std::memcpy(to.bytes.get(), from.bytes.get(), from.size);
        }
    };
    for (std::size_t i = 0; i < m_stored.size(); ++i) {
        copy(other.m_stored[i].keys, m_stored[i].keys);
        copy(other.m_stored[i].values, m_stored[i].values);
    }
}

KvCache::~KvCache() = default;

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
    for (std::int32_t h = unit * perUnit; h < (unit + 1) * perUnit; ++h) {
        auto keys = Buffer::make(size);
        auto values = Buffer::make(size);
        if (!keys || !values) {
            return tl::unexpected(!keys ? keys.error() : values.error());
        }
        Stored& old = stored(layer, h);
        for (std::size_t row = 0; row < from.size(); ++row) {
            const auto source = static_cast<std::size_t>(from[row]);
            for (std::size_t c = 0; c < headDim; ++c) {
                std::memcpy(keys->bytes.get() + keyOffset(row, c, headDim) * element,
                            old.keys.bytes.get() + keyOffset(source, c, headDim) * element, element);
            }
            std::memcpy(values->bytes.get() + row * headDim * element,
                        old.values.bytes.get() + source * headDim * element, headDim * element);
        }
        old.keys = std::move(*keys);
        old.values = std::move(*values);
    }
    return {};
}

Result<void> KvCache::reserve(std::int32_t layer, std::int64_t incoming) {
    for (std::int32_t unit = 0; unit < m_shape.units; ++unit) {
        Unit& u = head(layer, unit);
        const std::int64_t needed = u.held + incoming;
        if (needed <= u.capacity) {
            continue;
        }
        // Token by token a full unit grows by an eighth, so that the copies stay rare; a pass of known size gets what
        // it needs.
        const std::int64_t grown =
            incoming == 1 && u.capacity > 0 ? std::max(needed, u.capacity + std::max(kTile, u.capacity / 8)) : needed;
        const std::int64_t capacity = roundToTile(grown);
        std::vector<std::int32_t> same(static_cast<std::size_t>(u.used));
        std::iota(same.begin(), same.end(), 0);
        if (auto done = regather(layer, unit, capacity, same); !done) {
            return done;
        }
        u.capacity = capacity;
        if (capacity > m_stride) {
            restride(capacity);
        }
    }
    return {};
}

void KvCache::append(std::int32_t layer, std::int64_t token, const float* keys, const float* values,
                     std::int32_t sourceHeads) {
    const auto headDim = static_cast<std::size_t>(m_shape.headDim);
    for (std::int32_t unit = 0; unit < m_shape.units; ++unit) {
        Unit& u = head(layer, unit);
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
    }
    for (std::int32_t h = 0; h < m_shape.storedHeads; ++h) {
        const auto slot = static_cast<std::size_t>(head(layer, m_shape.unitOfStored(h)).newest);
        const auto source = static_cast<std::size_t>(h * sourceHeads / m_shape.storedHeads) * headDim;
        Stored& s = stored(layer, h);
        storeKey(s.keys.bytes.get(), m_shape.dtype, slot, headDim, keys + source);
        storeValue(s.values.bytes.get(), m_shape.dtype, slot, headDim, values + source);
    }
}

std::int32_t KvCache::slotOfNewest(std::int32_t layer, std::int32_t unit) const {
    return head(layer, unit).newest;
}

void KvCache::evict(std::int32_t layer, std::int32_t unit, std::span<const std::int32_t> slots) {
    Unit& u = head(layer, unit);
    std::int64_t* tokens = table(layer, unit);
    for (const std::int32_t slot : slots) {
        assert(tokens[slot] >= 0);
        tokens[slot] = -1;
        u.free.push_back(slot);
    }
    u.held -= static_cast<std::int64_t>(slots.size());
    // Lowest slots are filled first: the same order on every machine, and neighbours in text stay neighbours in memory.
    std::sort(u.free.begin(), u.free.end(), std::greater<>());
}

Result<void> KvCache::compact(std::int32_t layer, std::int64_t spare) {
    std::vector<std::int32_t> from;
    for (std::int32_t unit = 0; unit < m_shape.units; ++unit) {
        Unit& u = head(layer, unit);
        const std::int64_t capacity = roundToTile(u.held + spare);
        if (capacity >= u.capacity) {
            continue;
        }
        order(layer, unit, from);
        if (auto done = regather(layer, unit, capacity, from); !done) {
            return done;
        }
        std::int64_t* tokens = table(layer, unit);
        std::vector<std::int64_t> kept(from.size());
        for (std::size_t i = 0; i < from.size(); ++i) {
            kept[i] = tokens[from[i]];
        }
        std::fill_n(tokens, m_stride, -1);
        std::copy(kept.begin(), kept.end(), tokens);
        std::vector<float> moved(from.size());
        for (std::int32_t s = 0; s < m_shape.statistics; ++s) {
            float* values = statistic(s, layer, unit);
            for (std::size_t i = 0; i < from.size(); ++i) {
                moved[i] = values[from[i]];
            }
            std::fill_n(values, m_stride, 0.0F);
            std::copy(moved.begin(), moved.end(), values);
        }
        u.capacity = capacity;
        u.used = u.held;
        u.free.clear();
        u.newest = static_cast<std::int32_t>(u.used) - 1;
    }
    return {};
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

void KvCache::order(std::int32_t layer, std::int32_t unit, std::vector<std::int32_t>& slots) const {
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
    const Stored& s = stored(layer, storedHead);
    return {s.keys.bytes.get(),
            s.values.bytes.get(),
            m_shape.dtype,
            table(layer, unit),
            static_cast<std::size_t>(used(layer, unit)),
            static_cast<std::size_t>(m_shape.headDim),
            rotation};
}

void KvCache::turnBack(std::int32_t layer, std::int32_t storedHead, const TurnBack& turn) {
    assert(m_shape.dtype == Dtype::F32);
    auto* keys = reinterpret_cast<float*>(stored(layer, storedHead).keys.bytes.get());
    turnKeysBack(keys, static_cast<std::size_t>(used(layer, m_shape.unitOfStored(storedHead))),
                 static_cast<std::size_t>(m_shape.headDim), turn);
}

void KvCache::readKey(std::int32_t layer, std::int32_t storedHead, std::int32_t slot, float* key) const {
    loadKey(stored(layer, storedHead).keys.bytes.get(), m_shape.dtype, static_cast<std::size_t>(slot),
            static_cast<std::size_t>(m_shape.headDim), key);
}

void KvCache::readValue(std::int32_t layer, std::int32_t storedHead, std::int32_t slot, float* value) const {
    loadValue(stored(layer, storedHead).values.bytes.get(), m_shape.dtype, static_cast<std::size_t>(slot),
              static_cast<std::size_t>(m_shape.headDim), value);
}

std::int64_t KvCache::bytesLive() const {
    return heldTotal() * bytesPerTokenRow();
}

std::int64_t KvCache::bytesAllocated() const {
    std::int64_t slots = 0;
    for (const Unit& u : m_units) {
        slots += u.capacity;
    }
    return slots * m_shape.storedPerUnit() * bytesPerTokenRow();
}

}  // namespace kvw
