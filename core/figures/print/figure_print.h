// SPDX-License-Identifier: Apache-2.0
/// Settings of printing as words behind the id of any figure: "nll-print-font-serif-width-85-x-100-300-short". The
/// window, `kvw export` and `kvworkbench --export-figures` read and write the same words.
#pragma once

#include <string>

#include "core/base/error.h"
#include "core/figures/figure.h"

namespace kvw::figures {

/// Smallest and largest sides of a printed figure, in millimetres.
inline constexpr double kLeastMillimetres = 20, kMostMillimetres = 2000;

struct PrintedId {
    std::string figure;  ///< id without the words
    FigurePrint print;
};
/// Reads words, "font-serif-width-85"; none: the usual settings. Errors: BadUsage.
[[nodiscard]] Result<FigurePrint> printOf(const std::string& words);
/// Takes an id apart. Errors: BadUsage for words that are no settings.
[[nodiscard]] Result<PrintedId> printedId(const std::string& id);
/// Returns the id of a figure with the words of `print`, in place of those that it has.
[[nodiscard]] std::string withPrint(const std::string& id, const FigurePrint& print);

/// Makes a figure as `print` says and adds the words to its id. Ends of axes hold for all panels whose axis is that of
/// the first. Those that do not fit (not above 0 on a logarithmic axis) change nothing.
void printWith(FigureSpec& figure, const FigurePrint& print);

}  // namespace kvw::figures
