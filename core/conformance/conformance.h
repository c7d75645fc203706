// SPDX-License-Identifier: Apache-2.0
/// Runs one conformance case (golden format `kvw-conformance-1`) through the engine's own cache, attention and plugins.
#pragma once

#include <filesystem>
#include <memory>

#include "core/conformance/conformance_case.h"
#include "core/policy/host/loading/loader.h"
#include "core/session/engine.h"
#include "kernels/thread_pool.h"

namespace kvw {

/// An unreadable or malformed case is an Error; a case that fails, or is skipped because its policy is not installed or
/// does not run on the backend, is a result.
[[nodiscard]] Result<ConformanceResult> runConformance(const std::filesystem::path& file, const Catalog& catalog,
                                                       PluginLoader& loader, ThreadPool& pool,
                                                       const std::shared_ptr<const Backend>& backend);

/// Runs a case with a cache (eviction, read selection) on the CPU. Returns the first difference, or an empty text.
/// Errors: the policy's.
[[nodiscard]] Result<Phrase> caseDifference(const ConformanceCase& c, CaseTensors tensors, const ResolvedPolicy& policy,
                                            PluginLoader& loader, ThreadPool& pool);

}  // namespace kvw
