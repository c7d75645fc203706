// SPDX-License-Identifier: GPL-3.0-or-later
/// Reads small formulas between dollar signs: Greek letters, subscripts, superscripts and fractions on one line.
#pragma once

#include <QString>
#include <vector>

namespace kvw::wb {

/// Characters of a formula that stand on one line.
struct FormulaRun {
    enum Level { Line, Sub, Super } level = Line;
    QString text;
};

/// Returns the runs of a formula without its dollar signs, such as `\alpha_i^{2} = \frac{a+b}{c}`. Unknown commands
/// stay as typed. A script within a script stays on its level.
[[nodiscard]] std::vector<FormulaRun> formulaRuns(const QString& formula);

}  // namespace kvw::wb
