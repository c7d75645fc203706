// SPDX-License-Identifier: GPL-3.0-or-later
/// What a run takes of the memory that is free, and a refusal with the numbers where that is too much.
#pragma once

#include <filesystem>

#include "app/workbench/models/engine_client.h"
#include "core/policy/host/catalog.h"

namespace kvw::wb {

/// Whether `loaded`, the folder of the model in memory (empty: none), is the one that a run with `model` needs (empty:
/// the embedded one).
[[nodiscard]] bool isLoaded(const std::filesystem::path& model, const std::filesystem::path& loaded);

struct RunMemory {
    std::int64_t weights = 0;  ///< bytes that are to be loaded
    std::int64_t caches = 0;   ///< bytes of all lanes at the end
    std::int64_t freed = 0;    ///< bytes of the run that ends for this one
    std::size_t lanes = 0;
};
/// `free`: bytes; 0: not known. Errors: OutOfMemory.
[[nodiscard]] Result<void> checkRunMemory(const RunMemory& run, std::int64_t free);

/// Bytes of the caches of the run that goes on or is paused, which another start gives back; 0: there is none.
[[nodiscard]] std::int64_t cachesUnderWay(const EngineClient& client);

/// The same of a fork of the run that `parent` describes. Policies that are not there are the engine's to refuse.
[[nodiscard]] Result<void> checkForkMemory(const RunSpec& fork, const RunDescription& parent, const Catalog& catalog,
                                           const EngineClient& client);

}  // namespace kvw::wb
