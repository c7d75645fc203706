// SPDX-License-Identifier: GPL-3.0-or-later
/// Live parameters of the form on their way to the run that goes on.
#pragma once

#include <QObject>
#include <QTimer>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/workbench/models/engine_client.h"
#include "app/workbench/models/run_draft.h"

namespace kvw::wb {

/// Thread: GUI thread. Sends what became another value since the run was started or was told last, and nothing else:
/// what is only shown again (another lane in the form, a sentence of a row) is no change of the run.
class LiveTuning : public QObject {
    Q_OBJECT
 public:
    LiveTuning(EngineClient& client, RunDraft& draft, QObject* parent = nullptr);

 private:
    void begin(const RunSpec& spec);
    void send();
    /// Lane of the run whose policy is in the form; -1: none.
    [[nodiscard]] int laneHere(const RunDescription& run) const;

    EngineClient& m_client;
    RunDraft& m_draft;
    QTimer m_soon;               ///< what is loaded may be the first of several steps
    std::map<int, int> m_lanes;  ///< of the run, by LaneSet::key; of a fork those that are as in the draft
    std::map<int, nlohmann::ordered_json> m_told;  ///< parameters as the run has them from here, by LaneSet::key
    std::weak_ptr<const Recording> m_before;       ///< of the run before: shown until this one has its own
};

}  // namespace kvw::wb
