// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/runs/what_if.h"

#include <algorithm>
#include <iterator>
#include <tuple>

#include "core/policy/host/choice/choice.h"
#include "core/session/spec/run_changes.h"

namespace kvw::wb {

namespace {

/// Returns [prompt tokens] whether the keep-set of query head `head` (-1: any) has the token in this layer.
std::vector<bool> heldIn(const PromptSelection& selection, int layer, int head, int queryHeads) {
    std::vector<bool> held(static_cast<std::size_t>(selection.promptTokens));
    for (std::int32_t unit = 0; unit < selection.units; ++unit) {
        if (head < 0 || unit == head * selection.units / std::max(1, queryHeads)) {
            for (const std::int32_t token : selection.kept[static_cast<std::size_t>(layer * selection.units + unit)]) {
                held[static_cast<std::size_t>(token)] = true;
            }
        }
    }
    return held;
}

/// Returns whether the layers observe the same of both prompts, in lane `lane` of `a`.
bool readAlike(const RunDescription& a, std::int32_t lane, const RunDescription& b) {
    const LaneSettings of = settingsOf(a, lane);
    const auto how = [](const auto& set) {
        return std::tie(set.positions, set.rankKeys, set.prefill, set.jitter, set.dtype, set.kvDtype);
    };
    const auto begins = [](const RunDescription& run) {
        const auto known = std::min<std::ptrdiff_t>(run.promptTokens, std::ssize(run.tokenIds));
        return std::pair(run.tokenIds.begin(), run.tokenIds.begin() + known);
    };
    const auto [first, last] = begins(a);
    const auto [otherFirst, otherLast] = begins(b);
    return a.model.name == b.model.name && a.model.hash == b.model.hash && a.promptTokens == b.promptTokens &&
           how(of) == how(b) && std::equal(first, last, otherFirst, otherLast);
}

}  // namespace

QString whatIfName(WhatIfCell cell) {
    static constexpr const char* kNames[] = {
        QT_TRANSLATE_NOOP("QObject", "kept by neither"), QT_TRANSLATE_NOOP("QObject", "kept by both"),
        QT_TRANSLATE_NOOP("QObject", "would go"), QT_TRANSLATE_NOOP("QObject", "would stay")};
    return QObject::tr(kNames[static_cast<std::size_t>(cell)]);
}

std::vector<WhatIfCell> WhatIfPreview::cells(int layer, int head, int queryHeads) const {
    std::vector<WhatIfCell> cells(static_cast<std::size_t>(next.promptTokens));
    if (layer < 0 || layer >= next.layers || layer >= run.layers) {
        return {};
    }
    const std::vector<bool> held = heldIn(run, layer, head, queryHeads);
    const std::vector<bool> kept = heldIn(next, layer, head, queryHeads);
    for (std::size_t token = 0; token < cells.size(); ++token) {
        cells[token] = held[token] ? (kept[token] ? WhatIfCell::Both : WhatIfCell::OnlyRun)
                                   : (kept[token] ? WhatIfCell::OnlyNext : WhatIfCell::Neither);
    }
    return cells;
}

double WhatIfPreview::keptByBoth(int layer) const {
    const int units = std::max({run.units, next.units, 1});
    const auto kept = [layer, units](const PromptSelection& of, int unit) -> const std::vector<std::int32_t>& {
        return of.kept[static_cast<std::size_t>(layer * of.units + unit * of.units / units)];
    };
    std::vector<std::int32_t> both;
    for (int unit = 0; unit < units; ++unit) {
        const std::vector<std::int32_t>&a = kept(run, unit), &b = kept(next, unit);
        std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
    }
    return static_cast<double>(both.size()) / units;
}

WhatIfModel::WhatIfModel(EngineClient& client, RunDraft& draft, PluginsModel& plugins, Selection& selection,
                         QObject* parent)
    : QObject(parent), m_client(client), m_draft(draft), m_plugins(plugins), m_selection(selection) {
    connect(&client, &EngineClient::whatIfAnswered, this, &WhatIfModel::changed);
    connect(&client, &EngineClient::recordingChanged, this, [this] { m_asked.clear(); });
    connect(&client, &EngineClient::startRequested, this, [this] { m_startedWith = m_draft.form().policyText(); });
}

bool WhatIfModel::observed() const {
    const std::shared_ptr<Recording> shown = m_client.recording(), read = m_client.sessionRecording();
    if (!shown || !read) {
        return false;
    }
    if (!m_client.viewing()) {
        const SessionState state = m_client.status().state;
        return state != SessionState::Loading && state != SessionState::Failed;
    }
    const int lane = std::clamp(m_selection.lane(), 0, std::max(0, shown->lanes() - 1));
    return shown->lanes() > 0 && readAlike(shown->description(), lane, read->description());
}

void WhatIfModel::ask() {
    PolicyForm& form = m_draft.form();
    const QString policy = form.policyText();
    if (observed() && form.error().isEmpty() && policy != m_asked) {
        m_asked = policy;
        m_client.askWhatIf(policy.toStdString());
    }
}

bool WhatIfModel::differs(const LaneInfo& lane, const ResolvedPolicy& policy) const {
    const auto chain = parseChain(lane.policyText);
    if (!chain) {
        return lane.policyText != policy.text;
    }
    const std::int64_t end = chain->changes.empty() ? 0 : chain->changes.back().step;
    const auto changes = changesTo(m_plugins.catalog(), *chain, policy.text, end);
    return chain->policy != policy.text && (!changes || !changes->empty());
}

bool WhatIfModel::turned() const {
    const std::shared_ptr<Recording> recording = m_client.recording();
    if (!observed() || !m_draft.form().error().isEmpty() || m_client.steps() < recording->description().promptTokens) {
        return false;
    }
    const auto policy = resolvePolicy(m_plugins.catalog(), m_draft.form().policyText().toStdString());
    const std::vector<LaneInfo>& lanes = recording->description().lanes;
    return policy && std::ranges::all_of(lanes, [&](const LaneInfo& lane) { return differs(lane, *policy); });
}

std::shared_ptr<const WhatIfPreview> WhatIfModel::preview() {
    const std::shared_ptr<const EngineClient::WhatIf> answer = m_client.whatIf();
    const std::shared_ptr<Recording> recording = m_client.recording();
    if (!answer || !answer->selection || !observed()) {
        m_preview.reset();
        m_answer.reset();
        return nullptr;
    }
    const int lane = std::clamp(m_selection.lane(), 0, std::max(0, recording->lanes() - 1));
    if (m_preview && answer == m_answer && recording == m_recording && lane == m_lane) {
        return m_preview;
    }
    m_preview.reset();
    const PromptSelection& next = *answer->selection;
    auto held = heldBehindPrompt(*recording, lane);
    if (!held || held->layers != next.layers || held->promptTokens != next.promptTokens) {
        return nullptr;
    }
    m_answer = answer;
    m_recording = recording;
    m_lane = lane;
    m_preview = std::make_shared<const WhatIfPreview>(WhatIfPreview{std::move(*held), next, answer->bytes});
    return m_preview;
}

std::shared_ptr<const WhatIfPreview> WhatIfModel::overlay() {
    const QString policy = m_draft.form().policyText();
    if (policy != m_dismissed) {
        m_dismissed.clear();
    }
    if (policy != m_startedWith) {
        m_startedWith.clear();
    }
    if (!turned() || !m_startedWith.isEmpty() || !m_dismissed.isEmpty()) {
        return nullptr;
    }
    ask();
    return preview();
}

void WhatIfModel::dismiss() {
    m_dismissed = m_draft.form().policyText();
    Q_EMIT changed();
}

}  // namespace kvw::wb
