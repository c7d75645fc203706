// SPDX-License-Identifier: Apache-2.0
/// Results of a lane's step on their way from a device to the host.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/engine/device/device_memory.h"

namespace kvw {

/// Numbers in host memory that copies need not wait for; it grows. Thread: inference thread.
template <class T>
class PinnedNumbers {
 public:
    explicit PinnedNumbers(device::Device& device) : m_device(device) {}
    PinnedNumbers(const PinnedNumbers&) = delete;
    PinnedNumbers& operator=(const PinnedNumbers&) = delete;
    ~PinnedNumbers() { release(); }

    /// Asks for a copy of `count` numbers, in place of those before; `numbers` are there after a wait.
    void copy(DeviceCalls& calls, const T* from, std::size_t count) {
        if (count > m_room) {
            release();
            calls.pin(&m_at, count * sizeof(T));
            m_room = m_at == nullptr ? 0 : count;
        }
        m_count = count <= m_room ? count : 0;
        calls.copyOut(numbers(), from);
    }
    [[nodiscard]] std::span<T> numbers() const noexcept { return {static_cast<T*>(m_at), m_count}; }

 private:
    void release() noexcept {
        m_device.releasePinned(m_at);
        m_at = nullptr;
        m_room = m_count = 0;
    }

    device::Device& m_device;
    void* m_at = nullptr;
    std::size_t m_room = 0, m_count = 0;
};

/// Results of a step, in the layouts of device::Lane and device::RowMeasures.
struct DeviceReport {
    explicit DeviceReport(device::Device& device)
        : newest(device),
          next(device),
          counts(device),
          slots(device),
          fault(device),
          rows(device),
          logits(device),
          statistics(device),
          scores(device),
          rawKeys(device),
          sums(device),
          readers(device),
          pageScores(device),
          closeCuts(device) {}

    PinnedNumbers<std::byte> newest;  ///< keys, then values, as they are stored
    PinnedNumbers<std::int32_t> next, counts, slots;
    PinnedNumbers<device::Fault> fault;
    PinnedNumbers<float> rows, logits, statistics, scores, rawKeys;
    PinnedNumbers<device::RowSums> sums;  ///< of rows that were measured
    PinnedNumbers<std::uint8_t> readers;
    PinnedNumbers<float> pageScores;  ///< of the first query head of layer 0
    PinnedNumbers<std::int32_t> closeCuts;
};

}  // namespace kvw
