// SPDX-License-Identifier: Apache-2.0
#include "core/model/families/decoder/blocks.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "kernels/elementwise.h"

namespace kvw {

namespace {

/// Tokens per block of a layer. It bounds the hidden rows of the MLP, the widest buffer of a long prompt; between two
/// blocks a layer can be stopped.
constexpr std::int64_t kBlock = 512;

void apply(const Linear& linear, const float* x, std::size_t xStride, float* y, std::size_t yStride,
           std::int64_t tokens, RowProducts products, ThreadPool& pool) {
    const auto count = static_cast<std::size_t>(tokens);
    std::size_t row = 0;
    for (const Weights& weights : linear.weights) {
        if (products == RowProducts::Apart || (tokens == 1 && products == RowProducts::Together)) {
            matVecs(weights, x, xStride, y + row, yStride, count, pool);
        } else if (products == RowProducts::InBf16) {
            matMulBf16(weights, x, xStride, y + row, yStride, count, pool);
        } else {
            matMul(weights, x, xStride, y + row, yStride, count, pool);
        }
        row += weights.rows;
    }
    if (!linear.bias.empty()) {
        for (std::int64_t t = 0; t < tokens; ++t) {
            addTo(y + static_cast<std::size_t>(t) * yStride, linear.bias.data(), linear.bias.size());
        }
    }
}

/// Applies the map block by block until `attention` is stopped.
Result<void> applyInBlocks(const Linear& linear, const float* x, std::size_t xStride, float* y, std::size_t yStride,
                           std::int64_t tokens, const AttentionSink& attention, ThreadPool& pool) {
    for (std::int64_t first = 0; first < tokens; first += kBlock) {
        KVW_TRY(attention.checkNotStopped());
        const auto at = static_cast<std::size_t>(first);
        apply(linear, x + at * xStride, xStride, y + at * yStride, yStride, std::min(kBlock, tokens - first),
              attention.rowProducts(), pool);
    }
    return {};
}

void scale(float* x, float factor, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        x[i] *= factor;
    }
}

}  // namespace

std::size_t Linear::rows() const noexcept {
    return std::accumulate(weights.begin(), weights.end(), std::size_t{0},
                           [](std::size_t sum, const Weights& each) { return sum + each.rows; });
}

BlockRules rulesOf(const ModelConfig& config) {
    BlockRules rules;
    rules.parallel = config.parallelResidual;
    rules.gateLimit = static_cast<float>(config.gateLimit);
    rules.gateSlope = static_cast<float>(config.gateSlope);
    rules.mlp = config.gateLimit > 0 ? MlpKind::ClampedSiluGate : MlpKind::SiluGate;
    rules.logitSoftCap = static_cast<float>(config.logitSoftCap);
    rules.embeddingFactor = static_cast<float>(config.embeddingFactor);
    rules.residualFactor = static_cast<float>(config.residualFactor);
    const double scalar =
        config.queryPreAttnScalar > 0 ? config.queryPreAttnScalar : static_cast<double>(config.headDim);
    const double factor = std::sqrt(static_cast<double>(config.headDim) / scalar);
    rules.queryFactor = static_cast<float>(factor);
    rules.rotatedQueryFactor = static_cast<float>(factor * config.rope.attentionFactor * config.rope.attentionFactor);
    return rules;
}

void BlockDecoder::embed(std::span<const std::int32_t> ids, float* x) const {
    const std::size_t hidden = m_model.embedding.columns;
    for (std::size_t t = 0; t < ids.size(); ++t) {
        readRow(m_model.embedding, static_cast<std::size_t>(ids[t]), x + t * hidden);
    }
    if (m_model.rules.embeddingFactor != 1) {
        scale(x, m_model.rules.embeddingFactor, ids.size() * hidden);
    }
}

void BlockDecoder::normRow(const Norm& weights, const float* x, float* out, std::size_t count,
                           std::size_t first) const {
    const auto epsilon = static_cast<float>(m_config.rmsNormEps);
    if (weights.bias.empty()) {
        rmsNorm(x, weights.weight.data() + first, epsilon, out, count);
    } else {
        layerNorm(x, weights.weight.data() + first, weights.bias.data() + first, epsilon, out, count);
    }
}

