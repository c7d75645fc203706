// SPDX-License-Identifier: Apache-2.0
#include "core/engine/device/device_step.h"

#include <algorithm>

#include "core/base/stopwatch.h"
#include "core/engine/contained.h"
#include "core/engine/lane/lane.h"

namespace kvw {

namespace {

constexpr const char* kStep = "a step on the device";
/// Steps for which the device waits for the host, after it went ahead in vain: then all lanes are copied anew.
constexpr int kStepsBeside = 16;

/// Returns true if kernels that were recorded for one batch do the step of the other.
bool sameKernels(const DeviceBatch& a, const DeviceBatch& b) {
    return a.lanes == b.lanes && a.count == b.count && a.units == b.units && a.storedHeads == b.storedHeads &&
           a.cache == b.cache && a.rounded == b.rounded && a.rotatesOnRead == b.rotatesOnRead && a.reads == b.reads &&
           a.ropes.data() == b.ropes.data() && a.phases == b.phases && a.logits == b.logits;
}

/// Returns true if kernels take both lanes in one call.
bool alike(const AttentionStore& a, const AttentionStore& b) {
    return a.shape().storedHeads == b.shape().storedHeads && a.shape().dtype == b.shape().dtype &&
           a.shape().coded() == b.shape().coded() && a.phases().stored() == b.phases().stored() &&
           (a.bounds() == nullptr) == (b.bounds() == nullptr);
}

const AttentionStore& storeOf(const StepMember& member) {
    return member.lane->attention().store();
}

RowWish wishOf(const StepMember& member) {
    const Capture capture = member.lane->capture();
    const bool compared = member.full != nullptr || member.lane->isFull(nullptr);
    return {capture != Capture::None, capture >= Capture::Stats, compared && capture != Capture::None};
}

/// Returns StepMember::rows of all lanes.
std::vector<bool> wantedRows(const std::vector<std::vector<StepMember*>>& groups) {
    std::vector<bool> rows;
    for (const auto& group : groups) {
        for (const StepMember* member : group) {
            rows.push_back(member->rows);
        }
    }
    return rows;
}

}  // namespace

DeviceReplica& DeviceStep::replicaOf(const StepMember& member) const {
    auto& replica = member.lane->replica();
    if (replica == nullptr) {
        replica = std::make_shared<DeviceReplica>(m_decoder->device(), member.lane->takeWindow());
    }
    // A lane belongs to one run and so to one backend.
    return static_cast<DeviceReplica&>(*replica);
}

DeviceStep::~DeviceStep() {
    if (m_ahead) {
        static_cast<void>(m_decoder->device().wait(m_ahead->ticket));  // its copies need the reports
    }
}

Result<void> DeviceStep::step(std::span<StepMember> members) {
    const Stopwatch watch;
    DeviceCalls calls(m_decoder->device(), kStep);
    const bool foreseen = foresaw(members);
    if (!foreseen) {
        forgetAhead(members, calls);
        follow(members);
    }
    const std::vector<Group> groups = groupsOf(members);
    if (groups.empty()) {
        return {};
    }
    Flight now;
    if (foreseen) {
        now = std::move(*m_ahead);
        m_ahead.reset();
    } else {
        KVW_TRY(makeRoom(groups));
        putTables(calls, groups);
        KVW_TRY(calls.state());
        now = launch(groups, members.front().step, 0, calls);
        KVW_TRY(calls.state());
        for (std::size_t i = 0; i < groups.size(); ++i) {
            for (StepMember* member : groups[i]) {
                member->done = now.done[i];
            }
        }
    }
    goAhead(groups, now);
    calls.wait(now.ticket);
    KVW_TRY(calls.state());
    std::size_t row = 0;
    for (const Group& group : groups) {
        for (StepMember* member : group) {
            takeStep(*member, m_sides[now.side], row++, watch);
        }
    }
    return {};
}

void DeviceStep::follow(std::span<StepMember> members) {
    for (StepMember& member : members) {
        member.done = contained(member.lane->whereOf(member.step), [&]() -> Result<void> {
            const PolicyDriver& policy = member.lane->attention().policy();
            KVW_TRY_ASSIGN(auto rule, policy.stepRule());
            KVW_TRY_ASSIGN(auto reads, policy.readRule());
            return replicaOf(member).follow(storeOf(member), member.step, member.id, member.coming, std::move(rule),
                                            std::move(reads), wishOf(member));
        });
    }
}

bool DeviceStep::foresaw(std::span<StepMember> members) {
    if (!m_ahead || m_ahead->token != members.front().step) {
        return false;
    }
    const std::vector<Group> groups = groupsOf(members);
    if (copiesOf(groups) != m_copies || m_ahead->rows != wantedRows(groups)) {
        return false;
    }
    return std::all_of(members.begin(), members.end(), [&](StepMember& member) {
        const PolicyDriver& policy = member.lane->attention().policy();
        const auto rule = policy.stepRule();
        const auto reads = policy.readRule();
        return rule && reads && replicaOf(member).foresaw(storeOf(member), member.step, *rule, *reads, wishOf(member));
    });
}

void DeviceStep::forgetAhead(std::span<StepMember> members, DeviceCalls& calls) {
    m_wait = std::max(m_wait - 1, 0);
    if (!m_ahead) {
        return;
    }
    calls.wait(m_ahead->ticket);
    m_ahead.reset();
    m_wait = kStepsBeside;
    for (StepMember& member : members) {
        replicaOf(member).forget();
    }
}

void DeviceStep::goAhead(const std::vector<Group>& groups, const Flight& now) {
    if (m_wait > 0) {
        return;
    }
    for (const Group& group : groups) {
        for (const StepMember* member : group) {
            if (!member->done || !replicaOf(*member).canGoAhead()) {
                return;
            }
        }
    }
    DeviceCalls calls(m_decoder->device(), kStep);
    m_ahead = launch(groups, now.token + 1, 1 - now.side, calls);
    const bool failed = calls.failed() || std::any_of(m_ahead->done.begin(), m_ahead->done.end(),
                                                      [](const Result<void>& done) { return !done; });
    // The next step then asks for it again, over other copies, and says what is wrong.
    m_ahead->token = failed ? -1 : m_ahead->token;
}

DeviceStep::Flight DeviceStep::launch(const std::vector<Group>& groups, std::int64_t token, std::size_t side,
                                      DeviceCalls& calls) {
    Side& on = m_sides[side];
    Flight flight;
    flight.token = token;
    flight.side = side;
    flight.rows = wantedRows(groups);
    on.logits->begin(calls);
    std::size_t row = 0;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const StepMember& first = *groups[i].front();
        flight.done.push_back(
            contained(first.lane->whereOf(token, groups[i].size()), [&] { return play(groups, i, row, token, on); }));
        row += groups[i].size();
    }
    if (groups.size() > 1) {
        on.logits->enqueue(calls, m_lanes, row);
    }
    on.logits->send(calls, row);
    row = 0;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        for (const StepMember* member : groups[i]) {
            DeviceReplica& replica = replicaOf(*member);
            if (flight.done[i]) {
                const sdk::Needs& needs = member->lane->attention().policy().needs();
                const bool asks = !replica.rule();
                replica.send(calls, *on.reports[row], token, flight.rows[row] || asks,
                             asks && needs.rawKeys && needs.tensorsAtDecode);
            }
            ++row;
        }
    }
    flight.ticket = calls.mark();
    return flight;
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

