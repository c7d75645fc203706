// SPDX-License-Identifier: Apache-2.0
#include "app/cli/values.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>

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

ValueKind makeKind(std::string name, std::function<std::string(std::string&)> check) {
    return {std::move(name), CLI::Validator(std::move(check), "")};
}

}  // namespace

ValueKind wholeNumber(std::int64_t minimum, std::int64_t maximum) {
    const std::string range = maximum != kAnyInteger
                                  ? fmt::format("a whole number from {} to {}", minimum, maximum)
                                  : fmt::format("a whole number, at least {}", minimum);
    return makeKind("N", [=](std::string& text) -> std::string {
        const auto value = parsedNumber<std::int64_t>(text);
        return value && *value >= minimum && *value <= maximum ? "" : refusal(text, range);
    });
}

ValueKind realNumber(double minimum, double maximum, bool exclusive) {
    std::string range = fmt::format("a number {} {}", exclusive ? "above" : "of at least", minimum);
    if (std::isfinite(maximum)) {
        range += fmt::format(" and at most {}", maximum);
    }
    return makeKind("X", [=](std::string& text) -> std::string {
        const auto value = parsedNumber<double>(text);
        const bool fits =
            value && std::isfinite(*value) && (exclusive ? *value > minimum : *value >= minimum) && *value <= maximum;
        return fits ? "" : refusal(text, range);
    });
}

ValueKind anyText(std::string name) {
    return {std::move(name)};
}

ValueKind somePath() {
    return makeKind("FILE", [](std::string& text) { return text.empty() ? refusal(text, "a path") : std::string(); });
}

ValueKind modelPath() {
    return makeKind("DIR", [](std::string& text) -> std::string {
        std::error_code error;
        if (text.empty()) {
            return refusal(text, "a path or the name of a stored model");
        }
        if (!std::filesystem::exists(text, error)) {
            text = storedModel(text).value_or(text).string();
        }
        return "";
    });
}

ValueKind presetNames() {
    return makeKind("P", [](std::string& text) -> std::string {
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
    });
}

ValueKind oneOf(const std::vector<std::string>& words) {
    return makeKind(fmt::format("{}", fmt::join(words, "|")), [words](std::string& text) -> std::string {
        if (std::ranges::find(words, text) != words.end()) {
            return "";
        }
        const std::string near = nearest(text, words);
        const std::string message = refusal(text, fmt::format("one of {}", fmt::join(words, ", ")));
        return near.empty() ? message : fmt::format("{}; did you mean {}?", message, near);
    });
}

CLI::Option* addDevice(CLI::App& app, std::string& device, const std::string& purpose) {
    return addOption(app, "--device", device, purpose,
                     makeKind("cpu|cuda[:N]|emulated[:N]", [](std::string& text) -> std::string {
                         const auto name = deviceName(text);
                         if (!name) {
                             return (*oneOf({"cpu", "cuda", "cuda:1", "emulated"}).check)(text);
                         }
                         text = *name;
                         return "";
                     }));
}

}  // namespace kvw::cli
