// SPDX-License-Identifier: Apache-2.0
/// `kvw predictors`: which signal of the prompt predicts how many tokens a layer needs, as rank correlation with the
/// full cache's later attention and as NLL at equal bytes.
#include "core/eval/studies/predictors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/cli/commands.h"
#include "app/cli/report/text_table.h"
#include "app/cli/run/study_run.h"
#include "app/cli/values.h"
#include "core/base/json/json_value.h"
#include "core/eval/studies/study_options.h"
#include "core/policy/host/choice/nominal_budget.h"
#include "core/policy/host/choice/prompt_share.h"

namespace kvw::cli {
namespace {

using eval::LayerSignal;
using eval::PredictorSample;
using nlohmann::ordered_json;

/// Most bytes of a prompt that are kept so that the second run of a sample need not read it again.
constexpr std::int64_t kPromptBytes = std::int64_t{4} << 30U;

struct PredictorOptions {
    StudyOptions study;
    std::string scorer, capacity;
    std::int64_t window = 0, samples = 0, seed = 0;
};

/// Returns the composition with this budget.
std::string scoredLane(const PredictorOptions& options, const std::string& budget, const std::string& more = {}) {
    return fmt::format("{}+{}:capacity={},recent={}{}", options.scorer, budget, options.capacity, options.window, more);
}

/// Returns the specifications of the samples: the text, or consecutive parts of it with its begin tokens before each.
Result<std::vector<RunSpec>> partsOfText(StudyRun& study, const RunSpec& whole, std::int64_t samples) {
    if (samples == 1) {
        return std::vector<RunSpec>{whole};
    }
    const auto idsOf = [&](bool special) -> Result<std::vector<std::int32_t>> {
        RunSpec spec = whole;
        spec.specialTokens = special;
        spec.promptTokens = spec.steps = 1;
        KVW_TRY_ASSIGN(const auto run, study.start(spec));
        return run->recording()->description().tokenIds;
    };
    KVW_TRY_ASSIGN(const auto with, idsOf(true));
    KVW_TRY_ASSIGN(const auto without, idsOf(false));
    const std::size_t begin = with.size() > without.size() ? with.size() - without.size() : 0;
    const std::size_t length = without.size() / static_cast<std::size_t>(samples);
    constexpr std::size_t kLeast = 16;  // tokens of a part
    if (length < kLeast) {
        return fail(Code::BadUsage, std::string("kvw predictors"), "the text is too short for so many samples",
                    without.size(), phrase("at least %1 tokens for each", kLeast));
    }
    std::vector<RunSpec> parts;
    for (std::size_t i = 0; i < static_cast<std::size_t>(samples); ++i) {
        RunSpec part = whole;
        part.textFile.clear();
        part.prompt.reset();
        std::vector<std::int32_t> ids(with.begin(), with.begin() + static_cast<std::ptrdiff_t>(begin));
        const auto first = without.begin() + static_cast<std::ptrdiff_t>(i * length);
        ids.insert(ids.end(), first, first + static_cast<std::ptrdiff_t>(length));
        part.ids = std::move(ids);
        parts.push_back(std::move(part));
    }
    return parts;
}

std::vector<double> nllBehindPrompt(const Recording& recording, std::int32_t lane) {
    const Trace& trace = recording.trace(lane);
    std::vector<double> nll;
    for (std::int64_t step = recording.description().promptTokens; step < trace.steps(); ++step) {
        nll.push_back(trace.step(step).nll);
    }
    return nll;
}

std::vector<std::int64_t> heldBehind(const Recording& recording, std::int32_t lane) {
    const Trace& trace = recording.trace(lane);
    const std::int64_t last = recording.description().promptTokens - 1;
    std::vector<std::int64_t> held;
    for (std::int32_t layer = 0; last < trace.steps() && layer < trace.shape().layers; ++layer) {
        held.push_back(std::llround(trace.layer(last, layer).held));
    }
    return held;
}

double bytesAtEnd(const Recording& recording, std::int32_t lane) {
    const Trace& trace = recording.trace(lane);
    return trace.steps() > 0 ? static_cast<double>(trace.step(trace.steps() - 1).bytesLive) : kMissing;
}

/// Runs the full cache, which says what layers need, and then the budgets that the signals give.
class SampleRuns {
 public:
    SampleRuns(const PredictorOptions& options, StudyRun& study) : m_options(options), m_study(study) {}

    /// `index`: of the sample.
    Result<PredictorSample> measure(const RunSpec& spec, std::int64_t index) {
        KVW_TRY(readFull(spec, index));
        RunSpec second = spec;
        second.policies = {scoredLane(m_options, "uniform")};
        for (const LayerSignal signal : eval::kLayerSignals) {
            m_sample.weights[signal] =
                signalWeights(signal, m_signals, m_sample.needs, static_cast<std::uint64_t>(m_options.seed));
            second.policies.push_back(
                scoredLane(m_options, "weighted", ",weights=" + eval::weightsText(m_sample.weights[signal])));
        }
        KVW_TRY_ASSIGN(const auto run, m_study.start(second));
        if (m_prompt) {
            static_cast<void>(run->takePrompt(*m_prompt));
        }
        KVW_TRY(m_study.drive(*run, 2 * index + 1, 2 * m_options.samples));
        takeLanes(*run->recording());
        return std::move(m_sample);
    }
    /// Description of the run with the full cache.
    [[nodiscard]] const RunDescription& description() const { return m_full->description(); }
    [[nodiscard]] std::int64_t capacity() const noexcept { return m_capacity; }

