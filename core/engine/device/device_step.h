// SPDX-License-Identifier: Apache-2.0
/// Decode steps of several lanes with the model on a device.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/base/stopwatch.h"
#include "core/engine/backend/backend.h"
#include "core/engine/device/device_decoder.h"
#include "core/engine/device/device_logits.h"
#include "core/engine/device/device_replica.h"
#include "core/engine/device/device_ropes.h"
#include "core/session/engine.h"

namespace kvw {

/// Thread: inference thread.
class DeviceStep final : public StepRunner {
 public:
    explicit DeviceStep(std::shared_ptr<const DeviceDecoder> decoder) : m_decoder(std::move(decoder)) {}

    /// An error of what some lanes share is the error of each of them, and the others go on. Lanes whose caches are
    /// alike go through the weights together, as many as the kernels take. Afterwards the cache and rows of each lane
    /// are those that attention on the host would have left, but for rounding; the logits stay on the device, and the
    /// lane gets their statistics.
    Result<void> step(std::span<StepMember> members) override;
    [[nodiscard]] DeviceUse use(std::span<const std::unique_ptr<Lane>> lanes) const override;

 private:
    using Group = std::vector<StepMember*>;
    /// Returns the members whose copies could follow, in groups that kernels take together; the first one comes first.
    [[nodiscard]] static std::vector<Group> groupsOf(std::span<StepMember> members);
    /// Makes room for what lanes have in a step beside their copies.
    Result<void> makeRoom(std::size_t lanes);
    /// Asks for the step of lanes that are alike, from the place `row` of all lanes on.
    Result<void> enqueue(const Group& group, std::size_t row);
    /// Leaves the step with the lane at the place `row`.
    void takeStep(StepMember& member, std::size_t row, const Stopwatch& watch);
    /// Returns the copy of the lane's cache; an empty one before its first step here.
    [[nodiscard]] DeviceReplica& replicaOf(const StepMember& member) const;

    std::shared_ptr<const DeviceDecoder> m_decoder;
    std::unique_ptr<DeviceMemory> m_memory;  ///< of m_lanes
    device::Lane* m_lanes = nullptr;         ///< as many as m_logits has rows
    std::shared_ptr<DeviceLogits> m_logits;  ///< shared with the rows of lanes
    std::array<DeviceRopes, 2> m_ropes;      ///< of keys that are rotated once or on read, and of those that turn again
};

}  // namespace kvw
