// SPDX-License-Identifier: Apache-2.0
#include "core/engine/attention/codec_storage.h"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "core/base/stopwatch.h"
#include "core/engine/attention/cached_attention.h"
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

Result<void> CachedAttention::encode(std::int32_t firstLayer, std::int32_t layers) {
    if (!m_codec) {
        return {};
    }
    const Stopwatch watch;
    CodecEncoder encoder(*m_codec, m_calls.on());
    auto done = m_store.encode(firstLayer, layers, encoder, m_calls.on() ? &m_codingError : nullptr);
    m_evictMs += watch.ms();
    if (!done) {
        Error error = done.error();
        if (error.where.rfind(m_codec->who(), 0) != 0) {
            error.where = m_codec->who() + (error.where.empty() ? "" : ", " + error.where);
        }
        error.where += fmt::format(", step {}", m_pass.newest());
        done = tl::unexpected(std::move(error));
    }
    if (encoder.groups() > 0) {
        m_calls.add(encodeCall(firstLayer, layers, encoder, done));
    }
    return done;
}

void CachedAttention::noteUncodedPrompt() {
    m_uncodedPrompt = -1;
    const CacheShape& shape = m_store.cache().shape();
    for (std::int32_t layer = 0; m_codec && layer < shape.layers; ++layer) {
        for (std::int32_t unit = 0; unit < shape.units; ++unit) {
            m_uncodedPrompt = std::max(m_uncodedPrompt, m_store.cache().held(layer, unit));
        }
    }
    if (m_uncodedPrompt >= shape.residual) {
        m_uncodedPrompt = -1;
    }
}

void CachedAttention::addCodecWarnings() {
    const CacheShape& shape = m_store.cache().shape();
    const auto stored = [&](std::size_t group) {
        const double scale = shape.codes.scale == Dtype::F32 ? 32 : 16;
        return static_cast<double>(shape.codes.width) + 2 * scale / static_cast<double>(group);
    };
    m_report.notes.push_back(
        codesNote({shape.codeBits, stored(shape.codes.keyGroup), stored(shape.codes.valuesShared()), shape.residual}));
    if (m_store.phases().hasRanks()) {
        m_report.warnings.push_back(
            fmt::format("{}: keys are coded before rotation, since positions are ranks in the cache", m_codec->who()));
    }
    if (m_uncodedPrompt >= 0) {
        m_report.warnings.push_back(
            fmt::format("{}: after the prompt no layer or head holds more than {} tokens; nothing is coded below the "
                        "residual of {}",
                        m_codec->who(), m_uncodedPrompt, m_store.cache().shape().residual));
    }
}

}  // namespace kvw
