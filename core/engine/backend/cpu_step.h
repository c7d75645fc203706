// SPDX-License-Identifier: Apache-2.0
/// One decode step of several lanes on the CPU: the weights are read once; every lane has its own attention, cache and
/// policy, and gets the bits that it has alone.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/engine/backend/backend.h"
#include "core/model/families/decoder/attention_sink.h"
#include "core/model/families/decoder/decoder.h"

namespace kvw {

/// Thread: inference thread.
class CpuStep final : public StepRunner, private AttentionSink {
 public:
    explicit CpuStep(std::shared_ptr<const Decoder> decoder) : m_decoder(std::move(decoder)) {}

    Result<void> step(std::span<StepMember> members) override;
    [[nodiscard]] DeviceUse use(std::span<const std::unique_ptr<Lane>> lanes) const override;

 private:
    Result<void> attend(std::int32_t layer, float* q, float* k, const float* v, float* out) override;
    [[nodiscard]] RowProducts rowProducts() const noexcept override { return RowProducts::Apart; }
    static Result<void> attendAlone(StepMember& member, std::int32_t layer, float* q, float* k, const float* v,
                                    float* out);

    std::shared_ptr<const Decoder> m_decoder;
    std::span<StepMember> m_members;
    std::size_t m_querySize = 0, m_keySize = 0;  ///< floats of a row of queries, and of keys or values
    std::vector<double> m_ownMs;                 ///< per member, in its attention
    std::vector<std::int32_t> m_ids;
    DecoderPass m_pass;
    std::vector<float> m_logits;  ///< [members, vocabulary]
};

}  // namespace kvw
