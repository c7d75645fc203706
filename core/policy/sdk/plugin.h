// SPDX-License-Identifier: Apache-2.0
/// The one C symbol of a plugin library, and the macro that defines it.
///
/// A plugin folder holds `<id>.so` and `manifest.json`. The host reads manifests without loading anything, then gates
/// in order: manifest valid -> ABI version -> struct size -> torch version and compiler ABI -> create. Libraries are
/// never unloaded.
#pragma once

#include <ATen/Version.h>
#include <torch/headeronly/version.h>

#include <cstdint>

#include "core/policy/sdk/compose.h"
#include "core/policy/sdk/policy.h"

namespace kvw::sdk {

/// Changes only when an old plugin would break.
inline constexpr std::uint32_t kAbiVersion = 1;

/// A plugin may provide any of the three kinds, each under one id or more; a function it does not have is null. `id` is
/// the id the user wrote, so one library can serve several. Functions may throw. Returned objects are owned by the
/// host.
struct PluginDescriptor {
    std::uint32_t abiVersion;
    std::uint32_t structSize;
    const char* torchVersion;  ///< TORCH_VERSION it was built with
    const char* compilerAbi;   ///< kvw::sdk::compilerAbi() it was built with
    Policy* (*createPolicy)(const char* id, const Parameters& parameters);
    Scorer* (*createScorer)(const char* id, const Parameters& parameters);
    BudgetAllocator* (*createBudget)(const char* id, const Parameters& parameters);
    // New members go here, at the end; the host reads a member only if structSize says it exists.
};
static_assert(sizeof(PluginDescriptor) == 48, "the layout of ABI 1 is frozen up to here");

/// Standard library and C++ ABI of this translation unit.
[[nodiscard]] constexpr const char* compilerAbi() noexcept {
#if defined(_GLIBCXX_USE_CXX11_ABI) && _GLIBCXX_USE_CXX11_ABI
    return "libstdc++ cxx11 gxx-abi-10";
#else
    return "other";
#endif
}

}  // namespace kvw::sdk

#define KVW_PLUGIN_SYMBOL "kvwPlugin"

/// KVW_PLUGIN(policy, scorer, budget): functions or nullptr, at namespace scope of exactly one source file.
#define KVW_PLUGIN(policy, scorer, budget)                                                                \
    extern "C" __attribute__((visibility("default"))) const kvw::sdk::PluginDescriptor* kvwPlugin(void) { \
        static constexpr kvw::sdk::PluginDescriptor descriptor{kvw::sdk::kAbiVersion,                     \
                                                               sizeof(kvw::sdk::PluginDescriptor),        \
                                                               TORCH_VERSION,                             \
                                                               kvw::sdk::compilerAbi(),                   \
                                                               policy,                                    \
                                                               scorer,                                    \
                                                               budget};                                   \
        return &descriptor;                                                                               \
    }
