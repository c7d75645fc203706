// SPDX-License-Identifier: Apache-2.0
/// Runs `kvw bench`: decode, prefill, attention, cache operation, policy cost and more. Times of decode steps are
/// ratios to a sweep over as many bytes in the same process.
#pragma once

#include "core/engine/run_factory.h"

namespace kvw {

/// Runs the parts that `options` ask for. Options: held (1024), steps (200), rounds (5), policies (list of texts),
/// prompt (16384: tokens of the prefill memory test; 0: off), stream (100000: tokens of the stream), parts (list of
/// "decode", "positions", "attention", "cache", "prefill", "policies", "tokenizer", "load", "stream", "lanes",
/// "growth"; empty: all but the last six), peer (path of a llama-bench), wait (0: most seconds to wait for a quiet
/// machine). In the result `foreign_cpu_share` says how quiet the machine was; if the bench waited, `was_quiet` says
/// whether the machine became quiet before it began.
[[nodiscard]] Result<nlohmann::ordered_json> runBench(const nlohmann::ordered_json& options, const LoadedModel& model,
                                                      const Catalog& catalog, PluginLoader& loader,
                                                      const std::shared_ptr<ThreadPool>& pool,
                                                      const ProgressSink& progress);

}  // namespace kvw
