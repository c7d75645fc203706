// SPDX-License-Identifier: Apache-2.0
#include "core/figures/figure_colours.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace kvw::figures {
namespace {

constexpr FigureColour kEvictedGrey{216, 216, 216};
constexpr std::array<FigureColour, 9> kViridis{{{68, 1, 84},
                                                {71, 45, 123},
                                                {59, 82, 139},
                                                {44, 114, 142},
                                                {33, 145, 140},
                                                {40, 174, 128},
                                                {94, 201, 98},
                                                {173, 220, 48},
                                                {253, 231, 37}}};

}  // namespace

FigureColour policyColour(int place) noexcept {
    constexpr std::array<FigureColour, 6> kColours{kBlue, kVermilion, kGreen, kPurple, kOrange, kSky};
    return kColours[static_cast<std::size_t>(std::max(0, place)) % kColours.size()];
}

FigureColour layerColour(int layer, int layers) noexcept {
    constexpr std::array<FigureColour, 8> kColours{kBlue,   kVermilion, kGreen,         kPurple,
                                                   kOrange, kSky,       {160, 116, 58}, {115, 80, 224}};
    return layers <= static_cast<int>(kColours.size())
               ? kColours[static_cast<std::size_t>(std::max(0, layer)) % kColours.size()]
               : sequentialColour(0.28 + 0.64 * layer / (layers - 1));
}

std::span<const FigureColour> sequentialStops() noexcept {
    return kViridis;
}

FigureColour sequentialColour(double place) noexcept {
    const double at = std::clamp(place, 0.0, 1.0) * static_cast<double>(kViridis.size() - 1);
    const auto below = std::min(static_cast<std::size_t>(at), kViridis.size() - 2);
    FigureColour colour{};
    for (std::size_t i = 0; i < colour.size(); ++i) {
        const double from = kViridis[below][i], to = kViridis[below + 1][i];
        colour[i] = static_cast<std::uint8_t>(std::lround(from + (to - from) * (at - static_cast<double>(below))));
    }
    return colour;
}

int layersOf(const FigureSpec& figure) noexcept {
    int layers = figure.layers;
    for (const FigurePanel& panel : figure.panels) {
        for (const FigureSeries& series : panel.series) {
            layers = series.role == FigureRole::Layer ? std::max(layers, series.index + 1) : layers;
        }
    }
    return layers;
}

FigureColour lineColour(const SeriesLook& look, int layers) noexcept {
    switch (look.role) {
        case FigureRole::Layer:
            return layerColour(look.index, layers);
        case FigureRole::Live:
            return kGreen;
        case FigureRole::Allocated:
            return kOrange;
        case FigureRole::FullLane:
        case FigureRole::Full:
        case FigureRole::Budget:
        case FigureRole::Threshold:
            return kInk;
        case FigureRole::Lane:
        case FigureRole::Difference:
            break;
    }
    return policyColour(look.index - 1);
}

FigureColour seriesColour(const FigureSeries& series, int layers) noexcept {
    return series.role == FigureRole::Layer && series.style == FigureStyle::Bars ? kSky
                                                                                 : lineColour(series.look(), layers);
}

FigureColour markColour(const FigureMark& mark) noexcept {
    return mark.kind == "prune" ? kPrune : mark.kind == "prompt" ? FigureColour{112, 112, 112} : kPurple;
}

FigureColour markLabelColour(const FigureMark& mark) noexcept {
    return mark.kind == "prune"    ? FigureColour{168, 72, 0}
           : mark.kind == "prompt" ? FigureColour{96, 96, 96}
                                   : FigureColour{150, 71, 116};
}

FigureColour categoryColour(std::string_view name, int place) noexcept {
    constexpr std::pair<std::string_view, FigureColour> kColours[] = {
        {"evicted", kEvictedGrey},
        {"free", {255, 255, 255}},
        {"held", kGreen},
        {"sink", kBlue},
        {"recent", kSky},
        {"pinned", kPurple},
        {"evicted now", kVermilion},
        {"neither", {232, 232, 232}},
        {"both", kGreen},
        {"the run only", kVermilion},
        {"this only", kBlue},
        {"held, not read", {153, 216, 199}},
        {"current", kOrange},
        {"evicted earlier", {128, 128, 128}},
    };
    for (const auto& [known, colour] : kColours) {
        if (name == known) {
            return colour;
        }
    }
    return layerColour(place, 8);
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
