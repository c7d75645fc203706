// SPDX-License-Identifier: Apache-2.0
/// Kernels for any processor.
#include "kernels/variant/lanes_portable.h"

#include "kernels/variant/block_kernels.h"
#include "kernels/variant/coded_kernels.h"
#include "kernels/variant/elementwise_kernels.h"
#include "kernels/variant/linear_kernels.h"
#include "kernels/variant/turn_kernels.h"

namespace kvw {

const KernelTable kPortableKernels{
    matVecsRows, matMulPanels,     matMulUntransposed, widenRow,     rmsNormRow, siluMultiplyRow, addToRow,
    rotateHead,  softmaxPrefixRow, logitStatisticsRow, attendStored, scorePart,  weighPart,       mixPart,
    readStored,  rotateHeadBack,   layerNormRow,       geluRow,      softCapRow, decodeBlockRow,  matVecsBlocks,
    nullptr,     nullptr,
};

}  // namespace kvw
