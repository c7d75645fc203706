// SPDX-License-Identifier: Apache-2.0
/// Interface of a decoder-only transformer without its attention: the part that differs between model families. All
/// runs share the weights.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "core/base/finding.h"
#include "core/model/families/decoder/attention_sink.h"
#include "core/model/families/decoder/weight_store.h"
#include "core/model/model_files.h"
#include "kernels/thread_pool.h"

namespace kvw {

/// Reused buffers of a forward pass; one per thread of execution.
struct DecoderScratch {
    std::vector<float> normed, qkv, q, k, v, attended, projected, hidden, down;
    std::vector<float> shares, routed, routedDown;  ///< of experts
};

/// Immutable. Thread: inference thread (the pool takes one caller at a time).
class Decoder {
 public:
    virtual ~Decoder() = default;
    [[nodiscard]] const ModelConfig& config() const noexcept { return m_config; }
    [[nodiscard]] std::size_t weightBytes() const noexcept { return m_store.bytes(); }
    /// Learned sinks (Scoring::sinks of kernels/attention.h), [layers, query_heads]; empty: the model has none.
    [[nodiscard]] const std::vector<float>& sinks() const noexcept { return m_sinks; }
    /// Warnings about tensors that hold numbers which are not finite.
    [[nodiscard]] const std::vector<Finding>& warnings() const noexcept { return m_warnings; }
    /// Reads the weights that the family laid out in m_store; `loadDecoder` calls it once.
    [[nodiscard]] Result<void> fill(const ModelFiles& files, const LoadProgress& progress);

    /// Writes the embeddings of ids, all below the vocabulary size, to x [tokens, hidden].
    virtual void embed(std::span<const std::int32_t> ids, float* x) const = 0;
    /// Runs one layer over `tokens` rows of x [tokens, hidden], in place. If `attention` is stopped, it fails as
    /// Cancelled within a block of tokens and x is undefined.
    virtual Result<void> layer(std::int32_t index, float* x, std::int64_t tokens, AttentionSink& attention,
                               DecoderScratch& scratch, ThreadPool& pool) const = 0;
    /// Applies final norm and head to `rows` hidden rows; out [rows, vocabulary].
    virtual void logits(const float* x, std::int64_t rows, RowProducts products, float* out, DecoderScratch& scratch,
                        ThreadPool& pool) const = 0;

 protected:
    explicit Decoder(ModelConfig config) : m_config(std::move(config)) {}
    ModelConfig m_config;
    WeightStore m_store;
    std::vector<float> m_sinks;

 private:
    std::vector<Finding> m_warnings;
};

/// Reads the weights as the family of config().architecture has them, with loadThreads() threads. `progress` counts
/// bytes in memory.
[[nodiscard]] Result<std::shared_ptr<const Decoder>> loadDecoder(const ModelFiles& files, const LoadProgress& progress);

}  // namespace kvw
