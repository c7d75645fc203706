// SPDX-License-Identifier: Apache-2.0
/// Writes the series of a figure's panel as a table that pgfplots reads.
#pragma once

#include <string>

#include "core/figures/figure.h"

namespace kvw::cli {

/// Returns a header line, then one line per x of any series: x and a column per series, separated by blanks; "nan"
/// where a series has no value. Column names are the labels, with every character other than letters, digits, '-', '.',
/// '=' replaced by an underscore; a duplicate name gets its column's number. Independent of the locale.
[[nodiscard]] std::string seriesData(const FigurePanel& panel);

}  // namespace kvw::cli
