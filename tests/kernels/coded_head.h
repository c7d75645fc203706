// SPDX-License-Identifier: Apache-2.0
/// A stored head whose keys and values are partly codes, for kernel tests.
#pragma once

#include <algorithm>
#include <random>

#include "kernels/attention.h"
#include "tests/kernels/support.h"

namespace kvw::test {

inline std::size_t roundUp(std::size_t count, std::size_t multiple) {
    return (count + multiple - 1) / multiple * multiple;
}

struct HeadShape {
    std::size_t coded = 0;  ///< coded tokens; as many keys as values
    std::size_t full = 0;   ///< tokens in full precision
    std::size_t headDim = 64;
    CodeFormat format{2, 32, 32, Dtype::F16};
    Dtype dtype = Dtype::F32;
    float junk = 0;  ///< at positions of nobody
};

/// A stored head whose slots lie at shuffled positions, with holes. The double reference reads `keys` and `values`,
/// which are code * scale + minimum computed here.
struct CodedHead {
    explicit CodedHead(const HeadShape& shape_) : shape(shape_), used(shape.coded + shape.full + 3) {
        const std::size_t dim = shape.headDim;
        tokens.assign(used, -1);
        keys.assign(used, {});
        values.assign(used, {});
        std::vector<std::int32_t> slots(used);
        for (std::size_t i = 0; i < used; ++i) {
            slots[i] = static_cast<std::int32_t>(i);
        }
        std::shuffle(slots.begin(), slots.end(), random);
        slots.resize(shape.coded + shape.full);  // the others stay free
        for (const std::int32_t slot : slots) {
            tokens[static_cast<std::size_t>(slot)] = slot;
        }
        const auto split = slots.begin() + static_cast<std::ptrdiff_t>(shape.coded);
        place({slots.begin(), split}, codedKeySlots);
        std::shuffle(slots.begin(), split, random);
        place({slots.begin(), split}, codedValueSlots);
        place({split, slots.end()}, keySlots);
        std::shuffle(split, slots.end(), random);
        place({split, slots.end()}, valueSlots);
        fillKeys(dim);
        fillValues(dim);
        fillFull(dim);
    }

    /// Positions for the slots, every fifth a hole.
    static void place(const std::vector<std::int32_t>& slots, std::vector<std::int32_t>& positions) {
        for (std::size_t i = 0; i < slots.size(); ++i) {
            if (i % 5 == 4) {
                positions.push_back(-1);
            }
            positions.push_back(slots[i]);
        }
        positions.resize(roundUp(positions.size(), kTileSlots), -1);
    }

    std::vector<std::uint8_t> someCodes(std::size_t count) {
        std::vector<std::uint8_t> codes(count);
        for (std::uint8_t& code : codes) {
            code = static_cast<std::uint8_t>(random() & ((1U << shape.format.width) - 1U));
        }
        return codes;
    }
    /// Numbers as stored, and their bytes.
    std::vector<float> someNumbers(std::size_t count, float low, float high, std::vector<std::byte>& bytes) {
        std::vector<float> numbers(count);
        std::uniform_real_distribution<float> any(low, high);
        std::generate(numbers.begin(), numbers.end(), [&] { return any(random); });
        const Stored stored(numbers, shape.format.scale);
        bytes = stored.bytes;
        return stored.exact;
    }
    static float decoded(std::uint8_t code, float scale, float minimum) {
        const float product = static_cast<float>(code) * scale;
        return product + minimum;
    }

