// SPDX-License-Identifier: Apache-2.0
/// Interface of a decoder-only transformer without its attention: the part that differs between model families. All
/// runs share the weights. Tokens on their way through it are a pass.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
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

/// Hidden rows of a pass, and the buffers that its layers need; reused from pass to pass. Thread: inference thread.
class DecoderPass {
 public:
    /// Embeds the tokens and runs all layers over them. `layerDone`, if there is one, is called after each. Errors:
    /// those of Decoder::layer; the rows are then undefined.
    Result<void> run(const Decoder& decoder, std::span<const std::int32_t> ids, AttentionSink& attention,
                     ThreadPool& pool, const std::function<void(std::int32_t layer)>& layerDone = {});
    /// Returns room for copies of the rows of a pass that was computed elsewhere, in place of `run`.
    [[nodiscard]] std::span<float> roomForRows(const Decoder& decoder, std::size_t tokens) {
        m_rows.resize(tokens * static_cast<std::size_t>(decoder.config().hidden));
        return m_rows;
    }
    /// Hidden rows after the last layer, the input of Decoder::logits, [tokens, hidden].
    [[nodiscard]] std::span<const float> rows() const noexcept { return m_rows; }
    /// Copies the logits of tokens first ... first + count - 1 of the pass to `out`, [count, vocabulary].
    void copyLogits(const Decoder& decoder, std::int64_t first, std::int64_t count, std::vector<float>& out,
                    ThreadPool& pool);
    /// Frees everything but the rows.
    void keepRowsOnly() { m_scratch = {}; }

 private:
    std::vector<float> m_rows;
    DecoderScratch m_scratch;
    RowProducts m_products = RowProducts::Together;  ///< of the pass
};

}  // namespace kvw
