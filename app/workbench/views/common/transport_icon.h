// SPDX-License-Identifier: GPL-3.0-or-later
/// Icons of the transport controls, of tasks and of title lines. They are drawn, because fonts lack some of the signs
/// and a drawing follows the theme.
#pragma once

#include <QIcon>

namespace kvw::wb {

enum class Sign {
    Run,
    Pause,
    Stop,
    Live,
    First,
    Last,
    Earlier,
    Later,
    Fork,
    Unlinked,
    Explore,
    Compare,
    Cache,
    Sweep,
    Library,
    Author,
    Maximise,
    Fold
};
/// Returns an icon that is painted in the current colour of the buttons' text. Thread: GUI thread.
[[nodiscard]] QIcon transportIcon(Sign sign);

}  // namespace kvw::wb
