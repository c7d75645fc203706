// SPDX-License-Identifier: Apache-2.0
/// Numbers of a lane's rows that a device measures, and the window of rows that their variance is over.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/engine/attention/attention_store.h"
#include "core/engine/device/device_memory.h"
#include "core/engine/device/device_report.h"
#include "core/engine/lane/row_metrics.h"
#include "core/engine/lane/row_window.h"

namespace kvw {

/// Numbers of a lane's rows that somebody wants.
struct RowWish {
    bool measured = false, variance = false;
    bool compared = false;  ///< with the first lane of the step
    friend bool operator==(const RowWish&, const RowWish&) = default;
};

/// Thread: inference thread.
class DeviceMeasures {
 public:
    /// `window`: of the lane that this one's is a fork of.
    DeviceMeasures(device::Device& device, std::shared_ptr<RowWindow> window)
        : m_device(device), m_window(std::move(window)) {}

    /// Copies the window to the host and gives the memory back.
    Result<void> leave();
    /// Begins anew, for rows of `stride` numbers and a text of at most `idRoom` tokens.
    void begin(const CacheShape& shape, std::int32_t stride, std::int64_t idRoom);
    /// Returns true if the token's step needs other arguments() than the step before. Drops a window that is not
    /// wanted.
    [[nodiscard]] bool changes(std::int64_t token, RowWish wish);
    /// Makes arguments() those of the token's step.
    Result<void> use(std::int64_t token, RowWish wish);
    /// The numbers that were wanted last.
    [[nodiscard]] RowWish wish() const noexcept { return m_wish; }
    /// Arguments of Kernels::measureRows; their memory holds until leave().
    [[nodiscard]] const device::RowMeasures& arguments() const noexcept { return m_arguments; }
    [[nodiscard]] std::size_t bytes() const noexcept { return m_memory ? m_memory->bytes() : 0; }
    /// Asks for a copy of the sums of a step.
    void send(DeviceCalls& calls, DeviceReport& report) const;
    /// Takes the sums of the token's step, once they are there.
    void take(const DeviceReport& report, std::int64_t token);
    /// Numbers of the step that was taken last, as RowMetrics::take takes them; empty: nothing was measured.
    [[nodiscard]] std::span<const PartSums> sums() const noexcept { return m_sums; }
    [[nodiscard]] Result<std::shared_ptr<RowWindow>> window() const;

 private:
    /// Makes room for what is wanted, if there is none.
    void makeRoom(RowWish wish);
    /// Copies the rows of another copy's window into this one's.
    void putWindow(const RowWindow& window);
    [[nodiscard]] bool goesOn(std::int64_t token) const noexcept {
        return m_arguments.rows != nullptr && m_windowEnd == token;
    }

    device::Device& m_device;
    std::unique_ptr<DeviceMemory> m_memory;  ///< null: there is no copy
    std::int32_t m_layers = 0, m_units = 0, m_parts = 0, m_stride = 0;
    std::int64_t m_idRoom = 0;
    std::size_t m_rowCount = 0, m_tokenCount = 0, m_sumCount = 0;  ///< numbers of a step
    RowWish m_wish;
    device::RowMeasures m_arguments, m_room;  ///< what is wanted, and what there is memory for
    std::vector<PartSums> m_sums;
    std::shared_ptr<RowWindow> m_window;  ///< while it is not on the device
    std::int64_t m_windowEnd = -1;        ///< behind the last step that was taken
};

}  // namespace kvw
