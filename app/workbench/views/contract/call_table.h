// SPDX-License-Identifier: GPL-3.0-or-later
/// Table of SDK calls, one row per call; subclasses provide the calls.
#pragma once

#include "app/workbench/language/phrase_text.h"
#include "app/workbench/session/table_model.h"
#include "app/workbench/session/words/best_font.h"
#include "app/workbench/session/words/plain_tip.h"
#include "core/trace/trace.h"

namespace kvw::wb {

/// Thread: GUI thread.
class CallTable : public TableModel {
    Q_OBJECT
 public:
    enum Column { Call, Step, Layer, Time, Held, After, Budget, Evicted, Violation, Shown, ColumnCount };

    explicit CallTable(QObject* parent = nullptr) : TableModel(parent) {
        setHeads(
            {{tr("call"), tr("The function of the SDK")},
             {tr("step"), tr("Index of the newest token"), true},
             {tr("layer"), tr("Layer of the call"), true},
             {tr("µs"), tr("Time inside the policy"), true},
             {tr("held"), tr("Tokens before the call, over its layers and KV heads"), true},
             {tr("after"), tr("Tokens after its edits"), true},
             {tr("budget"), tr("Budget that the policy reports there; before → after, if the call changed it"), true},
             {tr("evicted"), tr("Tokens its edits evict, over layers and KV heads"), true},
             {tr("violation"), tr("Answer that the engine refuses, or that differs the second time")},
             {tr("arguments"), tr("Input of the call")}});
    }

    [[nodiscard]] virtual CallRecord call(int row) const = 0;
    [[nodiscard]] virtual bool broken(int row) const = 0;  ///< the call has a violation
    /// Returns how many KV heads share one keep-set of the policy. Token counts are multiplied by it, because all docks
    /// count tokens over layers and KV heads.
    [[nodiscard]] virtual std::int64_t headsPerSet() const { return 1; }

 protected:
    [[nodiscard]] QVariant cell(int row, int column, int role) const override {
        if (role == Qt::DisplayRole) {
            return cellText(call(row), column, headsPerSet());
        }
        if (role == Qt::ToolTipRole && (column == Violation || column == Shown)) {
            return plainTip(cellText(call(row), column, headsPerSet()));
        }
        return role == Qt::FontRole ? bestFont(broken(row)) : QVariant();
    }

 private:
    static QString countText(std::int64_t count) { return count < 0 ? QStringLiteral("–") : QString::number(count); }

    static QString argumentsText(const CallRecord& call) {
        const QString given = QString::fromStdString(call.given);
        const QString table = call.slots > 0 ? tr("%1 slots").arg(call.slots) : QString();
        const QString joined =
            table.isEmpty() || given.isEmpty() ? table + given : table + QStringLiteral(", ") + given;
        return call.reason.empty() ? joined : joined + tr(" · reason: %1").arg(phraseText(call.reason.c_str()));
    }

    static QString cellText(const CallRecord& call, int column, std::int64_t heads) {
        const auto tokens = [heads](std::int64_t count) { return countText(count < 0 ? count : count * heads); };
        switch (column) {
            case Call:
                return QString::fromStdString(call.name);
            case Step:
                return countText(call.step);
            case Layer:
                return call.layer < 0 ? tr("all") : QString::number(call.layer);
            case Time:
                return QString::number(static_cast<double>(call.us), 'f', 1);
            case Held:
                return tokens(call.held);
            case After:
                return tokens(call.after);
            case Budget:
                return call.budgetBefore < 0 || call.budgetBefore == call.budget
                           ? tokens(call.budget)
                           : QStringLiteral("%1 → %2").arg(tokens(call.budgetBefore), tokens(call.budget));
            case Evicted:
                return tokens(call.evicted);
            case Violation:
                return phraseText(call.violation);
            default:
                return argumentsText(call);
        }
    }
};

}  // namespace kvw::wb
