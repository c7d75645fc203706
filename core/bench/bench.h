// SPDX-License-Identifier: Apache-2.0
/// Runs `kvw bench`: decode, prefill, attention, cache operation, policy cost and more. Times of decode steps are
/// ratios to a sweep over as many bytes in the same process.
#pragma once

#include "core/engine/run_factory.h"
#include "core/session/bench_request.h"

namespace kvw {

/// Runs the parts that `request` asks for on a loaded model. In the result `foreign_cpu_share` says how quiet the
/// machine was; if the bench waited, `was_quiet` says whether the machine became quiet before it began.
[[nodiscard]] Result<nlohmann::ordered_json> runBench(const BenchRequest& request, const LoadedModel& model,
                                                      const Catalog& catalog, PluginLoader& loader,
                                                      const std::shared_ptr<ThreadPool>& pool,
                                                      const ProgressSink& progress);

}  // namespace kvw
