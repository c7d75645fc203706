// SPDX-License-Identifier: GPL-3.0-or-later
/// Describes what a layer or head holds at one step of a lane in the chosen unit, as a bar and in words.
#pragma once

#include <QCoreApplication>
#include <QString>
#include <algorithm>
#include <cmath>

#include "app/workbench/views/common/number_text.h"
#include "app/workbench/views/common/plots/budget_bars.h"
#include "core/analysis/requested_budget.h"
#include "core/figures/builders/figure_budgets.h"

namespace kvw::wb {

/// Returns "118" or "0.0125"; "–" for NaN and infinity.
[[nodiscard]] inline QString tokenCount(double value) {
    return numberText(value, 'g', std::abs(value) < 100 ? 4 : 6);
}

/// Describes one step of a lane. Must not outlive the recording. `step` must be a step of the lane.
class HeldWords {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::HeldWords)

 public:
    HeldWords(const Recording& recording, int lane, std::int64_t step, figures::HeldUnit unit)
        : m_recording(recording), m_trace(recording.trace(lane)), m_lane(lane), m_step(step), m_unit(unit) {}

    /// Returns the value of one token of a layer, or of one of its heads, in the unit.
    [[nodiscard]] double scale(bool ofHead = false) const {
        const double scale = figures::heldScale(m_recording, m_lane, m_step, m_unit);
        return m_unit == figures::HeldUnit::Bytes && ofHead ? scale / std::max(1, m_trace.shape().units) : scale;
    }

    [[nodiscard]] BudgetBar bar(const LayerRecord& record, bool ofHead = false) const {
        const double each = scale(ofHead);
        const double slot = figures::capacityScale(m_recording, m_lane, m_step, m_unit);
        const double heads = m_unit == figures::HeldUnit::Bytes && ofHead ? std::max(1, m_trace.shape().units) : 1.0;
        return {each * static_cast<double>(record.held), each * static_cast<double>(record.budget),
                slot / heads * static_cast<double>(record.capacity)};
    }

    /// Returns "118 tokens (budget 128)" or "118 tokens, no budget", in the unit.
    [[nodiscard]] QString words(const LayerRecord& record, bool ofHead = false) const {
        const BudgetBar shown = bar(record, ofHead);
        const QString held = tokenCount(shown.held), budget = tokenCount(shown.budget);
        const bool bounded = std::isfinite(shown.budget);
        switch (m_unit) {
            case figures::HeldUnit::Share:
                return bounded ? tr("%1\u00a0% of the tokens seen (budget %2\u00a0%)").arg(held, budget)
                               : tr("%1\u00a0% of the tokens seen, no budget").arg(held);
            case figures::HeldUnit::Bytes:
                return bounded ? tr("%1 MiB (budget %2)").arg(held, budget) : tr("%1 MiB, no budget").arg(held);
            default:
                return bounded ? tr("%1 (budget %2)").arg(tokens(held), budget) : tr("%1, no budget").arg(tokens(held));
        }
    }

    /// Returns the budget in the settings, and the number of tokens seen if it is below the budget; empty: no budget.
    [[nodiscard]] QString limits(const LayerRecord& record) const {
        if (!std::isfinite(record.budget)) {
            return {};
        }
        QString text;
        if (const auto asked = requestedBudget(m_recording, m_lane, m_step)) {
            text = tr(" · %1 tokens asked for, on average").arg(*asked);
        }
        const std::int64_t seen = m_step + 1;
        if (static_cast<double>(record.budget) > static_cast<double>(seen)) {
            text += tr(" · no more than the %1 seen").arg(seen);
        }
        return text;
    }

    /// Returns " · 144 slots allocated"; empty: not recorded.
    [[nodiscard]] QString capacity(const LayerRecord& record, bool ofHead = false) const {
        if (!std::isfinite(record.capacity)) {
            return {};
        }
        const QString room = tokenCount(bar(record, ofHead).capacity);
        switch (m_unit) {
            case figures::HeldUnit::Share:
                return tr(" · allocated for %1\u00a0%").arg(room);
            case figures::HeldUnit::Bytes:
                return tr(" · %1 MiB allocated").arg(room);
            default:
                return tr(" · %1 slots allocated").arg(room);
        }
    }

    /// Returns " · budgets of all layers and heads: 512", in tokens; empty: some layer has no budget.
    [[nodiscard]] QString allBudgets() const {
        double budgets = 0, held = 0;
        for (int layer = 0; layer < m_trace.shape().layers; ++layer) {
            const LayerRecord& record = m_trace.layer(m_step, layer);
            budgets += static_cast<double>(record.budget);
            held += static_cast<double>(record.held);
        }
        const double sets = held > 0 ? static_cast<double>(m_trace.step(m_step).heldTotal) / held : 0;
        return std::isfinite(budgets) && sets > 0
                   ? tr(" · budgets of all layers and heads: %1").arg(tokenCount(sets * budgets))
                   : QString();
    }

 private:
    /// Returns "1 token" or "118 tokens".
    [[nodiscard]] static QString tokens(const QString& count) {
        return count == QLatin1String("1") ? tr("1 token") : tr("%1 tokens").arg(count);
    }

    const Recording& m_recording;
    const Trace& m_trace;
    int m_lane;
    std::int64_t m_step;
    figures::HeldUnit m_unit;
};

/// Returns a note for maps of the mean over heads whose heads hold sets of their own. A cell is coloured as soon as one
/// head holds its token, so the map suggests that more is held than is; the note gives the mean share held at `step`.
/// Empty: the heads of the layer hold the same set, one head is shown, or the step is unknown.
[[nodiscard]] inline QString heldByAnyHead(const Trace& trace, std::int64_t step, int layer, int head) {
    if (head >= 0 || trace.shape().units <= 1 || step < 0 || step >= trace.steps()) {
        return {};
    }
    const double share = static_cast<double>(trace.layer(step, layer).held) / static_cast<double>(step + 1);
    return HeldWords::tr(" · coloured where any head holds the token; the heads hold %1 % of step %2 on average")
        .arg(std::lround(100 * share))
        .arg(step);
}

}  // namespace kvw::wb
