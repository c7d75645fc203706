// SPDX-License-Identifier: Apache-2.0
#include "core/engine/device/device_step.h"

#include <algorithm>

#include "core/base/stopwatch.h"
#include "core/engine/contained.h"
#include "core/engine/lane/lane.h"

namespace kvw {

namespace {

constexpr const char* kStep = "a step on the device";

/// Returns true if kernels take both lanes in one call.
bool alike(const AttentionStore& a, const AttentionStore& b) {
    return a.shape().storedHeads == b.shape().storedHeads && a.shape().dtype == b.shape().dtype &&
           a.phases().stored() == b.phases().stored();
}

const AttentionStore& storeOf(const StepMember& member) {
    return member.lane->attention().store();
}

}  // namespace

DeviceReplica& DeviceStep::replicaOf(const StepMember& member) const {
    auto& replica = member.lane->replica();
    if (replica == nullptr) {
        replica = std::make_shared<DeviceReplica>(m_decoder->device());
    }
    // A lane belongs to one run and so to one backend.
    return static_cast<DeviceReplica&>(*replica);
}

Result<void> DeviceStep::step(std::span<StepMember> members) {
    const Stopwatch watch;
    for (StepMember& member : members) {
        member.done = contained(member.lane->whereOf(member.step), [&] {
            return replicaOf(member).follow(storeOf(member), member.step, {member.id, member.next});
        });
    }
    const std::vector<Group> groups = groupsOf(members);
    std::vector<device::Lane> lanes;
    for (const Group& group : groups) {
        for (const StepMember* member : group) {
            lanes.push_back(replicaOf(*member).lane());
        }
    }
    if (lanes.empty()) {
        return {};
    }
    KVW_TRY(makeRoom(lanes.size()));
    DeviceCalls calls(m_decoder->device(), kStep);
    calls.copyIn(m_lanes, std::span<const device::Lane>(lanes));
    KVW_TRY(calls.state());
    m_logits->begin();
    std::size_t row = 0;
    for (const Group& group : groups) {
        const StepMember& first = *group.front();
        const auto done = contained(first.lane->whereOf(first.step, group.size()), [&] { return enqueue(group, row); });
        for (StepMember* member : group) {
            member->done = done;
        }
        row += group.size();
    }
    m_logits->enqueue(calls, m_lanes, lanes.size());
    m_logits->read(calls, lanes.size());
    KVW_TRY(calls.state());
    row = 0;
    for (const Group& group : groups) {
        for (StepMember* member : group) {
            takeStep(*member, row++, watch);
        }
    }
    return {};
}

std::vector<DeviceStep::Group> DeviceStep::groupsOf(std::span<StepMember> members) {
    std::vector<Group> groups;
    for (StepMember& member : members) {
        if (!member.done) {
            continue;
        }
        const auto fits = [&](const Group& group) {
            return group.size() < device::kMostLanes && alike(storeOf(*group.front()), storeOf(member));
        };
        const auto found = std::find_if(groups.begin(), groups.end(), fits);
        (found == groups.end() ? groups.emplace_back() : *found).push_back(&member);
    }
    return groups;
}

Result<void> DeviceStep::makeRoom(std::size_t lanes) {
    if (m_logits != nullptr && lanes <= m_logits->lanes()) {
        return {};
    }
    device::Device& device = m_decoder->device();
    m_logits.reset();
    auto logits = std::make_shared<DeviceLogits>(
        device, static_cast<std::size_t>(m_decoder->decoder().config().vocabulary), lanes);
    m_memory = std::make_unique<DeviceMemory>(device, kStep);
    m_lanes = m_memory->room<device::Lane>(lanes);
    KVW_TRY(logits->state());
    KVW_TRY(m_memory->state());
    m_logits = std::move(logits);
    return {};
}

DeviceUse DeviceStep::use(std::span<const std::unique_ptr<Lane>> lanes) const {
    const auto bytes = [](std::size_t count) { return static_cast<std::int64_t>(count); };
    DeviceUse use;
    use.device = describeDevice(m_decoder->device().info());
    use.weights = bytes(m_decoder->weightBytes());
    use.buffers = bytes(m_decoder->bufferBytes() + (m_memory ? m_memory->bytes() : 0) +
                        (m_logits ? m_logits->bytes() : 0) + m_ropes[0].bytes() + m_ropes[1].bytes());
    for (const auto& lane : lanes) {
        const auto* replica = static_cast<const DeviceReplica*>(lane->replica().get());
        use.lanes.push_back(replica != nullptr
                                ? DeviceUse::Lane{bytes(replica->cacheBytes()), bytes(replica->rowBytes())}
                                : DeviceUse::Lane{});
    }
    return use;
}

Result<void> DeviceStep::enqueue(const Group& group, std::size_t row) {
    const ModelConfig& config = m_decoder->decoder().config();
    const AttentionStore& first = storeOf(*group.front());
    DeviceBatch batch;
    batch.lanes = m_lanes + row;
    batch.count = static_cast<std::int32_t>(group.size());
    for (const StepMember* member : group) {
        batch.units = std::max(batch.units, storeOf(*member).shape().units);
    }
    batch.storedHeads = first.shape().storedHeads;
    batch.cache = numberOf(first.shape().dtype);
    batch.rotatesOnRead = first.phases().stored() == StoredKeys::Raw;
    DeviceRopes& ropes = m_ropes[first.phases().stored() == StoredKeys::AtRank ? 1 : 0];
    KVW_TRY_ASSIGN(batch.ropes, ropes.upTo(group.front()->step, first, m_decoder->device()));
    batch.logits = m_logits->rows(row);

    const device::Kernels& kernels = m_decoder->device().kernels();
    const device::StepArgs all{m_decoder->headShape(), static_cast<int>(config.layers), batch.units, batch.lanes,
                               batch.count};
    DeviceCalls calls(m_decoder->device(), kStep);
    calls.launch(kernels.applyEdits, all);
    calls.launch(kernels.takeSlots, all);
    m_decoder->enqueue(calls, batch);
    calls.launch(kernels.finishRows, all);
    return calls.state();
}

void DeviceStep::takeStep(StepMember& member, std::size_t row, const Stopwatch& watch) {
    if (!member.done) {
        return;
    }
    DeviceReplica& replica = replicaOf(member);
    member.done = contained(member.lane->whereOf(member.step), [&] {
        return member.lane->attention().takeStep(
            [&](AttentionStore& store, const AttentionPass& pass) { return replica.takeStep(store, pass); });
    });
    if (member.done) {
        member.lane->placeLogits(DeviceLogits::placed(m_logits, row, member.next), watch.ms());
    }
}

}  // namespace kvw
