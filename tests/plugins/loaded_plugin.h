// SPDX-License-Identifier: Apache-2.0
/// A plugin of the build tree, loaded without the host.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "core/policy/sdk/plugin.h"

namespace kvw::test {

struct Loaded {
    const sdk::PluginDescriptor* descriptor = nullptr;
    nlohmann::json provided;  ///< its entry in the manifest
};

/// The plugin whose manifest provides `id` as a `kind`. Throws std::runtime_error.
[[nodiscard]] Loaded load(const std::string& kind, const std::string& id);

/// Defaults of the manifest, with the given values in their place.
[[nodiscard]] sdk::Parameters complete(const nlohmann::json& provided, const std::map<std::string, sdk::Value>& given);

}  // namespace kvw::test
