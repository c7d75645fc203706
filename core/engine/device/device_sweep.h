// SPDX-License-Identifier: Apache-2.0
/// The rate at which a device reads its memory, which the speed of decode steps is compared with.
#pragma once

#include <cstddef>

#include "core/device/devices.h"

namespace kvw {

/// Returns the bytes per second that a kernel reads which does nothing else, as `kvw-gpu-bench` measures them. `bytes`:
/// memory that it takes meanwhile, a multiple of 16; several times the L2 cache, or that is what is measured. Thread:
/// inference thread. Errors: those of the device.
[[nodiscard]] Result<double> sweepRate(device::Device& device, std::size_t bytes);

/// Returns the rate of a device; 0: it is emulated, or has too little memory left to measure it.
[[nodiscard]] double sweepRate(device::Device& device);

}  // namespace kvw
