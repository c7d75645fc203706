// SPDX-License-Identifier: Apache-2.0
/// Logits of the newest step of a run's lanes in the memory of a device, and their statistics.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/engine/device/device_memory.h"
#include "core/engine/device/device_report.h"
#include "core/engine/lane/logit_row.h"

namespace kvw {

/// Thread: inference thread.
class DeviceLogits final : public LogitPlace {
 public:
    /// Makes room for the rows of so many lanes.
    DeviceLogits(device::Device& device, std::size_t vocabulary, std::size_t lanes);
    [[nodiscard]] Result<void> state() const { return m_memory.state(); }
    [[nodiscard]] std::size_t lanes() const noexcept { return m_lanes; }
    [[nodiscard]] std::size_t bytes() const noexcept { return m_memory.bytes(); }
    /// Rows of the lanes from `first` on.
    [[nodiscard]] float* rows(std::size_t first) const noexcept {
        return m_rows == nullptr ? nullptr : m_rows + first * m_vocabulary;
    }

    /// Begins another step, whose rows take the place of those of the step before.
    void begin(DeviceCalls& calls);
    /// Asks for the statistics of the first `count` rows, which are those of `lanes` on the device. The first lane is
    /// the one that others are compared with.
    void enqueue(DeviceCalls& calls, const device::Lane* lanes, std::size_t count) const;
    /// Asks for a copy of the statistics of these rows.
    void send(DeviceCalls& calls, std::size_t count) { m_read.copy(calls, m_records, count); }
    /// Returns what is known of a row of the step, once its statistics are there. `next`: the token after it, -1 if it
    /// is not known.
    [[nodiscard]] static PlacedLogits placed(const std::shared_ptr<const DeviceLogits>& place, std::size_t row,
                                             std::int32_t next);

    Result<void> copy(std::uint64_t step, std::size_t row, std::vector<float>& to) const override;

 private:
    mutable DeviceMemory m_memory;
    std::size_t m_vocabulary, m_lanes;
    float* m_rows = nullptr;
    device::LogitRecord* m_records = nullptr;
    double* m_scratch = nullptr;
    int* m_counters = nullptr;
    PinnedNumbers<device::LogitRecord> m_read;
    std::uint64_t m_step = 0;
};

}  // namespace kvw
