// SPDX-License-Identifier: GPL-3.0-or-later
/// Budgets per layer of the policy in the run dock, before the run: the engine computes them with the policy's own
/// code.
#pragma once

#include <QObject>
#include <QStringList>

#include "app/workbench/session/draft/run_draft.h"
#include "app/workbench/session/engine_client.h"
#include "app/workbench/session/plugins_model.h"

namespace kvw::wb {

/// Thread: GUI thread.
class PlannedBudgets : public QObject {
    Q_OBJECT
 public:
    PlannedBudgets(EngineClient& client, RunDraft& draft, PluginsModel& plugins, QObject* parent = nullptr);

    /// Returns lines for the preview of the lane in the form: the budgets per layer and the policy's warnings, or when
    /// they will be known, or why there are none; no lines if every token stays, or before the engine has answered.
    /// Asks the engine if necessary; `changed` follows.
    [[nodiscard]] QStringList lines();
    /// Returns the budgets [layers] in tokens of the newest answer, if it is about the form; empty: not known.
    [[nodiscard]] std::vector<std::int64_t> budgets() const;

 Q_SIGNALS:
    void changed();

 private:
    [[nodiscard]] PlanRequest request() const;

    EngineClient& m_client;
    RunDraft& m_draft;
    PluginsModel& m_plugins;
    PlanRequest m_asked;
};

/// Returns bars of the heights of the budgets, one character per layer, at most `most`; more layers are averaged.
[[nodiscard]] QString budgetBars(const std::vector<std::int64_t>& budgets, int most = 40);

}  // namespace kvw::wb
