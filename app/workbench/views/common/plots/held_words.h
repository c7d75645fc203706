// SPDX-License-Identifier: GPL-3.0-or-later
/// Describes what a layer or head holds at one step of a lane in the chosen unit, as a bar and in words.
#pragma once

#include <QCoreApplication>
#include <QString>

#include "app/workbench/views/common/plots/budget_bars.h"
#include "core/figures/builders/figure_budgets.h"

namespace kvw::wb {

/// Returns "118" or "0.0125"; "–" for NaN and infinity.
[[nodiscard]] QString tokenCount(double value);

/// Returns a note for maps of the mean over heads whose heads hold sets of their own. A cell is coloured as soon as one
/// head holds its token, so the map suggests that more is held than is; the note gives the mean share held at `step`.
/// Empty: the heads of the layer hold the same set, one head is shown, or the step is unknown.
[[nodiscard]] QString heldByAnyHead(const Trace& trace, std::int64_t step, int layer, int head);

/// Describes one step of a lane. Must not outlive the recording. `step` must be a step of the lane.
class HeldWords {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::HeldWords)

 public:
    HeldWords(const Recording& recording, int lane, std::int64_t step, figures::HeldUnit unit);

    /// Returns the value of one token of a layer, or of one of its heads, in the unit.
    [[nodiscard]] double scale(bool ofHead = false) const;
    [[nodiscard]] BudgetBar bar(const LayerRecord& record, bool ofHead = false) const;
    /// Returns "118 tokens (budget 128)" or "118 tokens, no budget", in the unit.
    [[nodiscard]] QString words(const LayerRecord& record, bool ofHead = false) const;
    /// Returns the budget in the settings, and the number of tokens seen if it is below the budget; empty: no budget.
    [[nodiscard]] QString limits(const LayerRecord& record) const;
    /// Returns " · 144 slots allocated"; empty: not recorded.
    [[nodiscard]] QString capacity(const LayerRecord& record, bool ofHead = false) const;
    /// Returns " · budgets of all layers and heads: 512", in tokens; empty: some layer has no budget.
    [[nodiscard]] QString allBudgets() const;

 private:
    /// Returns "1 token" or "118 tokens".
    [[nodiscard]] static QString tokens(const QString& count);

    const Recording& m_recording;
    const Trace& m_trace;
    int m_lane;
    std::int64_t m_step;
    figures::HeldUnit m_unit;
};

}  // namespace kvw::wb
