// SPDX-License-Identifier: Apache-2.0
/// Decode steps of several lanes with the model on a device; it stands beside LaneBatch.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/engine/device/device_decoder.h"
#include "core/engine/device/device_ropes.h"
#include "core/engine/lane/lane_batch.h"
#include "core/session/engine.h"

namespace kvw {

class CachedAttention;

/// Refuses what a device cannot do for a lane yet. `who` names its policy.
[[nodiscard]] Result<void> checkRunsOnDevice(const std::string& who, const CachedAttention& attention);

/// Thread: inference thread.
class DeviceStep {
 public:
    explicit DeviceStep(std::shared_ptr<DeviceDecoder> decoder);

    /// Does what LaneBatch::step does, but for this: an error of what some lanes share is the error of each of them,
    /// and the others go on. Lanes whose caches are alike go through the weights together, as many as the kernels take;
    /// each gets the bits that it has alone. Afterwards the cache, rows and logits of each lane are those that
    /// attention on the host would have left, but for rounding.
    Result<void> step(std::span<LaneBatch::Member> members);
    /// Returns what the model, these lanes and this step take.
    [[nodiscard]] DeviceUse use(std::span<const std::unique_ptr<Lane>> lanes) const;

 private:
    using Group = std::vector<LaneBatch::Member*>;
    Result<void> stepGroup(const Group& group);

    std::shared_ptr<DeviceDecoder> m_decoder;
    DeviceMemory m_memory;
    device::Lane* m_lanes = nullptr;
    std::array<DeviceRopes, 2> m_ropes;  ///< of keys that are rotated once or on read, and of those that turn again
    std::vector<float> m_logits;
};

}  // namespace kvw
