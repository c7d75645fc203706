// SPDX-License-Identifier: Apache-2.0
/// The functions every instruction set provides; internal to kernels/.
#pragma once

#include <cstddef>

#include "kernels/attention.h"
#include "kernels/elementwise.h"
#include "kernels/linear.h"

namespace kvw {

/// Output columns packed together by matMul; also the unit in which its work is shared out.
inline constexpr std::size_t kPanelColumns = 32;
/// Columns (or rows) of a packed panel; sums begin anew at multiples of it.
inline constexpr std::size_t kPanelDepth = 256;

struct KernelTable {
    /// y[first..last) of W x.
    void (*matVecRows)(const Weights& weights, const float* x, float* y, std::size_t first, std::size_t last);
    /// Columns [first, last) of Y = X W^T for `count` rows of X, each summed as matVecRows does.
    void (*matVecsRows)(const Weights& weights, const float* x, std::size_t xStride, float* y, std::size_t yStride,
                        std::size_t count, std::size_t first, std::size_t last);
    /// Columns [first, last) of Y = X W^T; `first` is a multiple of kPanelColumns. wStride in elements.
    void (*matMulPanels)(const Weights& weights, std::size_t wStride, const float* x, std::size_t xStride, float* y,
                         std::size_t yStride, std::size_t tokens, std::size_t first, std::size_t last);
    void (*matMulPlain)(const float* a, std::size_t aStride, const float* b, std::size_t bStride, float* c,
                        std::size_t cStride, std::size_t m, std::size_t n, std::size_t k);
    void (*widen)(const void* source, Dtype dtype, float* target, std::size_t count);
    void (*rmsNorm)(const float* x, const float* weight, float epsilon, float* out, std::size_t count);
    void (*siluMultiply)(float* gate, const float* up, std::size_t count);
    void (*addTo)(float* x, const float* y, std::size_t count);
    void (*rotate)(float* head, const float* cosines, const float* sines, std::size_t rotaryDim, bool halfSplit);
    /// `sink` (may be null): a score beside those of the row, not scaled.
    void (*softmaxPrefix)(float* row, float scale, std::size_t visible, std::size_t count, const float* sink);
    void (*logitStatistics)(const float* logits, std::size_t count, LogitStatistics* result);
    void (*attendDecode)(const HeadSlots& head, const float* q, std::size_t queries, Scoring scoring, float* out,
                         float* probs, std::size_t probsStride, float* logits, float* entropy);
    void (*attendRead)(const HeadSlots& head, const ReadTiles& read, const float* q, std::size_t queries,
                       Scoring scoring, float* out, float* probs, std::size_t probsStride, float* logits,
                       float* entropy);
    void (*turnKeysBack)(float* keys, std::size_t used, std::size_t headDim, const TurnBack& turn);
    void (*layerNorm)(const float* x, const float* weight, const float* bias, float epsilon, float* out,
                      std::size_t count);
    void (*gelu)(float* x, const float* up, std::size_t count, bool exact);
    void (*softCap)(float* row, float cap, std::size_t count);
    /// Types without lanes (kernels/indexed_blocks.h) are left as they are.
    void (*decodeBlocks)(BlockType type, const std::uint8_t* block, float* target, std::size_t count);
    /// matVecsRows of a matrix of blocks, with the bits of the decoded one. False: the type has no lanes, or there are
    /// more vectors than registers for their sums.
    bool (*matVecsBlocks)(const Weights& weights, const float* x, std::size_t xStride, float* y, std::size_t yStride,
                          std::size_t count, std::size_t first, std::size_t last);
};

/// Defined by the variant files that are compiled in.
extern const KernelTable kPortableKernels;
#ifdef KVW_KERNELS_X86
extern const KernelTable kAvx2Kernels;
extern const KernelTable kAvx512Kernels;
#endif

/// The table in use. Thread: any.
[[nodiscard]] const KernelTable& activeKernels() noexcept;

}  // namespace kvw
