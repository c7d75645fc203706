// SPDX-License-Identifier: Apache-2.0
#include "core/trace/recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <mutex>
#include <string_view>
#include <utility>

#include "core/base/short_text.h"

namespace kvw {
namespace {

/// Shortens text from a file or plugin, which may have any length, so that views can lay it out.
void shorten(std::string& text) {
    if (text.size() > Recording::kLongestText) {
        text = std::string(beginningOf(text, Recording::kLongestText)) + "…";
    }
}

void shorten(Phrase& phrase) {
    if (std::string text = phrase.english(); text.size() > Recording::kLongestText) {
        shorten(text);
        phrase = std::move(text);
    }
}

RunDescription shortened(RunDescription run) {
    for (std::string* text : {&run.model.name, &run.model.architecture, &run.model.dtype, &run.textTitle, &run.dtype,
                              &run.kvDtype, &run.device}) {
        shorten(*text);
    }
    for (ProbeInfo& probe : run.probes) {
        shorten(probe.name);
        shorten(probe.answer);
    }
    for (LaneInfo& lane : run.lanes) {
        shorten(lane.policyVersion);
        shorten(lane.distinguishingText);
    }
    return run;
}

}  // namespace

struct Recording::Impl {
    explicit Impl(RunDescription theDescription)
        : description(shortened(std::move(theDescription))),
          traces(description.lanes.size()),
          notes(description.lanes.size()),
          ttft(description.lanes.size(), kMissing) {}

