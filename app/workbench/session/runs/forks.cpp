// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/runs/forks.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include "app/workbench/language/phrase_text.h"
#include "app/workbench/session/runs/run_again.h"
#include "app/workbench/session/runs/run_memory.h"
#include "core/analysis/overlap.h"
#include "core/session/spec/command_line.h"
#include "core/session/spec/repeat_command.h"
#include "core/session/spec/run_changes.h"
#include "core/session/spec/spike_spec.h"

namespace kvw::wb {

Forks::Forks(EngineClient& client, RunDraft& draft, PluginsModel& plugins, Selection& selection, QObject* parent)
    : QObject(parent), m_client(client), m_draft(draft), m_plugins(plugins), m_selection(selection) {
    connect(&m_client, &EngineClient::startRequested, this, [this](const RunSpec& spec) { m_spec = spec; });
    connect(&m_client, &EngineClient::recordingChanged, this, &Forks::onRecording);
    connect(&m_client, &EngineClient::traceAdvanced, this, &Forks::onSteps);
    connect(&m_client, &EngineClient::statusChanged, this, &Forks::reportOrigin);
    connect(&m_client, &EngineClient::statusChanged, this, &Forks::tellConsequence);
    connect(&m_client, &EngineClient::statusChanged, this, &Forks::tellPrices);
}

int Forks::current() const {
    return m_tree.find(m_client.recording().get());
}

std::int64_t Forks::stepHere() const {
    const std::int64_t steps = m_client.steps();
    const std::int64_t step = m_selection.step() < 0 ? steps - 1 : std::min(m_selection.step(), steps - 1);
    return step + 1;
}

void Forks::onRecording() {
    const std::shared_ptr<Recording> recording = m_client.recording();
    // The session keeps its last recording while it prepares the next, even one that was let go.
    if (recording && recording != m_together && m_tree.find(recording.get()) < 0 && !m_tree.dropped(recording)) {
        adopt(recording);
    }
    m_tree.setShown(recording.get());
}

void Forks::adopt(const std::shared_ptr<Recording>& recording) {
    RunTree::Node node;
    node.recording = recording;
    node.lane = recording->lanes() > 1 ? 1 : 0;
    if (m_client.viewing()) {
        node.source = m_client.source();
        // Its text is looked up when it is forked; until then the token ids suffice.
        node.spec.model = m_draft.base().model;
        m_tree.add(std::move(node));
        return;
    }
    node.spec = m_spec;
    const std::optional<Pending> pending = std::exchange(m_pending, std::nullopt);
    const bool forked =
        pending && recording->description().specs == std::vector{pending->spec} && recording->lanes() > pending->lane;
    if (forked) {
        node.parent = pending->parent;
        node.parentLane = pending->parentLane;
        node.lane = pending->lane;
        node.step = pending->step;
        node.besideLane = pending->besideLane;
    }
    const int run = m_tree.add(std::move(node));
    if (!forked) {
        return;
    }
    m_unchecked = run;
    m_untold = pending->silent ? -1 : run;
    if (pending->price) {
        m_prices[run] = *pending->price;
        m_untold = -1;
    }
    if (const auto same = checkSameText(*m_tree.node(pending->parent).recording, *recording); !same) {
        m_client.stop();
        m_unchecked = -1;
        Q_EMIT problem(same.error().asPhrase());
    }
}

void Forks::onSteps() {
    m_tree.update();
    tellPrices();
    tellConsequence();
    if (m_unchecked < 0) {
        return;
    }
    const RunTree::Node& fork = m_tree.node(m_unchecked);
    if (fork.recording->trace(fork.lane).steps() >= fork.step) {
        // After the last token of the prompt the fork may already hold other tokens than its parent.
        const bool behindPrompt = fork.step <= fork.recording->description().promptTokens;
        reportUnequal(*m_tree.node(fork.parent).recording, *fork.recording, fork.step - (behindPrompt ? 1 : 0));
        m_unchecked = -1;
    }
}

Result<void> Forks::checkShown() const {
    if (current() >= 0) {
        return {};
    }
    return fail(Code::BadUsage, "fork",
                m_client.recording() ? "two runs are shown side by side; show one of them" : "there is no run yet");
}

Result<void> Forks::fork(std::int64_t step, const QString& policy, const std::string& device) {
    KVW_TRY(checkShown());
    const Recording& recording = *m_tree.node(current()).recording;
    const int lane = std::clamp(m_selection.lane(), 0, std::max(0, recording.lanes() - 1));
    const RunDescription& run = recording.description();
    const bool nothingRead = step < run.promptTokens && readTogether(run, lane, step).begin == 0;
    auto changes = chainBefore(recording, lane, step).and_then([&](const PolicyChain& chain) {
        return changesTo(m_plugins.catalog(), chain, policy.toStdString(), step, nothingRead);
    });
    return changes ? start(current(), lane, step, *changes, ForkText::Own, std::nullopt, device)
                   : tl::unexpected(changes.error());
}

RunSpec Forks::like(int run) const {
    const RunTree::Node& node = m_tree.node(run);
    RunSpec spec = node.spec;
    if (!node.source.isEmpty()) {
        spec.textFile = shippedText(node.recording->description().textHash);
        spec.question = questionOf(node.recording->description());
        // Another model may have been chosen since the bundle was opened; if none matches, the engine says so.
        spec.model = modelOf(node.recording->description(), m_draft).value_or(spec.model);
    }
    spec.threads = spec.threads > 0 ? spec.threads : automaticThreads();
    return spec;
}

Result<void> Forks::start(int run, int wantedLane, std::int64_t step, const std::vector<RunChange>& changes,
                          ForkText text, std::optional<Price> price, const std::string& device) {
    const RunTree::Node& parent = m_tree.node(run);
    const int lane = std::clamp(wantedLane, 0, std::max(0, parent.recording->lanes() - 1));
    KVW_TRY_ASSIGN(auto spec, forkSpec(*parent.recording, lane, step, changes, like(run), text));
    if (!device.empty()) {
        spec.device = device;
    }
    const RunState state = parent.recording->state();
    // A fork that reads its parent's text ends where the parent did; the parent's lane reads it beside the fork.
    const bool reads = text == ForkText::Parents;
    const auto whole =
        chainBefore(*parent.recording, lane,
                    reads ? parent.recording->trace(lane).steps() : std::numeric_limits<std::int64_t>::max());
    int besideLane = -1;
    if (whole && (reads || state == RunState::Running || state == RunState::Stopped)) {
        besideLane = static_cast<int>(spec.policies.size()) - 1;
        spec.policies.insert(spec.policies.end() - 1, toText(*whole));
    }
    KVW_TRY(checkForkMemory(spec, parent.recording->description(), m_plugins.catalog(), m_client));
    const bool paused = !m_client.viewing() && m_client.status().state == SessionState::Paused && !price;
    const int forkedLane = static_cast<int>(spec.policies.size()) - 1;
    // A fork in the prompt is the same as its parent up to the end of the tokens that are read together.
    const RunDescription& description = parent.recording->description();
    const bool inPrompt = step < description.promptTokens;
    const ReadTogether pass = readTogether(description, lane, step);
    const std::int64_t own = inPrompt ? pass.end : step;
    m_pending = Pending{run, lane, forkedLane, besideLane, own, recordedSpec(spec), std::move(price)};
    m_originUnreported = !inPrompt;
    m_client.start(std::move(spec), m_plugins.catalog(), paused,
                   inPrompt ? RunFrom{true, nullptr, -1} : RunFrom{true, parent.recording, step});
    if (inPrompt) {
        Q_EMIT told(tr("Tokens %1 to %2 of the prompt are read together: the fork differs only after them.")
                        .arg(pass.begin)
                        .arg(pass.end - 1));
    }
    return {};
}

Result<void> Forks::branch(int lane, std::int64_t step, const std::vector<std::string>& chains, std::int64_t end) {
    KVW_TRY(checkShown());
    const int run = current();
    const Recording& parent = *m_tree.node(run).recording;
    // A placeholder that makes forkSpec valid; its lane is replaced by the chains.
    const RunChange any{step, RunChange::Kind::Evict, {}, "0"};
    KVW_TRY_ASSIGN(auto spec, forkSpec(parent, lane, step, {any}, like(run)));
    spec.policies.pop_back();
    const int first = static_cast<int>(spec.policies.size());
    spec.policies.insert(spec.policies.end(), chains.begin(), chains.end());
    spec.steps = std::max<std::int64_t>(end - parent.description().generatesFrom(), 0);
    return startBranches(lane, step, std::move(spec), first);
}

Result<void> Forks::takeApart(std::int64_t step) {
    KVW_TRY(checkShown());
    const Recording& parent = *m_tree.node(current()).recording;
    const int lane = std::clamp(m_selection.lane(), 0, std::max(0, parent.lanes() - 1));
    KVW_TRY_ASSIGN(auto spec, spikeSpec(parent, lane, step, kSpikeTokens, like(current())));
    const bool beside = !spec.policies.empty() && isFullCache(spec.policies.front());
    return startBranches(lane, step, std::move(spec), beside ? 1 : 0);
}

Result<void> Forks::startBranches(int lane, std::int64_t step, RunSpec spec, int first) {
    const int run = current();
    const std::shared_ptr<Recording>& parent = m_tree.node(run).recording;
    KVW_TRY(checkForkMemory(spec, parent->description(), m_plugins.catalog(), m_client));
    m_pending = Pending{run, lane, first, -1, step, recordedSpec(spec), std::nullopt, true};
    m_client.start(std::move(spec), m_plugins.catalog(), false, {.prompt = true, .parent = parent, .step = step});
    return {};
}

void Forks::reportOrigin() {
    const SessionStatus status = m_client.status();
    if (!m_originUnreported || m_client.viewing() || status.takenBy.lock() != m_client.recording() ||
        current() != m_tree.count() - 1 || (status.continuedFrom < 0 && status.replayed.empty())) {
        return;
    }
    m_originUnreported = false;
    const QString how = status.continuedFrom >= 0
                            ? tr("The fork continues from the state kept at token %1.").arg(status.continuedFrom)
                            : tr("The fork is computed from its start: %1").arg(phraseText(status.replayed));
    Q_EMIT told(readsParent(current()) ? how + tr(" It reads the generated text, so both NLLs are of the same tokens.")
                                       : how);
}

void Forks::tellConsequence() {
    if (m_untold < 0) {
        return;
    }
    // A fork that was stopped or failed has a consequence, too, unless another fork was just started in its place.
    const RunState state = m_tree.node(m_untold).recording->state();
    if (state == RunState::Finished || (state != RunState::Running && !m_pending)) {
        m_tree.update();
        if (const QString sentence = consequence(std::exchange(m_untold, -1)); !sentence.isEmpty()) {
            Q_EMIT told(sentence);
        }
    }
}

void Forks::showKeepingPlace(const std::shared_ptr<Recording>& recording, const QString& source, int lane) {
    const std::int64_t step = m_selection.following() ? -1 : m_selection.step();
    const int layer = m_selection.layer(), head = m_selection.head();
    std::vector<std::int32_t> tokens = m_selection.tokens();
    m_client.show(recording, source);
    m_selection.setLane(lane);
    m_selection.setLayer(layer);
    m_selection.setHead(head);
    m_selection.setTokens(std::move(tokens));
    if (step >= 0) {
        m_selection.setStep(step);
    }
}

void Forks::show(int run) {
    const RunTree::Node& node = m_tree.node(run);
    if (!node.recording || node.recording == m_client.recording()) {
        return;
    }
    showKeepingPlace(node.recording, m_tree.name(run), node.lane);
}

void Forks::showLive() {
    if (const auto live = m_client.sessionRecording(); live && live != m_client.recording()) {
        const int run = m_tree.find(live.get());
        showKeepingPlace(live, {}, run < 0 ? 0 : m_tree.node(run).lane);
    }
}

int Forks::laneToShow() const {
    const int run = current();
    return run >= 0 ? m_tree.node(run).lane : m_client.lanes() > 1 ? 1 : 0;
}

std::vector<RunSpec> Forks::specsOf(int a, int laneOfA, int b) const {
    constexpr auto kAll = std::numeric_limits<std::int64_t>::max();
    const RunTree::Node &left = m_tree.node(a), &right = m_tree.node(b);
    const auto first = chainBefore(*left.recording, laneOfA, kAll);
    const auto second = chainBefore(*right.recording, right.lane, kAll);
    if (!first || !second) {
        return {};
    }
    const LaneSettings settings = settingsOf(left.recording->description(), laneOfA);
    if (settings != settingsOf(right.recording->description(), right.lane)) {
        return joinedSpecs({repeatSpecs(*left.recording), repeatSpecs(*right.recording)});
    }
    RunSpec spec = specOf(withSettings(left.recording->description(), settings));
    const RunSpec source = like(a);
    if (!source.textFile.empty() || source.prompt || source.ids) {
        spec.textFile = source.textFile;
        spec.prompt = source.prompt;
        spec.question = source.question;
        spec.ids = source.ids;
    }
    spec.model = source.model;
    spec.threads = source.threads;
    spec.policies = {toText(*first), toText(*second)};
    std::string full;
    const auto addBeside = [&full](const RunTree::Node& node, int lane) {
        if (lane > 0 && node.recording->description().beginsWithFull() && (full.empty() || full == "full")) {
            const auto chain = chainBefore(*node.recording, 0, kAll);
            full = chain && isFullCache(*chain) ? toText(*chain) : "full";
        }
    };
    addBeside(left, laneOfA);
    addBeside(right, right.lane);
    if (!full.empty() && !isFullCache(*first) && !isFullCache(*second)) {
        spec.policies.insert(spec.policies.begin(), full);
    }
    return {recordedSpec(std::move(spec))};
}

Result<void> Forks::compare(int a, int b) {
    std::tie(a, b) = std::pair(std::min(a, b), std::max(a, b));
    const RunTree::Node &left = m_tree.node(a), &right = m_tree.node(b);
    const int laneOfLeft = right.parent == a ? right.parentLane : left.lane;
    if (right.parent == a && right.besideLane >= 0) {
        show(b);
        Q_EMIT told(readsParent(b) ? tr("Its parent reads the text beside it, as a lane.")
                                   : tr("The run continues as a lane of its fork."));
        return {};
    }
    const std::vector<RunSpec> specs = specsOf(a, laneOfLeft, b);
    auto together = combineLanes(*left.recording, laneOfLeft, *right.recording, right.lane, specs, commandLine(specs));
    if (!together) {
        return tl::unexpected(together.error());
    }
    m_together = *together;
    m_togetherUnfinished =
        left.recording->state() == RunState::Running || right.recording->state() == RunState::Running;
    m_togetherDivergence = {};
    showKeepingPlace(m_together, tr("%1 beside %2").arg(m_tree.name(a), m_tree.name(b)), m_together->lanes() - 1);
    return {};
}

Result<void> Forks::remove(int run) {
    const std::shared_ptr<Recording> recording = m_tree.node(run).recording;
    const char* needed = m_tree.rowCount(m_tree.indexOf(run)) > 0                          ? "it has forks"
                         : recording == m_client.recording()                               ? "it is shown"
                         : recording == m_client.sessionRecording() && m_client.underWay() ? "it is under way"
                                                                                           : nullptr;
    if (needed != nullptr) {
        return fail(Code::BadUsage, "run", phrase("it cannot be let go: %1", needed));
    }
    m_prices.erase(run);
    m_unchecked = m_unchecked == run ? -1 : m_unchecked;
    m_untold = m_untold == run ? -1 : m_untold;
    m_tree.drop(run);
    return {};
}

}  // namespace kvw::wb
