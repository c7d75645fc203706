// SPDX-License-Identifier: Apache-2.0
#include "core/engine/device/device_logits.h"

#include <cmath>
#include <span>
#include <utility>

namespace kvw {

namespace {

constexpr const char* kLogits = "the logits of a step";

}  // namespace

DeviceLogits::DeviceLogits(device::Device& device, std::size_t vocabulary, std::size_t lanes)
    : m_memory(device, kLogits), m_vocabulary(vocabulary), m_lanes(lanes), m_read(device) {
    m_rows = m_memory.room<float>(lanes * vocabulary);
    m_records = m_memory.room<device::LogitRecord>(lanes);
    m_scratch = m_memory.room<double>(lanes * device::kLogitBlocks * 4);
    m_counters = m_memory.room<int>(lanes);
}

void DeviceLogits::begin(DeviceCalls& calls) {
    ++m_step;
    calls.fill(m_counters, 0, m_lanes * sizeof(int));  // a step that broke off may have left them
}

void DeviceLogits::enqueue(DeviceCalls& calls, const device::Lane* lanes, std::size_t count) const {
    device::LogitArgs args;
    args.logits = m_rows;
    args.stride = args.count = static_cast<int>(m_vocabulary);
    args.lanes = lanes;
    args.laneCount = static_cast<int>(count);
    args.kl = count > 1;
    args.records = m_records;
    args.scratch = m_scratch;
    args.done = m_counters;
    calls.launch(calls.device().kernels().logitStatistics, args);
}

PlacedLogits DeviceLogits::placed(const std::shared_ptr<const DeviceLogits>& place, std::size_t row,
                                  std::int32_t next) {
    const device::LogitRecord& record = place->m_read.numbers()[row];
    PlacedLogits placed;
    placed.place = place;
    placed.step = place->m_step;
    placed.row = row;
    placed.statistics = {record.logSumExp, record.entropy, static_cast<std::size_t>(record.argMax)};
    placed.highest = static_cast<double>(record.highest);
    placed.target = std::isnan(record.nll) ? -1 : next;  // the copy may not know the next token yet
    placed.nll = record.nll;
    if (row > 0) {
        placed.kl = record.kl;
    }
    return placed;
}

Result<void> DeviceLogits::copy(std::uint64_t step, std::size_t row, std::vector<float>& to) const {
    if (step != m_step) {
        return fail(Code::Internal, kLogits, "those of a later step have taken their place");
    }
    std::vector<float> values(m_vocabulary);
    DeviceCalls calls(m_memory.device(), kLogits);
    calls.copyOut(std::span(values), static_cast<const float*>(rows(row)));
    KVW_TRY(calls.state());
    to = std::move(values);
    return {};
}

}  // namespace kvw
