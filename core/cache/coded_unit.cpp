// SPDX-License-Identifier: Apache-2.0
#include "core/cache/coded_unit.h"

#include <cassert>
#include <cstring>
#include <numeric>

namespace kvw {

namespace {

constexpr std::int64_t kTile = static_cast<std::int64_t>(kTileSlots);

std::vector<std::int32_t> upTo(std::int64_t count) {
    std::vector<std::int32_t> list(static_cast<std::size_t>(count));
    std::iota(list.begin(), list.end(), 0);
    return list;
}

/// Returns the new capacity: `needed`, or an eighth more if a buffer grows token by token, but no slack beyond `most`.
std::int64_t grown(std::int64_t needed, std::int64_t capacity, std::int64_t incoming, std::int64_t most) {
    if (incoming > 1 || capacity == 0) {
        return needed;
    }
    return std::max(needed, std::min(capacity + std::max(kTile, capacity / 8), most));
}

/// Returns the free positions in descending order: they are taken from the back, so the lowest goes first.
std::vector<std::int32_t> freeOf(const std::vector<std::int32_t>& slots, std::int64_t capacity) {
    std::vector<std::int32_t> free;
    for (std::int64_t p = capacity; p-- > 0;) {
        if (slots[static_cast<std::size_t>(p)] < 0) {
            free.push_back(static_cast<std::int32_t>(p));
        }
    }
    return free;
}

}  // namespace

CodedUnit::CodedUnit(const CodedShape& shape) : m_shape(shape), m_heads(static_cast<std::size_t>(shape.heads)) {}

std::size_t CodedUnit::rowWords() const noexcept {
    return (headDim() + kTileSlots - 1) / kTileSlots;
}

std::size_t CodedUnit::rowGroups() const noexcept {
    return headDim() / m_shape.format.valueGroup;
}

std::int64_t CodedUnit::tailKeys() const noexcept {
    return m_keyCapacity - static_cast<std::int64_t>(m_freeKeys.size());
}

Result<void> CodedUnit::reserve(std::int64_t incoming) {
    const std::int64_t keys = tailKeys() + incoming;
    const std::int64_t values = static_cast<std::int64_t>(m_recent.size()) + incoming;
    if (keys <= m_keyCapacity && values <= m_valueCapacity) {
        return {};
    }
    const std::int64_t keyCapacity =
        keys <= m_keyCapacity ? m_keyCapacity : grown(keys, m_keyCapacity, incoming, m_shape.residual);
    const std::int64_t valueCapacity =
        values <= m_valueCapacity ? m_valueCapacity : grown(values, m_valueCapacity, incoming, m_shape.residual + 1);
    return regatherTail(roundToTile(keyCapacity), valueCapacity, upTo(m_keyCapacity), upTo(m_valueCapacity));
}

Result<void> CodedUnit::shrink(std::int64_t spare) {
    const std::int64_t keys = roundToTile(tailKeys() + spare);
    const std::int64_t values = static_cast<std::int64_t>(m_recent.size()) + spare;
    if (keys >= m_keyCapacity && values >= m_valueCapacity) {
        return {};
    }
    std::vector<std::int32_t> keyFrom, rowFrom;
    for (const std::int32_t slot : m_recent) {
        if (at(m_keyAt, slot) < 0) {
            keyFrom.push_back(~at(m_keyAt, slot));
        }
        rowFrom.push_back(~at(m_valueAt, slot));
    }
    return regatherTail(keys, values, keyFrom, rowFrom);
}

Result<void> CodedUnit::regatherTail(std::int64_t keys, std::int64_t values, const std::vector<std::int32_t>& keyFrom,
                                     const std::vector<std::int32_t>& rowFrom) {
    const std::size_t element = bytesOf(m_shape.dtype);
    const std::size_t rowBytes = headDim() * element;
    std::vector<Storage> made(m_heads.size());
    for (std::size_t h = 0; h < m_heads.size(); ++h) {
        const Storage& old = m_heads[h];
        KVW_TRY_ASSIGN(made[h].keys, Buffer::make(static_cast<std::size_t>(keys) * rowBytes));
        KVW_TRY_ASSIGN(made[h].values, Buffer::make(static_cast<std::size_t>(values) * rowBytes));
        for (std::size_t i = 0; i < keyFrom.size(); ++i) {
            const auto source = static_cast<std::size_t>(keyFrom[i]);
            for (std::size_t c = 0; c < headDim(); ++c) {
                std::memcpy(made[h].keys.data() + keyOffset(i, c, headDim()) * element,
                            old.keys.data() + keyOffset(source, c, headDim()) * element, element);
            }
        }
        for (std::size_t i = 0; i < rowFrom.size(); ++i) {
            std::memcpy(made[h].values.data() + i * rowBytes,
                        old.values.data() + static_cast<std::size_t>(rowFrom[i]) * rowBytes, rowBytes);
        }
    }
    for (std::size_t h = 0; h < m_heads.size(); ++h) {
        m_heads[h].keys = std::move(made[h].keys);
        m_heads[h].values = std::move(made[h].values);
    }
    const auto relist = [](std::vector<std::int32_t>& slots, const std::vector<std::int32_t>& from,
                           std::int64_t capacity, std::vector<std::int32_t>& placeOf) {
        std::vector<std::int32_t> moved(roundToTile(static_cast<std::size_t>(capacity)), -1);
        for (std::size_t i = 0; i < from.size(); ++i) {
            moved[i] = slots[static_cast<std::size_t>(from[i])];
            if (moved[i] >= 0) {
                placeOf[static_cast<std::size_t>(moved[i])] = ~static_cast<std::int32_t>(i);
            }
        }
        slots = std::move(moved);
        return freeOf(slots, capacity);
    };
    m_freeKeys = relist(m_keySlots, keyFrom, keys, m_keyAt);
    m_freeValues = relist(m_valueSlots, rowFrom, values, m_valueAt);
    m_keyCapacity = keys;
    m_valueCapacity = values;
    return {};
}

void CodedUnit::append(std::int32_t slot) {
    assert(!m_freeKeys.empty() && !m_freeValues.empty());
    const auto index = static_cast<std::size_t>(slot);
    if (index >= m_keyAt.size()) {
        m_keyAt.resize(index + 1, kNowhere);
        m_valueAt.resize(index + 1, kNowhere);
        m_rowOf.resize(index + 1, -1);
    }
    const auto take = [slot](std::vector<std::int32_t>& free, std::vector<std::int32_t>& slots) {
        const std::int32_t position = free.back();
        free.pop_back();
        slots[static_cast<std::size_t>(position)] = slot;
        return ~position;
    };
    m_keyAt[index] = take(m_freeKeys, m_keySlots);
    m_valueAt[index] = take(m_freeValues, m_valueSlots);
    m_rowOf[index] = -1;
    m_recent.push_back(slot);
    m_newest = slot;
    ++m_held;
}

void CodedUnit::store(std::int32_t head, const float* key, const float* value) {
    Storage& storage = m_heads[static_cast<std::size_t>(head)];
    storeKey(storage.keys.data(), m_shape.dtype, static_cast<std::size_t>(~at(m_keyAt, m_newest)), headDim(), key);
    storeValue(storage.values.data(), m_shape.dtype, static_cast<std::size_t>(~at(m_valueAt, m_newest)), headDim(),
               value);
}

void CodedUnit::evict(std::span<const std::int32_t> slots) {
    const auto leave = [](std::int32_t place, std::vector<std::int32_t>& coded, std::vector<std::int32_t>& full,
                          std::vector<std::int32_t>& free) {
        if (place >= 0) {
            coded[static_cast<std::size_t>(place)] = -1;
        } else {
            full[static_cast<std::size_t>(~place)] = -1;
            free.push_back(~place);
        }
    };
    m_held -= static_cast<std::int64_t>(slots.size());
    bool recent = false;
    for (const std::int32_t slot : slots) {
        const auto index = static_cast<std::size_t>(slot);
        recent = recent || m_valueAt[index] < 0;
        leave(m_keyAt[index], m_codedKeySlots, m_keySlots, m_freeKeys);
        leave(m_valueAt[index], m_codedValueSlots, m_valueSlots, m_freeValues);
        m_keyAt[index] = m_valueAt[index] = kNowhere;
        m_rowOf[index] = -1;
    }
    if (recent) {
        std::erase_if(m_recent, [this](std::int32_t slot) { return at(m_valueAt, slot) == kNowhere; });
        std::sort(m_freeKeys.begin(), m_freeKeys.end(), std::greater<>());
        std::sort(m_freeValues.begin(), m_freeValues.end(), std::greater<>());
    }
}

void CodedUnit::renumber(std::span<const std::int32_t> from) {
    std::vector<std::int32_t> now(m_keyAt.size(), -1);
    for (std::size_t i = 0; i < from.size(); ++i) {
        now[static_cast<std::size_t>(from[i])] = static_cast<std::int32_t>(i);
    }
    for (std::vector<std::int32_t>* places : {&m_keyAt, &m_valueAt, &m_rowOf}) {
        std::vector<std::int32_t> moved(from.size());
        for (std::size_t i = 0; i < from.size(); ++i) {
            moved[i] = at(*places, from[i]);
        }
        *places = std::move(moved);
    }
    for (std::vector<std::int32_t>* slots :
         {&m_keySlots, &m_valueSlots, &m_codedKeySlots, &m_codedValueSlots, &m_recent}) {
        for (std::int32_t& slot : *slots) {
            slot = slot < 0 ? -1 : at(now, slot);
        }
    }
    m_newest = -1;
}

void CodedUnit::measureValues(std::span<const std::int32_t> slots, CodingError::Sums& error) const {
    std::vector<float> value(headDim()), decoded(headDim());
    for (const std::int32_t slot : slots) {
        const auto index = static_cast<std::size_t>(slot);
        for (const Storage& head : m_heads) {
            loadValue(head.values.data(), m_shape.dtype, static_cast<std::size_t>(~m_valueAt[index]), headDim(),
                      value.data());
            loadCodedValue(codedView(head), headDim(), static_cast<std::size_t>(m_rowOf[index]), decoded.data());
            error.add(value, decoded);
        }
    }
}

void CodedUnit::settleValues(CodingError::Sums* error) {
    const auto most = static_cast<std::size_t>(m_shape.residual);
    if (m_recent.size() <= most) {
        return;
    }
    const auto end = m_recent.begin() + static_cast<std::ptrdiff_t>(m_recent.size() - most);
    if (error != nullptr) {
        measureValues({m_recent.begin(), end}, *error);
    }
    for (auto slot = m_recent.begin(); slot != end; ++slot) {
        const auto index = static_cast<std::size_t>(*slot);
        assert(m_rowOf[index] >= 0);  // keys are coded no later than values
        m_valueSlots[static_cast<std::size_t>(~m_valueAt[index])] = -1;
        m_freeValues.push_back(~m_valueAt[index]);
        m_valueAt[index] = m_rowOf[index];
        m_codedValueSlots[static_cast<std::size_t>(m_rowOf[index])] = *slot;
    }
    m_recent.erase(m_recent.begin(), end);
    std::sort(m_freeValues.begin(), m_freeValues.end(), std::greater<>());
}

CodedCounts CodedUnit::counts() const noexcept {
    const auto values = static_cast<std::int64_t>(m_recent.size());
    return {m_held - tailKeys(), tailKeys(), m_held - values, values};
}

CodedSlots CodedUnit::codedView(const Storage& storage) const {
    return {m_shape.format,
            m_keySlots.data(),
            m_keySlots.size(),
            m_valueSlots.data(),
            static_cast<std::size_t>(m_valueCapacity),
            m_codedKeySlots.data(),
            m_codedKeySlots.size(),
            storage.keyCodes.data(),
            storage.keyScales.data(),
            storage.keyMinimums.data(),
            m_codedValueSlots.data(),
            m_rows,
            storage.valueCodes.data(),
            storage.valueScales.data(),
            storage.valueMinimums.data()};
}

void CodedUnit::view(std::int32_t head, HeadSlots& slots) const {
    const Storage& storage = m_heads[static_cast<std::size_t>(head)];
    slots.keys = storage.keys.data();
    slots.values = storage.values.data();
    slots.coded = codedView(storage);
}

void CodedUnit::readKey(std::int32_t head, std::int32_t slot, float* key) const {
    const Storage& storage = m_heads[static_cast<std::size_t>(head)];
    const std::int32_t place = at(m_keyAt, slot);
    if (place >= 0) {
        loadCodedKey(codedView(storage), headDim(), static_cast<std::size_t>(place), key);
    } else {
        loadKey(storage.keys.data(), m_shape.dtype, static_cast<std::size_t>(~place), headDim(), key);
    }
}

void CodedUnit::readValue(std::int32_t head, std::int32_t slot, float* value) const {
    const Storage& storage = m_heads[static_cast<std::size_t>(head)];
    const std::int32_t place = at(m_valueAt, slot);
    if (place >= 0) {
        loadCodedValue(codedView(storage), headDim(), static_cast<std::size_t>(place), value);
    } else {
        loadValue(storage.values.data(), m_shape.dtype, static_cast<std::size_t>(~place), headDim(), value);
    }
}

std::int64_t CodedUnit::bytesAllocated() const noexcept {
    const std::size_t tail =
        static_cast<std::size_t>(m_keyCapacity + m_valueCapacity) * headDim() * bytesOf(m_shape.dtype);
    const std::size_t positions = m_codedKeySlots.size();
    const std::size_t groups = (positions + m_shape.format.keyGroup - 1) / m_shape.format.keyGroup;
    const std::size_t keys = positions / kTileSlots * headDim() * wordBytes() + groups * headDim() * 2 * numberBytes();
    const std::size_t values =
        m_rows * rowWords() * wordBytes() + m_rows / m_shape.format.valueTokens * rowGroups() * 2 * numberBytes();
    return static_cast<std::int64_t>((tail + keys + values) * m_heads.size());
}

}  // namespace kvw
