// SPDX-License-Identifier: Apache-2.0
/// Decode steps of several lanes with the model on a device.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/base/stopwatch.h"
#include "core/engine/backend/backend.h"
#include "core/engine/device/device_decoder.h"
#include "core/engine/device/device_logits.h"
#include "core/engine/device/device_replica.h"
#include "core/engine/device/device_report.h"
#include "core/engine/device/device_ropes.h"
#include "core/session/engine.h"

namespace kvw {

/// The device goes ahead with the step behind the one that is asked for, while the host takes and records this one, if
/// that step needs nothing from the host: its tokens are known, rules decide, and there is room. The host stays the one
/// that says what is held: if it did anything else than what the device took for granted, the lanes are copied anew.
///
/// Thread: inference thread.
class DeviceStep final : public StepRunner {
 public:
    explicit DeviceStep(std::shared_ptr<const DeviceDecoder> decoder) : m_decoder(std::move(decoder)) {}
    DeviceStep(const DeviceStep&) = delete;
    DeviceStep& operator=(const DeviceStep&) = delete;
    ~DeviceStep() override;

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
        bool whole = false;     ///< with the statistics of logits
        bool measured = false;  ///< with the numbers of rows
    };
    /// Memory that a step writes. There are two: while the host reads one, the device writes the other.
    struct Side {
        std::shared_ptr<DeviceLogits> logits;                ///< shared with the rows of lanes
        std::vector<Graph> graphs;                           ///< by group
        std::vector<std::unique_ptr<DeviceReport>> reports;  ///< by lane
    };
    /// A step that was asked for.
    struct Flight {
        std::int64_t token = -1;  ///< -1: it is of no use
        std::size_t side = 0;
        std::vector<bool> rows;          ///< StepMember::rows, by lane
        std::vector<Result<void>> done;  ///< by group: whether it could be asked for
        std::uint64_t ticket = 0;        ///< of its results
    };

    void follow(std::span<StepMember> members);
    /// Returns true if m_ahead is the step of these members; otherwise their copies are of no use if there is one.
    [[nodiscard]] bool foresaw(std::span<StepMember> members);
    void forgetAhead(std::span<StepMember> members, DeviceCalls& calls);
    /// Asks for the step behind `now`, if all that it needs is known.
    void goAhead(const std::vector<Group>& groups, const Flight& now);
    [[nodiscard]] Flight launch(const std::vector<Group>& groups, std::int64_t token, std::size_t side,
                                DeviceCalls& calls);
    /// Makes room for what lanes have in a step beside their copies.
    Result<void> makeRoom(const std::vector<Group>& groups);
    /// Brings the tables of all lanes up to date, if a lane has another copy than in the step before.
    void putTables(DeviceCalls& calls, const std::vector<Group>& groups);
    [[nodiscard]] std::vector<std::uint64_t> copiesOf(const std::vector<Group>& groups) const;
    /// Plays the step of a group, from the place `row` of all lanes on; records it before if it has another shape, or
    /// if tables of rotations have grown.
    Result<void> play(const std::vector<Group>& groups, std::size_t index, std::size_t row, std::int64_t token,
                      Side& side);
    /// `measures`: of its lanes; null: nothing is measured.
    void enqueue(DeviceCalls& calls, const DeviceBatch& batch, const device::CompactArgs& moves,
                 const device::RowMeasures* measures, bool sinks) const;
    /// Leaves the step with the lane at the place `row`.
    void takeStep(StepMember& member, const Side& side, std::size_t row, const Stopwatch& watch);
    /// Returns the copy of the lane's cache; an empty one before its first step here.
    [[nodiscard]] DeviceReplica& replicaOf(const StepMember& member) const;

    std::shared_ptr<const DeviceDecoder> m_decoder;
    std::unique_ptr<DeviceMemory> m_memory;
    device::Lane* m_lanes = nullptr;            ///< as many as a side has rows of logits
    device::RowMeasures* m_measures = nullptr;  ///< likewise
    device::RowMove* m_moves = nullptr;         ///< of all lanes, one after another
    std::vector<std::uint64_t> m_copies;        ///< whose tables these are, in the order of lanes
    std::vector<device::RowMove> m_moveList;
    std::vector<std::size_t> m_firstMove;  ///< of each lane, and the end
    std::array<Side, 2> m_sides;
    std::optional<Flight> m_ahead;
    int m_wait = 0;                      ///< steps for which the device does not go ahead
    std::array<DeviceRopes, 2> m_ropes;  ///< of keys that are rotated once or on read, and of those that turn again
};

}  // namespace kvw
