// SPDX-License-Identifier: Apache-2.0
/// What goes together: scorer and budget, codec, and the settings of a run. From manifests, so that it is known before
/// anything is loaded; `makeRun` asks the same, and what a manifest does not say is found out from the parts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/policy/host/choice.h"

namespace kvw {

/// What a run asks of its policies.
struct RunTraits {
    bool streamingPrefill = false;
    bool turnedKeys = false;   ///< cache-rank positions with keys that are rotated where they are stored
    bool roundedKeys = false;  ///< stored in fewer bits than f32
    std::int64_t windowLayer = 0, window = 0;  ///< a layer of the model that attends a sliding window; 0 tokens: none

    [[nodiscard]] bool operator==(const RunTraits&) const = default;
};

/// Errors: BadUsage, with what there is, what it should be, and so what to do.
[[nodiscard]] Result<void> goesTogether(const ResolvedPolicy& policy, const RunTraits& run = {});

/// The sentences, for who finds the same out from the parts. `who`: id and version.
[[nodiscard]] Error needsWholePrompt(const std::string& who, std::string expected = "layer-major");
[[nodiscard]] Error roundedKeysTurn();
[[nodiscard]] Error readsAmongWindows(const std::string& who, std::int64_t layer, std::int64_t window);
[[nodiscard]] Error storesNothing(const std::string& who, std::string codec);

/// How a policy text goes together, as it stands or with settings of its own.
struct Combination {
    enum class Verdict {
        Runs,
        WithSettings,  ///< `policy` has them
        Never
    } verdict = Verdict::Never;
    std::string policy;    ///< to be run; canonical
    std::string settings;  ///< "scorer.granularity=kv-head"; empty where it runs as it stands
    std::string reason;    ///< why not as it stands, one sentence
};
[[nodiscard]] Combination combinationOf(const Catalog& catalog, const std::string& text, const RunTraits& run = {});

/// Every scorer with every budget, and every codec under every policy and reader.
struct CombinationTable {
    std::vector<Catalog::Found> rows, columns;
    std::vector<Combination> cells;  ///< [row * columns + column]

    [[nodiscard]] const Combination& at(std::size_t row, std::size_t column) const {
        return cells.at(row * columns.size() + column);
    }
};
/// Borrows the catalog.
[[nodiscard]] CombinationTable compositions(const Catalog& catalog, const RunTraits& run = {});
[[nodiscard]] CombinationTable storages(const Catalog& catalog, const RunTraits& run = {});

}  // namespace kvw
