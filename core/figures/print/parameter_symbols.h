// SPDX-License-Identifier: Apache-2.0
/// Symbols of the works for the parameters of policies, as the manifests name them: γ for gamma.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/base/table.h"
#include "core/figures/figure.h"
#include "core/policy/host/catalog.h"
#include "core/trace/recording.h"

namespace kvw::figures {

using ParameterSymbols = std::map<std::string, std::string>;  ///< by the name of the parameter
/// Returns the symbols of the parameters of these policies, as on the command line. Names that have another symbol in
/// another of the policies are left out, and so are policies that are not installed.
[[nodiscard]] ParameterSymbols symbolsOf(const Catalog& catalog, const std::vector<std::string>& policies);
/// Returns those of the lanes of a recording.
[[nodiscard]] ParameterSymbols symbolsOf(const Catalog& catalog, const Recording& recording);

/// Writes the symbols into the titles of axes, and into settings ("gamma=0.9", "gamma = 0.9") in the names of lines,
/// panels and marks. The caption then explains those of the axes. Figures whose `print` does not ask for symbols stay
/// as they are.
void writeSymbols(FigureSpec& figure, const ParameterSymbols& symbols);
/// Writes them into the headings of a table that are names of parameters. The caption then explains them.
void writeSymbols(tables::Table& table, const ParameterSymbols& symbols);

}  // namespace kvw::figures
