// SPDX-License-Identifier: Apache-2.0
/// Functions that every instruction set provides; internal to kernels/.
#pragma once

#include <cstddef>

#include "kernels/attention.h"
#include "kernels/elementwise.h"
#include "kernels/linear.h"

namespace kvw {

/// Output columns packed together by matMul; also the unit in which its work is distributed.
inline constexpr std::size_t kPanelColumns = 32;
/// Depth of a packed panel: the columns of X that it is multiplied with. Sums start again at multiples of it.
inline constexpr std::size_t kPanelDepth = 256;

struct Bf16Products;
struct IntegerProducts;

struct KernelTable {
    /// Computes columns [first, last) of Y = X W^T for `count` rows of X. The bits of a row do not depend on the
    /// others.
    void (*matVecsRows)(const Weights& weights, const float* x, std::size_t xStride, float* y, std::size_t yStride,
                        std::size_t count, std::size_t first, std::size_t last);
    /// Computes columns [first, last) of Y = X W^T; `first` is a multiple of kPanelColumns. wStride in elements.
    void (*matMulPanels)(const Weights& weights, std::size_t wStride, const float* x, std::size_t xStride, float* y,
                         std::size_t yStride, std::size_t tokens, std::size_t first, std::size_t last);
    void (*matMulPlain)(const float* a, std::size_t aStride, const float* b, std::size_t bStride, float* c,
                        std::size_t cStride, std::size_t m, std::size_t n, std::size_t k);
    void (*widen)(const void* source, Dtype dtype, float* target, std::size_t count);
    void (*rmsNorm)(const float* x, const float* weight, float epsilon, float* out, std::size_t count);
    void (*siluMultiply)(float* gate, const float* up, std::size_t count);
    void (*addTo)(float* x, const float* y, std::size_t count);
    void (*rotate)(float* head, const float* cosines, const float* sines, std::size_t rotaryDim, bool halfSplit);
    /// `sink` (may be null): a score beside those of the row, which is not scaled.
    void (*softmaxPrefix)(float* row, float scale, std::size_t visible, std::size_t count, const float* sink);
    void (*logitStatistics)(const float* logits, std::size_t count, LogitStatistics* result);
    void (*attendDecode)(const HeadSlots& head, const float* q, std::size_t queries, Scoring scoring, float* out,
                         float* probs, std::size_t probsStride, float* logits, float* entropy);
    void (*scorePart)(const DecodeHead& at, std::size_t firstTile, std::size_t lastTile);
    void (*weighPart)(const DecodeHead& at, std::size_t firstQuery, std::size_t lastQuery);
    void (*mixPart)(const DecodeHead& at, std::size_t firstChannel, std::size_t lastChannel);
    void (*attendRead)(const HeadSlots& head, const ReadTiles& read, const float* q, std::size_t queries,
                       Scoring scoring, float* out, float* probs, std::size_t probsStride, float* logits,
                       float* entropy);
    void (*rotateKeysBack)(float* keys, std::size_t used, std::size_t headDim, const RotateBack& turn);
    void (*layerNorm)(const float* x, const float* weight, const float* bias, float epsilon, float* out,
                      std::size_t count);
    void (*gelu)(float* x, const float* up, std::size_t count, bool exact);
    void (*softCap)(float* row, float cap, std::size_t count);
    /// Decodes a row of blocks; does nothing for the types of kernels/indexed_blocks.h.
    void (*decodeBlocks)(BlockType type, const std::uint8_t* block, float* target, std::size_t count);
    /// Computes matVecsRows for a matrix of blocks, with the bits of the decoded matrix. Returns false if the type is
    /// not decoded in lanes, or there are more vectors than registers for their sums.
    bool (*matVecsBlocks)(const Weights& weights, const float* x, std::size_t xStride, float* y, std::size_t yStride,
                          std::size_t count, std::size_t first, std::size_t last);
    /// Null if the set has none.
    const IntegerProducts* integers;
    /// Null if the set has none; the processor must have the instructions, too (activeBf16Products).
    const Bf16Products* bf16;
};

/// Defined by the variant files that are compiled in.
extern const KernelTable kPortableKernels;
#ifdef KVW_KERNELS_X86
extern const KernelTable kAvx2Kernels;
extern const KernelTable kAvx512Kernels;
extern const KernelTable kAvx512VnniKernels;
extern const KernelTable kAmxKernels;
#endif

/// Returns the table in use. Thread: any.
[[nodiscard]] const KernelTable& activeKernels() noexcept;

}  // namespace kvw
