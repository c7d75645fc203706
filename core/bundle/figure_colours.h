// SPDX-License-Identifier: Apache-2.0
/// Colours of figures that mean something, alike in every format and in the window.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "core/bundle/figure.h"

namespace kvw::figures {

using FigureColour = std::array<std::uint8_t, 3>;  ///< red, green, blue

inline constexpr FigureColour kInk{32, 32, 32};
/// Of policies in their order, the full cache not counted: hues of the Okabe-Ito kind.
[[nodiscard]] FigureColour policyColour(int place) noexcept;
/// Up to eight layers have hues of their own; of more, positions along the sequential colours without their ends.
[[nodiscard]] FigureColour layerColour(int layer, int layers) noexcept;
/// Matplotlib's viridis (CC0) at even places from 0 to 1.
[[nodiscard]] std::span<const FigureColour> sequentialStops() noexcept;
[[nodiscard]] FigureColour sequentialColour(double place) noexcept;
/// Layers that the colours of a figure tell apart.
[[nodiscard]] int layersOf(const FigureSpec& figure) noexcept;
[[nodiscard]] FigureColour seriesColour(const FigureSeries& series, int layers) noexcept;
[[nodiscard]] FigureColour markColour(const FigureMark& mark) noexcept;
/// Of a category by its name: what becomes of a token, who keeps it; else by its place.
[[nodiscard]] FigureColour categoryColour(std::string_view name, int place) noexcept;
/// Of cells of a map that have no value. None: they are not painted.
[[nodiscard]] std::optional<FigureColour> cellColour(FigureCell cell) noexcept;
/// "evicted", "no value": what the legend calls them; empty as `cellColour` is none.
[[nodiscard]] const char* cellName(FigureCell cell) noexcept;
/// The map has such cells, and they are no category of it.
[[nodiscard]] bool hasCells(const FigureMap& map, FigureCell cell);

}  // namespace kvw::figures
