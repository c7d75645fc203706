// SPDX-License-Identifier: Apache-2.0
/// Makes a run that is ready for prefill from a RunSpec: text, ids, policies, description, lanes. Every bad input ends
/// here, in a sentence.
#pragma once

#include <memory>
#include <optional>

#include "core/engine/lockstep_run.h"
#include "core/model/tokenizer/tokenizer.h"
#include "core/policy/host/loading/loader.h"

namespace kvw {

/// A model in memory; shared by all its runs.
struct LoadedModel {
    ModelInfo info;
    std::filesystem::path directory;
    bool embedded = false;
    std::shared_ptr<const Decoder> decoder;
    std::shared_ptr<const Tokenizer> tokenizer;
    std::optional<Error> tokenizerError;  ///< why the model reads token ids only; none: it reads text
    std::shared_ptr<RopeTables> rope;
    /// Computes its decode steps: the CPU, and the device that was asked for last.
    std::vector<std::shared_ptr<const BackendModel>> backends;

    /// Returns the model of the backend with this name; null: it was not put there.
    [[nodiscard]] std::shared_ptr<const BackendModel> on(std::string_view name) const;
};

/// Returns the token ids of a run's text if it consists of nothing else: for a model that reads no other text.
[[nodiscard]] std::optional<std::vector<std::int32_t>> tokenIdsIn(const RunSpec& spec, std::int64_t vocabulary);

/// Checks the spec against model and catalog, then builds the lanes; the run keeps `pool` alive. `goOn` is asked while
/// a long text is split into tokens. Thread: inference thread.
[[nodiscard]] Result<std::unique_ptr<Run>> makeRun(const RunSpec& spec, const LoadedModel& model,
                                                   const Catalog& catalog, PluginLoader& loader,
                                                   std::shared_ptr<ThreadPool> pool, const ContinueCallback& goOn = {});

[[nodiscard]] Result<Dtype> parseDtype(const std::string& text, const std::string& option);

}  // namespace kvw
