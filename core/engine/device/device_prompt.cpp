// SPDX-License-Identifier: Apache-2.0
#include "core/engine/device/device_prompt.h"

#include "core/model/families/decoder/decoder.h"

namespace kvw {

namespace {

constexpr const char* kPromptLogits = "logits of a prompt on the device";

}  // namespace

Result<std::optional<Finding>> DevicePrompts::whyOnCpu(std::int64_t tokens, const PromptSink& attention) const {
    std::size_t free = 0;
    if (const auto status = m_decoder->device().freeMemory(&free); !status) {
        return tl::unexpected(deviceError("memory for a prompt", status));
    }
    const std::size_t bytes = DevicePromptPass::bytesFor(*m_decoder, tokens, attention.mostKeys());
    constexpr std::size_t kMegabyte = 1'000'000;
    return bytes <= free
               ? std::nullopt
               : std::optional(finding("prompt-on-cpu", tokens, (bytes + kMegabyte - 1) / kMegabyte, free / kMegabyte));
}

Result<void> DevicePrompts::layers(DecoderPass& pass, std::span<const std::int32_t> ids, PromptSink& attention,
                                   const std::function<void(std::int32_t)>& layerDone) {
    KVW_TRY_ASSIGN(auto why, whyOnCpu(static_cast<std::int64_t>(ids.size()), attention));
    m_onCpu = why.has_value();
    if (m_onCpu) {
        m_note = m_noted ? std::nullopt : std::move(why);
        m_noted = true;
        return pass.run(m_decoder->decoder(), ids, attention, attention.pool(), layerDone);
    }
    DevicePromptPass there(*m_decoder, m_ropes, attention);
    KVW_TRY(there.run(ids, layerDone));
    return there.copyRows(pass.roomForRows(m_decoder->decoder(), ids.size()));
}

Result<void> DevicePrompts::copyLogits(std::span<const float> hidden, const PromptSink& attention,
                                       std::span<float> logits) {
    const DeviceDecoder& decoder = *m_decoder;
    const std::int64_t width = decoder.decoder().config().hidden;
    const std::int64_t rows = static_cast<std::int64_t>(hidden.size()) / width;
    if (m_onCpu) {
        decoder.decoder().logits(hidden.data(), rows, attention.rowProducts(), logits.data(), m_scratch,
                                 attention.pool());
        return {};
    }
    const DeviceDecoder::Map& head = decoder.head();
    DeviceMemory memory(decoder.device(), kPromptLogits);
    auto* const from = memory.room<float>(hidden.size());
    auto* const to = memory.room<float>(logits.size());
    memory.copyIn(from, hidden);
    device::NormRowsArgs norm;
    norm.norm = decoder.finalNorm();
    norm.count = static_cast<int>(rows);
    norm.x = norm.y = from;
    norm.xStride = norm.yStride = static_cast<int>(width);
    memory.launch(decoder.device().kernels().normRows, norm);
    device::MatMulArgs product;
    product.product.weights = head.matrix;
    product.product.bias = head.bias;
    product.product.count = norm.count;
    product.product.x = from;
    product.product.xStride = norm.xStride;
    product.product.softCap = decoder.rules().logitSoftCap;
    product.product.y = to;
    product.product.yStride = head.matrix.rows;
    product.rounded = attention.rowProducts() == RowProducts::InBf16;
    memory.launch(decoder.device().kernels().matMul, product);
    memory.copyOut(logits, to);
    return memory.state();
}

}  // namespace kvw
