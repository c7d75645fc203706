// SPDX-License-Identifier: Apache-2.0
#include "core/base/json/json_text.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace kvw::bundle {

namespace {

using nlohmann::ordered_json;

constexpr int kDeepest = 100;
constexpr std::int64_t kMostMembers = 10000;
/// ordered_json compares each name with those before it: a whole file may cause as many comparisons as one object with
/// the most members.
constexpr std::int64_t kMostCompared = kMostMembers * kMostMembers / 2;

/// Called by nlohmann for every value; refusing a container keeps it from being built.
class Limits {
 public:
    bool operator()(int depth, ordered_json::parse_event_t event, ordered_json&) {
        using Event = ordered_json::parse_event_t;
        deep = deep || depth > kDeepest;
        if (deep || wide) {
            return false;
        }
        if (event == Event::object_start) {
            m_members.push_back(0);
        } else if (event == Event::object_end && !m_members.empty()) {
            m_members.pop_back();
        } else if (event == Event::key && !m_members.empty()) {
            m_compared += m_members.back()++;
            wide = wide || m_compared > kMostCompared;
        }
        return !wide;
    }
    bool deep = false, wide = false;

 private:
    std::vector<std::int64_t> m_members;  ///< of the objects that are open
    std::int64_t m_compared = 0;
};

}  // namespace

Result<ordered_json> parseJson(std::string_view text, const std::string& where) {
    Limits limits;
    ordered_json json = ordered_json::parse(text.begin(), text.end(), std::ref(limits), false);
    if (limits.deep) {
        return fail(Code::BadInput, where, "the JSON is nested too deeply", {}, phrase("at most %1 levels", 100));
    }
    if (limits.wide) {
        return fail(Code::BadInput, where, "the JSON has too many members", {},
                    phrase("at most %1 in an object", kMostMembers));
    }
    if (json.is_discarded()) {
        return fail(Code::BadInput, where, "this is not valid JSON, or it is cut off");
    }
    return json;
}

std::string dumpLine(const ordered_json& json) {
    return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

std::string dumpFile(const ordered_json& json) {
    return json.dump(1, ' ', false, ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace kvw::bundle
