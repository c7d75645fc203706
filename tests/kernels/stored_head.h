// SPDX-License-Identifier: Apache-2.0
/// A stored head for the tests of attention.
#pragma once

#include <algorithm>
#include <vector>

#include "kernels/attention.h"
#include "tests/kernels/support.h"

namespace kvw::test {

/// A stored head with every `freeEvery`-th slot free and full of `junk`, the rest random.
struct Head {
    Head(std::size_t usedSlots, std::size_t dim, Dtype type, std::size_t freeEvery, float junk, float scale = 1)
        : used(usedSlots),
          headDim(dim),
          dtype(type),
          stride(roundToTile(usedSlots)),
          keys(stride * dim * bytesOf(type)),
          values(stride * dim * bytesOf(type)),
          tokens(usedSlots, -1) {
        Numbers numbers(used * 131 + headDim);
        for (std::size_t slot = 0; slot < stride; ++slot) {
            std::vector<float> key = numbers.take(headDim, scale);
            std::vector<float> value = numbers.take(headDim);
            const bool occupied = slot < used && (freeEvery == 0 || slot % freeEvery != freeEvery - 1);
            if (occupied) {
                tokens[slot] = static_cast<std::int64_t>(1000 - slot);
            } else {
                std::fill(key.begin(), key.end(), junk);
                std::fill(value.begin(), value.end(), junk);
            }
            put(slot, key, value);
        }
    }

    void put(std::size_t slot, const std::vector<float>& key, const std::vector<float>& value) {
        storeKey(keys.data(), dtype, slot, headDim, key.data());
        storeValue(values.data(), dtype, slot, headDim, value.data());
    }

    [[nodiscard]] std::vector<float> key(std::size_t slot) const {
        std::vector<float> row(headDim);
        loadKey(keys.data(), dtype, slot, headDim, row.data());
        return row;
    }

    [[nodiscard]] std::vector<float> value(std::size_t slot) const {
        std::vector<float> row(headDim);
        loadValue(values.data(), dtype, slot, headDim, row.data());
        return row;
    }

    [[nodiscard]] HeadSlots slots(const RotateOnRead* rotation = nullptr) const {
        return {keys.data(), values.data(), dtype, tokens.data(), used, headDim, rotation};
    }

    std::size_t used, headDim;
    Dtype dtype;
    std::size_t stride;  ///< slots up to the end of the last tile
    std::vector<std::byte> keys, values;
    std::vector<std::int64_t> tokens;
};

}  // namespace kvw::test
