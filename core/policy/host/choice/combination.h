// SPDX-License-Identifier: Apache-2.0
/// Decides which parts and run settings go together: scorer and budget, codec, and the settings of a run. Reads
/// manifests, so the answer is known before anything is loaded; `makeRun` asks the same, and asks the parts for what a
/// manifest leaves out.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/phrase.h"
#include "core/policy/host/choice/choice.h"

namespace kvw {

/// Settings of a run that policies must fit.
struct RunTraits {
    bool streamingPrefill = false;
    bool turnedKeys = false;   ///< cache-rank positions with keys that are rotated where they are stored
    bool roundedKeys = false;  ///< stored in fewer bits than f32
    std::int64_t windowLayer = 0, window = 0;  ///< a layer with a sliding window, and its tokens; 0: none

    [[nodiscard]] bool operator==(const RunTraits&) const = default;
};

/// Returns an error if policy and run do not go together: BadUsage, with what was found, what was expected, and so what
/// to do.
[[nodiscard]] Result<void> checkCompatible(const ResolvedPolicy& policy, const RunTraits& run = {});

/// The same errors for callers that learn these facts from the parts. `who`: id and version.
[[nodiscard]] Error needsWholePrompt(const std::string& who, Phrase expected = "layer-major");
[[nodiscard]] Error roundedKeysTurn();
[[nodiscard]] Error readsAmongWindows(const std::string& who, std::int64_t layer, std::int64_t window);
[[nodiscard]] Error storesNothing(const std::string& who, std::string codec);

/// Result of combinationOf: whether a policy text runs as it is, or with other settings.
struct Combination {
    enum class Verdict {
        Runs,
        WithSettings,  ///< runs with `settings`, which `policy` contains
        Never
    } verdict = Verdict::Never;
    std::string policy;    ///< canonical text to run
    std::string settings;  ///< such as "scorer.granularity=kv-head"; empty if it runs as it is
    Phrase reason;         ///< one sentence on why it does not run as it is
};
[[nodiscard]] Combination combinationOf(const Catalog& catalog, const std::string& text, const RunTraits& run = {});

/// Combinations of every scorer with every budget (compositions), or of every policy and reader with every codec
/// (storages).
struct CombinationTable {
    std::vector<Catalog::Found> rows, columns;
    std::vector<Combination> cells;  ///< [row * columns + column]

    [[nodiscard]] const Combination& at(std::size_t row, std::size_t column) const {
        return cells.at(row * columns.size() + column);
    }
};
/// Returns a table that borrows the catalog.
[[nodiscard]] CombinationTable compositions(const Catalog& catalog, const RunTraits& run = {});
[[nodiscard]] CombinationTable storages(const Catalog& catalog, const RunTraits& run = {});

}  // namespace kvw
