// SPDX-License-Identifier: GPL-3.0-or-later
/// What the policy of the run dock would hold per layer, before the run: asked of the engine, with the policy's own
/// arithmetic.
#pragma once

#include <QObject>
#include <QStringList>

#include "app/workbench/models/engine_client.h"
#include "app/workbench/models/plugins_model.h"
#include "app/workbench/models/run_draft.h"

namespace kvw::wb {

/// Thread: GUI thread.
class PlannedBudgets : public QObject {
    Q_OBJECT
 public:
    PlannedBudgets(EngineClient& client, RunDraft& draft, PluginsModel& plugins, QObject* parent = nullptr);

    /// Lines for the preview of the lane in the form: budgets per layer and what the policy warns of, or when they are
    /// known, or why there are none; no lines where everything stays and before the engine has answered. Asks it where
    /// it has to; `changed` follows.
    [[nodiscard]] QStringList lines();
    /// Of the newest answer, where it is about the form; empty: not known.
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

/// Bars of the height of the budgets, one character per layer, at most `most`: of more layers, means.
[[nodiscard]] QString budgetBars(const std::vector<std::int64_t>& budgets, int most = 40);

}  // namespace kvw::wb
