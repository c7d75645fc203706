// SPDX-License-Identifier: Apache-2.0
/// Kernels with AVX-512 F, BW, DQ and VL.
#include "kernels/variant/lanes_avx512.h"

#include "kernels/variant/bf16_products.h"
#include "kernels/variant/block_kernels.h"
#include "kernels/variant/coded_kernels.h"
#include "kernels/variant/elementwise_kernels.h"
#include "kernels/variant/integer_products.h"
#include "kernels/variant/linear_kernels.h"
#include "kernels/variant/turn_kernels.h"

namespace kvw {

namespace {

constexpr KernelTable tableWith(const IntegerProducts* integers, const Bf16Products& bf16) {
    return {matVecsRows, matMulPanels,   matMulUntransposed, widenRow,           rmsNormRow,   siluMultiplyRow,
            addToRow,    rotateHead,     softmaxPrefixRow,   logitStatisticsRow, attendStored, scorePart,
            weighPart,   mixPart,        readStored,         rotateHeadBack,     layerNormRow, geluRow,
            softCapRow,  decodeBlockRow, matVecsBlocks,      integers,           &bf16};
}

}  // namespace

constinit const KernelTable kAvx512Kernels = tableWith(nullptr, kAvx512Bf16Products);
constinit const KernelTable kAvx512VnniKernels = tableWith(&kAvx512IntegerProducts, kAvx512Bf16Products);
constinit const KernelTable kAmxKernels = tableWith(&kAvx512IntegerProducts, kAmxBf16Products);

}  // namespace kvw
