// SPDX-License-Identifier: Apache-2.0
#include "core/engine/device/device_measures.h"

#include <algorithm>

#include "core/engine/device/device_numbers.h"

namespace kvw {

Result<void> DeviceMeasures::leave() {
    KVW_TRY_ASSIGN(m_window, window());
    m_arguments = m_room = {};
    m_memory.reset();
    return {};
}

void DeviceMeasures::begin(const CacheShape& shape, std::int32_t stride, std::int64_t idRoom) {
    m_memory = std::make_unique<DeviceMemory>(m_device, kLaneCache);
    m_layers = shape.layers;
    m_units = shape.units;
    m_parts = device::partsOf(shape.units, shape.kvHeads);
    m_stride = stride;
    m_idRoom = idRoom;
    m_rowCount = sizeOf(shape.layers) * sizeOf(shape.queryHeads) * sizeOf(stride);
    m_tokenCount = sizeOf(shape.layers) * sizeOf(shape.units) * sizeOf(stride);
    m_sumCount = sizeOf(shape.layers) * sizeOf(m_parts + 1);
}

bool DeviceMeasures::changes(std::int64_t token, RowWish wish) {
    if (!wish.variance) {
        m_window.reset();
    }
    return wish != m_wish || (m_arguments.sums != nullptr) != wish.measured || (wish.variance && !goesOn(token));
}

void DeviceMeasures::makeRoom(RowWish wish) {
    if (m_room.sums == nullptr) {
        m_room.sums = m_memory->room<device::RowSums>(m_sumCount);
        m_room.keyStride = device::measureKeys(m_units, m_parts, m_stride);
        if (m_room.keyStride > 0) {
            m_room.keys = m_memory->room<std::uint32_t>(sizeOf(m_layers) * m_room.keyStride);
        }
        if (m_units > 1) {
            m_room.placeStride = static_cast<std::int32_t>(m_idRoom + 1);
            m_room.places = m_memory->cleared<std::int32_t>(sizeOf(m_layers) * sizeOf(m_idRoom + 1));
        }
    }
    if (wish.variance && m_room.rows == nullptr) {
        m_room.rows = m_memory->room<float>(device::kVarianceRows * m_rowCount);
        m_room.tokens = m_memory->room<std::int32_t>(device::kVarianceRows * m_tokenCount);
    }
}

Result<void> DeviceMeasures::use(std::int64_t token, RowWish wish) {
    const std::int32_t first = goesOn(token) ? m_arguments.first : static_cast<std::int32_t>(token);
    m_wish = wish;
    m_arguments = {};
    if (!wish.measured) {
        return {};
    }
    makeRoom(wish);
    m_arguments = m_room;
    m_arguments.compared = wish.compared;
    m_arguments.first = first;
    if (!wish.variance) {
        m_arguments.rows = nullptr;
        m_arguments.tokens = nullptr;
    } else if (m_window != nullptr && m_window->end == token && !m_memory->failed()) {
        m_arguments.first = static_cast<std::int32_t>(m_window->first);
        putWindow(*m_window);
    }
    m_window.reset();
    return m_memory->state();
}

void DeviceMeasures::putWindow(const RowWindow& window) {
    const std::size_t stride = sizeOf(m_stride), had = sizeOf(window.stride), both = std::min(stride, had);
    const auto widened = [&](const auto* from, auto& line) {
        for (std::size_t at = 0; at < line.size(); at += stride, from += had) {
            std::copy_n(from, both, line.begin() + static_cast<std::ptrdiff_t>(at));
        }
    };
    const std::size_t rows = m_rowCount / stride * had, tables = m_tokenCount / stride * had;
    std::vector<float> ofStep(m_rowCount);
    std::vector<std::int32_t> table(m_tokenCount, -1);
    for (std::size_t i = 0; i < device::kVarianceRows; ++i) {
        widened(window.rows.read(i * rows, rows).data(), ofStep);
        widened(window.tokens.data() + i * tables, table);
        m_memory->copyIn(m_arguments.rows + i * m_rowCount, std::span<const float>(ofStep));
        m_memory->copyIn(m_arguments.tokens + i * table.size(), std::span<const std::int32_t>(table));
    }
}

Result<std::shared_ptr<RowWindow>> DeviceMeasures::window() const {
    if (m_arguments.rows == nullptr) {
        return m_window;
    }
    auto kept = std::make_shared<RowWindow>(device::kVarianceRows * m_rowCount);
    kept->first = m_arguments.first;
    kept->end = m_windowEnd;
    kept->stride = m_stride;
    kept->tokens.resize(device::kVarianceRows * m_tokenCount);
    std::vector<float> ofStep(m_rowCount);
    DeviceCalls calls(m_device, kLaneCache);
    for (std::size_t i = 0; i < device::kVarianceRows; ++i) {
        calls.copyOut(std::span<float>(ofStep), m_arguments.rows + i * m_rowCount);
        kept->rows.append(ofStep);
    }
    calls.copyOut(std::span<std::int32_t>(kept->tokens), m_arguments.tokens);
    KVW_TRY(calls.state());
    return kept;
}

void DeviceMeasures::send(DeviceCalls& calls, DeviceReport& report) const {
    report.sums.copy(calls, m_arguments.sums, m_arguments.sums == nullptr ? 0 : m_sumCount);
}

void DeviceMeasures::take(const DeviceReport& report, std::int64_t token) {
    m_sums.clear();
    for (const device::RowSums& each : report.sums.numbers()) {
        m_sums.push_back({each.gini, each.entropy, each.variance, each.retained});
    }
    m_windowEnd = token + 1;
}

}  // namespace kvw
