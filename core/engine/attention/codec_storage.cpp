// SPDX-License-Identifier: Apache-2.0
#include "core/engine/attention/codec_storage.h"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/base/stopwatch.h"
#include "core/trace/codes_in_use.h"

namespace kvw {

void useCodec(const sdk::CodecLayout& layout, CacheShape& shape) {
    shape.codeBits = static_cast<std::int32_t>(layout.bits);
    shape.codes.width = codeWidth(static_cast<std::uint32_t>(layout.bits));
    shape.codes.keyGroup = static_cast<std::size_t>(layout.keyGroup);
    const bool perChannel = layout.valueGroup == 0;
    shape.codes.valueGroup = perChannel ? 1 : static_cast<std::size_t>(layout.valueGroup);
    shape.codes.valueTokens = perChannel ? static_cast<std::size_t>(layout.keyGroup) : 1;
    shape.codes.scale = layout.scaleType == sdk::ScaleType::F32 ? Dtype::F32 : Dtype::F16;
    shape.residual = layout.residual;
}

Result<void> CodecEncoder::encode(const float* rows, std::int64_t count, std::int64_t group, std::uint8_t* codes,
                                  float* scales, float* minimums) {
    // The codec only reads; at::from_blob has no const form.
    const at::Tensor x = at::from_blob(const_cast<float*>(rows), {count, group}, at::kFloat);
    const std::optional<Stopwatch> watch = m_timed ? std::optional<Stopwatch>(std::in_place) : std::nullopt;
    const auto encoded = m_codec.encode(x);
    if (watch) {
        m_ms += watch->ms();
        m_groups += count;
    }
    if (!encoded) {
        return tl::unexpected(encoded.error());
    }
    std::copy_n(encoded->codes.const_data_ptr<std::uint8_t>(), count * group, codes);
    std::copy_n(encoded->scale.const_data_ptr<float>(), count, scales);
    std::copy_n(encoded->minimum.const_data_ptr<float>(), count, minimums);
    return {};
}

void LaneCodec::notePrompt(const KvCache& cache) {
    const CacheShape& shape = cache.shape();
    std::int64_t most = -1;
    for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
        for (std::int32_t unit = 0; unit < shape.units; ++unit) {
            most = std::max(most, cache.held(layer, unit));
        }
    }
    m_uncodedPrompt = most < shape.residual ? most : -1;
}

Result<void> LaneCodec::addTo(sdk::Report& report, const CacheShape& shape, bool beforeRotation) const {
    KVW_TRY_ASSIGN(const auto own, m_plugin.report());
    report.warnings.insert(report.warnings.end(), own.warnings.begin(), own.warnings.end());
    report.notes.insert(report.notes.end(), own.notes.begin(), own.notes.end());
    const auto stored = [&](std::size_t group) {
        const double scale = shape.codes.scale == Dtype::F32 ? 32 : 16;
        return static_cast<double>(shape.codes.width) + 2 * scale / static_cast<double>(group);
    };
    report.notes.push_back(
        codesNote({shape.codeBits, stored(shape.codes.keyGroup), stored(shape.codes.valuesShared()), shape.residual}));
    if (beforeRotation) {
        report.warnings.push_back(finding("keys-coded-unrotated", m_plugin.who()));
    }
    if (m_uncodedPrompt >= 0) {
        report.warnings.push_back(finding("prompt-below-residual", m_plugin.who(), m_uncodedPrompt, shape.residual));
    }
    return {};
}

}  // namespace kvw
