// SPDX-License-Identifier: Apache-2.0
/// Checks of a manifest before anything in it is used.
#include <algorithm>
#include <set>

#include "core/base/json/schema.h"
#include "core/base/short_text.h"
#include "core/base/text_format.h"
#include "core/bundle/bundle.h"
#include "core/bundle/manifest_json.h"

namespace kvw::bundle {

using nlohmann::ordered_json;

namespace {

/// Returns what is found in place of the format's name.
Phrase foundFormat(const ordered_json& manifest) {
    if (!manifest.is_object() || !manifest.contains("format")) {
        return "no format";
    }
    const std::string format = manifest["format"].dump(-1, ' ', false, ordered_json::error_handler_t::replace);
    return phrase("format %1", std::string(beginningOf(validUtf8(format), 40)));
}

constexpr std::size_t kLongestPolicyText = std::size_t{64} << 10;

/// Limits the length of the policy text: it reproduces the run, so it cannot be cut, and it is displayed wherever a
/// lane is named.
Result<void> checkPolicy(const ordered_json& manifest, const std::string& where) {
    const ordered_json& policy = manifest["policy"];
    const std::size_t given = policy["given"].is_object() ? policy["given"].value("text", std::string()).size() : 0;
    const std::size_t longest = std::max(policy["text"].get_ref<const std::string&>().size(), given);
    return longest <= kLongestPolicyText
               ? Result<void>()
               : fail(Code::BadInput, where, "the text of the policy is too long", phrase("%1 bytes", longest),
                      phrase("at most %1 bytes", kLongestPolicyText));
}

/// Refuses a lane that is named twice: each entry is read into memory, so that a thousand entries would take a thousand
/// times the memory.
Result<void> checkLanes(const ordered_json& manifest, const std::string& where) {
    std::set<std::string> paths;
    for (const auto& lane : manifest["lanes"]) {
        if (const std::string path = lane["path"]; !paths.insert(path).second) {
            return fail(Code::BadInput, where, "the comparison names a lane twice", path);
        }
    }
    return {};
}

}  // namespace

Result<void> checkManifest(const ordered_json& manifest, const std::string& where) {
    const auto format = manifest.is_object() ? manifest.find("format") : manifest.end();
    const std::string name =
        format != manifest.end() && format->is_string() ? format->get<std::string>() : std::string();
    constexpr std::string_view kPrefix = "kvw-bundle-";
    const auto number =
        name.rfind(kPrefix, 0) == 0 ? parseInteger(std::string_view(name).substr(kPrefix.size())) : std::nullopt;
    if (!number || *number < 1) {
        return fail(Code::BadInput, where, "this is not the manifest of a bundle",
                    name.empty() ? foundFormat(manifest) : '"' + std::string(beginningOf(name, 40)) + '"',
                    phrase("format \"%1\"", kBundleFormat));
    }
    if (*number > kBundleVersion) {
        return fail(Code::BadInput, where, "the bundle was written by a newer version of KV Workbench",
                    phrase("format %1", *number),
                    phrase("format %1 or older; a newer KV Workbench opens it", kBundleVersion));
    }
    const bool compare = manifest.contains("kind") && manifest["kind"] == "compare";
    KVW_TRY(schema::check(compare ? "compare" : "manifest", manifest, where));
    if (compare) {
        return checkLanes(manifest, where);
    }
    KVW_TRY(specsOf(manifest, where));
    return checkPolicy(manifest, where);
}

}  // namespace kvw::bundle
