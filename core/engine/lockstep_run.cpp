// SPDX-License-Identifier: Apache-2.0
#include "core/engine/lockstep_run.h"

#include <c10/core/InferenceMode.h>
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/analysis/protection.h"
#include "core/base/heap.h"
#include "core/engine/contained.h"
#include "core/policy/host/choice/effective_values.h"
#include "core/policy/host/choice/prompt_share.h"
#include "core/session/spec/command_line.h"
#include "core/session/spec/run_changes.h"
#include "core/session/spec/run_warnings.h"
#include "core/trace/token_list.h"

namespace kvw {

LockstepRun::LockstepRun(Setup setup)
    : m_setup(std::move(setup)),
      m_samplers(m_setup.lanes.size(), Sampler(m_setup.spec.sampling, m_setup.spec.seed)),
      m_next(m_setup.lanes.size(), -1),
      m_ended(m_setup.lanes.size(), false),
      m_steps(m_setup.model->makeSteps()),
      m_prompts(m_setup.model->makePrompts()) {
    for (const auto& lane : m_setup.lanes) {
        lane->attention().stopOn(m_stop.get_token());
    }
}

namespace {

PolicyFacts factsFrom(const LockstepRun::Setup& setup, std::int64_t prompt) {
    const TraceShape& shape = setup.recording->trace(0).shape();
    return {prompt, setup.total - prompt, shape.queryHeads / shape.kvHeads, shape.layers, shape.kvHeads};
}

}  // namespace

DeviceUse LockstepRun::deviceUse() const {
    DeviceUse use = m_steps->use(m_setup.lanes);
    // Several devices of a machine may have the same name.
    if (const std::string& word = m_setup.spec.device; word.find(':') != std::string::npos && !use.device.empty()) {
        use.device = fmt::format("{}, {}", word, use.device);
    }
    return use;
}

const Lane* LockstepRun::fullLane() const {
    const bool isFull = m_setup.recording->description().lanes[0].policyId == "full";
    return isFull && m_setup.lanes.size() > 1 && !m_setup.lanes[0]->failed() ? m_setup.lanes[0].get() : nullptr;
}

std::vector<std::size_t> LockstepRun::everyLane() const {
    std::vector<std::size_t> all(m_setup.lanes.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    return all;
}

bool LockstepRun::anyLeft() const {
    return std::any_of(m_setup.lanes.begin(), m_setup.lanes.end(), [](const auto& lane) { return !lane->failed(); });
}

Result<void> LockstepRun::endLane(Lane& lane, std::int64_t step, const Error& error) {
    if (error.code != Code::Cancelled && error.code != Code::Internal) {
        lane.fail(error, step);
        if (anyLeft()) {
            return {};
        }
    }
    return tl::unexpected(error);
}

Phrase LockstepRun::whereOf(std::span<const std::size_t> of, std::int64_t step) const {
    return m_setup.lanes[of[0]]->whereOf(step, of.size());
}

Result<void> LockstepRun::prefill(const ProgressSink& progress) {
    const c10::InferenceMode inference;
    return contained("prefill", [&] { return prefillAll(progress); });
}

Result<void> LockstepRun::prefillAll(const ProgressSink& progress) {
    // Lanes from a snapshot have already begun.
    for (std::size_t i = m_position > 0 ? m_setup.lanes.size() : 0; i < m_setup.lanes.size(); ++i) {
        m_setup.recording->setTtft(static_cast<std::int32_t>(i), 0);
        for (const Setup::PlannedChange& due : m_setup.changes) {
            const auto tokens = parseTokenList(due.change.value);
            if (due.change.kind == RunChange::Kind::Restore && due.lane == i) {
                m_setup.lanes[i]->attention().manualEdits().saveOnEvict(tokens.value_or(std::vector<std::int32_t>()));
            }
        }
        KVW_TRY(guarded(i, 0, [&] { return m_setup.lanes[i]->attention().begin(); }));
    }
    if (m_position == 0) {
        const std::vector<Group> all = groups();
        m_keepFullHidden = all.size() > 1 && fullLane() != nullptr;
        for (const Group& group : all) {
            KVW_TRY(prefillGroup(group, progress));
        }
        m_fullHidden = {};
        giveFreedMemoryBack();  // the rows of the prompt were allocated one by one
    }
    const std::int64_t first = m_position, last = m_setup.changes.empty() ? 0 : m_setup.changes.back().change.step;
    while (m_position < last && !finished()) {
        KVW_TRY(stepAll());
        if (progress) {
            progress({m_position - first, last - first, "tokens again"});
        }
    }
    return {};
}

Result<void> LockstepRun::step() {
    const c10::InferenceMode inference;
    return contained("decode", [&] { return stepAll(); });
}

Result<void> LockstepRun::stepAll() {
    if (m_stop.stop_requested()) {
        return kvw::fail(Code::Cancelled, "decode", "stopped on request");
    }
    KVW_TRY(applyChanges(everyLane()));
    const bool reads = !isGenerated(m_position);
    std::span<const std::int32_t> coming;
    if (reads) {
        const auto known = std::min(static_cast<std::size_t>(m_setup.total), m_setup.text.size());
        coming =
            std::span<const std::int32_t>(m_setup.text).first(known).subspan(static_cast<std::size_t>(m_position) + 1);
    }
    const auto takesOver = [](const auto& lane) { return !lane->failed() && lane->takesOver(); };
    const Lane* const reference = reads ? fullLane() : nullptr;
    const bool compares = reference != nullptr && std::any_of(m_setup.lanes.begin(), m_setup.lanes.end(), takesOver);
    if (compares) {
        // Such a lane is compared, after the step of the full lane, with the logits before it and the rows of it.
        KVW_TRY(reference->logits());
    }
    std::vector<StepMember> members;
    std::vector<std::size_t> stepping;
    for (std::size_t i = 0; i < m_setup.lanes.size(); ++i) {
        Lane& lane = *m_setup.lanes[i];
        if (lane.failed() || m_ended[i]) {
            continue;
        }
        if (lane.takesOver()) {
            stepping.push_back(i);
            continue;
        }
        const std::int32_t id = reads ? m_setup.text[static_cast<std::size_t>(m_position)] : m_next[i];
        const Lane* full = i > 0 && reads ? fullLane() : nullptr;
        const bool rows = lane.capture() == Capture::Maps || (compares && &lane == reference);
        KVW_TRY(guarded(i, m_position, [&]() -> Result<void> {
            const auto wanted = lane.beginDecode(id, m_position, full);
            if (wanted && *wanted) {
                members.push_back({&lane, id, m_position, coming, rows, full, {}});
            }
            return wanted ? Result<void>{} : tl::unexpected(wanted.error());
        }));
        stepping.push_back(i);
    }
    KVW_TRY(modelStep(members));
    for (const std::size_t i : stepping) {
        Lane& lane = *m_setup.lanes[i];
        if (lane.failed()) {
            continue;
        }
        // Generated texts diverge: then the full lane's row is about another text and nothing is compared with it.
        const Lane* full = i > 0 && reads ? fullLane() : nullptr;
        const std::int32_t id = reads ? m_setup.text[static_cast<std::size_t>(m_position)] : m_next[i];
        KVW_TRY(guarded(i, m_position, [&]() -> Result<void> {
            for (const BeforeRestore& before : m_beforeRestore) {
                // A lane that another policy takes over decodes this token as a prefill pass: there is nothing to
                // compare.
                if (before.lane == i && !lane.takesOver()) {
                    addNextTokenEvent(before, id);
                }
            }
            return lane.takesOver() ? lane.decodeTakingOver(id, m_position, full, *m_prompts) : lane.endDecode(full);
        }));
        if (m_setup.spec.mode == Mode::Generate && !lane.failed()) {
            const auto index = static_cast<std::int32_t>(i);
            Recording& recording = *m_setup.recording;
            if (const Trace& trace = recording.trace(index); reads && trace.steps() > m_position) {
                // The first token comes behind the question.
                recording.setTtft(index, recording.ttft(index) + static_cast<double>(trace.step(m_position).ms()));
            }
            // A question may contain the token that ends a turn.
            m_ended[i] = !reads && std::find(m_setup.endIds.begin(), m_setup.endIds.end(), id) != m_setup.endIds.end();
            if (m_ended[i]) {
                KVW_TRY(lane.leaveBackend());  // it is not stepped again
            }
            KVW_TRY(chooseNext(i, m_position + 1));
        }
    }
    m_beforeRestore.clear();
    ++m_position;
    return {};
}

Result<void> LockstepRun::chooseNext(std::size_t lane, std::int64_t index) {
    if (!isGenerated(index)) {
        return {};
    }
    if (m_setup.spec.sampling.temperature <= 0) {
        m_next[lane] = static_cast<std::int32_t>(m_setup.lanes[lane]->logitStatistics().argMax);
        return {};
    }
    KVW_TRY_ASSIGN(const auto logits, m_setup.lanes[lane]->logits());
    m_next[lane] = m_samplers[lane].choose(logits, index);
    return {};
}

Result<void> LockstepRun::modelStep(std::span<StepMember> members) {
    if (members.empty()) {
        return {};
    }
    const auto shared =
        contained(members[0].lane->whereOf(m_position, members.size()), [&] { return m_steps->step(members); });
    for (const StepMember& member : members) {
        if (shared && member.done) {
            continue;
        }
        const Error& error = member.done ? shared.error() : member.done.error();
        KVW_TRY(endLane(*member.lane, m_position, error));
    }
    return {};
}

Result<void> LockstepRun::applyChanges(std::span<const std::size_t> of) {
    for (auto next = m_setup.changes.begin(); next != m_setup.changes.end() && next->change.step <= m_position;) {
        if (std::find(of.begin(), of.end(), next->lane) == of.end()) {
            ++next;  // that lane reads its prompt in other passes
            continue;
        }
        Setup::PlannedChange due = std::move(*next);
        next = m_setup.changes.erase(next);
        const std::size_t lane = due.lane;
        if (m_setup.lanes[lane]->failed()) {
            continue;
        }
        KVW_TRY(guarded(lane, m_position, [&] {
            return due.change.kind == RunChange::Kind::Policy ? takeOver(due)
                   : byHand(due.change.kind)                  ? layHand(due)
                   : due.change.kind == RunChange::Kind::Capture
                       ? recordAs(static_cast<std::int32_t>(lane), due.change.value)
                       : applyParameter(static_cast<std::int32_t>(lane), due.change.name, due.change.value, true);
        }));
    }
    return {};
}

Result<void> LockstepRun::layHand(const Setup::PlannedChange& due) {
    Lane& lane = *m_setup.lanes[due.lane];
    const bool kept = std::any_of(m_beforeRestore.begin(), m_beforeRestore.end(),
                                  [&](const BeforeRestore& before) { return before.lane == due.lane; });
    const bool restores =
        due.change.kind == RunChange::Kind::Restore && lane.attention().checkManualEdit(due.change.kind);
    // A policy that cannot be copied costs the comparison, not the run.
    auto before = restores && !kept ? lane.attention().fork() : Result<std::unique_ptr<CachedAttention>>(nullptr);
    auto done = lane.applyManualEdit(due.change, m_position);
    if (done && before && *before) {
        m_beforeRestore.push_back({due.lane, std::move(*before)});
    }
    return done;
}

void LockstepRun::addNextTokenEvent(const BeforeRestore& before, std::int32_t id) {
    Lane& lane = *m_setup.lanes[before.lane];
    const auto logits = logitsBehind(lane.decoder(), *before.attention, id, m_position, lane.pool());
    if (const auto own = lane.logits(); logits && own) {
        lane.addEvent({static_cast<std::int32_t>(m_position), "next",
                       changeOfNext(*logits, *own, [&](std::int32_t next) { return lane.textOf(next); })});
    }
}

Result<void> LockstepRun::takeOver(Setup::PlannedChange& due) {
    const std::size_t lane = due.lane;
    const std::string before = m_setup.policies[lane].text;
    const sdk::Protection protectedBefore = m_setup.lanes[lane]->attention().policy().protection();
    KVW_TRY_ASSIGN(m_setup.lanes[lane], m_setup.lanes[lane]->makeSuccessor(std::move(due.next)));
    m_setup.lanes[lane]->attention().stopOn(m_stop.get_token());
    m_setup.policies[lane] = std::move(*due.policy);
    m_setup.recording->writer(static_cast<std::int32_t>(lane))
        .addEvent({static_cast<std::int32_t>(m_position), "policy",
                   fmt::format("{} takes over from {}", due.change.value, before)});
    tellProtection(lane, protectedBefore);
    const bool inPrompt = m_position < m_setup.promptTokens;
    m_setup.lanes[lane]->warnOnce(
        m_setup.policies[lane].id() == "full"
            ? (inPrompt ? finding("full-takes-over-in-prompt", due.change.value, before, m_position)
                        : finding("full-takes-over", due.change.value, before, m_position))
        : inPrompt ? finding("takes-over-in-prompt", due.change.value, before, m_position)
                   : finding("takes-over", due.change.value, before, m_position),
        m_position);
    if (inPrompt) {
        m_setup.lanes[lane]->goOnWithPrompt();
    }
    const std::int64_t seen = std::max(m_position + 1, m_setup.promptTokens);
    for (const Finding& warning :
         policyWarnings(inTokens(m_setup.policies[lane], m_setup.promptTokens), factsFrom(m_setup, seen))) {
        m_setup.lanes[lane]->warnOnce(warning, m_position);
    }
    return {};
}

bool LockstepRun::finished() const {
    if (m_position >= m_setup.total || !anyLeft()) {
        return true;
    }
    for (std::size_t i = 0; i < m_setup.lanes.size(); ++i) {
        if (!m_setup.lanes[i]->failed() && !m_ended[i]) {
            return false;
        }
    }
    return true;
}

Result<void> LockstepRun::setParameter(std::int32_t lane, const std::string& name, const std::string& value) {
    const c10::InferenceMode inference;
    return contained("changing a parameter", [&] {
        return name == "capture" ? recordAs(lane, value) : applyParameter(lane, name, value, false);
    });
}

Result<void> LockstepRun::checkLane(std::int32_t lane) const {
    return lane >= 0 && static_cast<std::size_t>(lane) < m_setup.lanes.size()
               ? Result<void>{}
               : kvw::fail(Code::BadUsage, "lane", "there is no such lane", std::to_string(lane));
}

Result<void> LockstepRun::recordAs(std::int32_t lane, const std::string& level) {
    const auto capture = choiceNamed<Capture>(level);
    if (!capture) {
        return kvw::fail(Code::BadUsage, "capture", "there is no such level of recording", level,
                         "none, rows, stats or maps");
    }
    auto checked = checkLane(lane);
    if (checked && !m_setup.lanes[static_cast<std::size_t>(lane)]->failed()) {
        m_setup.lanes[static_cast<std::size_t>(lane)]->setCapture(*capture, m_position);
    }
    return checked;
}

Result<void> LockstepRun::applyParameter(std::int32_t lane, const std::string& name, const std::string& value,
                                         bool planned) {
    KVW_TRY(checkLane(lane));
    ResolvedPolicy& policy = m_setup.policies[static_cast<std::size_t>(lane)];
    // This refuses an unknown name and a value out of range.
    ResolvedPolicy changed = policy;
    KVW_TRY(kvw::setParameter(changed, name, value));
    if (!isLive(policy, name)) {
        return kvw::fail(
            Code::BadUsage, policy.id(),
            policy.composed() && policy.cutInterval == 0
                ? phrase("'%1' takes effect at the next run only: this composition cuts once, after the prompt", name)
                : phrase("'%1' takes effect at the next run only", name));
    }
    // A change that a bundle lists is repeated as it was, even if it changes nothing.
    if (!planned && changed.parametersJson() == policy.parametersJson()) {
        return {};
    }
    Lane& changing = *m_setup.lanes[static_cast<std::size_t>(lane)];
    const sdk::Protection before = changing.attention().policy().protection();
    const std::int64_t context = changing.decoder().config().context;
    KVW_TRY(changing.setParameters(forModel(inTokens(changed, m_setup.promptTokens), context)));
    policy = std::move(changed);
    for (const Finding& warning :
         policyWarnings(inTokens(policy, m_setup.promptTokens), factsFrom(m_setup, m_setup.promptTokens))) {
        m_setup.lanes[static_cast<std::size_t>(lane)]->warnOnce(warning, m_position);
    }
    m_setup.recording->writer(lane).addEvent(
        {static_cast<std::int32_t>(m_position), "parameter", fmt::format("{} = {}", name, value)});
    tellProtection(static_cast<std::size_t>(lane), before);
    return {};
}

void LockstepRun::tellProtection(std::size_t lane, const sdk::Protection& before) {
    const sdk::Protection& now = m_setup.lanes[lane]->attention().policy().protection();
    const ProtectedEnds was{before.sinks, before.recent}, is{now.sinks, now.recent};
    if (was != is) {
        m_setup.recording->writer(static_cast<std::int32_t>(lane))
            .addEvent({static_cast<std::int32_t>(m_position), kProtectionEvent, protectionChange(was, is)});
    }
}

Result<std::vector<float>> LockstepRun::nextLogits(std::int32_t lane) {
    const c10::InferenceMode inference;
    return contained("logits", [&]() -> Result<std::vector<float>> {
        KVW_TRY(checkLane(lane));
        KVW_TRY_ASSIGN(const auto logits, m_setup.lanes[static_cast<std::size_t>(lane)]->logits());
        if (logits.empty()) {
            return kvw::fail(Code::BadUsage, "logits", "the lane has none: its prompt was not read, or it has ended");
        }
        return std::vector<float>(logits.begin(), logits.end());
    });
}

void LockstepRun::close(RunState state, const Phrase& message) {
    // Every finished step was published with its end, so a last publish without memory loses only marks.
    (void)contained("close", [&]() -> Result<void> {
        for (auto& lane : m_setup.lanes) {
            if (state == RunState::Finished) {
                lane->warnIfNothingWasEvicted();
            }
            lane->warnOfDroppedRows();
            lane->publish();
        }
        return {};
    });
    m_setup.recording->setState(state, message);
}

}  // namespace kvw
