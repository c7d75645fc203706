// SPDX-License-Identifier: Apache-2.0
#include "app/cli/run/eval_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "core/analysis/overlap.h"
#include "core/analysis/prune_series.h"
#include "core/base/json/json_access.h"
#include "core/base/process/proc_bytes.h"
#include "core/base/version.h"
#include "core/eval/eval_table.h"
#include "core/eval/prompt.h"
#include "core/eval/statistics.h"
#include "core/eval/tasks/characters.h"
#include "core/eval/tasks/draws.h"
#include "core/eval/tasks/tasks.h"
#include "core/model/model_files.h"
#include "core/model/text/document.h"
#include "core/session/engine.h"
#include "core/session/spec/run_changes.h"

namespace kvw::cli {
namespace {

using eval::Answer;
using eval::AnswerKind;
using eval::CompressAt;
using eval::EvalRecord;
using eval::Sample;
using Clock = std::chrono::steady_clock;

/// Most bytes that are kept of a context, for the next question about it.
constexpr std::int64_t kKeptPromptBytes = std::int64_t{4} << 30;

double secondsSince(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Returns true if the error is about this sample or lane, not about all of them.
bool endsOneSample(const Error& error) {
    return error.code == Code::BadUsage || error.code == Code::Policy || error.code == Code::OutOfMemory;
}

/// Adds the number of the lane's prune events behind the prompt, and mean size and duration of the spikes behind them.
void addSpikes(const Recording& recording, std::int32_t lane, eval::NamedNumbers& parts) {
    const PruneSeries series = pruneSeries(recording, lane);
    const std::int64_t prompt = recording.description().promptTokens;
    double size = 0, tokens = 0, measured = 0;
    for (const metrics::PruneGroup& group : series.groups()) {
        if (group.first >= prompt && group.spike) {  // the cut of the prompt is none of decoding
            ++measured;
            size += group.spike->size;
            tokens += static_cast<double>(group.spike->duration);
        }
    }
    const auto prunes = std::ranges::count_if(series.events, [&](std::int64_t event) { return event >= prompt; });
    parts.emplace_back("prunes", static_cast<double>(prunes));
    parts.emplace_back("spike", measured > 0 ? size / measured : kMissing);
    parts.emplace_back("spike_tokens", measured > 0 ? tokens / measured : kMissing);
}

/// Adds the overlap of the keep-sets of a lane with jitter with those of the same lane without it, at the last step
/// that both have. Nothing if there is no such lane.
void addOverlap(const Recording& recording, std::int32_t lane, const std::vector<std::string>& lanes,
                eval::NamedNumbers& parts) {
    auto chain = parseChain(lanes[static_cast<std::size_t>(lane)]);
    if (!chain || !chain->own.jitter) {
        return;
    }
    chain->own.jitter.reset();
    const auto twin = std::ranges::find(lanes, toText(*chain));
    if (twin == lanes.end()) {
        return;
    }
    const auto exact = static_cast<std::int32_t>(twin - lanes.begin());
    const std::int64_t last = std::min(recording.trace(lane).steps(), recording.trace(exact).steps()) - 1;
    const std::vector<double> layers = keepSetOverlap(recording, exact, lane, last);
    parts.emplace_back("overlap", eval::weightedMean(layers));
}

/// Tells for each lane whether its answer is complete, by the newline that ends it.
class NewlineWatch {
 public:
    NewlineWatch(const Recording& recording, std::int64_t prompt)
        : m_recording(recording),
          m_prompt(prompt),
          m_answered(static_cast<std::size_t>(recording.lanes())),
          m_next(m_answered.size(), prompt + 1) {}

    /// Returns true if no lane goes on. Called after each step.
    bool allAnswered(std::int64_t position) {
        // Lanes whose end was generated, and those that failed, have no newer step. One may still be published.
        constexpr std::int64_t kBehind = 2;
        for (std::size_t lane = 0; lane < m_answered.size(); ++lane) {
            const Trace& trace = m_recording.trace(static_cast<std::int32_t>(lane));
            for (; m_next[lane] < trace.steps() && !m_answered[lane]; ++m_next[lane]) {
                m_answered[lane] = trace.tokenText(m_next[lane]).find('\n') != std::string_view::npos;
            }
            m_answered[lane] =
                m_answered[lane] || (position > m_prompt + kBehind && trace.steps() + kBehind < position);
        }
        return std::ranges::all_of(m_answered, [](bool answered) { return answered; });
    }

 private:
    const Recording& m_recording;
    std::int64_t m_prompt;
    std::vector<bool> m_answered;
    std::vector<std::int64_t> m_next;  ///< by lane: token to look at next
};

/// Result of a run over some lanes.
struct LanesRun {
    std::unique_ptr<Run> run;
    std::vector<std::string> lanes;
    Result<void> ended;
    double prefillSeconds = 0, totalSeconds = 0;
    std::int64_t peakProcess = 0, device = 0;
    std::vector<std::vector<float>> logits;  ///< Choice: by lane; empty: the lane failed
    std::shared_ptr<ObservedPrompt> observed;
};

class EvalRun {
 public:
    EvalRun(const eval::EvalPlan& plan, eval::EvalFile& file, const Catalog& catalog, const Interrupt& interrupt,
            const EvalWatch& watch, EvalEnd& end)
        : m_plan(plan),
          m_file(file),
          m_catalog(catalog),
          m_interrupt(interrupt),
          m_watch(watch),
          m_end(end),
          m_anyStarted(!file.records().empty()) {}

    Result<void> runAll();

 private:
    /// A sample with the lanes that have no result of it.
    struct Due {
        Sample sample;
        std::int64_t index = 0;
        std::vector<std::string> lanes;
    };
    Result<void> openSamples();
    /// Returns the next sample of the plan that lacks results; none: there is none.
    Result<std::optional<Due>> nextDue();
    /// Returns true if the next sample of the source, which was not made, need not be made.
    [[nodiscard]] bool isLeftOut(const std::string& subset, const std::string& id) const;
    /// Returns the lanes that lack a result of the sample, which the source has passed; none: it does not run.
    std::vector<std::string> lanesOf(const std::string& subset, const std::string& id);
    void countMalformed() { m_end.malformed = m_source->malformed() + m_repeated; }
    void tellFindings();
    /// Warns of characters of a sample that the tokenizer lacks, each once. Errors: those of encoding.
    Result<void> tellCharacters(const Sample& sample);
    [[nodiscard]] std::int64_t total() const;
    [[nodiscard]] bool pending(const Due& due) const {
        return m_lookedAhead && m_lookedAhead->sample.subset == due.sample.subset &&
               m_lookedAhead->sample.context == due.sample.context && !due.sample.context.empty();
    }

    Result<std::vector<EvalRecord>> recordsOf(const Due& due);
    Result<std::vector<EvalRecord>> timedRecords(const Due& due, const eval::PromptTokens& prompt);
    /// Starts a run; the first one loads the model.
    Result<std::unique_ptr<Run>> start(const RunSpec& spec);
    /// Runs those of the lanes that can start, after all of them could not; the others get records with the reason.
    Result<std::vector<EvalRecord>> withoutRefused(const Due& due, const eval::PromptTokens& prompt,
                                                   const std::vector<std::string>& lanes, const Error& refusal);
    /// Runs the lanes together.
    Result<std::vector<EvalRecord>> together(const Due& due, const eval::PromptTokens& prompt,
                                             const std::vector<std::string>& lanes);
    [[nodiscard]] RunSpec specOf(const Due& due, const eval::PromptTokens& prompt,
                                 const std::vector<std::string>& lanes) const;
    Result<LanesRun> runLanes(const Due& due, const eval::PromptTokens& prompt, const std::vector<std::string>& lanes);
    Result<void> drive(LanesRun& lanes, const Due& due, const eval::PromptTokens& prompt);
    [[nodiscard]] EvalRecord recordOf(const Due& due, const std::string& policy,
                                      const eval::PromptTokens& prompt) const;
    void fill(EvalRecord& record, const Due& due, const LanesRun& ran, std::int32_t lane,
              const eval::PromptTokens& prompt) const;
    [[nodiscard]] Answer answerOf(const Sample& sample, const LanesRun& ran, std::int32_t lane,
                                  std::int64_t prompt) const;
    void addTimes(EvalRecord& record, const LanesRun& ran, std::int32_t lane) const;

    const eval::EvalPlan& m_plan;
    eval::EvalFile& m_file;
    const Catalog& m_catalog;
    const Interrupt& m_interrupt;
    const EvalWatch& m_watch;

    const eval::Task* m_task = nullptr;
    std::string m_model;
    std::optional<Tokenizer> m_tokenizer;
    std::optional<eval::CharacterCheck> m_characters;
    std::optional<eval::PromptMaker> m_prompts;
    std::unique_ptr<eval::SampleSource> m_source;
    std::int64_t m_index = 0;                              ///< of the next sample of the source
    std::map<std::string, std::int64_t> m_ofSubset;        ///< samples taken so far
    std::set<std::pair<std::string, std::string>> m_seen;  ///< subset and id
    std::int64_t m_repeated = 0;                           ///< samples that the data have had before
    std::size_t m_findingsTold = 0;
    std::int64_t m_lackingTold = 0;  ///< samples with characters that the tokenizer lacks
    std::optional<Due> m_lookedAhead;
    EvalEnd& m_end;

    std::unique_ptr<Engine> m_engine;
    bool m_anyStarted, m_toldStart = false, m_toldTemplate = false;
    std::shared_ptr<ObservedPrompt> m_observed;            ///< of the sample before, if this one has its context
    std::set<std::pair<std::string, std::string>> m_warm;  ///< Timed: subset and lane that ran once
};

Result<void> EvalRun::openSamples() {
    KVW_TRY_ASSIGN(m_task, eval::taskOf(m_plan.task));
    KVW_TRY_ASSIGN(auto text, eval::readTaskText(m_task->info(), m_plan.task));
    const auto model = m_plan.run.model.empty() ? embeddedModelDir() : Result<std::filesystem::path>(m_plan.run.model);
    KVW_TRY_ASSIGN(const auto path, model);
    KVW_TRY_ASSIGN(auto tokenizer, ModelFiles::tokenizerOf(path));
    m_model = path.string();
    m_tokenizer.emplace(std::move(tokenizer));
    m_characters.emplace(*m_tokenizer);
    KVW_TRY_ASSIGN(const auto config, loadModelConfig(path));
    const auto root = modelRoot(path);
    m_prompts.emplace(*m_tokenizer, ChatTemplate::load(root ? *root : path), m_plan.compressAt);
    KVW_TRY_ASSIGN(m_source, m_task->open({m_plan.data, *m_tokenizer, config.context, m_plan.seed, text.values}));
    return {};
}

void EvalRun::tellFindings() {
    const std::vector<Finding>& findings = m_source->findings();
    for (; m_findingsTold < findings.size(); ++m_findingsTold) {
        m_watch.warning(findings[m_findingsTold]);
    }
}

Result<void> EvalRun::tellCharacters(const Sample& sample) {
    constexpr std::int64_t kMostTold = 20;
    KVW_TRY_ASSIGN(const eval::LackingCharacters lacking, m_characters->newIn(sample));
    if (lacking.count > 0 && ++m_lackingTold <= kMostTold) {
        m_watch.warning(phrase("%1: the tokenizer of %2 lacks characters of the sample \"%3\" of \"%4\": %5.",
                               m_task->info().name, m_model, sample.id, sample.subset, lacking.shown));
    }
    return {};
}

std::int64_t EvalRun::total() const {
    if (m_plan.limit >= 0) {
        const auto counts = m_source->counts();
        std::int64_t sum = 0;
        if (counts && m_plan.first == 0 && m_plan.last < 0) {
            for (const auto& [subset, count] : *counts) {
                sum += std::min(count, m_plan.limit);
            }
        }
        return sum;
    }
    const auto all = m_source->count();
    if (!all) {
        return 0;
    }
    const std::int64_t last = m_plan.last < 0 ? *all : std::min(m_plan.last, *all);
    return std::max<std::int64_t>(last - m_plan.first, 0);
}

bool EvalRun::isLeftOut(const std::string& subset, const std::string& id) const {
    const auto taken = m_ofSubset.find(subset);
    if (m_plan.limit >= 0 && taken != m_ofSubset.end() && taken->second >= m_plan.limit) {
        return true;
    }
    return std::ranges::all_of(m_plan.run.policies, [&](const std::string& policy) {
        return m_file.has({m_plan.task, subset, id, policy});
    });
}

std::vector<std::string> EvalRun::lanesOf(const std::string& subset, const std::string& id) {
    std::int64_t& taken = m_ofSubset[subset];
    if (m_plan.limit >= 0 && taken >= m_plan.limit) {
        return {};
    }
    if (!m_seen.emplace(subset, id).second) {
        constexpr std::int64_t kMostTold = 20;
        if (++m_repeated <= kMostTold) {
            m_watch.warning(
                phrase("The data have the sample \"%1\" of \"%2\" twice; the first one counts.", id, subset));
        }
        return {};
    }
    ++taken;
    std::vector<std::string> lanes;
    std::ranges::copy_if(m_plan.run.policies, std::back_inserter(lanes), [&](const std::string& policy) {
        return !m_file.has({m_plan.task, subset, id, policy});
    });
    m_end.samples += lanes.empty() ? 1 : 0;
    return lanes;
}

Result<std::optional<EvalRun::Due>> EvalRun::nextDue() {
    while (m_plan.last < 0 || m_index < m_plan.last) {
        if (m_interrupt.requested()) {
            return fail(Code::Cancelled, "kvw eval", "stopped on request");
        }
        const bool before = m_index < m_plan.first;
        const auto peeked = before ? std::nullopt : m_source->peek();
        if (before || (peeked && isLeftOut(peeked->first, peeked->second))) {
            KVW_TRY_ASSIGN(const bool skipped, m_source->skip());
            if (!skipped) {
                break;
            }
            ++m_index;
            if (peeked) {
                static_cast<void>(lanesOf(peeked->first, peeked->second));
            }
            continue;
        }
        KVW_TRY_ASSIGN(auto sample, m_source->next());
        tellFindings();
        if (!sample) {
            break;
        }
        std::vector<std::string> lanes = lanesOf(sample->subset, sample->id);
        Due due{std::move(*sample), m_index++, std::move(lanes)};
        if (!due.lanes.empty()) {
            return due;
        }
    }
    return std::nullopt;
}

Result<void> EvalRun::runAll() {
    KVW_TRY(openSamples());
    KVW_TRY_ASSIGN(std::optional<Due> due, nextDue());
    while (due) {
        countMalformed();
        m_watch.progress(m_end.samples, total());
        auto next = nextDue();
        if (!next && next.error().code == Code::Cancelled) {
            return tl::unexpected(std::move(next).error());
        }
        m_lookedAhead = next ? std::move(*next) : std::nullopt;
        KVW_TRY_ASSIGN(auto records, recordsOf(*due));
        KVW_TRY(m_file.append(records));
        ++m_end.samples;
        m_watch.sample(records, m_end.samples, total());
        KVW_TRY(next);
        due = std::exchange(m_lookedAhead, std::nullopt);
    }
    tellFindings();
    countMalformed();
    if (m_end.samples == 0) {
        return fail(Code::BadInput, m_plan.data.empty() ? m_plan.task : m_plan.data.string(),
                    m_end.malformed == 0 ? Phrase("there is no sample to run")
                    : m_end.malformed == 1
                        ? Phrase("there is no sample to run; one malformed record was skipped")
                        : phrase("there is no sample to run; %1 malformed records were skipped", m_end.malformed));
    }
    return {};
}

Result<std::vector<EvalRecord>> EvalRun::recordsOf(const Due& due) {
    if (m_prompts->lacksTemplate(due.sample) && !std::exchange(m_toldTemplate, true)) {
        m_watch.warning(phrase("The model has no chat template; prompts are read as they are."));
    }
    KVW_TRY(tellCharacters(due.sample));
    KVW_TRY_ASSIGN(const auto prompt, m_prompts->prompt(due.sample));
    if (due.sample.kind == AnswerKind::Timed) {
        return timedRecords(due, prompt);
    }
    return together(due, prompt, due.lanes);
}

EvalRecord EvalRun::recordOf(const Due& due, const std::string& policy, const eval::PromptTokens& prompt) const {
    EvalRecord record;
    record.task = m_plan.task;
    record.subset = due.sample.subset;
    record.id = due.sample.id;
    record.policy = policy;
    record.promptTokens = static_cast<std::int64_t>(prompt.ids.size());
    record.truncatedTokens = due.sample.truncated;
    record.references = due.sample.references;
    record.facts = due.sample.facts;
    return record;
}

Result<std::vector<EvalRecord>> EvalRun::together(const Due& due, const eval::PromptTokens& prompt,
                                                  const std::vector<std::string>& lanes) {
    auto ran = runLanes(due, prompt, lanes);
    if (!ran && (!endsOneSample(ran.error()) || (!m_anyStarted && m_plan.run.policies.size() == 1))) {
        return tl::unexpected(std::move(ran).error());
    }
    if (!ran) {
        return withoutRefused(due, prompt, lanes, ran.error());
    }
    std::vector<EvalRecord> records;
    for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
        records.push_back(recordOf(due, lanes[lane], prompt));
        fill(records.back(), due, *ran, static_cast<std::int32_t>(lane), prompt);
    }
    m_observed = std::move(ran->observed);
    return records;
}

Result<std::vector<EvalRecord>> EvalRun::withoutRefused(const Due& due, const eval::PromptTokens& prompt,
                                                        const std::vector<std::string>& lanes, const Error& refusal) {
    std::vector<EvalRecord> records;
    std::vector<std::string> good;
    for (const std::string& policy : lanes) {
        const auto run = lanes.size() > 1 ? start(specOf(due, prompt, {policy})) : tl::unexpected(refusal);
        if (run) {
            good.push_back(policy);
            continue;
        }
        if (!endsOneSample(run.error())) {
            return tl::unexpected(run.error());
        }
        records.push_back(recordOf(due, policy, prompt));
        records.back().problem = run.error().asPhrase();
    }
    if (good.empty() && !m_anyStarted) {
        return tl::unexpected(refusal);  // the reason is not one of this sample
    }
    const bool apart = good.size() == lanes.size();  // there is no room for all of them
    for (std::size_t first = 0; first < good.size(); first += apart ? 1 : good.size()) {
        KVW_TRY_ASSIGN(const auto ran, together(due, prompt, apart ? std::vector<std::string>{good[first]} : good));
        records.insert(records.end(), ran.begin(), ran.end());
    }
    return records;
}

Result<std::vector<EvalRecord>> EvalRun::timedRecords(const Due& due, const eval::PromptTokens& prompt) {
    std::vector<std::string> order = due.lanes;
    eval::Draws(m_plan.seed, "order", due.index).shuffle(order);
    std::vector<EvalRecord> records;
    for (const std::string& policy : order) {
        if (m_warm.emplace(due.sample.subset, policy).second) {
            KVW_TRY(together(due, prompt, {policy}));  // the warm-up counts nowhere
        }
        KVW_TRY_ASSIGN(const auto alone, together(due, prompt, {policy}));
        records.insert(records.end(), alone.begin(), alone.end());
    }
    std::vector<EvalRecord> all = m_file.records();
    all.insert(all.end(), records.begin(), records.end());
    KVW_TRY(eval::checkOneMachine(all));
    return records;
}

RunSpec EvalRun::specOf(const Due& due, const eval::PromptTokens& prompt, const std::vector<std::string>& lanes) const {
    const Sample& sample = due.sample;
    RunSpec spec = m_plan.run;
    spec.policies = lanes;
    spec.ids = prompt.ids;
    spec.capture = Capture::None;
    const auto tokens = static_cast<std::int64_t>(prompt.ids.size());
    if (sample.kind == AnswerKind::Likelihood) {
        spec.mode = Mode::Teacher;
        spec.promptTokens = std::clamp<std::int64_t>(sample.promptTokens < 0 ? 1 : sample.promptTokens, 1, tokens);
        return spec;
    }
    spec.mode = Mode::Generate;
    spec.promptTokens = prompt.compressed;
    spec.steps = sample.kind == AnswerKind::Choice ? 0 : sample.newTokens;
    spec.stopAtEnd = sample.stopAtEnd;
    spec.observationBytes = m_plan.compressAt == CompressAt::Context && pending(due) ? kKeptPromptBytes : 0;
    return spec;
}

Result<std::unique_ptr<Run>> EvalRun::start(const RunSpec& spec) {
    if (!m_engine) {
        KVW_TRY_ASSIGN(m_engine, openEngine());
    }
    return m_engine->start(spec, m_catalog, [this](const Progress&) {
        if (m_interrupt.requested()) {
            m_engine->cancelLoad();
        }
    });
}

Result<LanesRun> EvalRun::runLanes(const Due& due, const eval::PromptTokens& prompt,
                                   const std::vector<std::string>& lanes) {
    const RunSpec spec = specOf(due, prompt, lanes);
    LanesRun ran;
    ran.lanes = lanes;
    KVW_TRY_ASSIGN(ran.run, start(spec));
    m_anyStarted = true;
    if (!std::exchange(m_toldStart, true)) {
        const RunDescription& description = ran.run->recording()->description();
        m_end.environment = description.environment;
        KVW_TRY(m_watch.started(description));
    }
    if (m_observed && !ran.run->takePrompt(*m_observed)) {
        m_observed = nullptr;
    }
    const bool timed = due.sample.kind == AnswerKind::Timed;
    if (timed) {
        std::ofstream("/proc/self/clear_refs") << "5";  // the peak begins anew
    }
    const Clock::time_point begin = Clock::now();
    ran.ended = drive(ran, due, prompt);
    ran.totalSeconds = secondsSince(begin);
    if (timed) {
        ran.peakProcess = procBytes("/proc/self/status", "VmHWM");
        const DeviceUse use = ran.run->deviceUse();
        ran.device = use.weights + use.buffers;
        for (const DeviceUse::Lane& lane : use.lanes) {
            ran.device += lane.cache + lane.rows;
        }
    }
    if (spec.observationBytes > 0 && ran.ended) {
        if (auto observed = ran.run->observedPrompt()) {
            ran.observed = std::move(*observed);
        }
    }
    ran.run->close(ran.ended ? RunState::Finished : RunState::Failed,
                   ran.ended ? Phrase() : ran.ended.error().asPhrase());
    if (!ran.ended && !endsOneSample(ran.ended.error())) {
        return tl::unexpected(ran.ended.error());
    }
    return ran;
}

Result<void> EvalRun::drive(LanesRun& lanes, const Due& due, const eval::PromptTokens& prompt) {
    Run& run = *lanes.run;
    const Sample& sample = due.sample;
    const auto tokens = static_cast<std::int64_t>(prompt.ids.size());
    const Interrupt::Call cancel([&run] { run.cancel(); });
    const Clock::time_point begin = Clock::now();
    KVW_TRY(run.prefill({}));
    lanes.prefillSeconds = secondsSince(begin);
    NewlineWatch newlines(*run.recording(), tokens);
    while (!run.finished()) {
        if (m_interrupt.requested()) {
            return fail(Code::Cancelled, "kvw eval", "stopped on request");
        }
        KVW_TRY(run.step());
        if (sample.kind == AnswerKind::Generated && sample.stopAtNewline && newlines.allAnswered(run.position())) {
            break;
        }
    }
    if (sample.kind == AnswerKind::Choice) {
        for (std::int32_t lane = 0; lane < run.recording()->lanes(); ++lane) {
            lanes.logits.push_back(run.nextLogits(lane).value_or(std::vector<float>()));
        }
    }
    return {};
}

Answer EvalRun::answerOf(const Sample& sample, const LanesRun& ran, std::int32_t lane, std::int64_t prompt) const {
    const Trace& trace = ran.run->recording()->trace(lane);
    Answer answer;
    if (sample.kind == AnswerKind::Choice) {
        const std::vector<float>& logits = ran.logits[static_cast<std::size_t>(lane)];
        float best = -std::numeric_limits<float>::infinity();
        for (std::size_t choice = 0; choice < sample.choices.size(); ++choice) {
            for (const std::string& spelling : sample.choices[choice]) {
                const auto encoded = m_tokenizer->encode(spelling, false);
                const auto id =
                    encoded && !encoded->ids.empty() ? static_cast<std::size_t>(encoded->ids.back()) : logits.size();
                if (id < logits.size() && logits[id] > best) {
                    best = logits[id];
                    answer.choice = static_cast<std::int64_t>(choice);
                }
            }
        }
        return answer;
    }
    if (sample.kind == AnswerKind::Likelihood) {
        const std::int64_t last = sample.scoredLast < 0 ? trace.steps() : std::min(sample.scoredLast, trace.steps());
        for (std::int64_t token = std::max<std::int64_t>(sample.scoredFirst, 0); token < last; ++token) {
            const double nll = trace.step(token).nll;
            if (std::isfinite(nll) && !std::ranges::binary_search(sample.unscored, token)) {
                answer.nllSum += nll;
                if (++answer.scoredTokens % eval::kRunningEvery == 0) {
                    answer.running.push_back(answer.nllSum);
                }
            }
        }
        return answer;
    }
    for (std::int64_t token = prompt; token < trace.steps(); ++token) {
        if (sample.stopAtNewline && token > prompt && trace.tokenText(token).find('\n') != std::string_view::npos) {
            break;
        }
        answer.tokens.push_back(trace.step(token).tokenId);
    }
    answer.text = m_tokenizer->decode(answer.tokens, true);
    return answer;
}

void EvalRun::addTimes(EvalRecord& record, const LanesRun& ran, std::int32_t lane) const {
    const Recording& recording = *ran.run->recording();
    const auto summary = summarize(recording, lane);
    record.parts.emplace_back("total_s", ran.totalSeconds);
    record.parts.emplace_back("prefill_s", ran.prefillSeconds);
    record.parts.emplace_back("decode_s", ran.totalSeconds - ran.prefillSeconds);
    record.parts.emplace_back("tokens_per_s", numberOf(summary, "tokens_per_s"));
    record.parts.emplace_back("peak_kv_bytes", numberOf(summary, "peak_bytes_allocated"));
    record.parts.emplace_back("peak_process_bytes", static_cast<double>(ran.peakProcess));
    if (ran.device > 0) {
        record.parts.emplace_back("device_bytes", static_cast<double>(ran.device));
    }
    record.machine = recording.description().environment.dump() + ' ' + version();
}

void EvalRun::fill(EvalRecord& record, const Due& due, const LanesRun& ran, std::int32_t lane,
                   const eval::PromptTokens& prompt) const {
    const Sample& sample = due.sample;
    const Recording& recording = *ran.run->recording();
    const LaneSettings settings = settingsOf(recording.description(), lane);
    record.positions = settings.positions;
    record.prefill = settings.prefill;
    for (const Recording::Problem& problem : recording.problems()) {
        if (problem.isError() && problem.lane == lane && !record.failed()) {
            record.problem = problem.finding;
        }
    }
    if (!record.failed() && !ran.ended) {
        record.problem = ran.ended.error().asPhrase();
    }
    const Trace& trace = recording.trace(lane);
    const std::int64_t steps = trace.steps();
    if (steps > 0) {
        const std::int64_t behind =
            sample.kind == AnswerKind::Likelihood ? steps : std::min(recording.description().promptTokens, steps);
        double held = 0;
        for (std::int32_t layer = 0; layer < trace.shape().layers; ++layer) {
            held += static_cast<double>(trace.layer(behind - 1, layer).held);
        }
        record.heldAfterPrompt = held / std::max(trace.shape().layers, 1);
        record.bytes = trace.step(steps - 1).bytesLive;
    }
    const auto summary = summarize(recording, lane);
    record.ttftMs = recording.ttft(lane);
    record.tpotMs = numberOf(summary, "tpot_ms");
    if (record.failed()) {
        return;
    }
    const Answer answer = answerOf(sample, ran, lane, static_cast<std::int64_t>(prompt.ids.size()));
    record.prediction = answer.choice < 0 || sample.choices.empty()
                            ? answer.text
                            : sample.choices[static_cast<std::size_t>(answer.choice)].front();
    record.newTokens =
        sample.kind == AnswerKind::Likelihood ? answer.scoredTokens : static_cast<std::int64_t>(answer.tokens.size());
    for (const double sum : answer.running) {
        record.running.push_back(
            std::exp(sum / static_cast<double>(eval::kRunningEvery * (std::ssize(record.running) + 1))));
    }
    eval::Score score = m_task->score(sample, answer);
    record.parts = std::move(score.parts);
    record.score = score.value;
    record.weight = score.weight;
    if (sample.measured == eval::Measured::Spikes) {
        addSpikes(recording, lane, record.parts);
    } else if (sample.measured == eval::Measured::Overlap) {
        addOverlap(recording, lane, ran.lanes, record.parts);
    }
    if (sample.kind == AnswerKind::Timed) {
        addTimes(record, ran, lane);
    }
}

}  // namespace

Result<void> runEval(const eval::EvalPlan& plan, eval::EvalFile& file, const Catalog& catalog,
                     const Interrupt& interrupt, const EvalWatch& watch, EvalEnd& end) {
    return EvalRun(plan, file, catalog, interrupt, watch, end).runAll();
}

}  // namespace kvw::cli
