// SPDX-License-Identifier: Apache-2.0
// Part of CodedUnit that codes blocks of the tail: finds storage for the codes, writes them and moves them unchanged.
#include <algorithm>
#include <array>
#include <cstring>

#include "core/cache/coded_unit.h"

namespace kvw {

namespace {

std::size_t ceilDivide(std::size_t count, std::size_t by) {
    return (count + by - 1) / by;
}

/// Places of `needed` new entries beside the live ones.
struct Places {
    bool pack = false;                  ///< the live entries must be packed first, in their order
    std::vector<std::int32_t> live;     ///< indices before packing
    std::vector<std::int32_t> targets;  ///< indices after packing
};

Places placesFor(std::size_t needed, const std::vector<char>& isLive) {
    Places places;
    std::vector<std::int32_t> dead;
    for (std::size_t i = 0; i < isLive.size(); ++i) {
        (isLive[i] != 0 ? places.live : dead).push_back(static_cast<std::int32_t>(i));
    }
    places.pack = dead.size() != needed;
    places.targets = places.pack ? std::vector<std::int32_t>(needed) : dead;
    for (std::size_t i = 0; places.pack && i < needed; ++i) {
        places.targets[i] = static_cast<std::int32_t>(places.live.size() + i);
    }
    return places;
}

}  // namespace

Result<CodedUnit::Block> CodedUnit::beginBlock() {
    const std::int64_t count = tailKeys() - tailKeys() % m_shape.residual;
    Block block;
    if (count == 0) {
        return block;
    }
    for (const std::int32_t slot : m_recent) {
        if (at(m_keyAt, slot) < 0 && static_cast<std::int64_t>(block.slots.size()) < count) {
            block.slots.push_back(slot);
        }
    }
    std::vector<char> groups(m_groups, 0);
    for (std::size_t p = 0; p < m_codedKeySlots.size(); ++p) {
        if (m_codedKeySlots[p] >= 0) {
            groups[p / m_shape.format.keyGroup] = 1;
        }
    }
    const std::size_t together = m_shape.format.valueTokens;
    std::vector<char> rows(m_rows / together, 0);
    for (const std::int32_t row : m_rowOf) {
        if (row >= 0) {
            rows[static_cast<std::size_t>(row) / together] = 1;
        }
    }
    Places keys = placesFor(block.slots.size() / m_shape.format.keyGroup, groups);
    Places values = placesFor(block.slots.size() / together, rows);
    if (keys.pack) {
        KVW_TRY(packGroups(keys.live, keys.live.size() + keys.targets.size()));
    }
    if (values.pack) {
        KVW_TRY(packRows(values.live, values.live.size() + values.targets.size()));
    }
    block.groups = std::move(keys.targets);
    for (const std::int32_t first : values.targets) {
        for (std::size_t t = 0; t < together; ++t) {
            block.rows.push_back(static_cast<std::int32_t>(static_cast<std::size_t>(first) * together + t));
        }
    }
    return block;
}

void CodedUnit::endBlock(const Block& block) {
    const std::size_t group = m_shape.format.keyGroup;
    for (std::size_t i = 0; i < block.slots.size(); ++i) {
        const std::int32_t slot = block.slots[i];
        const auto index = static_cast<std::size_t>(slot);
        const std::size_t position = static_cast<std::size_t>(block.groups[i / group]) * group + i % group;
        m_keySlots[static_cast<std::size_t>(~m_keyAt[index])] = -1;
        m_freeKeys.push_back(~m_keyAt[index]);
        m_keyAt[index] = static_cast<std::int32_t>(position);
        m_codedKeySlots[position] = slot;
        m_rowOf[index] = block.rows[i];
    }
    std::sort(m_freeKeys.begin(), m_freeKeys.end(), std::greater<>());
}

void CodedUnit::gatherKeys(const Block& block, std::size_t i, std::int32_t head, float* rows) const {
    const Storage& storage = m_heads[static_cast<std::size_t>(head)];
    const std::size_t group = m_shape.format.keyGroup;
    std::vector<float> key(headDim());
    for (std::size_t t = 0; t < group; ++t) {
        const auto position = static_cast<std::size_t>(~at(m_keyAt, block.slots[i * group + t]));
        loadKey(storage.keys.data(), m_shape.dtype, position, headDim(), key.data());
        for (std::size_t c = 0; c < headDim(); ++c) {
            rows[c * group + t] = key[c];
        }
    }
}

void CodedUnit::gatherValues(const Block& block, std::size_t i, std::int32_t head, float* rows) const {
    const std::size_t tokens = m_shape.format.valueTokens;
    std::vector<float> value(headDim());
    for (std::size_t t = 0; t < tokens; ++t) {
        readValue(head, block.slots[i * tokens + t], value.data());
        for (std::size_t c = 0; c < headDim(); ++c) {
            rows[c * tokens + t] = value[c];
        }
    }
}

void CodedUnit::putKeys(std::int32_t head, std::int32_t group, const std::uint8_t* codes, const float* scales,
                        const float* minimums) {
    Storage& storage = m_heads[static_cast<std::size_t>(head)];
    const std::size_t tokens = m_shape.format.keyGroup;
    const std::size_t first = static_cast<std::size_t>(group) * tokens;
    for (std::size_t c = 0; c < headDim(); ++c) {
        for (std::size_t t = 0; t < tokens; ++t) {
            const std::size_t p = first + t;
            storeCode(storage.keyCodes.data() + (p / kTileSlots * headDim() + c) * wordBytes(), m_shape.format.width,
                      p % kTileSlots, codes[c * tokens + t]);
        }
    }
    const std::size_t numbers = static_cast<std::size_t>(group) * headDim() * numberBytes();
    narrow(scales, m_shape.format.scale, storage.keyScales.data() + numbers, headDim());
    narrow(minimums, m_shape.format.scale, storage.keyMinimums.data() + numbers, headDim());
}

void CodedUnit::putValues(std::int32_t head, std::int32_t row, const std::uint8_t* codes, const float* scales,
                          const float* minimums) {
    Storage& storage = m_heads[static_cast<std::size_t>(head)];
    const std::size_t tokens = m_shape.format.valueTokens;
    const auto first = static_cast<std::size_t>(row);
    for (std::size_t t = 0; t < tokens; ++t) {
        for (std::size_t c = 0; c < headDim(); ++c) {
            storeCode(storage.valueCodes.data() + ((first + t) * rowWords() + c / kTileSlots) * wordBytes(),
                      m_shape.format.width, c % kTileSlots, codes[c * tokens + t]);
        }
    }
    const std::size_t numbers = first / tokens * rowGroups() * numberBytes();
    narrow(scales, m_shape.format.scale, storage.valueScales.data() + numbers, rowGroups());
    narrow(minimums, m_shape.format.scale, storage.valueMinimums.data() + numbers, rowGroups());
}

void CodedUnit::moveGroup(const Storage& from, std::size_t group, Storage& to, std::size_t target) const {
    const std::size_t tokens = m_shape.format.keyGroup;
    const std::size_t numbers = headDim() * numberBytes();
    std::memcpy(to.keyScales.data() + target * numbers, from.keyScales.data() + group * numbers, numbers);
    std::memcpy(to.keyMinimums.data() + target * numbers, from.keyMinimums.data() + group * numbers, numbers);
    if (tokens % kTileSlots == 0) {
        const std::size_t bytes = tokens / kTileSlots * headDim() * wordBytes();
        std::memcpy(to.keyCodes.data() + target * bytes, from.keyCodes.data() + group * bytes, bytes);
        return;
    }
    for (std::size_t t = 0; t < tokens; ++t) {
        const std::size_t source = group * tokens + t;
        const std::size_t p = target * tokens + t;
        for (std::size_t c = 0; c < headDim(); ++c) {
            const std::uint8_t code =
                loadCode(from.keyCodes.data() + (source / kTileSlots * headDim() + c) * wordBytes(),
                         m_shape.format.width, source % kTileSlots);
            storeCode(to.keyCodes.data() + (p / kTileSlots * headDim() + c) * wordBytes(), m_shape.format.width,
                      p % kTileSlots, code);
        }
    }
}

Result<void> CodedUnit::packGroups(const std::vector<std::int32_t>& kept, std::size_t groups) {
    const std::size_t tokens = m_shape.format.keyGroup;
    const std::size_t positions = roundToTile(groups * tokens);
    // Positions from the last group to the end of its tile are read too, and ignored; they need scales of their own.
    const std::size_t numbers = ceilDivide(positions, tokens) * headDim() * numberBytes();
    std::vector<Storage> packed(m_heads.size());
    for (std::size_t h = 0; h < m_heads.size(); ++h) {
        KVW_TRY_ASSIGN(packed[h].keyCodes, Buffer::make(positions / kTileSlots * headDim() * wordBytes()));
        KVW_TRY_ASSIGN(packed[h].keyScales, Buffer::make(numbers));
        KVW_TRY_ASSIGN(packed[h].keyMinimums, Buffer::make(numbers));
        for (std::size_t i = 0; i < kept.size(); ++i) {
            moveGroup(m_heads[h], static_cast<std::size_t>(kept[i]), packed[h], i);
        }
    }
    for (std::size_t h = 0; h < m_heads.size(); ++h) {
        m_heads[h].keyCodes = std::move(packed[h].keyCodes);
        m_heads[h].keyScales = std::move(packed[h].keyScales);
        m_heads[h].keyMinimums = std::move(packed[h].keyMinimums);
    }
    std::vector<std::int32_t> slots(positions, -1);
    for (std::size_t i = 0; i < kept.size(); ++i) {
        for (std::size_t t = 0; t < tokens; ++t) {
            const std::size_t p = i * tokens + t;
            slots[p] = m_codedKeySlots[static_cast<std::size_t>(kept[i]) * tokens + t];
            if (slots[p] >= 0) {
                m_keyAt[static_cast<std::size_t>(slots[p])] = static_cast<std::int32_t>(p);
            }
        }
    }
    m_codedKeySlots = std::move(slots);
    m_groups = groups;
    return {};
}

Result<void> CodedUnit::packRows(const std::vector<std::int32_t>& kept, std::size_t groups) {
    const std::size_t tokens = m_shape.format.valueTokens;
    const std::size_t codeBytes = tokens * rowWords() * wordBytes();
    const std::size_t numberRow = rowGroups() * numberBytes();
    std::vector<std::array<Buffer, 3>> packed(m_heads.size());
    for (std::size_t h = 0; h < m_heads.size(); ++h) {
        const std::array<std::pair<Buffer Storage::*, std::size_t>, 3> parts{{{&Storage::valueCodes, codeBytes},
                                                                              {&Storage::valueScales, numberRow},
                                                                              {&Storage::valueMinimums, numberRow}}};
        for (std::size_t part = 0; part < parts.size(); ++part) {
            const auto [member, bytes] = parts[part];
            KVW_TRY_ASSIGN(auto buffer, Buffer::make(groups * bytes));
            for (std::size_t i = 0; i < kept.size(); ++i) {
                std::memcpy(buffer.data() + i * bytes,
                            (m_heads[h].*member).data() + static_cast<std::size_t>(kept[i]) * bytes, bytes);
            }
            packed[h][part] = std::move(buffer);
        }
    }
    for (std::size_t h = 0; h < m_heads.size(); ++h) {
        m_heads[h].valueCodes = std::move(packed[h][0]);
        m_heads[h].valueScales = std::move(packed[h][1]);
        m_heads[h].valueMinimums = std::move(packed[h][2]);
    }
    std::vector<std::int32_t> now(m_rows, -1);
    std::vector<std::int32_t> slots(roundToTile(groups * tokens), -1);
    for (std::size_t i = 0; i < kept.size() * tokens; ++i) {
        const std::size_t from = static_cast<std::size_t>(kept[i / tokens]) * tokens + i % tokens;
        now[from] = static_cast<std::int32_t>(i);
        slots[i] = m_codedValueSlots[from];
    }
    for (std::size_t slot = 0; slot < m_rowOf.size(); ++slot) {
        m_rowOf[slot] = m_rowOf[slot] < 0 ? -1 : at(now, m_rowOf[slot]);
        m_valueAt[slot] = m_valueAt[slot] < 0 ? m_valueAt[slot] : at(now, m_valueAt[slot]);
    }
    m_codedValueSlots = std::move(slots);
    m_rows = groups * tokens;
    return {};
}

}  // namespace kvw
