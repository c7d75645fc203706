// SPDX-License-Identifier: Apache-2.0
#include "core/engine/backend/backend.h"

#include "core/device/devices.h"
#include "core/engine/backend/cpu_backend.h"
#include "core/engine/device/device_backend.h"

namespace kvw {

Result<std::shared_ptr<const Backend>> openBackend(const std::string& name) {
    if (name == kCpu) {
        return std::make_shared<const CpuBackend>();
    }
    KVW_TRY_ASSIGN(device::Device * device, openDevice(name));
    return std::make_shared<const DeviceBackend>(name, *device);
}

}  // namespace kvw
