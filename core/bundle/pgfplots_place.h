// SPDX-License-Identifier: Apache-2.0
/// Numbers that TeX can compute with: it knows no more than five digits and no length beyond 5.7 m.
#pragma once

#include <cstddef>
#include <string>

#include "core/bundle/figure.h"

namespace kvw::figures {

struct TexPanel {
    /// What is far outside an axis is moved nearer, and marks end at it. An axis of very large, very small or hardly
    /// different numbers is shifted and scaled and has fixed ends; its numbers are below.
    FigurePanel panel;
    std::string x, y;     ///< options of such an axis: its ticks with the numbers that are meant; empty: TeX's own
    std::string colours;  ///< the same of the colour bar
};

/// `words`: of the height, which the words of marks have; `most`: ticks of an axis.
[[nodiscard]] TexPanel forTex(const FigurePanel& panel, double words, std::size_t most);

}  // namespace kvw::figures
