// SPDX-License-Identifier: Apache-2.0
/// What the model holds most likely next, and how a hand on the cache changes that: one decode more, on a copy of what
/// was there before.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/decode/cached_attention.h"
#include "core/decode/decoder.h"

namespace kvw {

struct NextToken {
    std::int32_t id = 0;
    double probability = 0;
};

/// The `count` most likely ones, the likeliest first; of equals the smaller id.
[[nodiscard]] std::vector<NextToken> likeliestNext(std::span<const float> logits, std::size_t count);

/// Logits behind token `id` at `index`, which passes over `attention`; that is of no further use.
[[nodiscard]] Result<std::vector<float>> logitsBehind(const Decoder& decoder, CachedAttention& attention,
                                                      std::int32_t id, std::int64_t index, ThreadPool& pool);

/// "" a" 41.0 % → 3.2 %, " b" 2.0 % → 63.1 %": the likeliest of either, those of `after` first.
[[nodiscard]] std::string changeOfNext(std::span<const float> before, std::span<const float> after,
                                       const std::function<std::string(std::int32_t)>& textOf);

/// A lane before tokens were put back: what it would have made of the next token is found beside what it makes of it.
struct BeforeRestore {
    std::size_t lane = 0;
    std::unique_ptr<CachedAttention> attention;
};

}  // namespace kvw
