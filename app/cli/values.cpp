// SPDX-License-Identifier: Apache-2.0
#include "app/cli/values.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <filesystem>
#include <optional>

#include "core/base/error.h"
#include "core/base/json/json_reader.h"
#include "core/base/parse_number.h"
#include "core/device/devices.h"
#include "core/model/stored/stored_models.h"
#include "core/policy/host/user_presets.h"

namespace kvw::cli {
namespace {

std::string refusal(const std::string& found, const std::string& expected) {
    return fmt::format("the value is not valid; found \"{}\", expected {}", found, expected);
}

}  // namespace

CLI::Validator wholeNumber(std::int64_t minimum, std::int64_t maximum) {
    std::string range;
    if (maximum != kAnyInteger) {
        range = fmt::format("a whole number from {} to {}", minimum, maximum);
    } else {
        range = fmt::format("a whole number, at least {}", minimum);
    }
    return CLI::Validator(
        [=](std::string& text) -> std::string {
            const auto value = parsedNumber<std::int64_t>(text);
            return value && *value >= minimum && *value <= maximum ? "" : refusal(text, range);
        },
        "");
}

CLI::Validator realNumber(double minimum, double maximum, bool exclusive) {
    std::string range = fmt::format("a number {} {}", exclusive ? "above" : "of at least", minimum);
    if (std::isfinite(maximum)) {
        range += fmt::format(" and at most {}", maximum);
    }
    return CLI::Validator(
        [=](std::string& text) -> std::string {
            const auto value = parsedNumber<double>(text);
            const bool fits = value && std::isfinite(*value) && (exclusive ? *value > minimum : *value >= minimum) &&
                              *value <= maximum;
            return fits ? "" : refusal(text, range);
        },
        "");
}

CLI::Validator somePath() {
    return CLI::Validator([](std::string& text) -> std::string { return text.empty() ? refusal(text, "a path") : ""; },
                          "");
}

CLI::Validator modelPath() {
    return CLI::Validator(
        [](std::string& text) -> std::string {
            std::error_code error;
            if (text.empty()) {
                return refusal(text, "a path or the name of a stored model");
            }
            if (!std::filesystem::exists(text, error)) {
                text = storedModel(text).value_or(text).string();
            }
            return "";
        },
        "");
}

CLI::Validator presetNames() {
    return CLI::Validator(
        [](std::string& text) -> std::string {
            const auto presets = readUserPresets(userPresetsFile());
            if (presets && presets->empty()) {
                return "";
            }
            const Catalog catalog = Catalog::scan(PluginPaths::standard());
            if (presets) {
                text = withoutPreset(text, *presets, catalog);
                return "";
            }
            // The text may name a preset in the file that cannot be read.
            const std::string name = text.substr(0, text.find_first_of("@/"));
            return isKebabCase(name) && !catalog.findAlone(name) ? presets.error().sentence() : "";
        },
        "");
}

CLI::Validator oneOf(std::vector<std::string> words) {
    return CLI::Validator(
        [words = std::move(words)](std::string& text) -> std::string {
            for (const std::string& word : words) {
                if (text == word) {
                    return "";
                }
            }
            const std::string near = nearest(text, words);
            const std::string message = refusal(text, fmt::format("one of {}", fmt::join(words, ", ")));
            return near.empty() ? message : fmt::format("{}; did you mean {}?", message, near);
        },
        "");
}

CLI::Option* addDevice(CLI::App& app, std::string& device, const std::string& purpose) {
    return app.add_option("--device", device, purpose)
        ->type_name("cpu|cuda[:N]|emulated[:N]")
        ->transform(CLI::Validator(
            [](std::string& text) -> std::string {
                const auto name = deviceName(text);
                if (!name) {
                    return oneOf({"cpu", "cuda", "cuda:1", "emulated"})(text);
                }
                text = *name;
                return "";
            },
            ""));
}

}  // namespace kvw::cli
