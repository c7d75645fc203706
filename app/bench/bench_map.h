// SPDX-License-Identifier: GPL-3.0-or-later
/// Part of --bench that measures large attention maps.
#pragma once

#include <QSize>
#include <optional>

#include "app/bench/timed_application.h"

namespace kvw::wb {

/// Number of tokens, and of attention rows, of the map.
inline constexpr std::int64_t kMapTokens = 16'384;

/// Records a full cache of `kMapTokens` tokens with every attention row, in a separate window filled by its Attention
/// dock, zooms in and out with the wheel, and prints how soon the map is redrawn. Returns the 95th percentile of the
/// time from wheel to paint in milliseconds; none: the map was never drawn.
std::optional<double> zoomAbout(TimedApplication& application, const QSize& size);

}  // namespace kvw::wb
