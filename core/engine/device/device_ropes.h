// SPDX-License-Identifier: Apache-2.0
/// Rotations of a run on a device.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/engine/attention/attention_store.h"
#include "core/engine/device/device_memory.h"

namespace kvw {

/// Thread: inference thread.
class DeviceRopes {
 public:
    /// Returns the rotation of each layer, for phases up to that of token `token`. `store` has the same frequencies in
    /// every call.
    Result<std::span<const device::Rope>> upTo(std::int64_t token, const AttentionStore& store, device::Device& device);

    [[nodiscard]] std::int64_t phases() const noexcept { return m_phases; }
    [[nodiscard]] std::size_t bytes() const noexcept { return m_memory ? m_memory->bytes() : 0; }

 private:
    std::unique_ptr<DeviceMemory> m_memory;
    std::vector<device::Rope> m_ofLayer;
    std::int64_t m_phases = 0;
};

}  // namespace kvw