/// Returns the normed rows: x itself if there is no norm.
const float* BlockDecoder::norm(const Norm& weights, const float* x, float* out, std::size_t rows,
                                ThreadPool& pool) const {
    if (weights.weight.empty()) {
        return x;
    }
    const auto hidden = static_cast<std::size_t>(m_config.hidden);
    pool.parallelFor(rows, 16, [&](std::size_t begin, std::size_t end) {
        for (std::size_t t = begin; t < end; ++t) {
            normRow(weights, x + t * hidden, out + t * hidden, hidden);
        }
    });
    return out;
}

void BlockDecoder::split(std::size_t tokens, DecoderScratch& s) const {
    const auto headDim = static_cast<std::size_t>(m_config.headDim);
    const auto heads = static_cast<std::size_t>(m_config.queryHeads);
    const std::size_t qSize = heads * headDim;
    const std::size_t kvSize = static_cast<std::size_t>(m_config.kvHeads) * headDim;
    s.q.resize(tokens * qSize);
    s.k.resize(tokens * kvSize);
    s.v.resize(tokens * kvSize);
    for (std::size_t t = 0; t < tokens; ++t) {
        const float* row = s.qkv.data() + t * (qSize + 2 * kvSize);
        if (!m_model.rules.qkvByHead) {
            std::copy_n(row, qSize, s.q.data() + t * qSize);
            std::copy_n(row + qSize, kvSize, s.k.data() + t * kvSize);
            std::copy_n(row + qSize + kvSize, kvSize, s.v.data() + t * kvSize);
            continue;
        }
        for (std::size_t h = 0; h < heads; ++h, row += 3 * headDim) {
            const std::size_t to = t * qSize + h * headDim;
            std::copy_n(row, headDim, s.q.data() + to);
            std::copy_n(row + headDim, headDim, s.k.data() + to);
            std::copy_n(row + 2 * headDim, headDim, s.v.data() + to);
        }
    }
}

/// Norms the heads of one token; without weights nothing happens.
void BlockDecoder::normHeads(const Norm& weights, float* x, std::int64_t heads) const {
    const auto all = static_cast<std::size_t>(heads * m_config.headDim);
    const std::size_t width = m_model.rules.normAcrossHeads ? all : static_cast<std::size_t>(m_config.headDim);
    for (std::size_t at = 0; at < all && !weights.weight.empty(); at += width) {
        normRow(weights, x + at, x + at, width, at % weights.weight.size());
    }
}

/// Applies norms and factors to the heads of one token.
void BlockDecoder::finishHeads(std::int32_t layer, float* q, float* k) const {
    const BlockLayer& w = m_model.layers[static_cast<std::size_t>(layer)];
    const float rotated = m_config.hasRope(layer) ? m_model.rules.rotatedQueryFactor : m_model.rules.queryFactor;
    const auto headDim = static_cast<std::size_t>(m_config.headDim);
    const auto rotary = static_cast<std::size_t>(m_config.rotaryDim());
    normHeads(w.key, k, m_config.kvHeads);
    normHeads(w.query, q, m_config.queryHeads);
    for (std::size_t h = 0; h < static_cast<std::size_t>(m_config.queryHeads); ++h) {
        float* head = q + h * headDim;
        if (rotated != 1) {
            scale(head, rotated, rotary);
        }
        if (m_model.rules.queryFactor != 1) {
            scale(head + rotary, m_model.rules.queryFactor, headDim - rotary);
        }
    }
}

/// Computes attention and leaves what it adds to x in s.projected.
Result<void> BlockDecoder::attend(std::int32_t index, const float* x, std::int64_t tokens, AttentionSink& attention,
                                  DecoderScratch& s, ThreadPool& pool) const {
    const BlockLayer& w = m_model.layers[static_cast<std::size_t>(index)];
    const auto count = static_cast<std::size_t>(tokens);
    const auto hidden = static_cast<std::size_t>(m_config.hidden);
    const auto qSize = static_cast<std::size_t>(m_config.queryHeads * m_config.headDim);
    const auto kvSize = static_cast<std::size_t>(m_config.kvHeads * m_config.headDim);
    const std::size_t qkvSize = qSize + 2 * kvSize;
    s.normed.resize(count * hidden);
    const float* in = norm(w.attentionIn, x, s.normed.data(), count, pool);
    s.qkv.resize(count * qkvSize);
    KVW_TRY(applyInBlocks(w.qkv, in, hidden, s.qkv.data(), qkvSize, tokens, attention, pool));
    float* q = s.qkv.data();
    float* k = q + qSize;
    float* v = k + kvSize;
    if (count > 1 || m_model.rules.qkvByHead) {
        split(count, s);
        q = s.q.data();
        k = s.k.data();
        v = s.v.data();
    }
    if (!w.query.weight.empty() || m_model.rules.queryFactor != 1 || m_model.rules.rotatedQueryFactor != 1) {
        for (std::size_t t = 0; t < count; ++t) {
            finishHeads(index, q + t * qSize, k + t * kvSize);
        }
    }
    s.attended.resize(count * qSize);
    KVW_TRY(attention.attend(index, q, k, v, s.attended.data()));
    s.projected.resize(count * hidden);
    KVW_TRY(applyInBlocks(w.output, s.attended.data(), qSize, s.projected.data(), hidden, tokens, attention, pool));
    norm(w.attentionOut, s.projected.data(), s.projected.data(), count, pool);
    if (m_model.rules.residualFactor != 1) {
        scale(s.projected.data(), m_model.rules.residualFactor, count * hidden);
    }
    return {};
}

