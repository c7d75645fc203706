// SPDX-License-Identifier: GPL-3.0-or-later
/// Figures of a sweep with the runs that they are of.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "app/workbench/export/figure_files.h"
#include "app/workbench/session/processes/sweep_runner.h"
#include "core/eval/sweep_figures.h"

namespace kvw::wb {

/// Returns work for any thread that adds the provenance to a figure of the sweep that is shown now. `view`: of the
/// dock.
[[nodiscard]] inline std::function<FigureSpec()> withSweepOrigin(const SweepRunner& runner, FigureSpec figure,
                                                                 std::string view) {
    std::vector<std::size_t> done;
    for (std::size_t row = 0; row < runner.rows().size(); ++row) {
        if (runner.rows()[row].problem.empty()) {
            done.push_back(runner.pointOfRow()[row]);
        }
    }
    return [figure = std::move(figure), view = std::move(view), sweep = runner.sweep(),
            folder = runner.folder().toStdString(), runs = onePerPolicy(runner.points(), done)] {
        FigureSpec shown = figure;
        for (const auto& [name, value] : sweepOrigin(sweep, folder, runs)) {
            setProvenance(shown, name, value);
        }
        setProvenance(shown, "view", view);
        return shown;
    };
}

}  // namespace kvw::wb
