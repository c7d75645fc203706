// SPDX-License-Identifier: Apache-2.0
/// Presets of `kvw eval`: tables and figures of published works as a task, lanes and settings, in JSON files of
/// `resources/eval`.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/eval/eval_plan.h"
#include "core/eval/eval_table.h"

namespace kvw::eval {

struct EvalPreset {
    std::string name;                 ///< kebab-case, "003-table-1-2048"
    std::string work, table;          ///< "003", "Table 1"
    std::string note;                 ///< what the table leaves open, or how the preset departs from it; may be empty
    std::string task;                 ///< text
    std::string against;              ///< policy of the lane that others are compared with; empty: none
    std::vector<std::string> models;  ///< that the work used, as their makers name them
    struct Lane {
        std::string policy, row;                                ///< row: its name in the table
        std::vector<std::pair<std::string, double>> published;  ///< by subset; empty subset: the total
    };
    std::vector<Lane> lanes;
    EvalPlan settings;  ///< limit, samples, seed, compressAt and run; its task and policies are those above
};

/// Reads a file of presets. Errors: BadInput with file and member.
[[nodiscard]] Result<std::vector<EvalPreset>> readEvalPresets(const std::filesystem::path& file);
/// Returns the shipped presets, by work. Errors: those of reading; a name that two of them have.
[[nodiscard]] Result<std::vector<EvalPreset>> evalPresets();
/// Errors: BadUsage with the nearest name.
[[nodiscard]] Result<EvalPreset> evalPresetNamed(const std::string& name);

/// Returns the plan of a preset, and what the work prints for its rows. Policies are as in the preset.
[[nodiscard]] EvalPlan planOf(const EvalPreset& preset);
/// Returns what the work prints for the lanes of a plan with a preset (EvalPlan::preset), by their policies in the
/// plan. Nothing if it has no preset that is known, or not as many lanes.
[[nodiscard]] std::vector<PublishedNumber> publishedFor(const EvalPlan& plan);

}  // namespace kvw::eval
