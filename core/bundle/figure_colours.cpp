// SPDX-License-Identifier: Apache-2.0
#include "core/bundle/figure_colours.h"

#include <algorithm>
#include <utility>

namespace kvw::figures {
namespace {

constexpr FigureColour kEvictedGrey{216, 216, 216};

}  // namespace

std::optional<FigureColour> categoryColour(std::string_view name) noexcept {
    constexpr std::pair<std::string_view, FigureColour> kColours[] = {
        {"evicted", kEvictedGrey},      {"free", {255, 255, 255}},    {"held", {0, 158, 115}},
        {"sink", {0, 114, 178}},        {"recent", {86, 180, 233}},   {"pinned", {204, 121, 167}},
        {"evicted now", {213, 94, 0}},  {"neither", {232, 232, 232}}, {"both", {0, 158, 115}},
        {"the run only", {213, 94, 0}}, {"this only", {0, 114, 178}}, {"held, not read", {153, 216, 199}},
    };
    for (const auto& [known, colour] : kColours) {
        if (name == known) {
            return colour;
        }
    }
    return std::nullopt;
}

std::optional<FigureColour> cellColour(FigureCell cell) noexcept {
    switch (cell) {
        case FigureCell::Evicted:
            return kEvictedGrey;
        case FigureCell::Missing:
            return FigureColour{240, 232, 224};
        case FigureCell::Value:
        case FigureCell::Future:
            break;
    }
    return std::nullopt;
}

const char* cellName(FigureCell cell) noexcept {
    return cell == FigureCell::Evicted ? "evicted" : cell == FigureCell::Missing ? "no value" : "";
}

bool hasCells(const FigureMap& map, FigureCell cell) {
    return map.scale != FigureScale::Categories &&
           std::find(map.cells.begin(), map.cells.end(), cell) != map.cells.end();
}

}  // namespace kvw::figures
