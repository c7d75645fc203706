// SPDX-License-Identifier: Apache-2.0
#include "kernels/cuda/check/matrices.h"

#include <numeric>

#include "kernels/half.h"

namespace kvw::device::check {

const char* nameOf(Coding coding) {
    constexpr const char* kNames[] = {"f32", "bf16", "f16", "q8_0", "q4_0", "q4_1", "q4_k", "q5_k", "q6_k", "mxfp4"};
    return kNames[static_cast<int>(coding)];
}

std::vector<std::uint8_t> randomRows(Random& random, Coding coding, int rows, int columns) {
    const CodingShape shape = shapeOf(coding);
    if (shape.numbers == 1) {
        const Number type = coding == Coding::F32 ? Number::F32 : coding == Coding::Bf16 ? Number::Bf16 : Number::F16;
        return stored(random.take(static_cast<std::size_t>(rows * columns)), type).bytes;
    }
    const auto blocks = static_cast<std::size_t>(rows * columns / shape.numbers);
    const auto bytes = static_cast<std::size_t>(shape.bytes);
    std::vector<std::uint8_t> data(blocks * bytes);
    for (std::uint8_t& each : data) {
        each = static_cast<std::uint8_t>(random.bits() >> 24U);
    }
    for (std::size_t b = 0; b < blocks; ++b) {
        const auto putHalf = [&](std::size_t at) {
            const std::uint16_t half = narrowF16(0.02F + 0.01F * random.next());
            std::memcpy(data.data() + b * bytes + at, &half, sizeof half);
        };
        if (coding == Coding::Mxfp4) {
            data[b * bytes] = static_cast<std::uint8_t>(120 + random.below(8));
            continue;
        }
        putHalf(coding == Coding::Q6_K ? 208 : 0);
        if (coding == Coding::Q4_1 || coding == Coding::Q4_K || coding == Coding::Q5_K) {
            putHalf(2);
        }
    }
    return data;
}

HostMatrix makeMatrix(Memory& memory, Random& random, Coding coding, int rows, int columns) {
    HostMatrix host;
    host.matrix = {memory.put(randomRows(random, coding, rows, columns)), coding, rows, columns};
    std::vector<std::int32_t> ids(static_cast<std::size_t>(rows));
    std::iota(ids.begin(), ids.end(), 0);
    EmbedArgs args;
    args.table = host.matrix;
    args.ids = memory.put(ids);
    args.laneCount = rows;
    const auto count = static_cast<std::size_t>(rows * columns);
    args.x = memory.room<float>(count);
    memory.check(memory.device().kernels().embed(memory.device(), args));
    host.exact = memory.get(args.x, count);
    return host;
}

std::vector<float> widened(const std::vector<std::uint8_t>& bytes, Number type) {
    const auto size = static_cast<std::size_t>(bytesOf(type));
    std::vector<float> numbers(bytes.size() / size);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (type == Number::F32) {
            std::memcpy(&numbers[i], bytes.data() + 4 * i, 4);
            continue;
        }
        std::uint16_t bits = 0;
        std::memcpy(&bits, bytes.data() + 2 * i, 2);
        numbers[i] = type == Number::Bf16 ? widenBf16(bits) : widenF16(bits);
    }
    return numbers;
}

}  // namespace kvw::device::check
