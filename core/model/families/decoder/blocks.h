// SPDX-License-Identifier: Apache-2.0
/// The transformer layer that all families share: norm, attention, norm, MLP, with the parts that some leave out.
/// family_layers.cpp says for each family which tensors are which part and which rules hold.
#pragma once

#include <vector>

#include "core/model/families/decoder/decoder.h"

namespace kvw {

/// Linear map y = W x + b; no bias: empty. The rows of W are those of all `weights`, which differ in type.
struct Linear {
    std::vector<Weights> weights;
    std::vector<float> bias;

    [[nodiscard]] std::size_t rows() const noexcept;
};

/// RMSNorm, or LayerNorm where there is a bias; without weights there is no norm.
struct Norm {
    std::vector<float> weight, bias;
};

struct BlockLayer {
    Norm attentionIn, attentionOut, mlpIn, mlpOut;
    Norm query, key;  ///< norms of each head before rotation: one for all heads, or those of all heads in order
    Linear qkv, output;
    Linear up;  ///< gate rows above up rows where the MLP is gated
    Linear down;
    /// Replace `up` and `down`: a token goes through the experts with the highest router logits.
    Linear router;
    std::vector<Linear> expertUp, expertDown;
};

enum class MlpKind { SiluGate, ClampedSiluGate, GeluTanhGate, GeluTanh, GeluExact };

struct BlockRules {
    MlpKind mlp = MlpKind::SiluGate;
    float gateLimit = 0, gateSlope = 1;  ///< of ClampedSiluGate
    bool parallel = false;               ///< the MLP reads what enters the layer, not what attention made of it
    bool normAcrossHeads = false;        ///< query and key norms are over all heads of a token together
    bool qkvByHead = false;     ///< rows of the joined projection are [head][q, k, v], not [q heads][k heads][v heads]
    float embeddingFactor = 1;  ///< multiplies the embeddings
    float residualFactor = 1;   ///< multiplies what attention and MLP add
    float logitSoftCap = 0;     ///< 0: none
    float queryFactor = 1;      ///< multiplies queries: the family's factor of scores besides 1 / sqrt(head_dim)
    float rotatedQueryFactor = 1;  ///< the same for the rotated channels
};

/// A model of such layers, in plain data; the decoder's memory holds the weights.
struct BlockModel {
    BlockRules rules;
    Weights embedding;
    Linear head;
    Norm finalNorm;
    std::vector<BlockLayer> layers;
};

/// Returns the rules that follow from the configuration alone: caps, factors of queries, parallel residual.
[[nodiscard]] BlockRules rulesOf(const ModelConfig& config);

class BlockDecoder final : public Decoder {
 public:
    explicit BlockDecoder(const ModelConfig& config) : Decoder(config) { m_model.rules = rulesOf(config); }
    /// Lays out the weights as the family of the checkpoint has them (family_layers.cpp); `fill` reads them. Errors:
    /// BadInput (the architecture is not known), those of WeightStore::join.
    [[nodiscard]] Result<void> load(const ModelFiles& files);
    [[nodiscard]] const BlockModel& model() const noexcept { return m_model; }
    void embed(std::span<const std::int32_t> ids, float* x) const final;
    Result<void> layer(std::int32_t index, float* x, std::int64_t tokens, AttentionSink& attention, DecoderScratch& s,
                       ThreadPool& pool) const final;
    void logits(const float* x, std::int64_t rows, RowProducts products, float* out, DecoderScratch& s,
                ThreadPool& pool) const final;

 private:
    BlockModel m_model;

    Result<void> attend(std::int32_t index, const float* x, std::int64_t tokens, AttentionSink& attention,
                        DecoderScratch& s, ThreadPool& pool) const;
    /// Splits the rows of the joined projection into q, k and v of a pass, as attention takes them.
    void split(std::size_t tokens, DecoderScratch& s) const;
    void normHeads(const Norm& weights, float* x, std::int64_t heads) const;
    void finishHeads(std::int32_t layer, float* q, float* k) const;
    Result<void> mlp(const BlockLayer& w, float* x, std::int64_t tokens, const AttentionSink& attention,
                     DecoderScratch& s, ThreadPool& pool) const;
    void activate(float* row, std::size_t wide) const;
    void clampGate(float* gate, float* up, std::size_t wide) const;
    void feedForward(const Linear& up, const Linear& down, const float* in, std::size_t rows, RowProducts products,
                     float* out, DecoderScratch& s, ThreadPool& pool) const;
    void chooseExperts(float* shares) const;
    void goThroughExperts(const BlockLayer& w, const float* in, std::size_t rows, RowProducts products,
                          DecoderScratch& s, ThreadPool& pool) const;
    const float* norm(const Norm& weights, const float* x, float* out, std::size_t rows, ThreadPool& pool) const;
    /// Norms a row by the weights from `first` on.
    void normRow(const Norm& weights, const float* x, float* out, std::size_t count, std::size_t first = 0) const;
};

}  // namespace kvw
