// SPDX-License-Identifier: Apache-2.0
/// Defines the one C symbol of a plugin library, by macro.
///
/// A plugin folder holds `<id>.so` and `manifest.json`. The host reads manifests without loading anything, then checks
/// in this order: manifest valid -> ABI version -> struct size -> torch version and compiler ABI -> create. Libraries
/// are never unloaded.
#pragma once

#include <ATen/Version.h>
#include <torch/headeronly/version.h>

#include <cstddef>
#include <cstdint>

#include "core/policy/sdk/codec.h"
#include "core/policy/sdk/compose.h"
#include "core/policy/sdk/memo.h"
#include "core/policy/sdk/policy.h"
#include "core/policy/sdk/reader.h"
#include "core/policy/sdk/rule_policy.h"
#include "core/policy/sdk/workers.h"

namespace kvw::sdk {

/// Version of the binary interface; changes only when an old plugin would break.
inline constexpr std::uint32_t kAbiVersion = 8;
// If one of these fails, a struct that host and plugins share has changed: raise the version, then update the sizes.
static_assert(sizeof(Needs) == 48 && sizeof(ModelShape) == 32 && sizeof(RopeInfo) == 40 && sizeof(RunInfo) == 88);
static_assert(sizeof(Observation) == 160 && sizeof(Edit) == 56 && sizeof(Protection) == 16);
static_assert(sizeof(Parameters) == 48 && sizeof(Report) == 136 && sizeof(Composition) == 96);
static_assert(sizeof(Finding) == 96);
static_assert(sizeof(PageView) == 48 && sizeof(PageSelection) == 16);
static_assert(sizeof(CodecLayout) == 40 && sizeof(EncodedGroups) == 24);

/// Entry points of a plugin. It may provide any of the kinds, each under one or more ids; the function of a missing
/// kind is null. `id` is the id the user wrote, so one library can serve several. Functions may throw. Returned objects
/// are owned by the host.
struct PluginDescriptor {
    std::uint32_t abiVersion;
    std::uint32_t structSize;
    const char* torchVersion;  ///< TORCH_VERSION it was built with
    const char* compilerAbi;   ///< kvw::sdk::compilerAbi() it was built with
    Policy* (*createPolicy)(const char* id, const Parameters& parameters);
    Scorer* (*createScorer)(const char* id, const Parameters& parameters);
    BudgetAllocator* (*createBudget)(const char* id, const Parameters& parameters);
    // Appended later: the host reads such a member only if structSize says it exists, so older plugins stay valid.
    ReadSelector* (*createReader)(const char* id, const Parameters& parameters);
    Codec* (*createCodec)(const char* id, const Parameters& parameters);
    // New members go here, at the end.
};
static_assert(offsetof(PluginDescriptor, createReader) == 48, "the layout is frozen up to here since ABI 2");
static_assert(sizeof(PluginDescriptor) == 64, "members are only ever appended");

/// Names the standard library and C++ ABI of this translation unit.
[[nodiscard]] constexpr const char* compilerAbi() noexcept {
#if defined(_GLIBCXX_USE_CXX11_ABI) && _GLIBCXX_USE_CXX11_ABI
    return "libstdc++ cxx11 gxx-abi-10";
#else
    return "other";
#endif
}

}  // namespace kvw::sdk

#define KVW_PLUGIN_SYMBOL "kvwPlugin"

/// Defines the symbol from the create functions of the kinds, or nullptr. Use it at namespace scope of exactly one
/// source file.
#define KVW_PLUGIN_KINDS(policy, scorer, budget, reader, codec)                                           \
    extern "C" __attribute__((visibility("default"))) const kvw::sdk::PluginDescriptor* kvwPlugin(void) { \
        static constexpr kvw::sdk::PluginDescriptor descriptor{kvw::sdk::kAbiVersion,                     \
                                                               sizeof(kvw::sdk::PluginDescriptor),        \
                                                               TORCH_VERSION,                             \
                                                               kvw::sdk::compilerAbi(),                   \
                                                               policy,                                    \
                                                               scorer,                                    \
                                                               budget,                                    \
                                                               reader,                                    \
                                                               codec};                                    \
        return &descriptor;                                                                               \
    }

/// Short forms for a plugin of policies, scorers or budgets, for a reader, and for a codec.
#define KVW_PLUGIN(policy, scorer, budget) KVW_PLUGIN_KINDS(policy, scorer, budget, nullptr, nullptr)
#define KVW_READER_PLUGIN(reader) KVW_PLUGIN_KINDS(nullptr, nullptr, nullptr, reader, nullptr)
#define KVW_CODEC_PLUGIN(codec) KVW_PLUGIN_KINDS(nullptr, nullptr, nullptr, nullptr, codec)
