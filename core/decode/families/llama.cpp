// SPDX-License-Identifier: Apache-2.0
// Llama (Touvron et al. 2023): pre-norm RMSNorm, grouped-query attention with rotary positions, SwiGLU.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "core/decode/decoder.h"
#include "kernels/elementwise.h"

namespace kvw {

namespace {

/// Tokens per block of the MLP: its hidden rows are the widest thing of a layer, and a prompt may be long.
constexpr std::int64_t kMlpBlock = 256;

void linear(const Weights& weights, const std::vector<float>& bias, const float* x, std::size_t xStride, float* y,
            std::size_t yStride, std::int64_t tokens, ThreadPool& pool) {
    if (tokens == 1) {
        matVec(weights, x, y, pool);
    } else {
        matMul(weights, x, xStride, y, yStride, static_cast<std::size_t>(tokens), pool);
    }
    if (!bias.empty()) {
        for (std::int64_t t = 0; t < tokens; ++t) {
            addTo(y + static_cast<std::size_t>(t) * yStride, bias.data(), bias.size());
        }
    }
}

std::vector<float> joined(std::initializer_list<std::vector<float>> parts) {
    std::vector<float> all;
    for (const auto& part : parts) {
        all.insert(all.end(), part.begin(), part.end());
    }
    return all;
}

class Llama final : public Decoder {
 public:
    explicit Llama(const ModelConfig& config) : Decoder(config) {}

    Result<void> load(const ModelFiles& files, const std::function<bool(std::int64_t, std::int64_t)>& progress) {
        auto embedding = m_store.matrix(files, "model.embed_tokens.weight");
        if (!embedding) {
            return tl::unexpected(embedding.error());
        }
        m_embedding = *embedding;
        m_head = m_embedding;
        if (!m_config.tiedEmbeddings && files.tensor("lm_head.weight") != nullptr) {
            auto head = m_store.matrix(files, "lm_head.weight");
            if (!head) {
                return tl::unexpected(head.error());
            }
            m_head = *head;
        }
        m_finalNorm = WeightStore::vector(files, "model.norm.weight");
        for (std::int64_t i = 0; i < m_config.layers; ++i) {
            if (progress && !progress(i, m_config.layers)) {
                return fail(Code::Cancelled, files.directory().filename().string(), "loading was cancelled");
            }
            const std::string prefix = fmt::format("model.layers.{}.", i);
            const std::string attention = prefix + "self_attn.";
            auto qkv = m_store.join(
                files, {attention + "q_proj.weight", attention + "k_proj.weight", attention + "v_proj.weight"});
            auto output = m_store.matrix(files, attention + "o_proj.weight");
            auto gateUp = m_store.join(files, {prefix + "mlp.gate_proj.weight", prefix + "mlp.up_proj.weight"});
            auto down = m_store.matrix(files, prefix + "mlp.down_proj.weight");
            for (const auto* part : {&qkv, &output, &gateUp, &down}) {
                if (!*part) {
                    return tl::unexpected(part->error());
                }
            }
            const auto bias = [&](const std::string& name) { return WeightStore::vector(files, name); };
            m_layers.push_back({*qkv, *output, *gateUp, *down, bias(prefix + "input_layernorm.weight"),
                                bias(prefix + "post_attention_layernorm.weight"),
                                joined({bias(attention + "q_proj.bias"), bias(attention + "k_proj.bias"),
                                        bias(attention + "v_proj.bias")}),
                                bias(attention + "o_proj.bias"),
                                joined({bias(prefix + "mlp.gate_proj.bias"), bias(prefix + "mlp.up_proj.bias")}),
                                bias(prefix + "mlp.down_proj.bias")});
        }
        return {};
    }

    void embed(std::span<const std::int32_t> ids, float* x) const override {
        const std::size_t hidden = m_embedding.columns;
        const auto* rows = static_cast<const std::byte*>(m_embedding.data);
        for (std::size_t t = 0; t < ids.size(); ++t) {
            const std::size_t offset = static_cast<std::size_t>(ids[t]) * hidden * bytesOf(m_embedding.dtype);
            widen(rows + offset, m_embedding.dtype, x + t * hidden, hidden);
        }
    }