/// Scales gate g and value u, both clamped, so that siluMultiply computes (u + 1) g sigmoid(a g): g by a, u + 1 by 1 /
/// a. Source: OpenAI 2025, gpt-oss, section 2.2.
void BlockDecoder::clampGate(float* gate, float* up, std::size_t wide) const {
    const float limit = m_model.rules.gateLimit, slope = m_model.rules.gateSlope;
    for (std::size_t i = 0; i < wide; ++i) {
        gate[i] = slope * std::min(gate[i], limit);
        up[i] = (std::clamp(up[i], -limit, limit) + 1) / slope;
    }
}

void BlockDecoder::activate(float* row, std::size_t wide) const {
    switch (m_model.rules.mlp) {
        case MlpKind::SiluGate:
            return siluMultiply(row, row + wide, wide);
        case MlpKind::ClampedSiluGate:
            clampGate(row, row + wide, wide);
            return siluMultiply(row, row + wide, wide);
        case MlpKind::GeluTanhGate:
            return geluMultiply(Gelu::Tanh, row, row + wide, wide);
        case MlpKind::GeluTanh:
            return geluMultiply(Gelu::Tanh, row, nullptr, wide);
        case MlpKind::GeluExact:
            return geluMultiply(Gelu::Exact, row, nullptr, wide);
    }
}

void BlockDecoder::feedForward(const Linear& up, const Linear& down, const float* in, std::size_t rows,
                               RowProducts products, float* out, DecoderScratch& s, ThreadPool& pool) const {
    const auto hidden = static_cast<std::size_t>(m_config.hidden);
    const auto wide = static_cast<std::size_t>(m_config.intermediate);
    const std::size_t stride = up.rows();
    const auto count = static_cast<std::int64_t>(rows);
    s.hidden.resize(rows * stride);
    apply(up, in, hidden, s.hidden.data(), stride, count, products, pool);
    pool.parallelFor(rows, 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t t = begin; t < end; ++t) {
            activate(s.hidden.data() + t * stride, wide);
        }
    });
    apply(down, s.hidden.data(), stride, out, hidden, count, products, pool);
}

/// Turns the router's logits of one token into the shares of its experts: their softmax, 0 for those that are not used.
/// If a share is not finite, all become NaN, and so does the output of the layer.
void BlockDecoder::chooseExperts(float* shares) const {
    const auto all = static_cast<std::size_t>(m_config.experts), used = static_cast<std::size_t>(m_config.expertsUsed);
    softmaxPrefix(shares, all, all);
    if (!std::all_of(shares, shares + all, [](float share) { return std::isfinite(share); })) {
        std::fill_n(shares, all, std::numeric_limits<float>::quiet_NaN());
        return;
    }
    std::vector<std::size_t> order(all);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return shares[a] > shares[b]; });
    float sum = 0;
    for (std::size_t i = 0; i < used; ++i) {
        sum += shares[order[i]];
    }
    for (std::size_t i = 0; i < all; ++i) {
        float& share = shares[order[i]];
        share = i >= used ? 0 : m_config.sharesAddToOne ? share / sum : share;
    }
}

