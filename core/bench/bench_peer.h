// SPDX-License-Identifier: Apache-2.0
/// `kvw bench --peer PATH`: decode and prefill of a GGUF file, in turns with llama.cpp's llama-bench on the same file.
#pragma once

#include <filesystem>

#include "core/bench/bench_memory.h"

namespace kvw {

struct PeerSettings {
    std::filesystem::path program, model;  ///< path of llama-bench; path of a GGUF file
    int threads = 1;
    std::int64_t depth = 0, steps = 0, rounds = 1;  ///< depth: tokens in the cache; steps: tokens decoded per round
};

/// Lets both programs prefill 512 tokens and decode `steps` tokens after `depth` ones, in every round. Here: the full
/// cache with capture rows, in the types that `start` gives it. There: llama-bench's defaults with flash attention (an
/// f16 cache). Ratios are tokens per second here over there; all numbers are medians of the rounds. Errors: BadUsage
/// (no GGUF file, a program that is no llama-bench).
[[nodiscard]] Result<nlohmann::ordered_json> benchPeer(const BenchStart& start, const PeerSettings& settings,
                                                       const ProgressSink& progress);

}  // namespace kvw
