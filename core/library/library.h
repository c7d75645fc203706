// SPDX-License-Identifier: Apache-2.0
/// The run library: a search index of all bundles below some folders. The index is an SQLite file that is rebuilt from
/// the bundles when it is missing, damaged or of another version; it has no data of its own.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/library/entry.h"

namespace kvw {

/// Search index of bundles. Thread: one at a time; several processes may share the file.
class Library {
 public:
    /// Opens the index. If the file cannot be opened or written, the index is kept in memory for the lifetime of the
    /// object, and `problem` says why. Errors: Io.
    [[nodiscard]] static Result<Library> open(const std::filesystem::path& index);
    /// Returns $XDG_CACHE_HOME/kvworkbench/library.sqlite, by default below ~/.cache.
    [[nodiscard]] static std::filesystem::path usualIndex();
    Library(Library&&) noexcept;
    Library& operator=(Library&&) noexcept;
    ~Library();

    /// Returns why the index is in memory; empty if it is in its file.
    [[nodiscard]] const Phrase& problem() const noexcept;

    struct Changes {
        std::int64_t found = 0;              ///< bundles that exist
        std::int64_t read = 0, removed = 0;  ///< bundles that were new or changed; bundles that no longer exist
    };
    /// Looks for bundles below `folders` (not through links, not in hidden folders, not within bundles) and reads those
    /// that are new or changed. If `stale` returns true, it ends early and keeps what it has done. Errors: Io.
    Result<Changes> refresh(const std::vector<std::filesystem::path>& folders, const std::function<bool()>& stale = {});

    /// Returns the bundles below `folders` that match `filter`, the newest first. A filter has words that must all
    /// occur (in any field) and conditions: model:demo, text:story, policy:snapkv, tag:thesis, note:, state:failed,
    /// kind:compare, path:, hash:1a2b3c4d; and numbers, nll<2.5, delta<=0.1, kl>1, held<0.3, tokens>1000, ms<5, seed=3.
    /// A word in quotes may contain blanks. Errors: BadUsage for a misspelled condition, with a suggestion, or for a
    /// condition that compares with something other than a number.
    [[nodiscard]] Result<std::vector<LibraryEntry>> entries(const std::vector<std::filesystem::path>& folders,
                                                            const std::string& filter = {}) const;

 private:
    struct Impl;
    explicit Library(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

}  // namespace kvw