/// Leaves the sum over the experts in s.down. It is summed in the order of the experts, whatever tokens come together.
void BlockDecoder::goThroughExperts(const BlockLayer& w, const float* in, std::size_t rows, RowProducts products,
                                    DecoderScratch& s, ThreadPool& pool) const {
    const auto hidden = static_cast<std::size_t>(m_config.hidden);
    const std::size_t experts = w.expertUp.size();
    s.shares.resize(rows * experts);
    s.routed.resize(rows * hidden);
    s.routedDown.resize(rows * hidden);
    // A rounded router would choose other experts.
    const RowProducts exact = products == RowProducts::InBf16 ? RowProducts::Together : products;
    apply(w.router, in, hidden, s.shares.data(), experts, static_cast<std::int64_t>(rows), exact, pool);
    for (std::size_t t = 0; t < rows; ++t) {
        chooseExperts(s.shares.data() + t * experts);
    }
    std::fill(s.down.begin(), s.down.end(), 0.0F);
    for (std::size_t expert = 0; expert < experts; ++expert) {
        std::vector<std::size_t> tokens;
        for (std::size_t t = 0; t < rows; ++t) {
            if (s.shares[t * experts + expert] != 0) {
                std::copy_n(in + t * hidden, hidden, s.routed.data() + tokens.size() * hidden);
                tokens.push_back(t);
            }
        }
        if (tokens.empty()) {
            continue;
        }
        feedForward(w.expertUp[expert], w.expertDown[expert], s.routed.data(), tokens.size(), products,
                    s.routedDown.data(), s, pool);
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            const float share = s.shares[tokens[i] * experts + expert];
            scale(s.routedDown.data() + i * hidden, share, hidden);
            addTo(s.down.data() + tokens[i] * hidden, s.routedDown.data() + i * hidden, hidden);
        }
    }
}

/// Adds the MLP to x; if it is parallel to attention, adds attention's part, too.
Result<void> BlockDecoder::mlp(const BlockLayer& w, float* x, std::int64_t tokens, const AttentionSink& attention,
                               DecoderScratch& s, ThreadPool& pool) const {
    const auto hidden = static_cast<std::size_t>(m_config.hidden);
    for (std::int64_t first = 0; first < tokens; first += kBlock) {
        KVW_TRY(attention.checkNotStopped());
        const std::int64_t block = std::min(kBlock, tokens - first);
        const auto rows = static_cast<std::size_t>(block);
        const std::size_t offset = static_cast<std::size_t>(first) * hidden;
        s.down.resize(rows * hidden);
        const float* in = norm(w.mlpIn, x + offset, s.normed.data(), rows, pool);
        if (w.expertUp.empty()) {
            feedForward(w.up, w.down, in, rows, attention.rowProducts(), s.down.data(), s, pool);
        } else {
            goThroughExperts(w, in, rows, attention.rowProducts(), s, pool);
        }
        norm(w.mlpOut, s.down.data(), s.down.data(), rows, pool);
        if (m_model.rules.residualFactor != 1) {
            scale(s.down.data(), m_model.rules.residualFactor, rows * hidden);
        }
        if (m_model.rules.parallel) {
            addTo(s.down.data(), s.projected.data() + offset, rows * hidden);
        }
        addTo(x + offset, s.down.data(), rows * hidden);
    }
    return {};
}

Result<void> BlockDecoder::layer(std::int32_t index, float* x, std::int64_t tokens, AttentionSink& attention,
                                 DecoderScratch& s, ThreadPool& pool) const {
    KVW_TRY(attend(index, x, tokens, attention, s, pool));
    if (!m_model.rules.parallel) {
        addTo(x, s.projected.data(), static_cast<std::size_t>(tokens * m_config.hidden));
    }
    return mlp(m_model.layers[static_cast<std::size_t>(index)], x, tokens, attention, s, pool);
}

void BlockDecoder::logits(const float* x, std::int64_t rows, RowProducts products, float* out, DecoderScratch& s,
                          ThreadPool& pool) const {
    const auto hidden = static_cast<std::size_t>(m_config.hidden);
    const auto count = static_cast<std::size_t>(rows);
    s.normed.resize(std::max(s.normed.size(), count * hidden));
    for (std::size_t t = 0; t < count; ++t) {
        normRow(m_model.finalNorm, x + t * hidden, s.normed.data() + t * hidden, hidden);
    }
    apply(m_model.head, s.normed.data(), hidden, out, m_model.head.rows(), rows, products, pool);
    if (m_model.rules.logitSoftCap > 0) {
        constexpr std::size_t kShare = 4096;
        pool.parallelFor(count * m_model.head.rows(), kShare, [&](std::size_t begin, std::size_t end) {
            softCap(out + begin, m_model.rules.logitSoftCap, end - begin);
        });
    }
}

}  // namespace kvw
