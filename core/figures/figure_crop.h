// SPDX-License-Identifier: Apache-2.0
/// Cropping of a figure to a range of steps or tokens, as a zoomed view shows it.
#pragma once

#include "core/figures/figure.h"
#include "core/figures/figure_request.h"

namespace kvw::figures {

/// Crops all axes with the label `axis` ("step", "token"), horizontal and vertical, to [first, last].
void crop(FigureSpec& figure, const std::string& axis, double first, double last);
/// Crops the step axes to `steps` and appends the range to the id unless it has one. Returns false if no axis has
/// steps.
bool cropSteps(FigureSpec& figure, const Range& steps);

}  // namespace kvw::figures
