// SPDX-License-Identifier: Apache-2.0
/// Prompts and decode steps on a device: the backend that has a copy of the weights and of every lane's cache there.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/engine/backend/backend.h"
#include "kernels/device/device.h"

namespace kvw {

class DeviceBackend final : public Backend {
 public:
    /// `name` is the word of `--device`; the device stays open until the process ends.
    DeviceBackend(std::string name, device::Device& device) : m_name(std::move(name)), m_device(device) {}
    [[nodiscard]] std::string_view name() const noexcept override { return m_name; }
    [[nodiscard]] const device::Info* info() const noexcept override { return &m_device.info(); }
    [[nodiscard]] std::optional<std::int64_t> freeMemory() const override;
    [[nodiscard]] Result<void> checkRuns(const std::string& who, const CachedAttention& attention) const override;
    [[nodiscard]] Result<std::shared_ptr<const BackendModel>> put(
        std::shared_ptr<const Decoder> decoder) const override;
    [[nodiscard]] std::unique_ptr<TensorSteps> makeTensorSteps() const override;

 private:
    std::string m_name;
    device::Device& m_device;
};

}  // namespace kvw
