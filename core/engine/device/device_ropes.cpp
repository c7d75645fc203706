// SPDX-License-Identifier: Apache-2.0
#include "core/engine/device/device_ropes.h"

namespace kvw {

Result<std::span<const device::Rope>> DeviceRopes::upTo(std::int64_t token, const AttentionStore& store,
                                                        device::Device& device) {
    if (token < m_phases) {
        return std::span<const device::Rope>(m_ofLayer);
    }
    constexpr std::int64_t kPhasesAtOnce = 4096;
    const std::int64_t phases = token + kPhasesAtOnce;
    auto memory = std::make_unique<DeviceMemory>(device, "the rotations of a run");
    std::vector<device::Rope> ofLayer(static_cast<std::size_t>(store.shape().layers));
    if (const RopeTables* rope = store.phases().rope(); rope != nullptr) {
        RopeTables tables = *rope;
        tables.ensure(phases);
        std::vector<device::Rope> each;
        for (const RopeTable& table : tables.tables()) {
            const std::size_t count = static_cast<std::size_t>(phases) * table.rotaryDim() / 2;
            const std::vector<float> cosines(table.cosines(0), table.cosines(0) + count);
            const std::vector<float> sines(table.sines(0), table.sines(0) + count);
            each.push_back(
                {memory->put(cosines), memory->put(sines), static_cast<int>(table.rotaryDim()), table.halfSplit()});
        }
        for (std::size_t layer = 0; layer < ofLayer.size(); ++layer) {
            ofLayer[layer] = each[tables.tableOf(static_cast<std::int64_t>(layer))];
        }
        KVW_TRY(memory->state());
    }
    m_memory = std::move(memory);
    m_ofLayer = std::move(ofLayer);
    m_phases = phases;
    return std::span<const device::Rope>(m_ofLayer);
}

}  // namespace kvw
