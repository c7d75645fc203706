// SPDX-License-Identifier: Apache-2.0
#include "core/trace/lane_name.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/base/comma_list.h"

namespace kvw {

namespace {

constexpr std::string_view kCodec = "codec.";

/// Returns the parts of a side of "snapkv:capacity=256@kivi:bits=2": of what stands before the codec, or of the codec.
LaneName partsOf(const std::string& text) {
    const std::size_t colon = text.find(':');
    return {text.substr(0, colon), colon == std::string::npos ? std::vector<std::string>()
                                                              : splitAt(std::string_view(text).substr(colon + 1), ',')};
}

/// Returns the value that sets `parameter`, with the prefix of its part ("budget.capacity") or without; empty: none
/// does.
std::string givenTo(const LaneName& part, const std::string& parameter) {
    const std::string plain = parameter.substr(parameter.find('.') + 1);
    const auto found = std::ranges::find_if(part.values, [&](const std::string& each) {
        return each.starts_with(parameter + '=') || each.starts_with(plain + '=');
    });
    return found == part.values.end() ? std::string() : *found;
}

std::string valueText(const nlohmann::ordered_json& value) {
    return value.is_string() ? value.get<std::string>() : value.dump();
}

bool differs(const RunDescription& run, const LaneInfo& info, const std::string& parameter) {
    return std::ranges::any_of(run.lanes, [&](const LaneInfo& other) {
        return other.policyId == info.policyId && other.parameters.is_object() &&
               other.parameters.contains(parameter) && other.parameters[parameter] != info.parameters[parameter];
    });
}

}  // namespace

std::string LaneName::text() const {
    std::string all = policy;
    for (std::size_t i = 0; i < values.size(); ++i) {
        all += (i == 0 ? ':' : ',') + values[i];
    }
    return all;
}

LaneName laneNameParts(const RunDescription& run, std::int32_t lane) {
    const LaneInfo& info = run.lane(lane);
    const std::string text = info.policyText.empty() ? info.policyId : info.policyText;
    LaneName policy = partsOf(text);
    std::string behind;
    // A text with changes ("/recent=64@700") already names what differs.
    if (info.parameters.is_object() && text.find('/') == std::string::npos) {
        const std::size_t at = text.find('@');
        policy = partsOf(text.substr(0, at));
        LaneName codec = partsOf(at == std::string::npos ? std::string() : text.substr(at + 1));
        std::vector<std::string> named, namedOfCodec;
        for (const auto& [parameter, value] : info.parameters.items()) {
            const bool ofCodec = at != std::string::npos && parameter.starts_with(kCodec);
            const std::string given = givenTo(ofCodec ? codec : policy, parameter);
            if (!given.empty() || differs(run, info, parameter)) {
                const std::string name = ofCodec ? parameter.substr(kCodec.size()) : parameter;
                (ofCodec ? namedOfCodec : named).push_back(given.empty() ? name + '=' + valueText(value) : given);
            }
        }
        // Values without a matching parameter in the record are kept, after the others.
        const auto add = [](LaneName& part, std::vector<std::string> values) {
            for (const std::string& value : part.values) {
                if (std::ranges::find(values, value) == values.end()) {
                    values.push_back(value);
                }
            }
            values.erase(std::unique(values.begin(), values.end()), values.end());
            part.values = std::move(values);
        };
        add(policy, std::move(named));
        add(codec, std::move(namedOfCodec));
        behind = at == std::string::npos ? std::string() : '@' + codec.text();
    }
    behind += info.distinguishingText.empty() ? std::string() : " [" + info.distinguishingText + ']';
    (policy.values.empty() ? policy.policy : policy.values.back()) += behind;
    return policy;
}

std::string laneName(const RunDescription& run, std::int32_t lane) {
    return laneNameParts(run, lane).text();
}

}  // namespace kvw
