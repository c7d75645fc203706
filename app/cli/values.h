// SPDX-License-Identifier: Apache-2.0
/// Validators of option values, whose messages say what was found and what was expected.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace kvw::cli {

inline constexpr std::int64_t kAnyInteger = std::numeric_limits<std::int64_t>::max();

/// Accepts a whole number from `minimum` to `maximum`, both included; kAnyInteger: no upper limit.
[[nodiscard]] CLI::Validator wholeNumber(std::int64_t minimum, std::int64_t maximum = kAnyInteger);
/// Accepts a number from `minimum` (excluded if `exclusive`) to `maximum`.
[[nodiscard]] CLI::Validator realNumber(double minimum, double maximum, bool exclusive = false);
/// Accepts a path that is not empty; an unset shell variable must not select the default.
[[nodiscard]] CLI::Validator somePath();
/// Accepts a path, or the name of a stored model, which it replaces by its path. An existing file or folder of that
/// name goes first.
[[nodiscard]] CLI::Validator modelPath();
/// Replaces the name of a user's preset by its policy; any other text stays as it is.
[[nodiscard]] CLI::Validator presetNames();
/// Accepts one of `words`; the message suggests the nearest one.
[[nodiscard]] CLI::Validator oneOf(std::vector<std::string> words);
/// Declares `--device`, which takes the name of a device (core/device/devices.h).
CLI::Option* addDevice(CLI::App& app, std::string& device, const std::string& purpose);

}  // namespace kvw::cli
