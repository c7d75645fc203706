// SPDX-License-Identifier: Apache-2.0
#include "core/engine/device/device_tensors.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace kvw {

namespace {

constexpr const char* kTensors = "tensors on the device";

}  // namespace

void DeviceTensors::makeBuffers(const AttentionStore& store) {
    const CacheShape& shape = store.shape();
    m_heads = {shape.queryHeads, shape.kvHeads, shape.headDim};
    const auto q = static_cast<std::size_t>(shape.queryHeads * shape.headDim);
    const std::size_t size = q + 2 * static_cast<std::size_t>(shape.kvHeads * shape.headDim);
    std::vector<float> identity(size * size, 0.0F);
    for (std::size_t i = 0; i < size; ++i) {
        identity[i * size + i] = 1;
    }
    m_memory = std::make_unique<DeviceMemory>(m_device, kTensors);
    m_identity = {m_memory->put(identity), device::Coding::F32, static_cast<int>(size), static_cast<int>(size)};
    m_lane = m_memory->room<device::Lane>(1);
    m_moves = m_memory->room<device::RowMove>(2 * static_cast<std::size_t>(shape.layers * shape.storedHeads));
    m_joined.resize(size);
    m_x = m_memory->room<float>(size);
    m_q = m_memory->room<float>(q);
    m_out = m_memory->room<float>(q);
    m_qkvScratch = m_memory->room<float>(size);
    m_attendScratch = m_memory->room<float>(device::attendScratch(m_heads, shape.storedHeads, 1));
    const int heads = shape.queryHeads + 2 * shape.kvHeads;
    m_counters = m_memory->cleared<int>(
        static_cast<std::size_t>(std::max(heads, device::attendCounters(m_heads, shape.storedHeads, 1))));
}

device::StepArgs DeviceTensors::all() const {
    const CacheShape& shape = m_attention->store().shape();
    return {m_heads, shape.layers, shape.units, m_lane, 1};
}

Result<void> DeviceTensors::begin(CachedAttention& attention, std::int64_t token) {
    m_attention = &attention;
    m_token = token;
    const AttentionStore& store = attention.store();
    if (m_memory == nullptr) {
        makeBuffers(store);
        KVW_TRY(m_memory->state());
    }
    KVW_TRY_ASSIGN(auto rule, attention.policy().stepRule());
    KVW_TRY_ASSIGN(auto reads, attention.policy().readRule());
    KVW_TRY(m_replica.follow(store, token, 0, {}, std::move(rule), std::move(reads)));
    KVW_TRY_ASSIGN(m_ofLayer, m_ropes.upTo(token, store, m_device));
    DeviceCalls calls(m_device, kTensors);
    calls.copyIn(m_lane, std::span<const device::Lane>(&m_replica.lane(), 1));
    calls.launch(m_device.kernels().applyEdits, all());
    calls.launch(m_device.kernels().takeSlots, all());
    return calls.state();
}

Result<void> DeviceTensors::attend(std::int32_t layer, std::span<float> q, std::span<float> k, std::span<const float> v,
                                   std::span<float> out) {
    std::copy(v.begin(), v.end(), std::copy(k.begin(), k.end(), std::copy(q.begin(), q.end(), m_joined.begin())));
    const AttentionStore& store = m_attention->store();
    const CacheShape& shape = store.shape();
    device::QkvArgs joined;
    joined.weights[0] = m_identity;
    joined.x = m_x;
    joined.xStride = m_identity.columns;
    joined.heads = m_heads;
    joined.rope = m_ofLayer[static_cast<std::size_t>(layer)];
    joined.cache = numberOf(storedOnDevice(shape));
    joined.rounded = numberOf(shape.dtype);
    joined.layer = layer;
    joined.lanes = m_lane;
    joined.laneCount = 1;
    joined.q = m_q;
    joined.scratch = m_qkvScratch;
    joined.done = m_counters;
    device::AttendArgs attention;
    attention.heads = m_heads;
    attention.layer = layer;
    attention.storedHeads = shape.storedHeads;
    attention.lanes = m_lane;
    attention.laneCount = 1;
    attention.cache = joined.cache;
    attention.rotatesOnRead = store.phases().stored() == StoredKeys::Raw;
    attention.rope = joined.rope;
    attention.scale = 1.0F / std::sqrt(static_cast<float>(shape.headDim));
    attention.q = m_q;
    attention.out = m_out;
    attention.scratch = m_attendScratch;
    attention.done = m_counters;
    attention.reads = store.bounds() != nullptr;
    DeviceCalls calls(m_device, kTensors);
    calls.copyIn(m_x, std::span<const float>(m_joined));
    calls.launch(m_device.kernels().qkvInsert, joined);
    if (attention.reads) {
        calls.launch(m_device.kernels().choosePages, attention);
    }
    calls.launch(m_device.kernels().attendDecode, attention);
    calls.copyOut(out, m_out);
    return calls.state();
}

Result<void> DeviceTensors::end() {
    const std::span<const device::RowMove> moves = m_replica.moves();
    DeviceCalls calls(m_device, kTensors);
    calls.launch(m_device.kernels().finishRows, all());
    calls.launch(m_device.kernels().stepRule, all());
    calls.copyIn(m_moves, moves);
    calls.launch(m_device.kernels().compact, device::CompactArgs{m_moves, static_cast<int>(moves.size()), 1});
    const sdk::Needs& needs = m_attention->policy().needs();
    m_replica.send(calls, m_report, m_token, true, needs.rawKeys && needs.tensorsAtDecode);
    calls.wait(calls.mark());
    KVW_TRY(calls.state());
    CachedAttention& attention = *std::exchange(m_attention, nullptr);
    KVW_TRY(attention.takeStep(
        [&](AttentionStore& store, const AttentionPass& pass) { return m_replica.takeStep(store, pass, m_report); },
        m_report.rawKeys.numbers()));
    if (m_replica.rule()) {
        attention.policy().take(*m_replica.rule(), m_replica.answer());
    }
    if (m_replica.reads()) {
        attention.policy().take(m_replica.readAnswer());
    }
    return {};
}

}  // namespace kvw
