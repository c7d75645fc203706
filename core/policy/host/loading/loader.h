// SPDX-License-Identifier: Apache-2.0
/// Loads plugin libraries through a sequence of checks (gates) and creates policies. A refusal is one sentence and
/// affects nothing else.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>

#include "core/policy/host/loading/created_policy.h"
#include "core/policy/sdk/plugin.h"

namespace kvw {

/// Gates, in order: entry ready -> library loads -> symbol -> ABI version -> struct size -> torch version -> compiler
/// ABI -> kinds of the manifest -> create. Libraries are never unloaded; one that has changed on disk since it was
/// loaded is loaded again as a fresh copy, and policies made from the old one continue. A `loading-` mark (catalog.h)
/// exists while plugin code runs. Thread: one at a time. Use one loader per process: two would share libraries that the
/// dynamic linker has loaded under the same path.
class PluginLoader {
 public:
    explicit PluginLoader(PluginPaths paths) : m_paths(std::move(paths)) {}

    [[nodiscard]] const PluginPaths& paths() const noexcept { return m_paths; }
    /// Creates a policy, or a composition of scorer and budget, with its reader or codec. An exception of the plugin
    /// becomes an Error.
    [[nodiscard]] Result<CreatedPolicy> create(const ResolvedPolicy& policy);
    /// Checks one plugin through all gates: creates everything it provides once with default parameters and discards
    /// it.
    [[nodiscard]] Result<void> probe(const PluginEntry& entry);
    /// Does the same on a fresh copy even if the library has not changed; existing policies continue as they are.
    [[nodiscard]] Result<void> reload(const PluginEntry& entry);
    /// Returns how many fresh copies have replaced a library; measurements kept from before a replacement may be
    /// outdated.
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
