// SPDX-License-Identifier: Apache-2.0
/// Cuts a conformance case short, so that it ends with one call of its policy. Free of torch.
#pragma once

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

namespace kvw {

/// Returns the case cut after token `step` (its index in the text), or after the prompt if `step` belongs to the
/// prompt. A case that was cut expects no final sets.
[[nodiscard]] inline nlohmann::ordered_json caseUntil(nlohmann::ordered_json whole, std::int64_t step) {
    const auto prompt = whole.at("prompt").get<std::int64_t>(), decode = whole.at("decode").get<std::int64_t>();
    const std::int64_t kept = std::clamp<std::int64_t>(step - prompt + 1, 0, decode);
    if (kept < decode) {
        auto& steps = whole.at("expect").at("steps").get_ref<nlohmann::ordered_json::array_t&>();
        steps.resize(static_cast<std::size_t>(kept));
        whole["expect"].erase("final");
        whole["decode"] = kept;
        whole["name"] = whole.at("name").get<std::string>() + ", until token " + std::to_string(prompt + kept - 1);
    }
    return whole;
}

}  // namespace kvw
