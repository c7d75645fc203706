// SPDX-License-Identifier: Apache-2.0
#include "core/bundle/canonical.h"

#include <algorithm>

#include "core/base/files/sha256.h"
#include "core/base/json/json_text.h"

namespace kvw::bundle {
namespace {

using nlohmann::ordered_json;

std::string unescaped(std::string part) {
    for (const auto& [from, to] : {std::pair{"~1", "/"}, std::pair{"~0", "~"}}) {
        for (std::size_t at = part.find(from); at != std::string::npos; at = part.find(from, at + 1)) {
            part.replace(at, 2, to);
        }
    }
    return part;
}

/// Removes the value at a JSON pointer, if there is one. Written out because a hostile pointer must not throw.
void erase(ordered_json& json, std::string_view pointer) {
    ordered_json* at = &json;
    while (!pointer.empty()) {
        pointer.remove_prefix(1);
        const std::size_t end = std::min(pointer.find('/'), pointer.size());
        const std::string key = unescaped(std::string(pointer.substr(0, end)));
        pointer.remove_prefix(end);
        ordered_json* next = nullptr;
        if (at->is_object() && at->contains(key)) {
            next = &(*at)[key];
        } else if (at->is_array() && !key.empty() && key.size() < 8 &&
                   key.find_first_not_of("0123456789") == std::string::npos && std::stoul(key) < at->size()) {
            next = &(*at)[std::stoul(key)];
        }
        if (next == nullptr) {
            return;
        }
        if (pointer.empty() && at->is_object()) {
            at->erase(key);
            return;
        }
        at = next;
    }
}

}  // namespace

bool isData(std::string_view name) noexcept {
    return name == "steps.csv" || name == "layers.csv" || name == "evictions.jsonl" || name == "prefill_memory.csv" ||
           name == "calls.csv" || name == "times.csv" || name == "rest.csv" || name.substr(0, 7) == "arrays/";
}

std::vector<std::string> volatileColumns(const ordered_json& manifest, const std::string& name) {
    std::vector<std::string> columns;
    for (const auto& field : manifest["volatile"]) {
        const auto& text = field.get_ref<const std::string&>();
        if (text.rfind(name + ':', 0) == 0) {
            columns.push_back(text.substr(name.size() + 1));
        }
    }
    return columns;
}

std::string manifestSum(const ordered_json& manifest) {
    ordered_json whole = manifest;
    erase(whole, kManifestSum);
    Sha256 sum;
    sum.update(dumpLine(whole) + '\n');
    return sum.finish();
}

std::string canonicalHashOf(const ordered_json& manifest, const std::map<std::string, std::string>& dataSums) {
    ordered_json stable = manifest;
    for (const auto& field : manifest["volatile"]) {
        const auto& text = field.get_ref<const std::string&>();
        if (text.rfind('/', 0) == 0) {
            erase(stable, text);
        }
    }
    stable.erase("hash");
    stable.erase("integrity");
    Sha256 sum;
    sum.update(dumpLine(stable) + '\n');
    for (const auto& [name, data] : dataSums) {
        sum.update(name + ' ' + data + '\n');
    }
    return sum.finish();
}

}  // namespace kvw::bundle
