// SPDX-License-Identifier: Apache-2.0
#include "core/trace/recording.h"

#include <cassert>
#include <mutex>
#include <utility>

namespace kvw {

struct Recording::Impl {
    explicit Impl(RunDescription theDescription)
        : description(std::move(theDescription)),
          traces(description.lanes.size()),
          notes(description.lanes.size()),
          ttft(description.lanes.size(), kMissing) {}

    RunDescription description;
    std::vector<std::unique_ptr<Trace>> traces;
    mutable std::mutex mutex;  // of everything below
    std::vector<Problem> problems;
    std::vector<std::vector<std::string>> notes;
    std::vector<double> ttft;
    RunState state = RunState::Running;
    std::string message;
};

std::string laneName(const LaneInfo& lane) {
    const std::string& policy = lane.policyText.empty() ? lane.policyId : lane.policyText;
    return lane.apart.empty() ? policy : policy + " [" + lane.apart + ']';
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

void Recording::setTrace(std::int32_t lane, std::unique_ptr<Trace> trace) {
    assert(lane >= 0 && lane < lanes() && trace != nullptr);
    m_impl->traces[static_cast<std::size_t>(lane)] = std::move(trace);
}

std::shared_ptr<Recording> Recording::fork() const {
    auto copy = std::make_shared<Recording>(m_impl->description);
    for (std::int32_t lane = 0; lane < lanes(); ++lane) {
        if (hasTrace(lane)) {
            copy->setTrace(lane, trace(lane).fork());
        }
    }
    const std::lock_guard lock(m_impl->mutex);
    copy->m_impl->problems = m_impl->problems;
    copy->m_impl->notes = m_impl->notes;
    copy->m_impl->ttft = m_impl->ttft;
    return copy;
}

void Recording::report(Problem problem) {
    const std::lock_guard lock(m_impl->mutex);
    auto& list = m_impl->problems;
    for (Problem& known : list) {
        if (known.severity == problem.severity && known.lane == problem.lane && known.layer == problem.layer &&
            known.plugin == problem.plugin && known.sentence == problem.sentence) {
            known.count += problem.count;
            return;
        }
    }
    if (list.size() < kMostProblems) {
        list.push_back(std::move(problem));
        return;
    }
    if (list.size() == kMostProblems) {
        problem.sentence = "There are more problems than are listed; this entry counts the rest.";
        list.push_back(std::move(problem));
        return;
    }
    list.back().count += problem.count;
}

std::vector<Recording::Problem> Recording::problems() const {
    const std::lock_guard lock(m_impl->mutex);
    return m_impl->problems;
}

void Recording::setNotes(std::int32_t lane, std::vector<std::string> notes) {
    const std::lock_guard lock(m_impl->mutex);
    m_impl->notes[static_cast<std::size_t>(lane)] = std::move(notes);
}

std::vector<std::string> Recording::notes(std::int32_t lane) const {
    const std::lock_guard lock(m_impl->mutex);
    return m_impl->notes[static_cast<std::size_t>(lane)];
}

void Recording::setState(RunState state, std::string message) {
    const std::lock_guard lock(m_impl->mutex);
    m_impl->state = state;
    m_impl->message = std::move(message);
}

RunState Recording::state() const {
    const std::lock_guard lock(m_impl->mutex);
    return m_impl->state;
}

std::string Recording::message() const {
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
