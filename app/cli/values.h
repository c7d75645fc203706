// SPDX-License-Identifier: Apache-2.0
/// Kinds of option values, whose messages say what was found and what was expected.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kvw::cli {

inline constexpr std::int64_t kAnyInteger = std::numeric_limits<std::int64_t>::max();

/// A kind of option values: its name in the help, and the check, which may replace a value; none: every text fits.
struct ValueKind {
    std::string name;
    std::optional<CLI::Validator> check = {};

    [[nodiscard]] ValueKind named(std::string other) const { return {std::move(other), check}; }
};

/// Accepts a whole number from `minimum` to `maximum`, both included; kAnyInteger: no upper limit.
[[nodiscard]] ValueKind wholeNumber(std::int64_t minimum, std::int64_t maximum = kAnyInteger);
/// Accepts a number from `minimum` (excluded if `exclusive`) to `maximum`.
[[nodiscard]] ValueKind realNumber(double minimum, double maximum, bool exclusive = false);
/// Accepts any text.
[[nodiscard]] ValueKind anyText(std::string name);
/// Accepts a path that is not empty; an unset shell variable must not select the default.
[[nodiscard]] ValueKind somePath();
/// Accepts a path, or the name of a stored model, which it replaces by its path. An existing file or folder of that
/// name goes first.
[[nodiscard]] ValueKind modelPath();
/// Replaces the name of a user's preset by its policy; any other text stays as it is.
[[nodiscard]] ValueKind presetNames();
/// Accepts one of `words`; the message suggests the nearest one.
[[nodiscard]] ValueKind oneOf(const std::vector<std::string>& words);

/// Declares an option. `value`: where it goes, also a vector or a std::optional.
template <class Value>
CLI::Option* addOption(CLI::App& app, const char* names, Value& value, const std::string& purpose,
                       const ValueKind& kind) {
    CLI::Option* option = app.add_option(names, value, purpose)->type_name(kind.name);
    return kind.check ? option->transform(*kind.check) : option;
}
/// Declares an option whose help shows its default.
template <class Value>
void addSetting(CLI::App& app, const char* names, Value& value, const std::string& purpose, const ValueKind& kind) {
    addOption(app, names, value, purpose, kind)->capture_default_str();
}
/// Declares an option that may be given several times, with one value each.
template <class Value>
CLI::Option* addRepeated(CLI::App& app, const char* names, std::vector<Value>& values, const std::string& purpose,
                         const ValueKind& kind) {
    return addOption(app, names, values, purpose, kind)->allow_extra_args(false);
}
/// Declares `--device`, which takes the name of a device (core/device/devices.h).
CLI::Option* addDevice(CLI::App& app, std::string& device, const std::string& purpose);

}  // namespace kvw::cli
