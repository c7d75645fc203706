// SPDX-License-Identifier: Apache-2.0
/// The emulated library, for tests that link it instead of opening it.
#pragma once

#include "kernels/emulated/emulated_device.h"

namespace kvw::device {

/// Table of the emulated library: products of the size of a model run as plain loops that add in the kernels' order,
/// everything else as kernels.
[[nodiscard]] const Kernels& emulatedKernels() noexcept;
/// Table in which all are kernels.
[[nodiscard]] const Kernels& allAsKernels() noexcept;

}  // namespace kvw::device
