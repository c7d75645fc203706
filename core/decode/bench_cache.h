// SPDX-License-Identifier: Apache-2.0
/// `kvw bench`, cache operation: what appending one token and evicting one costs, in slots and by concatenation.
#pragma once

#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "core/trace/recording.h"

namespace kvw {

/// Shape m300 of `kvw bench`: 24 layers, 4 KV heads of 64 channels.
[[nodiscard]] ModelInfo m300Shape();

/// A row per shape (the model's and m300), storage type and length (1024 and 4096 tokens): microseconds per token of
/// the slot cache and of the concatenating one, both in the steady state of StreamingLLM with 4 sinks, in turns, on one
/// thread.
[[nodiscard]] Result<nlohmann::ordered_json> benchCacheOperation(const ModelInfo& model, std::int64_t rounds);

}  // namespace kvw
