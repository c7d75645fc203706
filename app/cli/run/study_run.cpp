// SPDX-License-Identifier: Apache-2.0
#include "app/cli/run/study_run.h"

#include <limits>
#include <variant>

#include "app/cli/report/text_table.h"
#include "app/cli/run/run_options.h"
#include "app/cli/values.h"
#include "core/base/json/phrase_json.h"
#include "core/base/json/table_json.h"
#include "core/figures/tables.h"
#include "core/trace/lane_name.h"

namespace kvw::cli {

void StudyOptions::declare(CLI::App& app) {
    addOption(app, "--model", model, "where the model is; default: the embedded model", modelPath());
    addSetting(app, "--text", text, "text file, or an embedded text (a file of its name: ./story)", somePath());
    addOption(app, "--prompt", prompt, "the text itself", anyText("STR"))->excludes(app.get_option("--text"));
    addOption(app, "--prompt-tokens", promptTokens, "where prefill ends; default: a quarter of the text",
              wholeNumber(1));
    addSetting(app, "--steps", steps, "limit of tokens that are read behind the prompt", wholeNumber(1));
    addDevice(app, device, "device that reads the prompt and runs decode steps")->capture_default_str();
    addSetting(app, "--dtype", dtype, "type of the factors when several tokens are multiplied with the weights",
               oneOf({"f32", "bf16"}));
    addSetting(app, "--kv-dtype", kvDtype, "type of the cache", oneOf({"f32", "bf16", "f16"}));
    addOption(app, "--threads", threads, "0: all cores", wholeNumber(0, 1024));
    addOption(app, "--table", table, "print a table for a page (tex, md) or for programs (csv)",
              oneOf({"tex", "md", "csv"}));
    app.add_flag("--json", json, "print one JSON object instead of text");
    app.add_flag("--events", events, "print events as they happen, one JSON object per line");
    app.add_flag("--quiet", quiet, "no progress and no warnings");
}

Result<RunSpec> StudyOptions::spec() const {
    RunSpec spec;
    spec.model = model;
    if (prompt) {
        spec.prompt = prompt;
    } else {
        KVW_TRY_ASSIGN(spec.textFile, findText(text));
    }
    spec.promptTokens = promptTokens;
    spec.steps = steps;
    spec.device = device;
    spec.dtype = dtype;
    spec.kvDtype = kvDtype;
    spec.threads = threads;
    spec.capture = Capture::None;
    return spec;
}

void addStudyOption(CLI::App& app, const ParameterSpec& spec, std::string& value) {
    value = kvw::toText(spec.defaultValue);
    addSetting(app, ("--" + spec.name).c_str(), value, spec.tooltip, anyText(spec.allowsShare ? "N|N%" : "ID"));
}

void addStudyOption(CLI::App& app, const ParameterSpec& spec, std::int64_t& value) {
    value = std::get<std::int64_t>(spec.defaultValue);
    const auto bound = [](double number) { return static_cast<std::int64_t>(number); };
    addSetting(app, ("--" + spec.name).c_str(), value, spec.tooltip,
               wholeNumber(bound(spec.minimum.value_or(0)), spec.maximum ? bound(*spec.maximum) : kAnyInteger));
}

void addStudyOption(CLI::App& app, const ParameterSpec& spec, double& value) {
    value = std::get<double>(spec.defaultValue);
    constexpr double kNoLimit = std::numeric_limits<double>::infinity();
    addSetting(app, ("--" + spec.name).c_str(), value, spec.tooltip,
               realNumber(spec.minimum.value_or(-kNoLimit), spec.maximum.value_or(kNoLimit)).named(spec.unit));
}

StudyRun::StudyRun(const StudyOptions& options)
    : m_options(options),
      m_catalog(Catalog::scan(PluginPaths::standard())),
      m_line(!options.quiet && !options.events),
      m_events(options.events) {}

Result<std::unique_ptr<Run>> StudyRun::start(const RunSpec& spec) {
    if (!m_engine) {
        KVW_TRY_ASSIGN(m_engine, openEngine());
    }
    m_line.begin("load");
    return m_engine->start(spec, m_catalog, [this](const Progress& progress) {
        m_line.update(progress);
        if (m_interrupt.requested()) {
            m_engine->cancelLoad();
        }
    });
}

void StudyRun::tell(std::int64_t done, std::int64_t total, const char* unit) {
    m_line.update({done, total, unit});
    const std::int64_t percent =
        (100 * m_runsDone + 100 * done / std::max<std::int64_t>(total, 1)) / std::max<std::int64_t>(m_runs, 1);
    if (percent != m_told) {
        m_told = percent;
        m_events.emitEvent("progress", {{"done", percent}, {"total", 100}});
    }
}

Result<void> StudyRun::drive(Run& run, std::int64_t done, std::int64_t all) {
    m_runsDone = done;
    m_runs = all;
    const Interrupt::Call cancel([&run] { run.cancel(); });
    m_line.begin("prefill");
    tell(0, 1, "tokens");
    auto ended = run.prefill([this](const Progress& progress) { m_line.update(progress); });
    m_line.begin("decode");
    const std::int64_t first = run.position();
    while (ended && !run.finished()) {
        if (m_interrupt.requested()) {
            ended = fail(Code::Cancelled, "kvw", "stopped on request");
            break;
        }
        ended = run.step();
        tell(run.position() - first, run.total() - first, "tokens");
    }
    m_line.clear();
    const bool stopped = !ended && ended.error().code == Code::Cancelled;
    run.close(ended     ? RunState::Finished
              : stopped ? RunState::Stopped
                        : RunState::Failed,
              ended ? Phrase() : ended.error().asPhrase());
    tellProblems(*run.recording());
    return ended;
}

void StudyRun::tellProblems(const Recording& recording) {
    for (const Recording::Problem& problem : recording.problems()) {
        const std::string lane = problem.lane >= 0 && problem.lane < recording.lanes()
                                     ? laneName(recording.description(), problem.lane)
                                     : "";
        if (problem.isError()) {
            warn(phrase("%1: %2", lane, problem.finding));
        } else if (!m_options.quiet) {
            cli::warn(lane + ": " + problem.sentence());
        }
    }
}

void StudyRun::warn(const Phrase& sentence) {
    m_line.clear();
    if (!m_options.quiet) {
        cli::warn(sentence.english());
    }
    m_events.emitEvent("warning", {{"message", sentence.english()}, {"phrase", phraseJson(sentence)}});
}

void StudyRun::print(const tables::Table& whole, const std::vector<std::string>& page,
                     const nlohmann::ordered_json& report, const std::string& below) {
    m_line.clear();
    m_events.emitEvent("table", {{"table", tables::wholeJson(whole)}, {"page", page}});
    m_events.emitEvent("end", {{"state", "finished"}, {"message", ""}});
    if (m_options.events) {
        return;
    }
    if (m_options.json) {
        cli::print(dumped(report));
    } else if (!m_options.table.empty()) {
        const bool csv = m_options.table == "csv";
        cli::print(tables::inFormat(csv ? whole : tables::withColumns(whole, page), m_options.table,
                                    "tab:" + report.value("command", std::string())));
    } else {
        cli::print(whole.caption + '\n' + toText(whole) + below);
    }
}

}  // namespace kvw::cli
