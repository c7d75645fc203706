// SPDX-License-Identifier: Apache-2.0
/// Loads plugin libraries through the gates and creates policies. A refusal is one sentence and harms nothing else.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "core/policy/host/created_policy.h"
#include "core/policy/sdk/plugin.h"

namespace kvw {

/// Gates, in order: entry ready -> library loads -> symbol -> ABI version -> struct size -> torch version -> compiler
/// ABI -> kinds of the manifest -> create. Libraries are never unloaded; one that changed on disk since it was loaded
/// is loaded again as a fresh copy, and policies made from the old one go on. A `loading-` mark (catalog.h) stands
/// while foreign code runs. Thread: one at a time. One loader per process: two would share what the dynamic linker has
/// already loaded under a path.
class PluginLoader {
 public:
    explicit PluginLoader(PluginPaths paths) : m_paths(std::move(paths)) {}

    [[nodiscard]] const PluginPaths& paths() const noexcept { return m_paths; }
    /// A new policy, or scorer and budget composed, with its reader or codec. The plugin may throw; that, too, is an
    /// Error.
    [[nodiscard]] Result<CreatedPolicy> create(const ResolvedPolicy& policy);
    /// All gates of one plugin: everything it provides is created once with default parameters and thrown away.
    [[nodiscard]] Result<void> probe(const PluginEntry& entry);
    /// The same on a fresh copy, also of a library that did not change; policies made before go on as they are.
    [[nodiscard]] Result<void> reload(const PluginEntry& entry);
    /// Fresh copies that took the place of a library: what a policy measured before may be measured otherwise since.
    [[nodiscard]] std::uint64_t copies() const noexcept { return m_copies; }

 private:
    struct Library {
        std::filesystem::file_time_type written;
        std::uintmax_t size = 0;
        void* handle = nullptr;
    };

    [[nodiscard]] Result<void*> open(const PluginEntry& entry);
    [[nodiscard]] std::shared_ptr<const CalledPlugins> called(const PluginEntry& entry) const;
    [[nodiscard]] Result<const sdk::PluginDescriptor*> load(const PluginEntry& entry,
                                                            const std::shared_ptr<const CalledPlugins>& plugin);

    PluginPaths m_paths;
    std::map<std::filesystem::path, Library> m_libraries;
    std::uint64_t m_copies = 0;
};

}  // namespace kvw
