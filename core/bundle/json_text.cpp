// SPDX-License-Identifier: Apache-2.0
#include "core/bundle/json_text.h"

namespace kvw::bundle {

namespace {
constexpr int kDeepest = 100;
}

Result<nlohmann::ordered_json> parseJson(std::string_view text, const std::string& where) {
    using nlohmann::ordered_json;
    bool deep = false;
    // Called by nlohmann for every value; refusing a container keeps it from being built.
    const auto shallow = [&](int depth, ordered_json::parse_event_t, ordered_json&) {
        deep = deep || depth > kDeepest;
        return !deep;
    };
    ordered_json json = ordered_json::parse(text.begin(), text.end(), shallow, false);
    if (deep) {
        return fail(Code::BadInput, where, "the JSON is nested too deeply", {}, "at most 100 levels");
    }
    if (json.is_discarded()) {
        return fail(Code::BadInput, where, "this is not valid JSON, or it is cut off");
    }
    return json;
}

std::string dumpLine(const nlohmann::ordered_json& json) {
    return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::string dumpFile(const nlohmann::ordered_json& json) {
    return json.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace kvw::bundle
