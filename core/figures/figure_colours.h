// SPDX-License-Identifier: Apache-2.0
/// The palette: colours with a meaning, the same in the window, in drawn files and in pgfplots. No Qt; any thread.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "core/figures/figure.h"

namespace kvw::figures {

using FigureColour = std::array<std::uint8_t, 3>;  ///< red, green, blue

/// Ink of text and axes, and of series without a hue. In the window it is the text colour of the theme.
inline constexpr FigureColour kInk{32, 32, 32};
inline constexpr FigureColour kGrid{221, 221, 221};  ///< lines of the grid
/// Hues of the Okabe-Ito palette.
inline constexpr FigureColour kBlue{0, 114, 178}, kVermilion{213, 94, 0}, kGreen{0, 158, 115}, kPurple{204, 121, 167},
    kOrange{230, 159, 0}, kSky{86, 180, 233};
inline constexpr FigureColour kPrune = kVermilion;  ///< marks of prune events
/// Returns the colour of the policy at `place`, the full cache not counted; repeats after the sixth.
[[nodiscard]] FigureColour policyColour(int place) noexcept;
/// Returns the colour of a layer: a hue of its own if there are at most eight, else a place along the sequential
/// colours without their ends.
[[nodiscard]] FigureColour layerColour(int layer, int layers) noexcept;
/// Returns matplotlib's viridis (CC0) at even places from 0 to 1.
[[nodiscard]] std::span<const FigureColour> sequentialStops() noexcept;
[[nodiscard]] FigureColour sequentialColour(double place) noexcept;
/// Returns the number of layers that the colours of a figure tell apart.
[[nodiscard]] int layersOf(const FigureSpec& figure) noexcept;
/// Returns the colour of a line. `layers`: number of layers that colours tell apart.
[[nodiscard]] FigureColour lineColour(const SeriesLook& look, int layers = 0) noexcept;
/// Returns the colour of any series; bars of several layers have one colour.
[[nodiscard]] FigureColour seriesColour(const FigureSeries& series, int layers) noexcept;
[[nodiscard]] FigureColour markColour(const FigureMark& mark) noexcept;
/// Returns the colour of the mark's label: darker, because the type is small.
[[nodiscard]] FigureColour markLabelColour(const FigureMark& mark) noexcept;
/// Returns the colour of a category by its name (state of a token, or who keeps it), or of an unknown name by its
/// place.
[[nodiscard]] FigureColour categoryColour(std::string_view name, int place) noexcept;
/// Returns the colour of map cells without a value. None: they are not painted.
[[nodiscard]] std::optional<FigureColour> cellColour(FigureCell cell) noexcept;
/// Returns the name of such cells in the legend, "evicted" or "no value"; empty where `cellColour` is none.
[[nodiscard]] const char* cellName(FigureCell cell) noexcept;
/// Returns whether the map has such cells; false for a map of categories, which names them itself.
[[nodiscard]] bool hasCells(const FigureMap& map, FigureCell cell);

}  // namespace kvw::figures
