// SPDX-License-Identifier: Apache-2.0
/// Bundles: a run (or several lanes) as files that are written whole, checked, and read back without the model. Writing
/// is `writeBundle` of core/publish/write_bundle.h, with tables and figures, or `writeBundleFiles` of write_watched.h.
///
/// Layout: core/bundle/README.md. A recording with one lane becomes a run bundle; one with
/// several becomes a compare bundle: a root manifest, tables/ and lanes/<n>-<policy id>/, each of which is a run bundle
/// by itself. Thread: any; a call owns everything it touches. A running recording may be written: the bundle then has
/// the steps that are published at the moment of the call.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/trace/recording.h"

namespace kvw {

inline constexpr int kBundleVersion = 3;
/// Format of a bundle in which no lane refers to rows of another (version 1); older readers open it.
inline constexpr const char* kBundleFormat = "kvw-bundle-1";
/// Format of a lane that refers to rows of another, and of its comparison.
inline constexpr const char* kSharingFormat = "kvw-bundle-2";
/// Format of a lane with pooled maps in place of rows, and of its comparison.
inline constexpr const char* kPoolingFormat = "kvw-bundle-3";
/// Value of `Problem::plugin` where reading a bundle found the problem: its files are not as they were written.
inline constexpr const char* kBundleProblem = "bundle";

struct BundleOptions {
    bool overwrite = false;   ///< an existing bundle (or empty folder) is replaced; anything else is always refused
    bool attention = true;    ///< arrays/attention-*, if the recording has rows, or arrays/map-*
    bool halfArrays = false;  ///< probabilities as float16 instead of float32
    bool tables = true;       ///< tables/*, derived from the data like figures; read by `writeBundle`
    bool figures = true;      ///< figures/*.json and *.csv: descriptions and data; drawn files need Qt
};

/// Checks that `writeBundle` would accept `target`, as far as that can be known before: it is free, or with `overwrite`
/// a bundle of the same kind (folder or .zip). Errors: as above.
[[nodiscard]] Result<void> checkTarget(const std::filesystem::path& target, bool overwrite);

/// A bundle that was read. `recording` has one trace per lane and is finished: nothing writes to it any more.
struct OpenedBundle {
    std::shared_ptr<Recording> recording;
    nlohmann::ordered_json manifest;  ///< of the root
    std::string hash;                 ///< as stored; identical runs have the same on every machine path
    std::vector<Phrase> warnings;     ///< sentences: a file whose hash differs, a missing figure, ...
};

/// Reads a directory or a .zip; `path` may also name the manifest.json in a directory.
/// Errors: NotFound; BadInput (damaged, foreign, or of a newer format: the sentence says which version was found and
/// which are read; unsafe names, links, sizes beyond the limits: refused before memory is taken for them). Wrong sums
/// of files that can still be read become warnings, here and as problems of the recording.
[[nodiscard]] Result<OpenedBundle> openBundle(const std::filesystem::path& path);
[[nodiscard]] Result<std::shared_ptr<Recording>> readBundle(const std::filesystem::path& path);

/// Second half of opening a bundle after `openTables`: checks every token of the rows and every sum. Owns the files it
/// needs. Thread: one at a time, any; the recording may be read meanwhile.
class PendingChecks {
 public:
    struct Impl;
    explicit PendingChecks(std::unique_ptr<Impl> impl);
    ~PendingChecks();
    PendingChecks(const PendingChecks&) = delete;
    PendingChecks& operator=(const PendingChecks&) = delete;

    [[nodiscard]] std::int64_t bytes() const noexcept;  ///< that `finish` reads
    struct Findings {
        std::vector<Error> rows;       ///< rows that make no sense or cannot be unpacked; at most one per layer
        std::vector<Phrase> warnings;  ///< sentences: a file whose hash differs, ...
        bool stopped = false;
    };
    /// Unpacks rows of a .zip (they arrive in the recording layer by layer), checks all rows, then sums the files. Its
    /// findings, and that it was stopped, also become problems of the recording. `watch` receives the bytes read since
    /// the last call and returns false to stop. It also stops when nobody holds the recording any more. Call it once.
    [[nodiscard]] Findings finish(const std::function<bool(std::int64_t bytes)>& watch = {});

 private:
    std::unique_ptr<Impl> m_impl;
};

/// A bundle whose tables were read: steps, layers, evictions and, of a folder, attention rows can be shown. Rows are
/// read from the bundle's files on demand (a row that a file no longer holds is missing, not an error).
struct OpeningBundle {
    OpenedBundle bundle;
    std::unique_ptr<PendingChecks> rest;
};
/// Reads the manifest, all tables and the places of the rows: the fast half of `openBundle`. Errors: those of
/// `openBundle`, except those of `rest`.
[[nodiscard]] Result<OpeningBundle> openTables(const std::filesystem::path& path);

/// Returns true if `path` looks like a bundle (directory with a manifest, or a .zip): decides how `kvw inspect` treats
/// it. Reads little.
[[nodiscard]] bool isBundle(const std::filesystem::path& path);

/// Returns the report of `kvw inspect`: {path, format, kind, hash, tool, environment, model, text, state, message,
/// times, summary and probes or lanes and comparison, policies, problems, integrity: {ok, files: [{name, bytes, state:
/// "ok" | "changed" | "missing" | "extra" | "too large"}], warnings}}. Sums every file that has the size its manifest
/// lists, in blocks.
[[nodiscard]] Result<nlohmann::ordered_json> inspectBundle(const std::filesystem::path& path);

}  // namespace kvw
