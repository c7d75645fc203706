// SPDX-License-Identifier: GPL-3.0-or-later
// Forks in which tokens are evicted, pinned or put back by hand.
#include <algorithm>
#include <iterator>
#include <utility>

#include "app/workbench/session/runs/forks.h"
#include "core/trace/token_list.h"

namespace kvw::wb {

namespace {

/// Returns the text that a fork by hand at token `step` gets.
ForkText textOfHands(const Recording& run, int lane, std::int64_t step) {
    // A run that goes on does so beside its fork, and each generates a text of its own.
    const bool ended = run.state() != RunState::Running && run.hasTrace(lane);
    return ended && run.description().mode == "generate" && step + 1 < run.trace(lane).steps() ? ForkText::Parents
                                                                                               : ForkText::Own;
}

/// Returns `lane`, limited to the lanes of the recording.
int laneOf(const Recording& run, int lane) {
    return std::clamp(lane, 0, std::max(0, run.lanes() - 1));
}

}  // namespace

bool Forks::readsParent(int run) const {
    const RunTree::Node& fork = m_tree.node(run);
    return fork.parent >= 0 && fork.recording && m_tree.node(fork.parent).recording &&
           readsGenerated(m_tree.node(fork.parent).recording->description(), fork.recording->description());
}

Result<void> Forks::editTokens(RunChange::Kind kind, const std::vector<std::int32_t>& tokens) {
    KVW_TRY(checkShown());
    if (tokens.empty()) {
        return fail(Code::BadUsage, "by hand", "no token is selected");
    }
    if (kind != RunChange::Kind::Restore && *std::max_element(tokens.begin(), tokens.end()) >= stepHere()) {
        return fail(Code::BadUsage, "by hand", "there are no such tokens yet", tokenListText(tokens),
                    phrase("tokens before %1", stepHere()));
    }
    const auto index = m_client.index(m_selection.lane());
    const auto none = [&tokens](auto is) { return std::ranges::none_of(tokens, is); };
    std::vector<std::int32_t> meant = tokens;
    if (kind == RunChange::Kind::Restore) {
        meant = evicted(tokens, stepHere());
        if (meant.empty()) {
            return fail(Code::BadUsage, "by hand", "these tokens are held in every layer and head there");
        }
    } else if (index && kind == RunChange::Kind::Release) {
        if (none([&](std::int32_t token) { return index->pinnedAt(token, stepHere() - 1); })) {
            return fail(Code::BadUsage, "by hand", "none of these tokens is pinned there");
        }
    } else if (index && none([&](std::int32_t token) { return index->heldShare(token, stepHere() - 1) > 0; })) {
        return fail(Code::BadUsage, "by hand", "no layer or head holds any of these tokens there", "",
                    "tokens that are held, or putting these back first");
    }
    const Recording& recording = *m_tree.node(current()).recording;
    const int lane = laneOf(recording, m_selection.lane());
    return start(current(), lane, stepHere(), {{stepHere(), kind, {}, tokenListText(meant)}},
                 textOfHands(recording, lane, stepHere()));
}

std::vector<std::int32_t> Forks::evicted(const std::vector<std::int32_t>& tokens, std::int64_t step) const {
    std::vector<std::int32_t> gone;
    if (const auto index = m_client.index(m_selection.lane())) {
        std::copy_if(tokens.begin(), tokens.end(), std::back_inserter(gone),
                     [&](std::int32_t token) { return token < step && index->heldShare(token, step - 1) < 1; });
    }
    return gone;
}

std::int64_t Forks::goneSince(const std::vector<std::int32_t>& tokens, std::int64_t step, std::int64_t least) const {
    const std::size_t gone = evicted(tokens, step).size();
    while (gone > 0 && step > least && evicted(tokens, step - 1).size() == gone) {
        --step;
    }
    return step;
}

const ProbeInfo* Forks::askedFor(const RunDescription& run, const std::vector<std::int32_t>& tokens,
                                 std::int64_t step) const {
    // A fact may be asked for more than once.
    const ProbeInfo *first = nullptr, *lost = nullptr;
    for (const ProbeInfo& probe : run.probes) {
        std::vector<std::int32_t> stated;
        std::copy_if(tokens.begin(), tokens.end(), std::back_inserter(stated),
                     [&](std::int32_t token) { return token >= probe.factBegin && token < probe.factEnd; });
        // Nothing can be put back before a question that is part of the prompt.
        if (stated.empty() || probe.questionBegin < run.promptTokens) {
            continue;
        }
        if (step > probe.questionBegin && step <= probe.answerEnd) {
            return &probe;
        }
        first = first != nullptr ? first : &probe;
        if (lost == nullptr && !evicted(stated, std::min<std::int64_t>(step, probe.questionBegin)).empty()) {
            lost = &probe;
        }
    }
    return lost != nullptr ? lost : first;
}

Result<void> Forks::measureForgetting(const std::vector<std::int32_t>& tokens) {
    const int run = current();
    if (run < 0) {
        return fail(Code::BadUsage, "what did it forget?", "show one run and select tokens of it");
    }
    const Recording& recording = *m_tree.node(run).recording;
    RunChange change;
    change.kind = RunChange::Kind::Restore;
    change.step = stepHere();
    constexpr std::int64_t kTokensAfter = 64;
    const int lane = laneOf(recording, m_selection.lane());
    const ProbeInfo* probe = askedFor(recording.description(), tokens, change.step);
    // The fork of a finished run ends where that did, as does a fork that reads a generated text.
    const std::int64_t end = recording.trace(lane).steps();
    const bool ends =
        recording.state() == RunState::Finished || textOfHands(recording, lane, change.step) == ForkText::Parents;
    // At the end no later token can show the effect, so the tokens are put back earlier.
    const bool back = ends && probe == nullptr && change.step >= end;
    if (back) {
        change.step = goneSince(tokens, change.step,
                                std::max<std::int64_t>(recording.description().promptTokens, end - kTokensAfter - 1));
    }
    // The first token of the fork was predicted before anything was put back.
    const std::int64_t first = change.step + 1;
    const std::int64_t after = ends && end > first ? std::min(kTokensAfter, end - first) : kTokensAfter;
    Price price{first, first + after, (back ? tr("The last %1 tokens") : tr("The next %1 tokens")).arg(after)};
    if (probe != nullptr) {
        change.step = std::min<std::int64_t>(change.step, probe->questionBegin);
        price = {probe->answerBegin, probe->answerEnd,
                 tr("The answer of “%1”").arg(QString::fromStdString(probe->name))};
    }
    const std::vector<std::int32_t> gone = evicted(tokens, change.step);
    if (gone.empty()) {
        return fail(Code::BadUsage, "what did it forget?",
                    tokens.empty() ? "no token is selected" : "these tokens are held in every layer and head there", "",
                    "evicted tokens, or the fact of a probe");
    }
    if (back && first >= end) {
        return fail(Code::BadUsage, "what did it forget?",
                    "they were evicted at the last token: no later token can show the price", "",
                    "tokens that were evicted before");
    }
    change.value = tokenListText(gone);
    return start(run, lane, change.step, {change}, textOfHands(recording, lane, change.step), std::move(price));
}

}  // namespace kvw::wb
