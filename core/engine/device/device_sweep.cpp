// SPDX-License-Identifier: Apache-2.0
#include "core/engine/device/device_sweep.h"

#include <algorithm>
#include <cstdint>
#include <span>

#include "core/base/stopwatch.h"
#include "core/engine/device/device_memory.h"

namespace kvw {

Result<double> sweepRate(device::Device& device, std::size_t bytes) {
    DeviceMemory memory(device, "a read sweep");
    const auto* data = memory.cleared<std::byte>(bytes);
    auto* out = memory.cleared<std::uint32_t>(1);
    std::uint32_t seen = 0;
    const auto read = [&](int times) {
        for (int i = 0; i < times; ++i) {
            memory.launch(device.kernels().sweep, device::SweepArgs{data, bytes, out});
        }
        memory.copyOut(std::span(&seen, 1), out);  // waits
    };
    read(1);
    KVW_TRY(memory.state());
    const int times = device.info().emulated ? 1 : 32;
    const Stopwatch watch;
    read(times);
    KVW_TRY(memory.state());
    return 1000.0 * times * static_cast<double>(bytes) / watch.ms();
}

double sweepRate(device::Device& device) {
    constexpr std::size_t kLeast = std::size_t{64} << 20U;
    const std::size_t bytes = std::max(4 * device.info().l2 / 16 * 16, kLeast);
    return device.info().emulated ? 0 : sweepRate(device, bytes).value_or(0.0);
}

}  // namespace kvw
