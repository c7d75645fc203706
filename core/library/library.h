// SPDX-License-Identifier: Apache-2.0
/// The run library: all bundles below some folders, found again by what they are. The index is an SQLite file that is
/// made anew from the bundles whenever it is missing, damaged or of another version; nothing is only in it.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/library/entry.h"

namespace kvw {

/// Thread: one at a time; several processes may share the file.
class Library {
 public:
    /// Where the file cannot be opened or written, the index is in memory until the object goes, and `problem` says
    /// why. Errors: Io.
    [[nodiscard]] static Result<Library> open(const std::filesystem::path& index);
    /// $XDG_CACHE_HOME/kvworkbench/library.sqlite, else below ~/.cache.
    [[nodiscard]] static std::filesystem::path usualIndex();
    Library(Library&&) noexcept;
    Library& operator=(Library&&) noexcept;
    ~Library();

    /// Why it is in memory; empty: it is in its file.
    [[nodiscard]] const std::string& problem() const noexcept;

    struct Changes {
        std::int64_t found = 0;              ///< bundles that are there
        std::int64_t read = 0, removed = 0;  ///< new or changed; gone
    };
    /// Looks for bundles below `folders` (not through links, not in hidden folders, not within bundles) and reads what
    /// is new or has changed since. `stale`: true ends it early, with what was done kept. Errors: Io.
    Result<Changes> refresh(const std::vector<std::filesystem::path>& folders, const std::function<bool()>& stale = {});

    /// Those below `folders` that `filter` lets through, the newest first. A filter is words that must all occur
    /// (in any field), and conditions: model:demo, text:story, policy:snapkv, tag:thesis, note:, state:failed,
    /// kind:compare, path:, hash:1a2b3c4d; and numbers, nll<2.5, delta<=0.1, kl>1, held<0.3, tokens>1000, ms<5, seed=3.
    /// A word in quotes may have blanks. Errors: BadUsage for a condition that is not known, naming the nearest.
    [[nodiscard]] Result<std::vector<LibraryEntry>> entries(const std::vector<std::filesystem::path>& folders,
                                                            const std::string& filter = {}) const;

 private:
    struct Impl;
    explicit Library(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

}  // namespace kvw
