// SPDX-License-Identifier: Apache-2.0
/// The series of a figure's panel as a table that pgfplots reads.
#pragma once

#include <string>

#include "core/bundle/figure.h"

namespace kvw::cli {

/// A header line, then one line per x of any series: x and a column per series, separated by blanks; "nan" where a
/// series has no value. Column names are the labels with everything but letters, digits, '-', '.', '=' made an
/// underscore; a name that is taken gets its column's number. Locale-proof.
[[nodiscard]] std::string seriesData(const FigurePanel& panel);

}  // namespace kvw::cli
