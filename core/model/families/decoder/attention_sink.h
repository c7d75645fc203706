// SPDX-License-Identifier: Apache-2.0
/// Interface through which a decoder layer hands over its queries, keys and values; it separates the model families
/// from the cache.
#pragma once

#include <cstdint>

#include "core/base/error.h"

namespace kvw {

/// How a layer multiplies several rows with its weights.
enum class RowProducts : std::uint8_t {
    Together,  ///< in f32
    Apart,     ///< in f32; each row gets the same bits as in a pass over it alone
    InBf16,    ///< rows and weights are rounded to bf16 first, sums are f32 (kernels/linear.h, matMulBf16)
};

class AttentionSink {
 public:
    virtual ~AttentionSink() = default;
    /// Computes the attention of one layer. q [tokens, query_heads * head_dim], k and v [tokens, kv_heads * head_dim],
    /// all before rotation; q and k may be overwritten. out [tokens, query_heads * head_dim]: softmax attention over
    /// the cache and the new tokens up to each query's own.
    virtual Result<void> attend(std::int32_t layer, float* q, float* k, const float* v, float* out) = 0;
    /// Returns Apart if each row of `attend` is the newest token of a separate text.
    [[nodiscard]] virtual RowProducts rowProducts() const noexcept { return RowProducts::Together; }
    /// Returns true if the result of this layer is no longer needed. Asked between blocks, also by the pool's threads;
    /// once true, it stays true.
    [[nodiscard]] virtual bool stopped() const noexcept { return false; }
    /// Fails as Cancelled if stopped.
    [[nodiscard]] Result<void> checkNotStopped() const {
        return stopped() ? fail(Code::Cancelled, "the model", "stopped on request") : Result<void>{};
    }
};

}  // namespace kvw
