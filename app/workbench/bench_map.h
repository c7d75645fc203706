// SPDX-License-Identifier: GPL-3.0-or-later
/// The part of --bench about large attention maps.
#pragma once

#include <QSize>
#include <optional>

#include "app/workbench/timed_application.h"

namespace kvw::wb {

/// Tokens, and rows of attention, of the map that is walked through.
inline constexpr std::int64_t kMapTokens = 16'384;

/// Records a full cache of `kMapTokens` tokens with every row of attention, in a window of its own whose Attention dock
/// fills it, zooms in and out with the wheel, and prints how soon the map is drawn anew. The 95th percentile of wheel
/// to paint in milliseconds; none: it never was.
std::optional<double> zoomAbout(TimedApplication& application, const QSize& size);

}  // namespace kvw::wb
