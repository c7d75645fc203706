// SPDX-License-Identifier: Apache-2.0
#include "core/engine/device/device_backend.h"

#include "core/engine/attention/cached_attention.h"
#include "core/engine/device/device_decoder.h"
#include "core/engine/device/device_prompt.h"
#include "core/engine/device/device_step.h"
#include "core/engine/device/device_tensors.h"

namespace kvw {

namespace {

class DeviceModel final : public BackendModel {
 public:
    DeviceModel(DeviceBackend backend, std::shared_ptr<const DeviceDecoder> decoder)
        : m_backend(std::move(backend)), m_decoder(std::move(decoder)) {}
    [[nodiscard]] const Backend& backend() const noexcept override { return m_backend; }
    [[nodiscard]] std::unique_ptr<StepRunner> makeSteps() const override {
        return std::make_unique<DeviceStep>(m_decoder);
    }
    [[nodiscard]] std::unique_ptr<PromptRunner> makePrompts() const override {
        return std::make_unique<DevicePrompts>(m_decoder);
    }

 private:
    DeviceBackend m_backend;
    std::shared_ptr<const DeviceDecoder> m_decoder;
};

}  // namespace

std::optional<std::int64_t> DeviceBackend::freeMemory() const {
    std::size_t bytes = 0;
    return m_device.freeMemory(&bytes) ? std::optional(static_cast<std::int64_t>(bytes)) : std::nullopt;
}

Result<void> DeviceBackend::checkRuns(const std::string& who, const CachedAttention& attention) const {
    const auto refuse = [&](const char* what) { return fail(Code::BadUsage, who, what, {}, "--device cpu"); };
    if (attention.policy().reader() != nullptr) {
        KVW_TRY_ASSIGN(const auto rule, attention.policy().readRule());
        if (!rule) {
            return refuse("this read selection has no rule that a device can follow");
        }
    }
    if (attention.reencodes()) {
        return refuse("what is held cannot be encoded afresh on a device yet");
    }
    if (attention.store().shape().concatenates) {
        return fail(Code::BadUsage, who, "a cache that concatenates is on the CPU only", m_name,
                    "--device cpu, or storage=slots");
    }
    return {};
}

Result<std::shared_ptr<const BackendModel>> DeviceBackend::put(std::shared_ptr<const Decoder> decoder) const {
    KVW_TRY_ASSIGN(auto made, DeviceDecoder::make(std::move(decoder), m_device));
    return std::make_shared<const DeviceModel>(*this, std::move(made));
}

std::unique_ptr<TensorSteps> DeviceBackend::makeTensorSteps() const {
    return std::make_unique<DeviceTensors>(m_device);
}

}  // namespace kvw
