// SPDX-License-Identifier: Apache-2.0
/// Devices as commands report them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/table.h"
#include "core/device/devices.h"
#include "core/session/engine.h"

namespace kvw::cli {

/// Returns the choice of that name; a device that is not installed comes with the reason.
[[nodiscard]] DeviceChoice deviceChoice(const std::string& name);

/// Returns a row per device: name, compute capability, memory and driver, or in the last column the reason why it
/// cannot be used. The devices are opened for their free memory.
[[nodiscard]] tables::Table deviceTable(const std::vector<DeviceChoice>& choices);

/// Returns what a run takes on a device; as text, one line.
[[nodiscard]] nlohmann::ordered_json deviceUseJson(const DeviceUse& use);
[[nodiscard]] std::string deviceUseText(const DeviceUse& use);

}  // namespace kvw::cli
