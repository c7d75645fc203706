// SPDX-License-Identifier: Apache-2.0
/// Scaling of a panel to numbers that TeX can compute with: it has no more than five digits and no length beyond 5.7 m.
#pragma once

#include <cstddef>
#include <string>

#include "core/figures/figure.h"

namespace kvw::figures {

struct TexPanel {
    /// Panel as TeX draws it. Points far outside an axis are moved nearer, and marks end at it. An axis of very large,
    /// very small or hardly different numbers is shifted and scaled and has fixed ends; its true numbers are in the
    /// ticks below.
    FigurePanel panel;
    std::string x, y;     ///< options of such an axis: ticks with the true numbers; empty: TeX's own ticks
    std::string colours;  ///< the same of the colour bar
};

/// Scales a panel. `words`: share of the height that labels of marks take; `most`: most ticks of an axis.
[[nodiscard]] TexPanel scaleForTex(const FigurePanel& panel, double words, std::size_t most);

/// Returns six digits of `value`, "nan" if it is not finite.
[[nodiscard]] std::string texNumber(double value);

}  // namespace kvw::figures
