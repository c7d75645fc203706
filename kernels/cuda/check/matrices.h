// SPDX-License-Identifier: Apache-2.0
/// Random weights of every type.
#pragma once

#include "kernels/cuda/check/fixture.h"

namespace kvw::device::check {

[[nodiscard]] const char* nameOf(Coding coding);

/// Rows of random weights as a file holds them; the numbers of quantised blocks are finite.
[[nodiscard]] std::vector<std::uint8_t> randomRows(Random& random, Coding coding, int rows, int columns);

/// Weights on a device, and their numbers as its embedding kernel decodes them.
struct HostMatrix {
    Matrix matrix;
    std::vector<float> exact;  ///< [rows, columns]
};
[[nodiscard]] HostMatrix makeMatrix(Memory& memory, Random& random, Coding coding, int rows, int columns);

/// Numbers of a storage type, widened.
[[nodiscard]] std::vector<float> widened(const std::vector<std::uint8_t>& bytes, Number type);

}  // namespace kvw::device::check
