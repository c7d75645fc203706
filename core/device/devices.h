// SPDX-License-Identifier: Apache-2.0
/// Devices that a run can use besides the CPU. Each kind has a library, which is opened when the kind is asked for.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "kernels/device/device.h"

namespace kvw {

/// A word for `--device`.
struct DeviceChoice {
    std::string name;
    std::optional<Error> reason;  ///< why it cannot be used here; none: it can, as far as is known before it is opened
    std::optional<device::Info> info = {};  ///< none: it cannot be used, or is the CPU
};

/// Returns cpu, cuda, and emulated where its library is installed; of several devices of a kind the first is "cuda",
/// the second "cuda:1". Libraries are opened, devices are not; a driver may take seconds to answer. Thread: any.
[[nodiscard]] std::vector<DeviceChoice> deviceChoices();

/// Returns a word for `--device` as `deviceChoices` writes it: "cuda" for "cuda:0". Nothing: no device has such a name,
/// whatever the machine.
[[nodiscard]] std::optional<std::string> deviceName(const std::string& text);

/// Opens a device, or returns it if it is open: it stays open until the process ends. Errors: BadUsage, why there is
/// none, the first that holds of: no such kind, no library, a library of another version, no driver or device, no
/// device of this number, a device that is too old, one that was lost. Thread: any; the device itself belongs to the
/// inference thread.
[[nodiscard]] Result<device::Device*> openDevice(const std::string& name);

/// Refuses weights that are larger than the memory of a device, or than what is free of it. Errors: BadUsage, with both
/// sizes.
[[nodiscard]] Result<void> checkWeightsFit(std::int64_t weightBytes, const device::Info& info,
                                           std::optional<std::int64_t> freeBytes = {});

/// Returns the error of a call to a device: OutOfMemory, or Io with the device's own words.
[[nodiscard]] Error deviceError(const std::string& where, const device::Status& status);

/// Returns text about a device for people: name, memory, driver.
[[nodiscard]] std::string describeDevice(const device::Info& info);

}  // namespace kvw
