// SPDX-License-Identifier: Apache-2.0
/// Queue and errors of a device that runs CUDA, for starting kernels.
#pragma once

#include <cuda_runtime.h>

#include "kernels/device/device.h"

namespace kvw::device {

[[nodiscard]] cudaStream_t streamOf(Device& device) noexcept;
/// Translates an answer of the runtime.
[[nodiscard]] Status statusOf(cudaError_t error) noexcept;

}  // namespace kvw::device
