// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/runs/live_tuning.h"

#include <algorithm>

namespace kvw::wb {

LiveTuning::LiveTuning(EngineClient& client, RunDraft& draft, QObject* parent)
    : QObject(parent), m_client(client), m_draft(draft) {
    m_soon.setSingleShot(true);
    m_soon.setInterval(0);
    connect(&m_soon, &QTimer::timeout, this, &LiveTuning::send);
    connect(&client, &EngineClient::startRequested, this, &LiveTuning::begin);
    // A value that was typed before the run had a recording is sent, too.
    connect(&client, &EngineClient::recordingChanged, &m_soon, qOverload<>(&QTimer::start));
    connect(&draft.form(), &PolicyForm::valueChanged, this, &LiveTuning::send);
    connect(&draft.form(), &PolicyForm::rebuilt, &m_soon, qOverload<>(&QTimer::start));
}

void LiveTuning::begin(const RunSpec& spec) {
    m_before = m_client.sessionRecording();
    m_lanes.clear();
    m_told.clear();
    const LaneSet& lanes = m_draft.lanes();
    for (int lane = 0; lane < lanes.count(); ++lane) {
        if (const ResolvedPolicy policy = lanes.resolved(lane); !policy.parts.empty()) {
            m_told[lanes.key(lane)] = policy.parametersJson();
        }
        const auto ofRun = static_cast<std::size_t>(m_draft.laneOfRun(lane));
        if (ofRun < spec.policies.size() && spec.policies[ofRun] == lanes.text(lane).toStdString()) {
            m_lanes[lanes.key(lane)] = static_cast<int>(ofRun);
        }
    }
}

int LiveTuning::laneHere(const RunDescription& run) const {
    const LaneSet& lanes = m_draft.lanes();
    const std::string id = m_draft.form().id().toStdString();
    const int key = lanes.key(lanes.current());
    if (const auto known = m_lanes.find(key); known != m_lanes.end()) {
        const auto lane = static_cast<std::size_t>(known->second);
        return lane < run.lanes.size() && run.lanes[lane].policyId == id ? known->second : -1;
    }
    if (!m_told.contains(key)) {
        return -1;  // the lane did not exist when the run was started
    }
    // The text of a fork differs from the form's, so the lane is found by its policy, if only one lane matches.
    int found = -1;
    for (std::size_t lane = 0; lane < run.lanes.size(); ++lane) {
        const auto at = static_cast<int>(lane);
        const bool taken = std::ranges::any_of(m_lanes, [at](const auto& other) { return other.second == at; });
        if (run.lanes[lane].policyId == id && !taken) {
            if (found >= 0) {
                return -1;
            }
            found = at;
        }
    }
    return found;
}

void LiveTuning::send() {
    const std::shared_ptr<const Recording> run = m_client.recording();
    const bool goesOn = !m_draft.form().id().isEmpty() && !m_client.viewing() &&
                        (m_client.busy() || m_client.status().state == SessionState::Paused);
    if (!goesOn || run == nullptr || run != m_client.sessionRecording() || run == m_before.lock()) {
        return;
    }
    const int lane = laneHere(run->description());
    if (lane < 0) {
        // The form shows another policy. If the old one comes back, it begins with its defaults, which must not be
        // sent.
        m_told.erase(m_draft.lanes().key(m_draft.lanes().current()));
        return;
    }
    PolicyForm& form = m_draft.form();
    nlohmann::ordered_json now = form.resolved().parametersJson();
    const auto told = m_told.find(m_draft.lanes().key(m_draft.lanes().current()));
    if (told != m_told.end()) {
        for (const auto& [name, value] : now.items()) {
            const ParameterModel* row = form.parameter(QString::fromStdString(name));
            const auto before = told->second.find(name);
            if (row != nullptr && row->spec().live && before != told->second.end() && *before != value) {
                m_client.setParameter(lane, name, row->text().toStdString());
            }
        }
    }
    m_told[m_draft.lanes().key(m_draft.lanes().current())] = std::move(now);
}

}  // namespace kvw::wb