std::vector<std::uint64_t> DeviceStep::copiesOf(const std::vector<Group>& groups) const {
    std::vector<std::uint64_t> copies;
    for (const Group& group : groups) {
        for (const StepMember* member : group) {
            copies.push_back(replicaOf(*member).copy());
        }
    }
    return copies;
}

Result<void> DeviceStep::makeRoom(const std::vector<Group>& groups) {
    std::size_t lanes = 0;
    for (const Group& group : groups) {
        lanes += group.size();
    }
    device::Device& device = m_decoder->device();
    const ModelConfig& config = m_decoder->decoder().config();
    if (m_memory == nullptr || lanes > m_sides[0].logits->lanes()) {
        m_memory.reset();
        m_copies.clear();
        for (Side& side : m_sides) {
            side = {};
        }
        auto memory = std::make_unique<DeviceMemory>(device, kStep);
        m_lanes = memory->room<device::Lane>(lanes);
        m_measures = memory->room<device::RowMeasures>(lanes);
        m_moves =
            memory->room<device::RowMove>(lanes * 2 * static_cast<std::size_t>(config.layers * config.queryHeads));
        KVW_TRY(memory->state());
        for (Side& side : m_sides) {
            side.logits = std::make_shared<DeviceLogits>(device, static_cast<std::size_t>(config.vocabulary), lanes);
            KVW_TRY(side.logits->state());
            for (std::size_t i = 0; i < lanes; ++i) {
                side.reports.push_back(std::make_unique<DeviceReport>(device));
            }
        }
        m_memory = std::move(memory);
    }
    for (Side& side : m_sides) {
        side.graphs.resize(std::max(groups.size(), side.graphs.size()));
    }
    return {};
}

