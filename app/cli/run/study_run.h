// SPDX-License-Identifier: Apache-2.0
/// Runs over one text with a table as their result, for `kvw disagreements` and `kvw predictors`.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "app/cli/commands.h"
#include "app/cli/report/event_lines.h"
#include "app/cli/report/progress_line.h"
#include "app/cli/run/interrupt.h"
#include "core/base/table.h"
#include "core/policy/host/manifest.h"
#include "core/session/engine.h"

namespace kvw::cli {

struct StudyOptions {
    std::filesystem::path model;
    std::string text = "story", device = "cpu", dtype = "f32", kvDtype = "f32", table;
    std::optional<std::string> prompt;  ///< the text itself, in place of `text`
    std::int64_t promptTokens = -1, steps = 256;
    int threads = 0;
    bool json = false, quiet = false, events = false;

    /// Declares the flags. The options must outlive `app`.
    void declare(CLI::App& app);
    /// Returns the run over the text that records no attention, without policies. Errors: those of findText.
    [[nodiscard]] Result<RunSpec> spec() const;
};

/// Declares an option of a study (core/eval/studies/study_options.h) with default, range and sentence of its schema.
void addStudyOption(CLI::App& app, const ParameterSpec& spec, std::string& value);
void addStudyOption(CLI::App& app, const ParameterSpec& spec, std::int64_t& value);
void addStudyOption(CLI::App& app, const ParameterSpec& spec, double& value);

/// Starts and drives the runs of a study, and tells how far they are. Runs must be destroyed before it.
class StudyRun {
 public:
    explicit StudyRun(const StudyOptions& options);

    [[nodiscard]] const Catalog& catalog() const noexcept { return m_catalog; }
    /// Loads the model first, if it is not loaded. Errors: those of the engine.
    [[nodiscard]] Result<std::unique_ptr<Run>> start(const RunSpec& spec);
    /// Reads prompt and tokens; lanes that fail leave a problem in the recording. Tells warnings and problems. `done`
    /// of `all` runs were driven before. Errors: Cancelled; those of a run without a lane that is left.
    [[nodiscard]] Result<void> drive(Run& run, std::int64_t done, std::int64_t all);
    /// Warns on standard error, unless the user wants no warnings, and in an event.
    void warn(const Phrase& sentence);
    /// Prints the result in the form that the options ask for. `whole`: for programs; its columns `page` are those of
    /// a page. `below`: lines behind the table on a terminal.
    void print(const tables::Table& whole, const std::vector<std::string>& page, const nlohmann::ordered_json& report,
               const std::string& below = {});

 private:
    void tellProblems(const Recording& recording);
    void tell(std::int64_t done, std::int64_t total, const char* unit);

    const StudyOptions& m_options;
    Catalog m_catalog;
    Interrupt m_interrupt;
    ProgressLine m_line;
    EventLines m_events;
    std::unique_ptr<Engine> m_engine;
    std::int64_t m_told = -1;  ///< the last share of all work that an event told, in percent
    std::int64_t m_runsDone = 0, m_runs = 1;
};

}  // namespace kvw::cli
