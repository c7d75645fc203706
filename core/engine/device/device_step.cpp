// SPDX-License-Identifier: Apache-2.0
#include "core/engine/device/device_step.h"

#include <algorithm>

#include "core/base/stopwatch.h"
#include "core/engine/contained.h"
#include "core/engine/lane/lane.h"

namespace kvw {

namespace {

constexpr const char* kStep = "a step on the device";

/// Returns true if kernels that were recorded for one batch do the step of the other.
bool sameKernels(const DeviceBatch& a, const DeviceBatch& b) {
    return a.lanes == b.lanes && a.count == b.count && a.units == b.units && a.storedHeads == b.storedHeads &&
           a.cache == b.cache && a.rotatesOnRead == b.rotatesOnRead && a.ropes.data() == b.ropes.data() &&
           a.phases == b.phases && a.logits == b.logits;
}

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
        member.done = contained(member.lane->whereOf(member.step), [&]() -> Result<void> {
            KVW_TRY_ASSIGN(auto rule, member.lane->attention().policy().stepRule());
            return replicaOf(member).follow(storeOf(member), member.step, {member.id, member.next}, std::move(rule));
        });
    }
    const std::vector<Group> groups = groupsOf(members);
    std::vector<const DeviceReplica*> replicas;
    for (const Group& group : groups) {
        for (const StepMember* member : group) {
            replicas.push_back(&replicaOf(*member));
        }
    }
    if (replicas.empty()) {
        return {};
    }
    KVW_TRY(makeRoom(replicas.size(), groups.size()));
    DeviceCalls calls(m_decoder->device(), kStep);
    putTables(calls, replicas);
    m_logits->begin(calls);
    KVW_TRY(calls.state());
    std::size_t row = 0;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const StepMember& first = *groups[i].front();
        const auto done = contained(first.lane->whereOf(first.step, groups[i].size()),
                                    [&] { return play(groups[i], row, m_graphs[i], groups.size() == 1); });
        for (StepMember* member : groups[i]) {
            member->done = done;
        }
        row += groups[i].size();
    }
    if (groups.size() > 1) {
        m_logits->enqueue(calls, m_lanes, replicas.size());
    }
    m_logits->read(calls, replicas.size());
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

Result<void> DeviceStep::makeRoom(std::size_t lanes, std::size_t groups) {
    if (m_logits != nullptr && lanes <= m_logits->lanes()) {
        m_graphs.resize(std::max(groups, m_graphs.size()));
        return {};
    }
    device::Device& device = m_decoder->device();
    const ModelConfig& config = m_decoder->decoder().config();
    m_logits.reset();
    m_memory.reset();
    m_graphs.clear();
    m_graphs.resize(groups);
    m_copies.clear();
    auto logits = std::make_shared<DeviceLogits>(device, static_cast<std::size_t>(config.vocabulary), lanes);
    auto memory = std::make_unique<DeviceMemory>(device, kStep);
    m_lanes = memory->room<device::Lane>(lanes);
    m_moves = memory->room<device::RowMove>(lanes * 2 * static_cast<std::size_t>(config.layers * config.queryHeads));
    KVW_TRY(logits->state());
    KVW_TRY(memory->state());
    m_logits = std::move(logits);
    m_memory = std::move(memory);
    return {};
}

void DeviceStep::putTables(DeviceCalls& calls, std::span<const DeviceReplica* const> replicas) {
    std::vector<std::uint64_t> copies;
    for (const DeviceReplica* replica : replicas) {
        copies.push_back(replica->copy());
    }
    if (copies == m_copies) {
        return;
    }
    std::vector<device::Lane> lanes;
    m_moveList.clear();
    m_firstMove.clear();
    for (const DeviceReplica* replica : replicas) {
        lanes.push_back(replica->lane());
        m_firstMove.push_back(m_moveList.size());
        m_moveList.insert(m_moveList.end(), replica->moves().begin(), replica->moves().end());
    }
    m_firstMove.push_back(m_moveList.size());
    m_copies.clear();  // of no use if this fails
    calls.copyIn(m_lanes, std::span<const device::Lane>(lanes));
    calls.copyIn(m_moves, std::span<const device::RowMove>(m_moveList));
    if (!calls.failed()) {
        m_copies = std::move(copies);
    }
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

Result<void> DeviceStep::play(const Group& group, std::size_t row, Graph& graph, bool whole) {
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
    batch.phases = ropes.phases();
    batch.logits = m_logits->rows(row);

    DeviceCalls calls(m_decoder->device(), kStep);
    const std::size_t firstMove = m_firstMove[row], moves = m_firstMove[row + group.size()] - firstMove;
    if (graph.recorded == nullptr || graph.firstMove != firstMove || graph.whole != whole ||
        !sameKernels(graph.batch, batch)) {
        graph.recorded.reset();
        graph.recorded = calls.record([&] {
            enqueue(calls, batch, {m_moves + firstMove, static_cast<int>(moves), 1});
            if (whole) {
                m_logits->enqueue(calls, m_lanes, group.size());
            }
        });
        KVW_TRY(calls.state());
        graph.batch = batch;
        graph.firstMove = firstMove;
        graph.whole = whole;
    }
    m_decoder->clearCounters(calls);
    calls.play(*graph.recorded);
    return calls.state();
}

void DeviceStep::enqueue(DeviceCalls& calls, const DeviceBatch& batch, const device::CompactArgs& moves) const {
    const device::Kernels& kernels = m_decoder->device().kernels();
    const device::StepArgs all{m_decoder->headShape(), static_cast<int>(m_decoder->decoder().config().layers),
                               batch.units, batch.lanes, batch.count};
    calls.launch(kernels.applyEdits, all);
    calls.launch(kernels.takeSlots, all);
    m_decoder->enqueue(calls, batch);
    calls.launch(kernels.finishRows, all);
    calls.launch(kernels.stepRule, all);
    calls.launch(kernels.compact, moves);
}

void DeviceStep::takeStep(StepMember& member, std::size_t row, const Stopwatch& watch) {
    if (!member.done) {
        return;
    }
    const auto take = [&]() -> Result<void> {
        DeviceReplica& replica = replicaOf(member);
        CachedAttention& attention = member.lane->attention();
        const bool withRows = member.rows || !replica.rule();
        KVW_TRY(attention.takeStep(
            [&](AttentionStore& store, const AttentionPass& pass) { return replica.takeStep(store, pass, withRows); }));
        if (replica.rule()) {
            attention.policy().take(*replica.rule(), replica.answer());
        } else {
            member.lane->noteOnce(finding("asked-on-cpu"));
        }
        return {};
    };
    member.done = contained(member.lane->whereOf(member.step), take);
    if (member.done) {
        member.lane->placeLogits(DeviceLogits::placed(m_logits, row, member.next), watch.ms());
    }
}

}  // namespace kvw
