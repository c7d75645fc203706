// SPDX-License-Identifier: Apache-2.0
#include "core/session/spec/map_pooling.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "core/base/comma_list.h"
#include "core/base/parse_number.h"

namespace kvw {
namespace {

/// Returns ascending layers; none: the text is no such list.
std::optional<std::vector<std::int32_t>> layersOf(std::string_view text) {
    std::vector<std::int32_t> layers;
    for (const std::string& part : splitAt(text, ',')) {
        const auto layer = parsedNumber<std::int32_t>(part);
        if (!layer || *layer < 0) {
            return std::nullopt;
        }
        layers.push_back(*layer);
    }
    std::ranges::sort(layers);
    const auto twice = std::ranges::unique(layers);
    layers.erase(twice.begin(), twice.end());
    return layers;
}

bool setPooling(std::string_view key, std::string_view value, MapPooling& pooling) {
    if (key == "layers") {
        const auto layers = layersOf(value);
        pooling.layers = layers.value_or(std::vector<std::int32_t>());
        return layers.has_value();
    }
    if (key == "heads") {
        pooling.heads = value == "all";
        return value == "all" || value == "mean";
    }
    if (key == "pool") {
        pooling.pool = value == "mean" ? MapPool::Mean : MapPool::Max;
        return value == "mean" || value == "max";
    }
    const auto side = parsedNumber<std::int64_t>(value);
    pooling.side = side.value_or(0);
    return key == "pooled" && pooling.side >= MapPooling::kLeastSide && pooling.side <= MapPooling::kMostSide;
}

}  // namespace

bool MapPooling::has(std::int32_t layer) const noexcept {
    return layers.empty() || std::ranges::binary_search(layers, layer);
}

std::string toText(const MapPooling& pooling) {
    if (!pooling.on()) {
        return {};
    }
    const std::string layers =
        joined(pooling.layers, ",", [](std::int32_t layer) { return std::to_string(layer); });
    return fmt::format("{}{}{}pooled={}", layers.empty() ? "" : "layers=" + layers + ":",
                       pooling.heads ? "heads=all:" : "", pooling.pool == MapPool::Mean ? "pool=mean:" : "",
                       pooling.side);
}

bool fromText(std::string_view words, MapPooling& pooling) {
    MapPooling read;
    read.side = words.empty() ? 0 : MapPooling::kSide;
    std::set<std::string> said;
    for (const std::string& word : words.empty() ? std::vector<std::string>() : splitAt(words, ':')) {
        const std::size_t equals = word.find('=');
        const std::string key = word.substr(0, equals);
        if (equals == std::string::npos || !said.insert(key).second ||
            !setPooling(key, word.substr(equals + 1), read)) {
            return false;
        }
    }
    pooling = std::move(read);
    return true;
}

}  // namespace kvw
