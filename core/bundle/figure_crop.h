// SPDX-License-Identifier: Apache-2.0
/// A part of a figure: what lies in a range of steps or of tokens, as a view of it shows.
#pragma once

#include "core/bundle/figure.h"

namespace kvw::figures {

/// Keeps [first, last] of the axes, across or up, that are called `axis` ("step", "token").
void crop(FigureSpec& figure, const std::string& axis, double first, double last);

}  // namespace kvw::figures
