// SPDX-License-Identifier: GPL-3.0-or-later
/// Sends changed live parameters of the form to the run under way.
#pragma once

#include <QObject>
#include <QTimer>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/workbench/session/draft/run_draft.h"
#include "app/workbench/session/engine_client.h"

namespace kvw::wb {

/// Thread: GUI thread. Sends only values that differ from those at the start of the run or those sent last. A form that
/// only shows values again (another lane in the form, a sentence of a row) changes nothing in the run.
class LiveTuning : public QObject {
    Q_OBJECT
 public:
    LiveTuning(EngineClient& client, RunDraft& draft, QObject* parent = nullptr);

 private:
    void begin(const RunSpec& spec);
    void send();
    /// Returns the lane of the run whose policy is in the form; -1: none.
    [[nodiscard]] int laneHere(const RunDescription& run) const;

    EngineClient& m_client;
    RunDraft& m_draft;
    QTimer m_soon;               ///< delays `send` until the form is complete, since loading may take several steps
    std::map<int, int> m_lanes;  ///< lanes of the run, by LaneSet::key; of a fork, those with the draft's text
    std::map<int, nlohmann::ordered_json> m_told;  ///< last known parameters of the run, by LaneSet::key
    std::weak_ptr<const Recording> m_before;       ///< previous run, shown until this run has a recording
};

}  // namespace kvw::wb
