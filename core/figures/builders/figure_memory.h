// SPDX-License-Identifier: Apache-2.0
/// The bytes of a lane's cache over the steps, as the window and `figures::memory` draw them.
#pragma once

#include "core/figures/step_panel.h"

namespace kvw::figures {

inline constexpr double kMebibyte = 1024.0 * 1024.0;
/// Look of the bytes that a step read: the colour of no other bytes.
inline constexpr SeriesLook kReadSeries{FigureRole::Lane, 4};

[[nodiscard]] StepPanel memoryPanel(std::int32_t lane);

}  // namespace kvw::figures
