// SPDX-License-Identifier: Apache-2.0
#include "core/engine/attention/codec_storage.h"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
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
    std::vector<std::int64_t> codedBefore;
    for (std::int32_t layer = firstLayer; m_reader && layer < firstLayer + layers; ++layer) {
        codedBefore.push_back(m_cache.codedUnit(layer, 0)->counts().codedKeys);
    }
    CodecEncoder encoder(*m_codec, m_calls.on());
    auto done = m_cache.encode(firstLayer, layers, encoder, m_calls.on() ? &m_codingError : nullptr);
    for (std::size_t i = 0; done && i < codedBefore.size(); ++i) {
        // Page bounds must be those of the keys as they are read from now on; whole pages, because bounds start anew.
        const auto layer = firstLayer + static_cast<std::int32_t>(i);
        const std::int64_t after = m_cache.codedUnit(layer, 0)->counts().codedKeys;
        const std::int64_t page = m_reader->bounds().page();
        if (after > codedBefore[i]) {
            addPageBounds(layer, codedBefore[i] / page * page,
                          std::min((after + page - 1) / page * page, m_cache.held(layer, 0)));
        }
    }
    m_evictMs += watch.ms();
    m_peakAllocated = std::max(m_peakAllocated, m_cache.bytesAllocated());
    if (!done) {
        Error error = done.error();
        if (error.where.rfind(m_codec->who(), 0) != 0) {
            error.where = m_codec->who() + (error.where.empty() ? "" : ", " + error.where);
        }
        error.where += fmt::format(", step {}", m_first + m_count - 1);
        done = tl::unexpected(std::move(error));
    }
    if (encoder.groups() > 0) {
        m_calls.add(encodeCall(firstLayer, layers, encoder, done));
    }
    return done;
}

std::int64_t CachedAttention::bytesOfReads(std::int32_t layer) const {
    const CodedUnit* unit = m_cache.codedUnit(layer, 0);
    const std::int64_t rows = m_reader->rows();
    if (unit == nullptr) {
        return rows * m_cache.bytesPerTokenRow();
    }
    // Under a reader nothing is evicted, so the coded tokens are the oldest.
    const CodedCounts counts = unit->counts();
    const std::int64_t keys = m_reader->rowsBelow(counts.codedKeys);
    const std::int64_t values = m_reader->rowsBelow(counts.codedValues);
    const double coded = static_cast<double>(keys) * m_cache.bytesPerCodedKey() +
                         static_cast<double>(values) * m_cache.bytesPerCodedValue();
    return (2 * rows - keys - values) * m_cache.bytesPerTokenRow() / 2 +
           static_cast<std::int64_t>(std::ceil(coded * static_cast<double>(m_options.shape.headDim)));
}

void CachedAttention::noteUncodedPrompt() {
    m_uncodedPrompt = -1;
    const CacheShape& shape = m_cache.shape();
    for (std::int32_t layer = 0; m_codec && layer < shape.layers; ++layer) {
        for (std::int32_t unit = 0; unit < shape.units; ++unit) {
            m_uncodedPrompt = std::max(m_uncodedPrompt, m_cache.held(layer, unit));
        }
    }
    if (m_uncodedPrompt >= shape.residual) {
        m_uncodedPrompt = -1;
    }
}

void CachedAttention::addCodecWarnings() {
    const CacheShape& shape = m_cache.shape();
    const auto stored = [&](std::size_t group) {
        const double scale = shape.codes.scale == Dtype::F32 ? 32 : 16;
        return static_cast<double>(shape.codes.width) + 2 * scale / static_cast<double>(group);
    };
    m_report.notes.push_back(
        codesNote({shape.codeBits, stored(shape.codes.keyGroup), stored(shape.codes.valuesShared()), shape.residual}));
    if (m_rope && m_options.cacheRank) {
        m_report.warnings.push_back(finding("keys-coded-unrotated", m_codec->who()));
    }
    if (m_uncodedPrompt >= 0) {
        m_report.warnings.push_back(
            finding("prompt-below-residual", m_codec->who(), m_uncodedPrompt, m_cache.shape().residual));
    }
}

}  // namespace kvw
