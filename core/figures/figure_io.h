// SPDX-License-Identifier: Apache-2.0
/// Figure descriptions as JSON (schema "figure"), their data as CSV, their captions as LaTeX. Independent of the
/// locale, the same bytes for the same figure.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "core/base/error.h"
#include "core/figures/figure.h"

namespace kvw::figures {

/// Returns the whole figure, so that `fromJson` restores it; NaN becomes null, and paths lose their folders.
[[nodiscard]] nlohmann::ordered_json toJson(const FigureSpec& figure);
/// Parses a figure. Errors: BadInput naming `where` and the member.
[[nodiscard]] Result<FigureSpec> fromJson(const nlohmann::ordered_json& json, const std::string& where);

/// Returns the data in long form: panel,kind,label,x,y,value. Series and their deviations: x and value; maps: one line
/// per cell that is not in the future, with its centre; marks: x, or y where they are horizontal.
[[nodiscard]] std::string toCsv(const FigureSpec& figure);
/// Returns the LaTeX caption and label: special characters escaped, the provenance at the end, the command as it is
/// typed. The label names the figure and its lane. A short caption has neither command nor text (FigurePrint).
[[nodiscard]] std::string toLatexCaption(const FigureSpec& figure);
/// Returns "model demo, policy streaming 1.0.0 (sinks=4, recent=256), seed 0, bundle 1a2b3c4d": one line for metadata
/// and plain captions.
[[nodiscard]] std::string provenanceLine(const FigureSpec& figure);

}  // namespace kvw::figures