 private:
    Result<void> readFull(const RunSpec& spec, std::int64_t index) {
        m_sample = {};
        m_prompt.reset();
        RunSpec first = spec;
        first.policies = {"full"};
        first.capture = Capture::Maps;
        first.observationBytes = kPromptBytes;
        KVW_TRY_ASSIGN(const auto run, m_study.start(first));
        KVW_TRY(m_study.drive(*run, 2 * index, 2 * m_options.samples));
        m_full = run->recording();
        if (auto observed = run->observedPrompt()) {
            m_prompt = std::move(*observed);
        }
        const std::int64_t prompt = m_full->description().promptTokens;
        KVW_TRY_ASSIGN(const auto resolved, resolvePolicy(m_study.catalog(), scoredLane(m_options, "uniform")));
        m_capacity = nominalBudget(inTokens(resolved, prompt), prompt).value_or(prompt);
        KVW_TRY_ASSIGN(m_signals, layerSignals(*m_full, 0, m_options.window));
        KVW_TRY_ASSIGN(m_sample.needs, laterNeed(*m_full, m_capacity, m_options.window));
        m_sample.fullNll = nllBehindPrompt(*m_full, 0);
        return {};
    }

    void takeLanes(const Recording& recording) {
        m_sample.uniformNll = nllBehindPrompt(recording, 0);
        m_sample.uniformHeld = heldBehind(recording, 0);
        m_sample.uniformBytes = bytesAtEnd(recording, 0);
        for (std::size_t i = 0; i < eval::kLayerSignals.size(); ++i) {
            const LayerSignal signal = eval::kLayerSignals[i];
            const auto lane = static_cast<std::int32_t>(i) + 1;
            m_sample.nll[signal] = nllBehindPrompt(recording, lane);
            if (m_sample.nll[signal].size() != m_sample.uniformNll.size()) {
                m_sample.nll[signal].clear();  // it ended early
            }
            m_sample.held[signal] = heldBehind(recording, lane);
            m_sample.bytes[signal] = bytesAtEnd(recording, lane);
        }
    }

    const PredictorOptions& m_options;
    StudyRun& m_study;
    PredictorSample m_sample;
    LayerSignals m_signals;
    std::int64_t m_capacity = 0;
    std::shared_ptr<Recording> m_full;
    std::shared_ptr<ObservedPrompt> m_prompt;
};

std::string predictorsCaption(const PredictorOptions& options, const RunDescription& run, std::int64_t capacity) {
    return fmt::format(
        "Which signal predicts the budget of a layer, on {}, text {}, samples: {}, prompt of {} tokens. Needed: the "
        "share "
        "of the later attention that {} tokens per head cannot hold, whatever they keep. Spearman, Kendall: rank "
        "correlation of signal and need over {} layers. Less equal budgets: NLL of {} with budgets by the signal less "
        "that with equal budgets, at the same bytes; 95 % bootstrap interval over {}.",
        run.model.name, run.textTitle, options.samples, run.promptTokens, capacity, run.model.layers, options.scorer,
        options.samples > 1 ? "samples" : "tokens");
}

Result<Exit> run(const PredictorOptions& options) {
    KVW_TRY_ASSIGN(const auto spec, options.study.spec());
    StudyRun study(options.study);
    KVW_TRY(resolvePolicy(study.catalog(), scoredLane(options, "uniform")));  // before the full cache is run
    KVW_TRY_ASSIGN(const auto parts, partsOfText(study, spec, options.samples));
    SampleRuns runs(options, study);
    std::vector<PredictorSample> samples;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        KVW_TRY_ASSIGN(auto sample, runs.measure(parts[i], static_cast<std::int64_t>(i)));
        samples.push_back(std::move(sample));
    }
    RunDescription description = runs.description();
    if (!spec.textFile.empty()) {
        description.textTitle = spec.textFile.stem().string();
    }
    const auto rows = eval::predictorRows(samples);
    const tables::Table table = eval::predictorTable(rows, predictorsCaption(options, description, runs.capacity()));
    study.print(
        table,
        {"signal", "spearman", "spearman_low", "spearman_high", "kendall", "nll", "delta_nll", "delta_low",
         "delta_high"},
        {{"command", "predictors"},
         {"state", "finished"},
         {"model", description.model.name},
         {"text", description.textTitle},
         {"prompt_tokens", description.promptTokens},
         {"capacity", runs.capacity()},
         {"scorer", options.scorer},
         {"samples", options.samples},
         {"seed", options.seed},
         {"environment", description.environment},
         {"rows", tables::toJson(table)},
         {"layers",
          jsonList(samples, [](const PredictorSample& sample) { return tables::toJson(eval::layerTable(sample)); })}},
        '\n' + toText(eval::layerTable(samples.front())));
    return Exit::Good;
}

}  // namespace

void addPredictors(Commands& commands) {
    const auto [app, options] = commands.add<PredictorOptions>(
        "predictors", "Tell which signal of the prompt predicts how many tokens a layer needs",
        "  kvw predictors --text needle\n"
        "  kvw predictors --model DIR --text persuasion --samples 8 --capacity 10% --json\n",
        run);
    for (const ParameterSpec& spec : eval::studyOptions("predictors")) {
        if (spec.name == "capacity" || spec.name == "scorer") {
            addStudyOption(app, spec, spec.name == "capacity" ? options.capacity : options.scorer);
        } else {
            addStudyOption(app, spec,
                           spec.name == "window"    ? options.window
                           : spec.name == "samples" ? options.samples
                                                    : options.seed);
        }
    }
    options.study.declare(app);
}

}  // namespace kvw::cli
