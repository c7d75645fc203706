// SPDX-License-Identifier: Apache-2.0
/// Inequality of attention by layer and step: one of its measures as a map.
#pragma once

#include <cstdint>

#include "core/bundle/figure.h"
#include "core/trace/recording.h"

namespace kvw::figures {

enum class LayerMetric { Gini, Entropy, Variance };
/// The metric by layer and step (map), and its mean behind the prompt by layer (bars). Ids "gini", "entropy",
/// "variance".
[[nodiscard]] FigureSpec layerMetric(const Recording& recording, std::int32_t lane, LayerMetric metric);

}  // namespace kvw::figures
