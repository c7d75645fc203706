// SPDX-License-Identifier: Apache-2.0
/// What starting a kernel needs of a device that runs CUDA.
#pragma once

#include <cuda_runtime.h>

#include "kernels/device/device.h"

namespace kvw::device {

[[nodiscard]] cudaStream_t streamOf(Device& device) noexcept;
/// Translates an answer of the runtime.
[[nodiscard]] Status statusOf(cudaError_t error) noexcept;

}  // namespace kvw::device
