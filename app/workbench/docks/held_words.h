// SPDX-License-Identifier: GPL-3.0-or-later
/// What a layer or head holds at one step of a lane, in the unit chosen: a bar, and words.
#pragma once

#include <QCoreApplication>
#include <QString>

#include "app/workbench/docks/budget_bars.h"
#include "core/bundle/figure_budgets.h"

namespace kvw::wb {

/// "118" and "0.0125"; "–" for what is no number.
[[nodiscard]] QString tokenCount(double value);

/// For maps of the mean over heads, where heads hold sets of their own: a cell has a colour as soon as one head holds
/// its token, so the map alone suggests that more is held than is. Says the share that is held at `step`; empty: heads
/// of the layer hold the same, one head is shown, or nothing is known.
[[nodiscard]] QString heldByAnyHead(const Trace& trace, std::int64_t step, int layer, int head);

/// As short-lived as the recording that it reads. `step` is one of the lane's.
class HeldWords {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::HeldWords)

 public:
    HeldWords(const Recording& recording, int lane, std::int64_t step, figures::HeldUnit unit);

    /// What a token of a layer, or of one of its heads, is in the unit.
    [[nodiscard]] double scale(bool ofHead = false) const;
    [[nodiscard]] BudgetBar bar(const LayerRecord& record, bool ofHead = false) const;
    /// "118 of 128 tokens".
    [[nodiscard]] QString words(const LayerRecord& record, bool ofHead = false) const;
    /// What the settings name, and what there is to be kept at all, where a budget is behind them; else empty.
    [[nodiscard]] QString limits(const LayerRecord& record) const;
    /// " · 144 slots allocated"; empty: not recorded.
    [[nodiscard]] QString capacity(const LayerRecord& record, bool ofHead = false) const;
    /// " · budgets of all layers and heads: 512" where every layer has one; in tokens.
    [[nodiscard]] QString allBudgets() const;

 private:
    /// "1 token", "118 tokens".
    [[nodiscard]] static QString tokens(const QString& count);

    const Recording& m_recording;
    const Trace& m_trace;
    int m_lane;
    std::int64_t m_step;
    figures::HeldUnit m_unit;
};

}  // namespace kvw::wb
