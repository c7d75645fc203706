// SPDX-License-Identifier: Apache-2.0
/// Interface through which a decoder layer hands over its queries, keys and values; it separates the model families
/// from the cache.
#pragma once

#include <cstdint>

#include "core/base/error.h"

namespace kvw {

class AttentionSink {
 public:
    virtual ~AttentionSink() = default;
    /// Computes the attention of one layer. q [tokens, query_heads * head_dim], k and v [tokens, kv_heads * head_dim],
    /// all before rotation; q and k may be overwritten. out [tokens, query_heads * head_dim]: softmax attention over
    /// the cache and the new tokens up to each query's own.
    virtual Result<void> attend(std::int32_t layer, float* q, float* k, const float* v, float* out) = 0;
    /// Returns true if each row of `attend` is the newest token of a separate text; a layer then gives each row the
    /// same bits as a pass over it alone.
    [[nodiscard]] virtual bool rowsAreIndependent() const noexcept { return false; }
    /// Returns true if the result of this layer is no longer needed. Asked between blocks, also by the pool's threads;
    /// once true, it stays true.
    [[nodiscard]] virtual bool stopped() const noexcept { return false; }
    /// Fails as Cancelled if stopped.
    [[nodiscard]] Result<void> checkNotStopped() const {
        return stopped() ? fail(Code::Cancelled, "the model", "stopped on request") : Result<void>{};
    }
};

}  // namespace kvw