void DeviceStep::putTables(DeviceCalls& calls, const std::vector<Group>& groups) {
    std::vector<std::uint64_t> copies = copiesOf(groups);
    if (copies == m_copies) {
        return;
    }
    std::vector<device::Lane> lanes;
    std::vector<device::RowMeasures> measures;
    m_moveList.clear();
    m_firstMove.clear();
    for (const Group& group : groups) {
        for (const StepMember* member : group) {
            const DeviceReplica& replica = replicaOf(*member);
            lanes.push_back(replica.lane());
            measures.push_back(replica.measures());
            m_firstMove.push_back(m_moveList.size());
            m_moveList.insert(m_moveList.end(), replica.moves().begin(), replica.moves().end());
        }
    }
    m_firstMove.push_back(m_moveList.size());
    m_copies.clear();  // of no use if this fails
    calls.copyIn(m_lanes, std::span<const device::Lane>(lanes));
    calls.copyIn(m_measures, std::span<const device::RowMeasures>(measures));
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
    use.stepWeights = bytes(m_decoder->stepBytes());
    use.readRate = m_decoder->readRate();
    use.buffers = bytes(m_decoder->bufferBytes() + m_ropes[0].bytes() + m_ropes[1].bytes());
    if (m_memory != nullptr) {
        use.buffers += bytes(m_memory->bytes() + m_sides[0].logits->bytes() + m_sides[1].logits->bytes());
    }
    for (const auto& lane : lanes) {
        const auto* replica = static_cast<const DeviceReplica*>(lane->replica().get());
        use.lanes.push_back(replica != nullptr
                                ? DeviceUse::Lane{bytes(replica->cacheBytes()), bytes(replica->rowBytes())}
                                : DeviceUse::Lane{});
    }
    return use;
}

