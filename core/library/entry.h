// SPDX-License-Identifier: Apache-2.0
/// A bundle as the run library shows it: data of its manifest, plus tags and a note of the user, which are in a file
/// beside the bundle because results are immutable.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/trace/trace.h"

namespace kvw {

/// Entry of the run library. NaN: undefined.
struct LibraryEntry {
    std::filesystem::path path;
    std::string kind;    ///< "run" or "compare"
    std::string state;   ///< "finished", "stopped", "failed"
    std::string policy;  ///< policies of all lanes except the full cache, as on the command line
    std::string model, modelHash, text, textHash, mode, command, startedAt, hash;
    std::vector<std::string> laneHashes;  ///< hashes of the lanes' own bundles within a comparison
    /// "streaming 1.0.0: sinks=4, recent=256": all parameters that the policies began with, in the order of `policy`.
    std::vector<std::string> effective;
    std::int64_t lanes = 0, tokens = 0, promptTokens = 0, seed = 0, problems = 0;
    /// Numbers of the lane that is not the full cache. If there are several, they are those of the lane with a star in
    /// `policy`; `readEntry` takes the one with the lowest mean NLL.
    double meanNll = kMissing, deltaNll = kMissing, meanKl = kMissing, answersNll = kMissing;
    double heldShare = kMissing, peakBytes = kMissing, tpotMs = kMissing, ttftMs = kMissing;
    std::string machine;  ///< machine that the times were measured on, as in `machineText`
    std::vector<std::string> tags;
    std::string note;
    Phrase problem;  ///< sentence saying why it cannot be opened; empty: it can
    Phrase warning;  ///< sentence saying that its manifest or its notes are not as they were written
};

/// Returns the machine in the environment of a manifest, "AMD EPYC 7543, 32 cores, device cpu"; empty if unknown. Times
/// of equal machines can be compared.
[[nodiscard]] std::string machineText(const nlohmann::ordered_json& environment, const std::string& device);
/// Reads a bundle's manifest, verifies its own checksum and checks that the files it lists exist, but not their
/// checksums. Errors are in `problem` and `warning`.
[[nodiscard]] LibraryEntry readEntry(const std::filesystem::path& bundle);
[[nodiscard]] nlohmann::ordered_json toJson(const LibraryEntry& entry);
/// Reads an entry from JSON; members that are missing or of another type stay undefined.
[[nodiscard]] LibraryEntry libraryEntryOf(const nlohmann::ordered_json& json);

/// Returns the file with tags and note of a bundle: "run.notes.json" beside "run", "run.zip.notes.json" beside
/// "run.zip".
[[nodiscard]] std::filesystem::path notesFile(const std::filesystem::path& bundle);
/// Returns the file with the window's last view of a bundle: "run.view.json" beside "run".
[[nodiscard]] std::filesystem::path viewFile(const std::filesystem::path& bundle);
/// Replaces tags and note; if both are empty, removes the file. Errors: Io; BadInput if the file is damaged or of a
/// newer version, which is then kept.
[[nodiscard]] Result<void> writeNotes(const std::filesystem::path& bundle, const std::vector<std::string>& tags,
                                      const std::string& note);
struct Notes {
    std::vector<std::string> tags;
    std::string note;
};
/// Applies the changes from `seen` to `wanted` to the notes in the file. Changes that others made meanwhile are kept;
/// if both changed the note, both texts are kept. Errors: as writeNotes.
[[nodiscard]] Result<void> changeNotes(const std::filesystem::path& bundle, const Notes& seen, const Notes& wanted);
/// Splits "sinks, thesis fig 3" into two tags: trimmed, without empty ones and duplicates.
[[nodiscard]] std::vector<std::string> tagsOf(const std::string& text);

/// Entry of one policy of a comparison, with the numbers of that policy.
struct LaneEntry {
    LibraryEntry entry;
    std::string policy;  ///< policy of the numbers; if there are several, it has a star in `entry.policy`
};

/// Reads an entry per lane that is not the full cache, the one with the lowest mean NLL first; `readEntry` returns this
/// first one. The result is never empty: a bundle that cannot be read has an entry with its problem.
[[nodiscard]] std::vector<LaneEntry> readLaneEntries(const std::filesystem::path& bundle);

}  // namespace kvw
