// SPDX-License-Identifier: Apache-2.0
/// Read selection: nothing is evicted, but at every decode step each query head reads only some pages of the cache.
///
/// A page is a run of `pageSize()` tokens from token 0; the last one may be partial. The engine keeps, per KV head and
/// page, the lowest and the highest value of every channel of the keys as attention uses them (after rotation, as
/// rounded by the storage type), the new token included. The prompt is read whole. A reader runs over the full cache:
/// there cache-rank positions are token indices, so both modes of positions give the same reads.
///
/// Threads: every call comes from the inference thread, under InferenceMode. Exceptions end the run with a sentence.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <memory>

#include "core/policy/sdk/observation.h"
#include "core/policy/sdk/parameters.h"
#include "core/policy/sdk/report.h"

namespace kvw::sdk {

/// View of one layer in a decode step, before attention. All tensors lie in CPU memory and are borrowed for the call.
struct PageView {
    std::int64_t layer = 0;
    std::int64_t seen = 0;   ///< tokens held, the new one included; the newest page ends at seen - 1
    std::int64_t pages = 0;  ///< ceil(seen / pageSize)
    at::Tensor query;        ///< [query_heads, head_dim] f32, rotated; query head h reads KV head h / group
    at::Tensor minimum;      ///< [kv_heads, pages, head_dim] f32, over the tokens that the page has
    at::Tensor maximum;      ///< as minimum
};

struct PageSelection {
    /// Page indices [query_heads, n] int64 in any order, -1 = none; each head reads at least one page and none twice.
    /// Undefined: every head of the layer reads everything.
    at::Tensor pages;
    /// Scores that were compared, [query_heads, pages]; pinned by conformance cases. May be undefined.
    at::Tensor scores;
};

class ReadSelector {
 public:
    virtual ~ReadSelector() = default;
    /// Tokens of a page, at least 1. Constant for the life of the object.
    [[nodiscard]] virtual std::int64_t pageSize() const = 0;

    virtual void begin(const RunInfo& /*run*/) {}
    /// Selects the pages to read. Called once per layer of every decode step, layers in order: layer l + 1 has no query
    /// before layer l has attended. In CPU memory, values may be read here; the engine reads the answer back in any
    /// case.
    [[nodiscard]] virtual PageSelection pages(const PageView& view) = 0;

    /// Called when a live-tunable parameter has changed, with all parameters; takes effect from the next step on.
    virtual void set(const Parameters& /*values*/) {}
    [[nodiscard]] virtual Report report() const { return {}; }
    /// Returns an independent copy of the whole state, for a fork. The page bounds are copied by the engine.
    [[nodiscard]] virtual std::unique_ptr<ReadSelector> clone() const = 0;
};

}  // namespace kvw::sdk
