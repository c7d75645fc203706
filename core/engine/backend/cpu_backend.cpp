// SPDX-License-Identifier: Apache-2.0
#include "core/engine/backend/cpu_backend.h"

#include "core/engine/attention/cached_attention.h"
#include "core/engine/backend/cpu_step.h"

namespace kvw {

namespace {

/// The attention of the lane is that of the CPU.
class CpuTensors final : public TensorSteps {
 public:
    Result<void> begin(CachedAttention& attention, std::int64_t /*token*/) override {
        m_attention = &attention;
        return {};
    }
    Result<void> attend(std::int32_t layer, std::span<float> q, std::span<float> k, std::span<const float> v,
                        std::span<float> out) override {
        return m_attention->attend(layer, q.data(), k.data(), v.data(), out.data());
    }
    Result<void> end() override { return {}; }

 private:
    CachedAttention* m_attention = nullptr;  ///< of the newest step
};

}  // namespace

Result<std::shared_ptr<const BackendModel>> CpuBackend::put(std::shared_ptr<const Decoder> decoder) const {
    return std::make_shared<const CpuModel>(std::move(decoder));
}

std::unique_ptr<TensorSteps> CpuBackend::makeTensorSteps() const {
    return std::make_unique<CpuTensors>();
}

std::unique_ptr<StepRunner> CpuModel::makeSteps() const {
    return std::make_unique<CpuStep>(m_decoder);
}

}  // namespace kvw