    Result<void> layer(std::int32_t index, float* x, std::int64_t tokens, AttentionSink& attention, DecoderScratch& s,
                       ThreadPool& pool) const override {
        const Layer& w = m_layers[static_cast<std::size_t>(index)];
        const auto count = static_cast<std::size_t>(tokens);
        const auto hidden = static_cast<std::size_t>(m_config.hidden);
        const auto qSize = static_cast<std::size_t>(m_config.queryHeads * m_config.headDim);
        const auto kvSize = static_cast<std::size_t>(m_config.kvHeads * m_config.headDim);
        const std::size_t qkvSize = qSize + 2 * kvSize;
        const auto epsilon = static_cast<float>(m_config.rmsNormEps);

        s.normed.resize(count * hidden);
        pool.parallelFor(count, 16, [&](std::size_t begin, std::size_t end) {
            for (std::size_t t = begin; t < end; ++t) {
                rmsNorm(x + t * hidden, w.inputNorm.data(), epsilon, s.normed.data() + t * hidden, hidden);
            }
        });
        s.qkv.resize(count * qkvSize);
        linear(w.qkv, w.qkvBias, s.normed.data(), hidden, s.qkv.data(), qkvSize, tokens, pool);
        s.attended.resize(count * qSize);
        if (tokens == 1) {
            float* q = s.qkv.data();
            if (auto done = attention.attend(index, q, q + qSize, q + qSize + kvSize, s.attended.data()); !done) {
                return done;
            }
        } else {
            s.q.resize(count * qSize);
            s.k.resize(count * kvSize);
            s.v.resize(count * kvSize);
            for (std::size_t t = 0; t < count; ++t) {
                const float* row = s.qkv.data() + t * qkvSize;
                std::copy_n(row, qSize, s.q.data() + t * qSize);
                std::copy_n(row + qSize, kvSize, s.k.data() + t * kvSize);
                std::copy_n(row + qSize + kvSize, kvSize, s.v.data() + t * kvSize);
            }
            if (auto done = attention.attend(index, s.q.data(), s.k.data(), s.v.data(), s.attended.data()); !done) {
                return done;
            }
        }
        s.projected.resize(count * hidden);
        linear(w.output, w.outputBias, s.attended.data(), qSize, s.projected.data(), hidden, tokens, pool);
        addTo(x, s.projected.data(), count * hidden);

        const auto wide = static_cast<std::size_t>(m_config.intermediate);
        for (std::int64_t first = 0; first < tokens; first += kMlpBlock) {
            const std::int64_t block = std::min(kMlpBlock, tokens - first);
            const auto rows = static_cast<std::size_t>(block);
            float* xBlock = x + static_cast<std::size_t>(first) * hidden;
            s.hidden.resize(rows * 2 * wide);
            pool.parallelFor(rows, 16, [&](std::size_t begin, std::size_t end) {
                for (std::size_t t = begin; t < end; ++t) {
                    rmsNorm(xBlock + t * hidden, w.postNorm.data(), epsilon, s.normed.data() + t * hidden, hidden);
                }
            });
            linear(w.gateUp, w.gateUpBias, s.normed.data(), hidden, s.hidden.data(), 2 * wide, block, pool);
            pool.parallelFor(rows, 1, [&](std::size_t begin, std::size_t end) {
                for (std::size_t t = begin; t < end; ++t) {
                    float* gate = s.hidden.data() + t * 2 * wide;
                    siluMultiply(gate, gate + wide, wide);
                }
            });
            linear(w.down, w.downBias, s.hidden.data(), 2 * wide, s.projected.data(), hidden, block, pool);
            addTo(xBlock, s.projected.data(), rows * hidden);
        }
        return {};
    }

    void logits(const float* x, std::int64_t tokens, float* out, DecoderScratch& s, ThreadPool& pool) const override {
        const auto hidden = static_cast<std::size_t>(m_config.hidden);
        const auto count = static_cast<std::size_t>(tokens);
        s.normed.resize(std::max(s.normed.size(), count * hidden));
        for (std::size_t t = 0; t < count; ++t) {
            rmsNorm(x + t * hidden, m_finalNorm.data(), static_cast<float>(m_config.rmsNormEps),
                    s.normed.data() + t * hidden, hidden);
        }
        linear(m_head, {}, s.normed.data(), hidden, out, m_head.rows, tokens, pool);
    }

 private:
    struct Layer {
        Weights qkv, output, gateUp, down;
        std::vector<float> inputNorm, postNorm, qkvBias, outputBias, gateUpBias, downBias;
    };
    Weights m_embedding, m_head;
    std::vector<float> m_finalNorm;
    std::vector<Layer> m_layers;
};

}  // namespace

Result<std::shared_ptr<const Decoder>> makeLlama(const ModelFiles& files,
                                                 const std::function<bool(std::int64_t, std::int64_t)>& progress) {
    auto model = std::make_shared<Llama>(files.config());
    if (auto done = model->load(files, progress); !done) {
        return tl::unexpected(done.error());
    }
    return std::shared_ptr<const Decoder>(std::move(model));
}

}  // namespace kvw
