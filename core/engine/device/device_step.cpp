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

DeviceStep::DeviceStep(std::shared_ptr<const DeviceDecoder> decoder)
    : m_decoder(std::move(decoder)), m_memory(m_decoder->device(), kStep) {
    m_lanes = m_memory.room<device::Lane>(device::kMostLanes);
}

DeviceReplica& DeviceStep::replicaOf(const StepMember& member) const {
    auto& replica = member.lane->replica();
    if (replica == nullptr) {
        replica = std::make_shared<DeviceReplica>(m_decoder->device());
    }
    // A lane belongs to one run and so to one backend.
    return static_cast<DeviceReplica&>(*replica);
}

Result<void> DeviceStep::step(std::span<StepMember> members) {
    KVW_TRY(m_memory.state());
    std::vector<bool> taken(members.size());
    for (std::size_t i = 0; i < members.size(); ++i) {
        if (taken[i]) {
            continue;
        }
        Group group;
        for (std::size_t j = i; j < members.size() && group.size() < device::kMostLanes; ++j) {
            if (!taken[j] && alike(storeOf(members[i]), storeOf(members[j]))) {
                group.push_back(&members[j]);
                taken[j] = true;
            }
        }
        const StepMember& first = *group.front();
        const auto done = contained(first.lane->whereOf(first.step, group.size()), [&] { return stepGroup(group); });
        for (StepMember* member : group) {
            if (!done && member->done) {
                member->done = done;
            }
        }
    }
    return {};
}

DeviceUse DeviceStep::use(std::span<const std::unique_ptr<Lane>> lanes) const {
    const auto bytes = [](std::size_t count) { return static_cast<std::int64_t>(count); };
    DeviceUse use;
    use.device = describeDevice(m_decoder->device().info());
    use.weights = bytes(m_decoder->weightBytes());
    use.stepWeights = bytes(m_decoder->stepBytes());
    use.readRate = m_decoder->readRate();
    use.buffers = bytes(m_decoder->bufferBytes() + m_memory.bytes() + m_ropes[0].bytes() + m_ropes[1].bytes());
    for (const auto& lane : lanes) {
        const auto* replica = static_cast<const DeviceReplica*>(lane->replica().get());
        use.lanes.push_back(replica != nullptr
                                ? DeviceUse::Lane{bytes(replica->cacheBytes()), bytes(replica->rowBytes())}
                                : DeviceUse::Lane{});
    }
    return use;
}

Result<void> DeviceStep::stepGroup(const Group& group) {
    const Stopwatch watch;
    const ModelConfig& config = m_decoder->decoder().config();
    Group going;
    std::vector<device::Lane> lanes;
    DeviceBatch batch;
    for (StepMember* member : group) {
        member->done = contained(member->lane->whereOf(member->step),
                                 [&] { return replicaOf(*member).follow(storeOf(*member), member->step, member->id); });
        if (member->done) {
            going.push_back(member);
            lanes.push_back(replicaOf(*member).lane());
            batch.units = std::max(batch.units, lanes.back().units);
        }
    }
    if (going.empty()) {
        return {};
    }
    const AttentionStore& first = storeOf(*going.front());
    batch.lanes = m_lanes;
    batch.count = static_cast<std::int32_t>(going.size());
    batch.storedHeads = first.shape().storedHeads;
    batch.cache = numberOf(first.shape().dtype);
    batch.rotatesOnRead = first.phases().stored() == StoredKeys::Raw;
    DeviceRopes& ropes = m_ropes[first.phases().stored() == StoredKeys::AtRank ? 1 : 0];
    KVW_TRY_ASSIGN(batch.ropes, ropes.upTo(going.front()->step, first, m_decoder->device()));

    const device::Kernels& kernels = m_decoder->device().kernels();
    const device::StepArgs all{m_decoder->headShape(), static_cast<int>(config.layers), batch.units, m_lanes,
                               batch.count};
    DeviceCalls calls(m_decoder->device(), kStep);
    calls.copyIn(m_lanes, std::span<const device::Lane>(lanes));
    calls.launch(kernels.applyEdits, all);
    calls.launch(kernels.takeSlots, all);
    m_decoder->enqueue(calls, batch);
    calls.launch(kernels.finishRows, all);
    const auto vocabulary = static_cast<std::size_t>(config.vocabulary);
    m_logits.resize(going.size() * vocabulary);
    calls.copyOut(std::span(m_logits), m_decoder->logits());
    KVW_TRY(calls.state());
    for (StepMember* member : going) {
        DeviceReplica& replica = replicaOf(*member);
        member->done = contained(member->lane->whereOf(member->step), [&] {
            return member->lane->attention().takeStep(
                [&](AttentionStore& store, const AttentionPass& pass) { return replica.takeStep(store, pass); });
        });
    }
    for (std::size_t i = 0; i < going.size(); ++i) {
        if (going[i]->done) {
            going[i]->lane->copyLogits({m_logits.data() + i * vocabulary, vocabulary}, watch.ms());
        }
    }
    return {};
}

}  // namespace kvw
