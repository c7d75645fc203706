// SPDX-License-Identifier: Apache-2.0
/// Decode steps of one lane over bare queries, keys and values: the attention of a device without a model, for
/// conformance cases.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/engine/attention/cached_attention.h"
#include "core/engine/device/device_replica.h"
#include "core/engine/device/device_ropes.h"

namespace kvw {

/// A step is `begin`, `attend` of every layer in order, and `end`. Thread: inference thread.
class DeviceTensors {
 public:
    explicit DeviceTensors(device::Device& device) : m_device(device), m_replica(device) {}

    [[nodiscard]] device::Device& device() const noexcept { return m_device; }
    /// Begins the step of `token`, after CachedAttention::beginPass.
    Result<void> begin(const CachedAttention& attention, std::int64_t token);
    /// Does what AttentionSink::attend does for one token.
    Result<void> attend(std::int32_t layer, std::span<const float> q, std::span<const float> k,
                        std::span<const float> v, std::span<float> out);
    /// Puts the step into `attention`.
    Result<void> end(CachedAttention& attention);

 private:
    void makeBuffers(const AttentionStore& store);
    [[nodiscard]] device::StepArgs all() const;

    device::Device& m_device;
    DeviceReplica m_replica;
    DeviceRopes m_ropes;
    std::unique_ptr<DeviceMemory> m_memory;
    std::span<const device::Rope> m_ofLayer;
    const AttentionStore* m_store = nullptr;  ///< during a step
    device::Heads m_heads;
    device::Lane* m_lane = nullptr;
    /// Queries, keys and values stand for the vector that a projection reads, and the projection is the identity: every
    /// product is exact.
    device::Matrix m_identity;
    std::vector<float> m_joined;
    float *m_x = nullptr, *m_q = nullptr, *m_out = nullptr, *m_qkvScratch = nullptr, *m_attendScratch = nullptr;
    int* m_counters = nullptr;
};

}  // namespace kvw
