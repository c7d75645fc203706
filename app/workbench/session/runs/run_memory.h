// SPDX-License-Identifier: GPL-3.0-or-later
/// Checks that a run fits the free memory, and refuses it with the numbers if it does not.
#pragma once

#include <filesystem>

#include "app/workbench/session/engine_client.h"
#include "core/policy/host/catalog.h"

namespace kvw::wb {

/// Returns whether `loaded`, the folder of the model in memory (empty: none), is the one that a run with `model` needs
/// (empty: the embedded one).
[[nodiscard]] bool isLoaded(const std::filesystem::path& model, const std::filesystem::path& loaded);

struct RunMemory {
    std::int64_t weights = 0;  ///< bytes still to be loaded
    std::int64_t caches = 0;   ///< bytes of all lanes at the end
    std::int64_t freed = 0;    ///< bytes of the run that ends for this one
    std::size_t lanes = 0;
};
/// Refuses a run that does not fit. `free`: bytes; 0: not known. Errors: OutOfMemory.
[[nodiscard]] Result<void> checkRunMemory(const RunMemory& run, std::int64_t free);

/// Returns the bytes of the caches of the run under way or paused, which another start frees; 0: there is none.
[[nodiscard]] std::int64_t cachesUnderWay(const EngineClient& client);

/// Refuses a fork of the run that `parent` describes if it does not fit; the engine refuses policies that are missing.
[[nodiscard]] Result<void> checkForkMemory(const RunSpec& fork, const RunDescription& parent, const Catalog& catalog,
                                           const EngineClient& client);

}  // namespace kvw::wb
