// SPDX-License-Identifier: Apache-2.0
#include "kernels/blocks.h"

#include "kernels/indexed_blocks.h"
#include "kernels/variant/table.h"

namespace kvw {

void decodeBlocks(BlockType type, const std::byte* source, float* target, std::size_t count) {
    const BlockShape shape = shapeOf(type);
    const auto* block = reinterpret_cast<const std::uint8_t*>(source);
    if (const BlockReader one = indexedBlock(type); one != nullptr) {
        for (std::size_t i = 0; i < count; i += shape.numbers, block += shape.bytes) {
            one(block, target + i);
        }
    } else {
        activeKernels().decodeBlocks(type, block, target, count);
    }
}

}  // namespace kvw
