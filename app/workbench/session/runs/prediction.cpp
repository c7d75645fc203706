// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/runs/prediction.h"

#include <QLocale>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include "app/workbench/language/phrase_text.h"
#include "core/analysis/attention/least_attended.h"
#include "core/session/spec/run_changes.h"
#include "core/trace/token_list.h"

namespace kvw::wb {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

tl::unexpected<Error> cannot(Phrase why) {
    return fail(Code::BadUsage, "predict", std::move(why));
}

}  // namespace

Prediction::Prediction(EngineClient& client, Forks& forks, Selection& selection, QObject* parent)
    : QObject(parent), m_client(client), m_forks(forks), m_selection(selection) {
    const auto progress = [this] {
        if (m_state == State::Seeking) {
            look();
        } else if (m_state == State::Running) {
            take();
        }
    };
    connect(&m_client, &EngineClient::traceAdvanced, this, progress);
    connect(&m_client, &EngineClient::statusChanged, this, progress);
    connect(&m_client, &EngineClient::refused, this, [this](const Phrase& why) {
        if (m_state == State::Running) {
            notStarted(why);  // the run is a bundle, which is shown again
        }
    });
    connect(&m_client, &EngineClient::recordingChanged, this, [this] {
        if (m_state == State::Seeking || m_state == State::Marking || m_state == State::Revealed) {
            cancel();  // something else is shown
        }
    });
    connect(&m_selection, &Selection::changed, this, [this](Dirty what) {
        if (m_state == State::Marking && what & DirtyFlag::Tokens) {
            Q_EMIT changed();
        }
    });
}

void Prediction::turn(State state) {
    m_state = state;
    Q_EMIT changed();
}

void Prediction::cancel() {
    if (m_state != State::None) {
        m_recording.reset();
        turn(State::None);
    }
}

Result<void> Prediction::check() const {
    if (m_forks.current() < 0) {
        return cannot("show one run first");
    }
    const RunDescription& run = m_client.recording()->description();
    if (run.mode != "teacher") {
        return cannot("the text is generated, so it depends on the choice");
    }
    const auto lane = static_cast<std::size_t>(std::max(0, m_selection.lane()));
    return lane < run.lanes.size() && run.lanes[lane].isFullCache() ? cannot("the full cache evicts nothing")
                                                                         : Result<void>();
}

Result<void> Prediction::begin() {
    cancel();
    KVW_TRY(check());
    m_recording = m_client.recording();
    m_lane = std::clamp(m_selection.lane(), 0, m_recording->lanes() - 1);
    const std::int64_t steps = m_recording->trace(m_lane).steps();
    const std::int64_t cursor = m_selection.step() < 0 ? steps - 1 : std::min(m_selection.step(), steps - 1);
    m_from = std::max(cursor, m_recording->description().promptTokens - 2);
    m_state = State::Seeking;
    look();
    return m_state == State::None ? cannot("no prune event is left behind the cursor") : Result<void>();
}

/// Ends the search once the event and the compared tokens are recorded.
void Prediction::look() {
    const auto index = m_client.index(m_lane);
    const std::int32_t step = index ? index->nextPrune(m_from) : -1;
    const std::int64_t steps = m_client.steps();
    const SessionState state = m_client.status().state;
    const bool live = !m_client.viewing() && (state == SessionState::Running || state == SessionState::Paused);
    if (step >= 0 && (steps > step + kTokensAfter || !live)) {
        if (live) {
            m_client.pause();
        }
        mark(step);
    } else if (live && state == SessionState::Paused) {
        m_client.stepBy(kTokensAfter);
    } else if (!live && !m_client.busy()) {
        cancel();
    }
}

void Prediction::mark(std::int64_t step) {
    const Trace& trace = m_recording->trace(m_lane);
    const auto sets = std::max<std::int64_t>(
        1, std::int64_t{trace.shape().layers} * std::max(trace.shape().units, trace.shape().kvHeads));
    m_step = step;
    m_count = static_cast<int>(std::max<std::int64_t>(1, (trace.step(step).evictedNow + sets / 2) / sets));
    m_end = std::min(step + 1 + kTokensAfter, trace.steps());
    m_selection.setStep(std::max<std::int64_t>(0, step - 1));
    m_selection.setTokens({});
    turn(State::Marking);
}

std::vector<std::int32_t> Prediction::marked() const {
    std::vector<std::int32_t> tokens;
    const auto index = m_client.index(m_lane);
    if (index) {
        const std::vector<std::int32_t>& selected = m_selection.tokens();
        std::copy_if(selected.begin(), selected.end(), std::back_inserter(tokens),
                     [&](std::int32_t token) { return token < m_step && index->heldShare(token, m_step - 1) > 0; });
    }
    return tokens;
}

