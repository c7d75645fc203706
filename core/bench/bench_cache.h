// SPDX-License-Identifier: Apache-2.0
/// `kvw bench`, part "cache": the cost of appending one token and evicting one, in the slot cache and by concatenation.
#pragma once

#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "core/trace/recording.h"

namespace kvw {

/// Returns the shape m300 of `kvw bench`: 24 layers, 16 query heads, 4 KV heads of 64 channels.
[[nodiscard]] ModelInfo m300Shape();

/// Returns a row per shape (the model's and m300), storage type (f32, for m300 also bf16) and length (1024 and 4096
/// tokens): microseconds per token of the slot cache and of the concatenating one, both in the steady state of
/// StreamingLLM with 4 sinks, measured in turns on one thread.
[[nodiscard]] Result<nlohmann::ordered_json> benchCacheOperation(const ModelInfo& model, std::int64_t rounds);

}  // namespace kvw
