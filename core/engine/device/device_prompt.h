// SPDX-License-Identifier: Apache-2.0
/// Prompts with the model on a device.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "core/engine/backend/backend.h"
#include "core/engine/device/device_decoder.h"
#include "core/engine/device/device_prompt_pass.h"
#include "core/engine/device/device_ropes.h"

namespace kvw {

/// Thread: inference thread.
class DevicePrompts final : public PromptRunner {
 public:
    explicit DevicePrompts(std::shared_ptr<const DeviceDecoder> decoder) : m_decoder(std::move(decoder)) {}

    /// Computes a pass on the device, or on the CPU if that is not possible there; `takeNote` then says why. Keys and
    /// values go into the lanes' caches on the host, from where the steps get them.
    Result<void> layers(DecoderPass& pass, std::span<const std::int32_t> ids, PromptSink& attention,
                        const std::function<void(std::int32_t)>& layerDone) override;
    Result<void> copyLogits(std::span<const float> hidden, const PromptSink& attention,
                            std::span<float> logits) override;
    [[nodiscard]] std::optional<Finding> takeNote() override { return std::exchange(m_note, std::nullopt); }

 private:
    /// Returns why the CPU has to compute a pass; none: it has not.
    [[nodiscard]] Result<std::optional<Finding>> whyOnCpu(std::int64_t tokens, const PromptSink& attention) const;

    std::shared_ptr<const DeviceDecoder> m_decoder;
    DevicePromptPass::Ropes m_ropes;
    std::optional<Finding> m_note;
    bool m_noted = false;
    bool m_onCpu = false;  ///< the newest pass was computed there, and so are its logits
    DecoderScratch m_scratch;
};

}  // namespace kvw
