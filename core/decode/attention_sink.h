// SPDX-License-Identifier: Apache-2.0
/// Where a decoder layer hands its queries, keys and values: the seam between model families and the cache.
#pragma once

#include <cstdint>

#include "core/base/error.h"

namespace kvw {

class AttentionSink {
 public:
    virtual ~AttentionSink() = default;
    /// q [tokens, query_heads * head_dim], k and v [tokens, kv_heads * head_dim], all before rotation; q and k may be
    /// overwritten. out [tokens, query_heads * head_dim]: softmax attention over the cache and the new tokens up to
    /// each query's own.
    virtual Result<void> attend(std::int32_t layer, float* q, float* k, const float* v, float* out) = 0;
    /// True: the rows of `attend` are the newest tokens of texts of their own, and what a layer makes of each has the
    /// bits of a pass over it alone.
    [[nodiscard]] virtual bool rowsAreApart() const noexcept { return false; }
    /// True: nobody waits for this layer any more. Looked at between its blocks, also by the pool's threads; stays
    /// true.
    [[nodiscard]] virtual bool stopped() const noexcept { return false; }
    /// Cancelled, if stopped.
    [[nodiscard]] Result<void> goOn() const {
        return stopped() ? fail(Code::Cancelled, "the model", "stopped on request") : Result<void>{};
    }
};

}  // namespace kvw
