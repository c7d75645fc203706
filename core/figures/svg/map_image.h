// SPDX-License-Identifier: Apache-2.0
/// The cells of a map as an image within a page.
#pragma once

#include <string>

#include "core/figures/figure.h"

namespace kvw::figures {

/// Returns a PNG as "data:image/png;base64,...", a pixel per cell. `right`, `up`: whether columns grow to the right and
/// rows upwards. Future cells are transparent. Empty: the map has no cells.
[[nodiscard]] std::string mapImage(const FigureMap& map, bool right, bool up);

}  // namespace kvw::figures
