// SPDX-License-Identifier: GPL-3.0-or-later
/// Icons of the transport, drawn: fonts lack some of these signs, and a drawing follows the theme.
#pragma once

#include <QIcon>

namespace kvw::wb {

enum class Sign { Run, Pause, Stop, Live, First, Last, Earlier, Later, Fork, Unlinked };
/// In the colour of the buttons' text, whatever it is when it is painted. Thread: GUI thread.
[[nodiscard]] QIcon transportIcon(Sign sign);

}  // namespace kvw::wb