    RunDescription description;
    std::vector<std::unique_ptr<Trace>> traces;
    mutable std::mutex mutex;  // guards the members below
    std::vector<Problem> problems;
    std::vector<std::vector<Finding>> notes;
    std::vector<double> ttft;
    RunState state = RunState::Running;
    Phrase message;
};

namespace {

constexpr const char* kBetween = ", ";

std::string samplingText(const nlohmann::ordered_json& sampling) {
    return sampling.is_object()
               ? fmt::format("temperature {:g}, top-k {}, top-p {:g}", sampling.value("temperature", 0.0),
                             sampling.value("top_k", std::int64_t{0}), sampling.value("top_p", 1.0))
               : std::string("greedy");
}

std::array<std::string, 8> settingTexts(const LaneSettings& of) {
    return {of.positions + (of.rankKeys.empty() ? "" : ' ' + of.rankKeys),
            prefillText(of.prefill, of.dtype),
            of.kvDtype,
            of.device,
            "seed " + std::to_string(of.seed),
            samplingText(of.sampling),
            "storage " + (of.storage.empty() ? std::string("slots") : of.storage),
            "jitter " + (of.jitter.empty() ? std::string("none") : of.jitter)};
}

}  // namespace

std::string prefillText(const std::string& prefill, const std::string& dtype) {
    return dtype == "f32" ? prefill : prefill + " in " + dtype;
}

std::string laneName(const LaneInfo& lane) {
    const std::string& policy = lane.policyText.empty() ? lane.policyId : lane.policyText;
    return lane.distinguishingText.empty() ? policy : policy + " [" + lane.distinguishingText + ']';
}

LaneSettings settingsOf(const RunDescription& run, std::int32_t lane) {
    const bool there = lane >= 0 && static_cast<std::size_t>(lane) < run.lanes.size();
    if (there && run.lane(lane).own) {
        return *run.lane(lane).own;
    }
    return run;
}

void setOwn(LaneInfo& lane, const LaneSettings& settings, const RunDescription& run) {
    if (settingsLost(lane)) {
        return;
    }
    const bool named = !lane.distinguishingText.empty();
    const LaneSettings common = settingsOf(run, -1);
    lane.own = named || settings != common ? std::optional(settings) : std::nullopt;
    if (named || !lane.own) {
        return;
    }
    const auto texts = settingTexts(settings), usual = settingTexts(common);
    for (std::size_t i = 0; i < texts.size(); ++i) {
        if (texts[i] != usual[i]) {
            lane.distinguishingText += (lane.distinguishingText.empty() ? "" : kBetween) + texts[i];
        }
    }
}

bool settingsLost(const LaneInfo& lane) {
    constexpr std::array kBegins{"original", "cache-rank", "layer-major", "streaming:",   "f32",   "bf16",
                                 "f16",      "cpu",        "cuda",        "temperature ", "seed ", "greedy"};
    for (std::size_t at = 0; !lane.own && at < lane.distinguishingText.size();) {
        const std::string_view rest = std::string_view(lane.distinguishingText).substr(at);
        // "name = value" is a changed parameter, not a setting.
        const bool setting = std::ranges::any_of(kBegins, [&](std::string_view word) {
            return rest.starts_with(word) && !rest.substr(word.size()).starts_with('=');
        });
        if (setting) {
            return true;
        }
        const std::size_t next = rest.find(kBetween);
        at = next == std::string_view::npos ? lane.distinguishingText.size()
                                            : at + next + std::string_view(kBetween).size();
    }
    return false;
}

RunDescription withSettings(RunDescription run, const LaneSettings& settings) {
    static_cast<LaneSettings&>(run) = settings;
    return run;
}

void keepReadOnly(RunDescription& run) {
    const std::int64_t read = run.generatesFrom();
    if (run.mode != "generate" || std::ssize(run.tokenIds) <= read) {
        return;
    }
    run.tokenIds.resize(static_cast<std::size_t>(read));
    run.tokenTexts.resize(static_cast<std::size_t>(read));
    std::erase_if(run.probes, [read](const ProbeInfo& probe) {
        return std::max({probe.factEnd, probe.questionEnd, probe.answerEnd}) > read;
    });
}

Recording::Recording(RunDescription description) : m_impl(std::make_unique<Impl>(std::move(description))) {}
Recording::~Recording() = default;

const RunDescription& Recording::description() const noexcept {
    return m_impl->description;
}

std::int32_t Recording::lanes() const noexcept {
    return static_cast<std::int32_t>(m_impl->traces.size());
}

Trace& Recording::writer(std::int32_t lane) {
    assert(hasTrace(lane));
    return *m_impl->traces[static_cast<std::size_t>(lane)];
}

const Trace& Recording::trace(std::int32_t lane) const {
    assert(hasTrace(lane));
    return *m_impl->traces[static_cast<std::size_t>(lane)];
}

bool Recording::hasTrace(std::int32_t lane) const noexcept {
    return lane >= 0 && lane < lanes() && m_impl->traces[static_cast<std::size_t>(lane)] != nullptr;
}

std::vector<std::int32_t> Recording::tracedLanes() const {
    std::vector<std::int32_t> traced;
    for (std::int32_t lane = 0; lane < lanes(); ++lane) {
        if (hasTrace(lane)) {
            traced.push_back(lane);
        }
    }
    return traced;
}

std::int64_t Recording::stepsOf(std::int32_t lane) const noexcept {
    return hasTrace(lane) ? m_impl->traces[static_cast<std::size_t>(lane)]->steps() : 0;
}

void Recording::setTrace(std::int32_t lane, std::unique_ptr<Trace> trace) {
    assert(lane >= 0 && lane < lanes() && trace != nullptr);
    m_impl->traces[static_cast<std::size_t>(lane)] = std::move(trace);
}

std::shared_ptr<Recording> Recording::fork() const {
    return copyOf({});
}

std::shared_ptr<Recording> Recording::fork(const std::vector<std::int64_t>& steps) const {
    auto copy = copyOf(steps);
    copy->setState(RunState::Stopped);
    return copy;
}

std::shared_ptr<Recording> Recording::copyOf(const std::vector<std::int64_t>& steps) const {
    auto copy = std::make_shared<Recording>(m_impl->description);
    for (const std::int32_t lane : tracedLanes()) {
        const auto at = static_cast<std::size_t>(lane);
        copy->setTrace(lane, at < steps.size() ? trace(lane).fork(steps[at]) : trace(lane).fork());
    }
    const std::lock_guard lock(m_impl->mutex);
    copy->m_impl->problems = m_impl->problems;
    copy->m_impl->notes = m_impl->notes;
    copy->m_impl->ttft = m_impl->ttft;
    return copy;
}

void Recording::report(Problem problem) {
    shorten(problem.plugin);
    shorten(problem.finding);
    const std::lock_guard lock(m_impl->mutex);
    auto& list = m_impl->problems;
    for (Problem& known : list) {
        if (known.finding == problem.finding && known.lane == problem.lane && known.layer == problem.layer &&
            known.plugin == problem.plugin) {
            known.count += problem.count;
            return;
        }
    }
    if (list.size() < kMostProblems) {
        list.push_back(std::move(problem));
        return;
    }
    if (list.size() == kMostProblems) {
        const Severity severity = problem.finding.severity;
        problem.finding = finding("more-problems");
        problem.finding.severity = severity;
        list.push_back(std::move(problem));
        return;
    }
    list.back().count += problem.count;
}

std::vector<Recording::Problem> Recording::problems() const {
    const std::lock_guard lock(m_impl->mutex);
    return m_impl->problems;
}

void Recording::setNotes(std::int32_t lane, std::vector<Finding> notes) {
    notes.resize(std::min(notes.size(), kMostNotes));
    for (Finding& note : notes) {
        shorten(note);
        note.severity = Severity::Note;
    }
    const std::lock_guard lock(m_impl->mutex);
    m_impl->notes[static_cast<std::size_t>(lane)] = std::move(notes);
}

std::vector<Finding> Recording::notes(std::int32_t lane) const {
    const std::lock_guard lock(m_impl->mutex);
    return m_impl->notes[static_cast<std::size_t>(lane)];
}

void Recording::setState(RunState state, Phrase message) {
    shorten(message);
    const std::lock_guard lock(m_impl->mutex);
    m_impl->state = state;
    m_impl->message = std::move(message);
}

RunState Recording::state() const {
    const std::lock_guard lock(m_impl->mutex);
    return m_impl->state;
}

Phrase Recording::message() const {
    const std::lock_guard lock(m_impl->mutex);
    return m_impl->message;
}

void Recording::setTtft(std::int32_t lane, double ms) {
    const std::lock_guard lock(m_impl->mutex);
    m_impl->ttft[static_cast<std::size_t>(lane)] = ms;
}

double Recording::ttft(std::int32_t lane) const {
    const std::lock_guard lock(m_impl->mutex);
    return m_impl->ttft[static_cast<std::size_t>(lane)];
}

}  // namespace kvw
