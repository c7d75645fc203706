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
    /// Kernels of a group's step, recorded once and played in every step: what changes from step to step, they read
    /// from the tables of their lanes.
    struct Graph {
        std::unique_ptr<device::Recorded> recorded;
        DeviceBatch batch;
        std::size_t firstMove = 0;
        bool whole = false;  ///< with the statistics of logits
    };
    /// Makes room for what lanes have in a step beside their copies.
    Result<void> makeRoom(std::size_t lanes, std::size_t groups);
    /// Brings the tables of all lanes up to date, if a lane has another copy than in the step before.
    void putTables(DeviceCalls& calls, std::span<const DeviceReplica* const> replicas);
    /// Plays the step of a group, from the place `row` of all lanes on; records it before if it has another shape, or
    /// if tables of rotations have grown. `whole`: there is no other group.
    Result<void> play(const Group& group, std::size_t row, Graph& graph, bool whole);
    void enqueue(DeviceCalls& calls, const DeviceBatch& batch, const device::CompactArgs& moves) const;
    /// Leaves the step with the lane at the place `row`.
    void takeStep(StepMember& member, std::size_t row, const Stopwatch& watch);
    /// Returns the copy of the lane's cache; an empty one before its first step here.
    [[nodiscard]] DeviceReplica& replicaOf(const StepMember& member) const;

    std::shared_ptr<const DeviceDecoder> m_decoder;
    std::unique_ptr<DeviceMemory> m_memory;
    device::Lane* m_lanes = nullptr;      ///< as many as m_logits has rows
    device::RowMove* m_moves = nullptr;   ///< of all lanes, one after another
    std::vector<std::uint64_t> m_copies;  ///< whose tables these are, in the order of lanes
    std::vector<device::RowMove> m_moveList;
    std::vector<std::size_t> m_firstMove;    ///< of each lane, and the end
    std::vector<Graph> m_graphs;             ///< by group
    std::shared_ptr<DeviceLogits> m_logits;  ///< shared with the rows of lanes
    std::array<DeviceRopes, 2> m_ropes;      ///< of keys that are rotated once or on read, and of those that turn again
};

}  // namespace kvw
