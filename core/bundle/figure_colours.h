// SPDX-License-Identifier: Apache-2.0
/// Colours of figures that mean something, alike in every format and in the window.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/bundle/figure.h"

namespace kvw::figures {

using FigureColour = std::array<std::uint8_t, 3>;  ///< red, green, blue

/// Of a category by its name: what becomes of a token, who keeps it. None: it has no colour of its own.
[[nodiscard]] std::optional<FigureColour> categoryColour(std::string_view name) noexcept;
/// Of cells of a map that have no value. None: they are not painted.
[[nodiscard]] std::optional<FigureColour> cellColour(FigureCell cell) noexcept;
/// "evicted", "no value": what the legend calls them; empty as `cellColour` is none.
[[nodiscard]] const char* cellName(FigureCell cell) noexcept;
/// The map has such cells, and they are no category of it.
[[nodiscard]] bool hasCells(const FigureMap& map, FigureCell cell);

}  // namespace kvw::figures
