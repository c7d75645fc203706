// SPDX-License-Identifier: Apache-2.0
/// The likeliest next tokens, and how a change of the cache by hand changes them: one more decode step, on a copy of
/// the cache before the change.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/engine/attention/cached_attention.h"
#include "core/model/families/decoder/decoder.h"

namespace kvw {

struct NextToken {
    std::int32_t id = 0;
    double probability = 0;
};

/// Returns the `count` likeliest tokens, the likeliest first; ties: the smaller id first.
[[nodiscard]] std::vector<NextToken> likeliestNext(std::span<const float> logits, std::size_t count);

/// Returns the logits after token `id` at `index`, decoded with `attention`, which is of no further use.
[[nodiscard]] Result<std::vector<float>> logitsBehind(const Decoder& decoder, CachedAttention& attention,
                                                      std::int32_t id, std::int64_t index, ThreadPool& pool);

/// Returns "" a" 41.0 % → 3.2 %, " b" 2.0 % → 63.1 %": the likeliest of either, those of `after` first.
[[nodiscard]] std::string changeOfNext(std::span<const float> before, std::span<const float> after,
                                       const std::function<std::string(std::int32_t)>& textOf);

/// Attention of a lane before tokens were put back, to compare its prediction of the next token with that of the lane.
struct BeforeRestore {
    std::size_t lane = 0;
    std::unique_ptr<CachedAttention> attention;
};

}  // namespace kvw
