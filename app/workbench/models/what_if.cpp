// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/models/what_if.h"

#include <algorithm>

#include "core/policy/host/choice.h"

namespace kvw::wb {

namespace {

/// Tokens of a layer that query head `head` (-1: any) finds in its keep-set.
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

}  // namespace

QString whatIfName(WhatIfCell cell) {
    switch (cell) {
        case WhatIfCell::Neither:
            return QObject::tr("kept by neither");
        case WhatIfCell::Both:
            return QObject::tr("kept by both");
        case WhatIfCell::OnlyRun:
            return QObject::tr("would go");
        case WhatIfCell::OnlyNext:
            return QObject::tr("would stay");
    }
    return {};
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

WhatIfModel::WhatIfModel(EngineClient& client, RunDraft& draft, PluginsModel& plugins, Selection& selection,
                         QObject* parent)
    : QObject(parent), m_client(client), m_draft(draft), m_plugins(plugins), m_selection(selection) {
    connect(&client, &EngineClient::whatIfAnswered, this, &WhatIfModel::changed);
}

void WhatIfModel::ask() {
    PolicyForm& form = m_draft.form();
    const QString policy = form.policyText();
    const std::uint64_t generation = m_client.status().generation;
    const SessionState state = m_client.status().state;
    const bool none = m_client.viewing() || state == SessionState::Loading || state == SessionState::Failed;
    if (!none && form.error().isEmpty() && (policy != m_asked || generation != m_generation)) {
        m_asked = policy;
        m_generation = generation;
        m_client.askWhatIf(policy.toStdString());
    }
}

bool WhatIfModel::turned() const {
    const std::shared_ptr<Recording> recording = m_client.recording();
    if (!recording || m_client.viewing() || !m_draft.form().error().isEmpty() ||
        m_client.steps() < recording->description().promptTokens) {
        return false;
    }
    const auto policy = resolvePolicy(m_plugins.catalog(), m_draft.form().policyText().toStdString());
    const std::vector<LaneInfo>& lanes = recording->description().lanes;
    return policy && std::none_of(lanes.begin(), lanes.end(),
                                  [&policy](const LaneInfo& lane) { return lane.policyText == policy->text; });
}

std::shared_ptr<const WhatIfPreview> WhatIfModel::preview() {
    const std::shared_ptr<const EngineClient::WhatIf> answer = m_client.whatIf();
    const std::shared_ptr<Recording> recording = m_client.recording();
    if (!answer || !answer->selection || !recording || m_client.viewing()) {
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
    if (!turned() || !m_dismissed.isEmpty()) {
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
