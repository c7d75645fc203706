// SPDX-License-Identifier: Apache-2.0
/// Decode steps of one lane over bare queries, keys and values: the attention of a device without a model, for
/// conformance cases.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/engine/attention/cached_attention.h"
#include "core/engine/backend/backend.h"
#include "core/engine/device/device_replica.h"
#include "core/engine/device/device_ropes.h"

namespace kvw {

/// Thread: inference thread.
class DeviceTensors final : public TensorSteps {
 public:
    explicit DeviceTensors(device::Device& device) : m_device(device), m_replica(device), m_report(device) {}

    Result<void> begin(CachedAttention& attention, std::int64_t token) override;
    Result<void> attend(std::int32_t layer, std::span<float> q, std::span<float> k, std::span<const float> v,
                        std::span<float> out) override;
    Result<void> end() override;

 private:
    void makeBuffers(const AttentionStore& store);
    [[nodiscard]] device::StepArgs all() const;

    device::Device& m_device;
    DeviceReplica m_replica;
    DeviceReport m_report;
    DeviceRopes m_ropes;
    std::unique_ptr<DeviceMemory> m_memory;
    std::span<const device::Rope> m_ofLayer;
    CachedAttention* m_attention = nullptr;  ///< during a step
    std::int64_t m_token = 0;                ///< of the step
    device::Heads m_heads;
    device::Lane* m_lane = nullptr;
    device::RowMove* m_moves = nullptr;
    /// Queries, keys and values stand for the vector that a projection reads, and the projection is the identity: every
    /// product is exact.
    device::Matrix m_identity;
    std::vector<float> m_joined;
    float *m_x = nullptr, *m_q = nullptr, *m_out = nullptr, *m_qkvScratch = nullptr, *m_attendScratch = nullptr;
    int* m_counters = nullptr;
};

}  // namespace kvw