Result<void> DeviceStep::play(const std::vector<Group>& groups, std::size_t index, std::size_t row, std::int64_t token,
                              Side& side) {
    const Group& group = groups[index];
    Graph& graph = side.graphs[index];
    const bool whole = groups.size() == 1;
    const AttentionStore& first = storeOf(*group.front());
    DeviceBatch batch;
    batch.lanes = m_lanes + row;
    batch.count = static_cast<std::int32_t>(group.size());
    for (const StepMember* member : group) {
        batch.units = std::max(batch.units, storeOf(*member).shape().units);
    }
    batch.storedHeads = first.shape().storedHeads;
    batch.cache = numberOf(storedOnDevice(first.shape()));
    batch.rounded = numberOf(first.shape().dtype);
    batch.reads = first.bounds() != nullptr;
    batch.rotatesOnRead = first.phases().stored() == StoredKeys::Raw;
    DeviceRopes& ropes = m_ropes[first.phases().stored() == StoredKeys::AtRank ? 1 : 0];
    KVW_TRY_ASSIGN(batch.ropes, ropes.upTo(token, first, m_decoder->device()));
    batch.phases = ropes.phases();
    batch.logits = side.logits->rows(row);

    DeviceCalls calls(m_decoder->device(), kStep);
    const std::size_t firstMove = m_firstMove[row], moves = m_firstMove[row + group.size()] - firstMove;
    const bool measured = std::any_of(group.begin(), group.end(), [&](const StepMember* member) {
        return replicaOf(*member).measures().sums != nullptr;
    });
    if (graph.recorded == nullptr || graph.firstMove != firstMove || graph.whole != whole ||
        graph.measured != measured || !sameKernels(graph.batch, batch)) {
        graph.recorded.reset();
        graph.recorded = calls.record([&] {
            enqueue(calls, batch, {m_moves + firstMove, static_cast<int>(moves), 1},
                    measured ? m_measures + row : nullptr, !first.rules().sinks.empty());
            if (whole) {
                side.logits->enqueue(calls, m_lanes, group.size());
            }
        });
        KVW_TRY(calls.state());
        graph.batch = batch;
        graph.firstMove = firstMove;
        graph.whole = whole;
        graph.measured = measured;
    }
    m_decoder->clearCounters(calls);
    calls.play(*graph.recorded);
    return calls.state();
}

void DeviceStep::enqueue(DeviceCalls& calls, const DeviceBatch& batch, const device::CompactArgs& moves,
                         const device::RowMeasures* measures, bool sinks) const {
    const device::Kernels& kernels = m_decoder->device().kernels();
    const device::StepArgs all{m_decoder->headShape(), static_cast<int>(m_decoder->decoder().config().layers),
                               batch.units, batch.lanes, batch.count};
    calls.launch(kernels.applyEdits, all);
    calls.launch(kernels.takeSlots, all);
    m_decoder->enqueue(calls, batch);
    calls.launch(kernels.finishRows, all);
    if (measures != nullptr) {
        // In a step that is compared, the full lane is the first one, in the first group.
        calls.launch(kernels.measureRows, device::MeasureArgs{all, measures, m_lanes, sinks});
    }
    calls.launch(kernels.stepRule, all);
    calls.launch(kernels.compact, moves);
}

void DeviceStep::takeStep(StepMember& member, const Side& side, std::size_t row, const Stopwatch& watch) {
    if (!member.done) {
        return;
    }
    const auto take = [&]() -> Result<void> {
        DeviceReplica& replica = replicaOf(member);
        CachedAttention& attention = member.lane->attention();
        DeviceReport& report = *side.reports[row];
        KVW_TRY(attention.takeStep(
            [&](AttentionStore& store, const AttentionPass& pass) { return replica.takeStep(store, pass, report); },
            report.rawKeys.numbers()));
        member.lane->placeSums(replica.sums());
        if (replica.rule()) {
            attention.policy().take(*replica.rule(), replica.answer());
        } else if (!attention.store().hasForeignTokens()) {  // with them, a policy may be asked this once
            member.lane->noteOnce(finding("asked-on-cpu"));
        }
        if (replica.reads()) {
            attention.policy().take(replica.readAnswer());
        }
        if (attention.store().shape().coded()) {
            member.lane->noteOnce(finding("decoded-on-device"));
        }
        return {};
    };
    member.done = contained(member.lane->whereOf(member.step), take);
    if (member.done) {
        const std::int32_t next = member.coming.empty() ? -1 : member.coming.front();
        member.lane->placeLogits(DeviceLogits::placed(side.logits, row, next), watch.ms());
    }
}

}  // namespace kvw
