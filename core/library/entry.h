// SPDX-License-Identifier: Apache-2.0
/// A bundle as the run library shows it: what its manifest says, and tags and a note of the user, which lie beside it
/// because results are immutable.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/trace/trace.h"

namespace kvw {

/// NaN: undefined.
struct LibraryEntry {
    std::filesystem::path path;
    std::string kind;    ///< "run" or "compare"
    std::string state;   ///< "finished", "stopped", "failed"
    std::string policy;  ///< of the lanes but the full cache, as on the command line
    std::string model, modelHash, text, textHash, mode, command, startedAt, hash;
    std::vector<std::string> laneHashes;  ///< of the lanes' own bundles within a comparison
    /// "streaming 1.0.0: sinks=4, recent=256": all parameters the policies began with, in the order of `policy`.
    std::vector<std::string> effective;
    std::int64_t lanes = 0, tokens = 0, promptTokens = 0, seed = 0, problems = 0;
    /// Of the only lane that is not the full cache; several: undefined.
    double meanNll = kMissing, deltaNll = kMissing, meanKl = kMissing, answersNll = kMissing;
    double heldShare = kMissing, peakBytes = kMissing, tpotMs = kMissing, ttftMs = kMissing;
    std::string machine;  ///< whose times these are, as `machineText` says it
    std::vector<std::string> tags;
    std::string note;
    std::string problem;  ///< why it cannot be opened, one sentence; empty: it can
    std::string warning;  ///< a sentence: its manifest, or the notes beside it, are not as they were written
};

/// Of the environment in a manifest ("AMD EPYC 7543, 32 cores, device cpu"): times of equal ones can be compared.
/// Empty: it does not say.
[[nodiscard]] std::string machineText(const nlohmann::ordered_json& environment, const std::string& device);
/// Reads the manifest, whose own sum it compares, and asks whether the files it lists are there; sums none of them.
/// What is wrong is in `problem` and `warning`.
[[nodiscard]] LibraryEntry readEntry(const std::filesystem::path& bundle);
[[nodiscard]] nlohmann::ordered_json toJson(const LibraryEntry& entry);
/// The inverse; what is missing or of another type stays undefined.
[[nodiscard]] LibraryEntry libraryEntryOf(const nlohmann::ordered_json& json);

/// Where tags and note of a bundle are: "run.notes.json" beside "run", "run.zip.notes.json" beside "run.zip".
[[nodiscard]] std::filesystem::path notesFile(const std::filesystem::path& bundle);
/// What the window last showed of it, likewise: "run.view.json".
[[nodiscard]] std::filesystem::path viewFile(const std::filesystem::path& bundle);
/// Replaces them; with neither, the file goes. Errors: Io; BadInput where the file is damaged or of a newer version,
/// which stays.
[[nodiscard]] Result<void> writeNotes(const std::filesystem::path& bundle, const std::vector<std::string>& tags,
                                      const std::string& note);
struct Notes {
    std::vector<std::string> tags;
    std::string note;
};
/// Makes of the notes that are there by now what `wanted` makes of `seen`: what others wrote meanwhile stays, of notes
/// that both changed both. Errors: as above.
[[nodiscard]] Result<void> changeNotes(const std::filesystem::path& bundle, const Notes& seen, const Notes& wanted);
/// "sinks, thesis fig 3" as two tags: trimmed, none empty, none twice.
[[nodiscard]] std::vector<std::string> tagsOf(const std::string& text);

}  // namespace kvw
