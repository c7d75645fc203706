// SPDX-License-Identifier: Apache-2.0
/// Configurations of a tiny model with a few members of their own.
#pragma once

#include "core/model/config.h"
#include "tests/core/model/support.h"

namespace kvw::test {

inline Result<ModelConfig> parsedConfig(const nlohmann::json& patch) {
    nlohmann::json file = tinyConfig();
    file.update(patch);
    return ModelConfig::parse(file.dump(), "config.json");
}

inline nlohmann::json without(const char* key) {
    nlohmann::json file = tinyConfig();
    file.erase(key);
    return file;
}

}  // namespace kvw::test