    void fillKeys(std::size_t dim) {
        const std::size_t positions = codedKeySlots.size();
        const std::size_t groups = roundUp(positions, shape.format.keyGroup) / shape.format.keyGroup;
        const std::vector<float> scales = someNumbers(groups * dim, 0.0F, 1.0F, keyScales);
        const std::vector<float> minimums = someNumbers(groups * dim, -1.5F, 0.5F, keyMinimums);
        const std::size_t word = codeWordBytes(shape.format.width);
        keyCodes.resize(positions / kTileSlots * dim * word);
        for (std::size_t p = 0; p < positions; ++p) {
            const std::vector<std::uint8_t> codes = someCodes(dim);
            std::vector<float> key(dim);
            for (std::size_t c = 0; c < dim; ++c) {
                storeCode(keyCodes.data() + (p / kTileSlots * dim + c) * word, shape.format.width, p % kTileSlots,
                          codes[c]);
                const std::size_t at = p / shape.format.keyGroup * dim + c;
                key[c] = decoded(codes[c], scales[at], minimums[at]);
            }
            if (codedKeySlots[p] >= 0) {
                keys[static_cast<std::size_t>(codedKeySlots[p])] = key;
            }
        }
    }
    void fillValues(std::size_t dim) {
        const std::size_t groups = dim / shape.format.valueGroup;
        const std::size_t sharing =
            roundUp(codedValueSlots.size(), shape.format.valueTokens) / shape.format.valueTokens;
        const std::vector<float> scales = someNumbers(sharing * groups, 0.0F, 1.0F, valueScales);
        const std::vector<float> minimums = someNumbers(sharing * groups, -1.5F, 0.5F, valueMinimums);
        const std::size_t word = codeWordBytes(shape.format.width);
        const std::size_t words = roundUp(dim, kTileSlots) / kTileSlots;
        valueCodes.resize(codedValueSlots.size() * words * word);
        for (std::size_t row = 0; row < codedValueSlots.size(); ++row) {
            const std::vector<std::uint8_t> codes = someCodes(dim);
            std::vector<float> value(dim);
            for (std::size_t c = 0; c < dim; ++c) {
                storeCode(valueCodes.data() + (row * words + c / kTileSlots) * word, shape.format.width, c % kTileSlots,
                          codes[c]);
                const std::size_t at = row / shape.format.valueTokens * groups + c / shape.format.valueGroup;
                value[c] = decoded(codes[c], scales[at], minimums[at]);
            }
            if (codedValueSlots[row] >= 0) {
                values[static_cast<std::size_t>(codedValueSlots[row])] = value;
            }
        }
    }
    void fillFull(std::size_t dim) {
        fullKeys.resize(keySlots.size() * dim * bytesOf(shape.dtype));
        fullValues.resize(valueSlots.size() * dim * bytesOf(shape.dtype));
        Numbers numbers(shape.full * 131 + dim);
        std::vector<float> row(dim);
        for (std::size_t p = 0; p < keySlots.size(); ++p) {
            row = keySlots[p] < 0 ? std::vector<float>(dim, shape.junk) : numbers.take(dim, 2);
            storeKey(fullKeys.data(), shape.dtype, p, dim, row.data());
            loadKey(fullKeys.data(), shape.dtype, p, dim, row.data());
            if (keySlots[p] >= 0) {
                keys[static_cast<std::size_t>(keySlots[p])] = row;
            }
            row = valueSlots[p] < 0 ? std::vector<float>(dim, shape.junk) : numbers.take(dim, 2);
            storeValue(fullValues.data(), shape.dtype, p, dim, row.data());
            loadValue(fullValues.data(), shape.dtype, p, dim, row.data());
            if (valueSlots[p] >= 0) {
                values[static_cast<std::size_t>(valueSlots[p])] = row;
            }
        }
    }

    [[nodiscard]] HeadSlots slots(const RotateOnRead* rotation = nullptr) const {
        HeadSlots head{fullKeys.data(), fullValues.data(), shape.dtype, tokens.data(), used, shape.headDim, rotation};
        head.coded = {shape.format,      keySlots.data(),      keySlots.size(),        valueSlots.data(),
                      valueSlots.size(), codedKeySlots.data(), codedKeySlots.size(),   keyCodes.data(),
                      keyScales.data(),  keyMinimums.data(),   codedValueSlots.data(), codedValueSlots.size(),
                      valueCodes.data(), valueScales.data(),   valueMinimums.data()};
        return head;
    }
    [[nodiscard]] std::size_t stride() const { return roundUp(used, kTileSlots); }

    HeadShape shape;
    std::size_t used;
    std::mt19937 random{static_cast<std::uint32_t>(shape.coded * 7 + shape.full)};
    std::vector<std::int64_t> tokens;
    std::vector<std::vector<float>> keys, values;  ///< by slot
    std::vector<std::int32_t> keySlots, valueSlots, codedKeySlots, codedValueSlots;
    std::vector<std::byte> keyCodes, keyScales, keyMinimums, valueCodes, valueScales, valueMinimums;
    std::vector<std::byte> fullKeys, fullValues;
};

}  // namespace kvw::test
