// SPDX-License-Identifier: Apache-2.0
/// Figure descriptions as JSON (schema "figure"), their data as CSV, their captions as LaTeX. Locale-proof,
/// byte-stable.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "core/base/error.h"
#include "core/bundle/figure.h"

namespace kvw::figures {

/// Everything but the numbers' meaning elsewhere: complete, so that `fromJson` gives the same figure. NaN becomes null.
[[nodiscard]] nlohmann::ordered_json toJson(const FigureSpec& figure);
/// Errors: BadInput naming `where` and the member.
[[nodiscard]] Result<FigureSpec> fromJson(const nlohmann::ordered_json& json, const std::string& where);

/// Long form: panel,kind,label,x,y,value. Series and their deviations: x and value; maps: one line per cell, with its
/// centre; marks: x.
[[nodiscard]] std::string toCsv(const FigureSpec& figure);
/// Caption text with LaTeX's special characters escaped, provenance at the end, the command as it is typed; the label
/// is of the figure and its lane.
[[nodiscard]] std::string toLatexCaption(const FigureSpec& figure);
/// "model demo, policy streaming 1.0.0 (sinks=4, recent=256), seed 0, bundle 1a2b3c4d": one line for metadata and plain
/// captions.
[[nodiscard]] std::string provenanceLine(const FigureSpec& figure);

}  // namespace kvw::figures
