// SPDX-License-Identifier: Apache-2.0
/// A part of a figure: what lies in a range of steps or of tokens, as a view of it shows.
#pragma once

#include "core/bundle/figure.h"
#include "core/bundle/figure_range.h"

namespace kvw::figures {

/// Keeps [first, last] of the axes, across or up, that are called `axis` ("step", "token").
void crop(FigureSpec& figure, const std::string& axis, double first, double last);
/// Keeps these steps, and names them at the end of the id of a figure that has steps along an axis, unless it does.
/// False: it has none.
bool cropSteps(FigureSpec& figure, const Range& steps);

}  // namespace kvw::figures
