// SPDX-License-Identifier: Apache-2.0
/// The embedded model and texts, for tests that need something real.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace kvw::test {

/// The embedded model's folder, and the first `count` tokens of an embedded document, BOS included. Throw
/// std::runtime_error where something is missing.
[[nodiscard]] std::filesystem::path embeddedModel();
[[nodiscard]] std::vector<std::int32_t> embeddedIds(const std::string& document, std::size_t count);

}  // namespace kvw::test
