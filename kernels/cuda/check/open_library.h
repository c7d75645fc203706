// SPDX-License-Identifier: Apache-2.0
/// Devices of the libraries beside these programs.
#pragma once

#include <memory>
#include <string>

#include "kernels/device/device.h"

namespace kvw::device::check {

/// Opens the first device of lib<name>.so; null, with a sentence in `why`, if there is none.
[[nodiscard]] std::unique_ptr<Device> openDevice(const std::string& name, std::string& why);

}  // namespace kvw::device::check
