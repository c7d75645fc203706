// SPDX-License-Identifier: Apache-2.0
#include "core/trace/lane_name.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace kvw {

namespace {

constexpr std::string_view kCodec = "codec.";

/// Side of "snapkv:capacity=256@kivi:bits=2": the part before the codec, or the codec.
struct Part {
    std::string id;
    std::vector<std::string> items;  ///< such as "capacity=256"

    explicit Part(const std::string& text) {
        const std::size_t colon = text.find(':');
        id = text.substr(0, colon);
        for (std::size_t at = colon; at != std::string::npos;) {
            const std::size_t end = text.find(',', at + 1);
            items.push_back(text.substr(at + 1, end == std::string::npos ? end : end - at - 1));
            at = end;
        }
    }
    /// Returns the item that sets `parameter`, with the prefix of its part ("budget.capacity") or without; empty: none
    /// does.
    [[nodiscard]] std::string item(const std::string& parameter) const {
        const std::string plain = parameter.substr(parameter.find('.') + 1);
        const auto found = std::find_if(items.begin(), items.end(), [&](const std::string& each) {
            return each.starts_with(parameter + '=') || each.starts_with(plain + '=');
        });
        return found == items.end() ? std::string() : *found;
    }
    [[nodiscard]] std::string text() const {
        std::string all = id;
        for (std::size_t i = 0; i < items.size(); ++i) {
            all += (i == 0 ? ':' : ',') + items[i];
        }
        return all;
    }
};

std::string valueText(const nlohmann::ordered_json& value) {
    return value.is_string() ? value.get<std::string>() : value.dump();
}

bool differs(const RunDescription& run, const LaneInfo& info, const std::string& parameter) {
    return std::any_of(run.lanes.begin(), run.lanes.end(), [&](const LaneInfo& other) {
        return other.policyId == info.policyId && other.parameters.is_object() &&
               other.parameters.contains(parameter) && other.parameters[parameter] != info.parameters[parameter];
    });
}

}  // namespace

std::string laneName(const RunDescription& run, std::int32_t lane) {
    LaneInfo info = run.lanes[static_cast<std::size_t>(lane)];
    const std::string text = info.policyText.empty() ? info.policyId : info.policyText;
    // A text with changes ("/recent=64@700") already names what differs.
    if (!info.parameters.is_object() || text.find('/') != std::string::npos) {
        return laneName(info);
    }
    const std::size_t at = text.find('@');
    Part policy(text.substr(0, at)), codec(at == std::string::npos ? std::string() : text.substr(at + 1));
    std::vector<std::string> named, namedOfCodec;
    for (const auto& [parameter, value] : info.parameters.items()) {
        const bool ofCodec = at != std::string::npos && parameter.starts_with(kCodec);
        const std::string given = (ofCodec ? codec : policy).item(parameter);
        if (!given.empty() || differs(run, info, parameter)) {
            const std::string name = ofCodec ? parameter.substr(kCodec.size()) : parameter;
            (ofCodec ? namedOfCodec : named).push_back(given.empty() ? name + '=' + valueText(value) : given);
        }
    }
    // Items without a matching parameter in the record are kept, after the others.
    const auto add = [](Part& part, std::vector<std::string> items) {
        for (const std::string& item : part.items) {
            if (std::find(items.begin(), items.end(), item) == items.end()) {
                items.push_back(item);
            }
        }
        items.erase(std::unique(items.begin(), items.end()), items.end());
        part.items = std::move(items);
    };
    add(policy, std::move(named));
    add(codec, std::move(namedOfCodec));
    info.policyText = policy.text() + (at == std::string::npos ? std::string() : '@' + codec.text());
    return laneName(info);
}

}  // namespace kvw
