// SPDX-License-Identifier: Apache-2.0
/// Plugins of tests/fixtures, loaded by a test.
#pragma once

#include <QString>
#include <memory>
#include <string>

#include "core/policy/host/loading/loader.h"

namespace kvw::test {

inline constexpr const char* kFixtures = KVW_BINARY_DIR "/tests/fixtures/plugins";

inline QString text(const std::string& value) {
    return QString::fromStdString(value);
}

inline Result<std::unique_ptr<sdk::Policy>> createdPolicy(const PluginPaths& paths, const std::string& id) {
    const auto policy = resolvePolicy(Catalog::scan(paths), id);
    if (!policy) {
        return tl::unexpected(policy.error());
    }
    return PluginLoader(paths).create(*policy).map([](CreatedPolicy&& created) { return std::move(created.policy); });
}

}  // namespace kvw::test
