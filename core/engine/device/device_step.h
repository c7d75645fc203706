// SPDX-License-Identifier: Apache-2.0
/// Decode steps of several lanes with the model on a device.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/engine/backend/backend.h"
#include "core/engine/device/device_decoder.h"
#include "core/engine/device/device_replica.h"
#include "core/engine/device/device_ropes.h"
#include "core/session/engine.h"

namespace kvw {

/// Thread: inference thread.
class DeviceStep final : public StepRunner {
 public:
    explicit DeviceStep(std::shared_ptr<const DeviceDecoder> decoder);

    /// An error of what some lanes share is the error of each of them, and the others go on. Lanes whose caches are
    /// alike go through the weights together, as many as the kernels take. Afterwards the cache, rows and logits of
    /// each lane are those that attention on the host would have left, but for rounding.
    Result<void> step(std::span<StepMember> members) override;
    [[nodiscard]] DeviceUse use(std::span<const std::unique_ptr<Lane>> lanes) const override;

 private:
    using Group = std::vector<StepMember*>;
    Result<void> stepGroup(const Group& group);
    /// Returns the copy of the lane's cache; an empty one before its first step here.
    [[nodiscard]] DeviceReplica& replicaOf(const StepMember& member) const;

    std::shared_ptr<const DeviceDecoder> m_decoder;
    DeviceMemory m_memory;
    device::Lane* m_lanes = nullptr;
    std::array<DeviceRopes, 2> m_ropes;  ///< of keys that are rotated once or on read, and of those that turn again
    std::vector<float> m_logits;
};

}  // namespace kvw
