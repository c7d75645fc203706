// SPDX-License-Identifier: Apache-2.0
/// Plan of an evaluation: a task, its data, a model, and policies as lanes. `eval.json` in the folder of the results
/// holds it, so that a folder never mixes two evaluations.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/json/json_reader.h"
#include "core/eval/tasks/task.h"
#include "core/policy/host/catalog.h"
#include "core/session/spec/run_spec.h"

namespace kvw::eval {

inline constexpr const char* kEvalFormat = "kvw-eval-1";

/// Part of the prompt that policies which select once compress.
enum class CompressAt {
    Prompt,  ///< all of it
    Context  ///< the context alone; question and answer prefix are read behind it
};
[[nodiscard]] const char* toText(CompressAt where) noexcept;

/// A task text, "ruler:size=4096,tasks=cwe", with every parameter filled in and checked.
struct TaskText {
    std::string text;  ///< canonical form: only what differs from the defaults, in the order of the parameters
    std::map<std::string, sdk::Value> values;
};
/// Reads a text of the task `info`. Errors: BadUsage as for a policy text; another name than the task's.
[[nodiscard]] Result<TaskText> readTaskText(const TaskInfo& info, const std::string& text);
/// Returns the task that a text names. Errors: BadUsage with the nearest name.
[[nodiscard]] Result<const Task*> taskOf(const std::string& text);

struct EvalPlan {
    std::string task;            ///< canonical text
    std::filesystem::path data;  ///< folder; empty: none
    /// Model, policies and settings of the lanes. Text, mode and lengths are those of each sample.
    RunSpec run;
    std::int64_t limit = -1;            ///< most samples of each subset; -1: all
    std::int64_t first = 0, last = -1;  ///< samples [first, last) of the task's order; last -1: to the end
    std::int64_t seed = 42;
    CompressAt compressAt = CompressAt::Prompt;
    std::string preset;                    ///< whose numbers stand beside the results; empty: none
    std::string against;                   ///< lane that others are compared with; empty: the full cache
    std::string modelHash, tokenizerHash;  ///< of what the first sample ran on; empty: none has run
};

/// Reads "a:b", "a:" or ":b" into `first` and `last`. Errors: BadUsage.
[[nodiscard]] Result<void> readSamples(const std::string& text, EvalPlan& plan);
[[nodiscard]] std::string samplesText(const EvalPlan& plan);

/// Settings of all lanes that the user has typed: a lane without settings of its own takes these, else the native ones
/// of its policy.
struct TypedSettings {
    bool positions = false, prefill = false;
};
/// Checks the policies against their manifests and the settings, and brings them into canonical form with the settings
/// of each lane in its text. Errors: BadUsage; a lane that is named twice.
[[nodiscard]] Result<std::vector<std::string>> lanesOf(const RunSpec& run, const TypedSettings& typed,
                                                       const Catalog& catalog);

/// Reads limit, samples, seed and compress_at, which plans and presets have.
void readSettings(const JsonObject& json, EvalPlan& plan);
/// Returns the plan with whole paths.
[[nodiscard]] nlohmann::ordered_json toJson(const EvalPlan& plan);
[[nodiscard]] Result<EvalPlan> evalPlanOf(const nlohmann::json& json, const std::string& where);
/// Returns the plan of a folder. Errors: those of reading.
[[nodiscard]] Result<EvalPlan> readEvalPlan(const std::filesystem::path& folder);
/// Writes the plan to the folder; does nothing if it is there already (threads, preset and the lane that others are
/// compared with may differ). Errors: BadUsage for another plan, with the first difference; Io.
[[nodiscard]] Result<void> keepEvalPlan(const std::filesystem::path& folder, const EvalPlan& plan);
/// Adds to the plan of the folder what its samples run on, or compares it with what is there. Errors: BadInput for
/// another model or tokenizer; those of reading and writing.
[[nodiscard]] Result<void> keepModelOf(const std::filesystem::path& folder, const std::string& modelHash,
                                       const std::string& tokenizerHash);
/// Removes the plan of an evaluation that has no result, so that another one may have the folder.
void forgetEvalPlan(const std::filesystem::path& folder);

/// Returns a command like "kvw eval ruler --policy snapkv --out folder", quoted for a POSIX shell.
[[nodiscard]] std::string evalCommand(const EvalPlan& plan, const std::filesystem::path& folder);

}  // namespace kvw::eval
