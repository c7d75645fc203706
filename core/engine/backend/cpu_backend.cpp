// SPDX-License-Identifier: Apache-2.0
#include "core/engine/backend/cpu_backend.h"

#include "core/engine/attention/cached_attention.h"
#include "core/engine/attention/prompt_blocks.h"
#include "core/engine/backend/cpu_step.h"
#include "core/model/families/decoder/decoder.h"

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

class CpuPrompts final : public PromptRunner {
 public:
    explicit CpuPrompts(std::shared_ptr<const Decoder> decoder) : m_decoder(std::move(decoder)) {}
    Result<void> layers(DecoderPass& pass, std::span<const std::int32_t> ids, PromptSink& attention,
                        const std::function<void(std::int32_t)>& layerDone) override {
        return pass.run(*m_decoder, ids, attention, attention.pool(), layerDone);
    }
    Result<void> copyLogits(std::span<const float> hidden, const PromptSink& attention,
                            std::span<float> logits) override {
        const auto rows = static_cast<std::int64_t>(hidden.size()) / m_decoder->config().hidden;
        m_decoder->logits(hidden.data(), rows, attention.rowProducts(), logits.data(), m_scratch, attention.pool());
        return {};
    }
    [[nodiscard]] std::optional<Finding> takeNote() override { return std::nullopt; }

 private:
    std::shared_ptr<const Decoder> m_decoder;
    DecoderScratch m_scratch;
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

std::unique_ptr<PromptRunner> CpuModel::makePrompts() const {
    return std::make_unique<CpuPrompts>(m_decoder);
}

}  // namespace kvw
