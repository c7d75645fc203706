// SPDX-License-Identifier: Apache-2.0
/// Products in tiles of bf16 with AMX: of numbers that are rounded to bf16, and of numbers of f32 in three parts.
///
/// Products of parts that are at most 2^-24 of the whole product are left out, so weights of f32 take six products,
/// weights of f16 five and weights of bf16 three.
#include "kernels/variant/bf16_panels.h"

namespace kvw {
namespace {

constexpr std::size_t kTileRows = 16;  // tokens of a tile of X, pairs of columns of a tile of weights
constexpr std::size_t kTileNumbers = kTileRows * kBf16Padding;
constexpr std::size_t kTileRowBytes = 64;
/// Most columns that are summed in tiles before they are added to the output: short sums round less
/// (linear_kernels.h), long ones are faster.
constexpr std::size_t kMostDepth = 768;
/// Largest number of a quantised block; panels begin at multiples of it.
constexpr std::size_t kDepthUnit = 256;
/// Elements of the panels that are packed together, 768 KiB in L2: tokens are read once for all of them.
constexpr std::size_t kPackedElements = std::size_t{192} * 1024;

/// Configures the eight tiles of this thread: 16 rows of 64 bytes each.
class TileUse {
 public:
    TileUse() {
        struct alignas(64) {
            std::uint8_t palette = 1;
            std::uint8_t startRow = 0;
            std::uint8_t reserved[14] = {};
            std::uint16_t rowBytes[16] = {64, 64, 64, 64, 64, 64, 64, 64};
            std::uint8_t rows[16] = {kTileRows, kTileRows, kTileRows, kTileRows,
                                     kTileRows, kTileRows, kTileRows, kTileRows};
        } configuration;
        _tile_loadconfig(&configuration);
    }
    ~TileUse() { _tile_release(); }
    TileUse(const TileUse&) = delete;
    TileUse& operator=(const TileUse&) = delete;
};

std::size_t packedSize(std::size_t tokens, std::size_t columns, std::size_t parts) {
    return (tokens + kPackedTokens - 1) / kPackedTokens * kPackedTokens * paddedColumns(columns) * parts;
}

/// Packs tokens into tiles [16 tokens][32 columns][part] of 16 rows of 32 columns; rows behind the last are 0.
template <std::size_t kParts>
void packTiles(const float* x, std::size_t xStride, std::size_t first, std::size_t last, std::size_t columns,
               std::uint16_t* target) {
    const std::size_t tiles = paddedColumns(columns) / kBf16Padding;
    const std::size_t end = (last + kPackedTokens - 1) / kPackedTokens * kPackedTokens;
    for (std::size_t token = first; token < end; ++token) {
        std::uint16_t* row =
            target + token / kTileRows * tiles * kParts * kTileNumbers + token % kTileRows * kBf16Padding;
        for (std::size_t k = 0; k < tiles; ++k) {
            const auto take = [&](std::size_t part, __m512i numbers)
                                  KVW_INLINE { _mm512_store_si512(row + (k * kParts + part) * kTileNumbers, numbers); };
            if (token < last) {
                const std::size_t column = k * kBf16Padding;
                loadFirstPairs<kParts>(x + token * xStride + column, columns - column, take);
            } else {
                for (std::size_t part = 0; part < kParts; ++part) {
                    take(part, _mm512_setzero_si512());
                }
            }
        }
    }
}

void pack(const float* x, std::size_t xStride, std::size_t first, std::size_t last, std::size_t columns,
          std::size_t parts, std::uint16_t* target) {
    if (parts == 1) {
        packTiles<1>(x, xStride, first, last, columns, target);
    } else {
        packTiles<kPartsOfF32>(x, xStride, first, last, columns, target);
    }
}

/// Computes c [32 tokens][kPanelColumns] = or += the products of `tiles` tiles of two rows of tiles of X with a panel.
/// cStride in numbers.
template <std::size_t kParts, std::size_t kWeightParts>
void multiplyTiles(const std::uint16_t* upper, const std::uint16_t* lower, const float* panel, std::size_t tiles,
                   float* c, std::size_t cStride, bool accumulate) {
    float* below = c + kTileRows * cStride;
    const std::size_t cBytes = cStride * sizeof(float);
    if (accumulate) {
        _tile_loadd(0, c, cBytes);
        _tile_loadd(1, c + kLanes, cBytes);
        _tile_loadd(2, below, cBytes);
        _tile_loadd(3, below + kLanes, cBytes);
    } else {
        _tile_zero(0);
        _tile_zero(1);
        _tile_zero(2);
        _tile_zero(3);
    }
    for (std::size_t k = 0; k < tiles; ++k) {
        for (std::size_t part = kWeightParts; part-- > 0;) {
            const float* weights = panel + (k * kWeightParts + part) * 2 * kPairTile;
            _tile_loadd(4, weights, kTileRowBytes);
            _tile_loadd(5, weights + kPairTile, kTileRowBytes);
            for (std::size_t i = kParts - (kParts > 1 ? part : 0); i-- > 0;) {
                _tile_loadd(6, upper + (k * kParts + i) * kTileNumbers, kTileRowBytes);
                _tile_loadd(7, lower + (k * kParts + i) * kTileNumbers, kTileRowBytes);
                _tile_dpbf16ps(0, 6, 4);
                _tile_dpbf16ps(1, 6, 5);
                _tile_dpbf16ps(2, 7, 4);
                _tile_dpbf16ps(3, 7, 5);
            }
        }
    }
    _tile_stored(0, c, cBytes);
    _tile_stored(1, c + kLanes, cBytes);
    _tile_stored(2, below, cBytes);
    _tile_stored(3, below + kLanes, cBytes);
}

/// Multiplies all tokens with packed panels of rows [first, last) and `depth` columns.
template <std::size_t kParts, std::size_t kWeightParts>
void multiplyPanels(const std::uint16_t* x, std::size_t rowOfTiles, const float* panels, std::size_t depth, float* y,
                    std::size_t yStride, std::size_t tokens, std::size_t first, std::size_t last, bool accumulate) {
    alignas(64) float sums[kPackedTokens * kPanelColumns];
    const std::size_t tiles = paddedColumns(depth) / kBf16Padding;
    for (std::size_t token = 0; token < tokens; token += kPackedTokens) {
        const std::uint16_t* upper = x + token / kTileRows * rowOfTiles;
        const std::uint16_t* lower = upper + rowOfTiles;
        const std::size_t rows = tokens - token < kPackedTokens ? tokens - token : kPackedTokens;
        const float* panel = panels;
        for (std::size_t row = first; row < last; row += kPanelColumns) {
            float* c = y + token * yStride + row;
            const std::size_t width = last - row < kPanelColumns ? last - row : kPanelColumns;
            // Sums that go on in tiles would round like one long sum.
            if (rows == kPackedTokens && width == kPanelColumns && (kParts == 1 || !accumulate)) {
                multiplyTiles<kParts, kWeightParts>(upper, lower, panel, tiles, c, yStride, accumulate);
            } else {
                multiplyTiles<kParts, kWeightParts>(upper, lower, panel, tiles, sums, kPanelColumns, false);
                for (std::size_t i = 0; i < rows; ++i) {
                    const float* found = sums + i * kPanelColumns;
                    addColumns(c + i * yStride, _mm512_load_ps(found), _mm512_load_ps(found + kLanes), width,
                               accumulate);
                }
            }
            panel += tiles * kWeightParts * 2 * kPairTile;
        }
    }
}

template <std::size_t kParts, std::size_t kWeightParts>
void multiplyRange(const Weights& weights, const std::uint16_t* x, float* y, std::size_t yStride, std::size_t tokens,
                   std::size_t first, std::size_t last, float* panels) {
    constexpr std::size_t kMostRows = kPackedElements / (kMostDepth / 2 * kWeightParts) / kPanelColumns * kPanelColumns;
    const std::size_t columns = weights.columns;
    const std::size_t rowOfTiles = paddedColumns(columns) * kTileRows * kParts;
    const std::size_t sums = columns > kMostDepth ? (columns + kMostDepth - 1) / kMostDepth : 1;
    const std::size_t most = (columns + sums * kDepthUnit - 1) / (sums * kDepthUnit) * kDepthUnit;
    alignas(64) float decoded[kPanelColumns * kMostDepth];
    const TileUse tilesInUse;
    for (std::size_t row = first; row < last; row += kMostRows) {
        const std::size_t end = last - row < kMostRows ? last : row + kMostRows;
        std::size_t k = 0;
        do {
            const std::size_t depth = columns - k < most ? columns - k : most;
            float* panel = panels;
            for (std::size_t r = row; r < end; r += kPanelColumns) {
                packStored<kWeightParts>(weights, r, end - r < kPanelColumns ? end - r : kPanelColumns, k, depth,
                                         decoded, panel);
                panel += paddedColumns(depth) / 2 * kWeightParts * kPanelColumns;
            }
            multiplyPanels<kParts, kWeightParts>(x + k * kTileRows * kParts, rowOfTiles, panels, depth, y, yStride,
                                                 tokens, row, end, k > 0);
            k += depth;
        } while (k < columns);
    }
}

void matMul(const Weights& weights, const std::uint16_t* x, std::size_t parts, float* y, std::size_t yStride,
            std::size_t tokens, std::size_t first, std::size_t last, float* panels) {
    if (parts == 1) {
        return multiplyRange<1, 1>(weights, x, y, yStride, tokens, first, last, panels);
    }
    switch (weights.dtype) {
        case Dtype::F32:
            return multiplyRange<kPartsOfF32, kPartsOfF32>(weights, x, y, yStride, tokens, first, last, panels);
        case Dtype::BF16:
            return multiplyRange<kPartsOfF32, 1>(weights, x, y, yStride, tokens, first, last, panels);
        case Dtype::F16:
            return multiplyRange<kPartsOfF32, 2>(weights, x, y, yStride, tokens, first, last, panels);
    }
}

}  // namespace

const Bf16Products kAmxBf16Products{packedSize, pack, matMul, kPackedElements, true};

}  // namespace kvw