Result<void> Prediction::reveal() {
    if (m_state != State::Marking) {
        return cannot("there is nothing to reveal");
    }
    m_people = marked();
    if (static_cast<int>(m_people.size()) != m_count) {
        return fail(Code::BadUsage, "predict", "mark as many tokens as the policy evicts",
                    std::to_string(m_people.size()), std::to_string(m_count));
    }
    const auto index = m_client.index(m_lane);
    m_held.clear();
    for (std::int32_t token = 0; token < m_step; ++token) {
        if (index->heldShare(token, m_step - 1) > 0) {
            m_held.push_back(token);
        }
    }
    m_hindsight = leastAttended(*m_recording, m_held, static_cast<std::size_t>(m_count), m_step + 1, m_end);
    const std::int64_t prompt = m_recording->description().promptTokens;
    const std::int64_t at = std::max(m_step, prompt);
    KVW_TRY_ASSIGN(auto chain, chainBefore(*m_recording, m_lane, at));
    // A policy that prunes at the end of the prompt has done so before the first step at which tokens can be evicted by
    // hand. If it prunes again, it takes over after that; otherwise the choices would hold more tokens than it does.
    m_takesOver = false;
    std::string successor;
    if (m_step < prompt) {
        const std::int32_t again = index->nextPrune(m_step);
        m_takesOver = again >= 0 && again < m_end;
        successor = std::exchange(chain, PolicyChain{"full", {}}).policy;
    }
    // Parameters that were changed in the lane are changed in the choices, too.
    const bool ofThePolicy = m_step >= prompt || m_takesOver;
    std::vector<RunChange> turned;
    if (const auto whole = chainBefore(*m_recording, m_lane, m_end); whole && ofThePolicy) {
        std::copy_if(
            whole->changes.begin(), whole->changes.end(), std::back_inserter(turned),
            [at](const RunChange& change) { return change.step >= at && change.kind == RunChange::Kind::Parameter; });
    }
    std::vector<std::string> chains;
    for (const auto* tokens : {&m_people, &m_hindsight}) {
        if (!tokens->empty()) {
            PolicyChain branch = chain;
            branch.changes.push_back({at, RunChange::Kind::Evict, {}, tokenListText(*tokens)});
            if (m_takesOver) {
                branch.changes.push_back({at, RunChange::Kind::Policy, {}, successor});
            }
            branch.changes.insert(branch.changes.end(), turned.begin(), turned.end());
            chains.push_back(toText(branch));
        }
    }
    m_state = State::Running;  // set before the fork is shown
    auto started = m_forks.branch(m_lane, at, chains, m_end);
    if (!started) {
        turn(State::Marking);
    } else if (m_state == State::Running) {  // otherwise it ended before the first poll
        Q_EMIT changed();
    }
    return started;
}

double Prediction::meanNll(const Trace& trace) const {
    double sum = 0;
    std::int64_t tokens = 0;
    // The token after the event was predicted before anything was dropped.
    for (std::int64_t token = m_step + 2; token < std::min(m_end, trace.steps()); ++token, ++tokens) {
        sum += trace.step(token).nll;
    }
    return tokens > 0 ? sum / static_cast<double>(tokens) : kNone;
}

void Prediction::notStarted(const Phrase& why) {
    turn(State::Marking);
    if (m_takesOver) {
        Q_EMIT told(tr("Nothing is revealed: the policy prunes again after the prompt, and your choice and hindsight's "
                       "can be held to its budget only if it takes over their caches. %1")
                        .arg(phraseText(why)));
    }
}

void Prediction::take() {
    const auto fork = m_client.recording();
    const SessionState state = m_client.status().state;
    if (fork == m_recording && state == SessionState::Failed) {
        notStarted(m_client.status().message);
        return;
    }
    const int run = m_forks.current();
    if (m_client.busy() || run < 0 || m_forks.tree().node(run).parent != m_forks.tree().find(m_recording.get())) {
        return;
    }
    const int first = fork->lanes() - (m_hindsight.empty() ? 1 : 2);
    if (first < 0 || !fork->hasTrace(first) || fork->trace(first).steps() < m_end) {
        if (state == SessionState::Failed || state == SessionState::Stopped) {
            cancel();
        }
        return;
    }
    const Trace& policy = m_recording->trace(m_lane);
    m_outcome = {};
    m_outcome.people = meanNll(fork->trace(first));
    m_outcome.hindsight = m_hindsight.empty() ? kNone : meanNll(fork->trace(first + 1));
    m_outcome.policy = meanNll(policy);
    m_outcome.full = m_recording->description().beginsWithFull() ? meanNll(m_recording->trace(0)) : kNone;
    m_outcome.tokens = std::max<std::int64_t>(0, m_end - m_step - 2);
    const TraceIndex index = [&policy] {
        TraceIndex made(policy);
        made.advance();
        return made;
    }();
    m_policy.clear();
    std::copy_if(m_held.begin(), m_held.end(), std::back_inserter(m_policy),
                 [&](std::int32_t token) { return index.heldShare(token, m_step) < 0.5; });
    for (const std::int32_t token : m_people) {
        m_outcome.withPolicy += std::binary_search(m_policy.begin(), m_policy.end(), token) ? 1 : 0;
        m_outcome.withHindsight += std::binary_search(m_hindsight.begin(), m_hindsight.end(), token) ? 1 : 0;
    }
    // Back to the predicted run, which shows the policy's choice.
    const auto predicted = std::exchange(m_recording, nullptr);
    m_state = State::None;
    m_forks.show(m_forks.tree().find(predicted.get()));
    m_recording = predicted;
    m_selection.setLane(m_lane);
    m_selection.setStep(m_step);
    m_selection.setTokens(m_people);
    turn(State::Revealed);
    Q_EMIT told(sentence());
}

QString Prediction::sentence() const {
    const auto number = [](double value) {
        return std::isfinite(value) ? QLocale::c().toString(value, 'f', 3) : QStringLiteral("–");
    };
    return tr("NLL of the next %1 tokens: you %2, the policy %3, hindsight %4, the full cache %5. Of your %6 tokens "
              "the "
              "policy dropped %7, hindsight %8.")
               .arg(m_outcome.tokens)
               .arg(number(m_outcome.people), number(m_outcome.policy), number(m_outcome.hindsight),
                    number(m_outcome.full))
               .arg(m_people.size())
               .arg(m_outcome.withPolicy)
               .arg(m_outcome.withHindsight) +
           (m_takesOver ? QLatin1Char(' ') + tr("After your choice and hindsight's the policy pruned again, without "
                                                "its observations of the prompt.")
                        : QString());
}

}  // namespace kvw::wb
