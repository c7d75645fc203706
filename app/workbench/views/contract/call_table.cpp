// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/contract/call_table.h"

#include <QFont>

#include "app/workbench/language/phrase_text.h"
#include "app/workbench/session/words/plain_tip.h"

namespace kvw::wb {

namespace {

QString dash() {
    return QStringLiteral("–");
}

QString countText(std::int64_t count) {
    return count < 0 ? dash() : QString::number(count);
}

QString argumentsText(const CallRecord& call) {
    const QString given = QString::fromStdString(call.given);
    const QString table = call.slots > 0 ? CallTable::tr("%1 slots").arg(call.slots) : QString();
    const QString joined = table.isEmpty() || given.isEmpty() ? table + given : table + QStringLiteral(", ") + given;
    return call.reason.empty() ? joined : joined + CallTable::tr(" · reason: %1").arg(phraseText(call.reason.c_str()));
}

QString cellText(const CallRecord& call, int column, std::int64_t heads) {
    const auto tokens = [heads](std::int64_t count) { return countText(count < 0 ? count : count * heads); };
    switch (column) {
        case CallTable::Call:
            return QString::fromStdString(call.name);
        case CallTable::Step:
            return countText(call.step);
        case CallTable::Layer:
            return call.layer < 0 ? CallTable::tr("all") : QString::number(call.layer);
        case CallTable::Time:
            return QString::number(static_cast<double>(call.us), 'f', 1);
        case CallTable::Held:
            return tokens(call.held);
        case CallTable::After:
            return tokens(call.after);
        case CallTable::Budget:
            return call.budgetBefore < 0 || call.budgetBefore == call.budget
                       ? tokens(call.budget)
                       : QStringLiteral("%1 → %2").arg(tokens(call.budgetBefore), tokens(call.budget));
        case CallTable::Evicted:
            return tokens(call.evicted);
        case CallTable::Violation:
            return phraseText(call.violation);
        default:
            return argumentsText(call);
    }
}

}  // namespace

int CallTable::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int{ColumnCount};
}

QVariant CallTable::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) {
        return {};
    }
    const int column = index.column();
    if (role == Qt::DisplayRole) {
        return cellText(call(index.row()), column, headsPerSet());
    }
    if (role == Qt::ToolTipRole && (column == Violation || column == Shown)) {
        return plainTip(cellText(call(index.row()), column, headsPerSet()));
    }
    if (role == Qt::TextAlignmentRole) {
        const bool words = column == Call || column >= Violation;
        return QVariant::fromValue(Qt::Alignment((words ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter));
    }
    if (role == Qt::FontRole && broken(index.row())) {
        QFont bold;
        bold.setBold(true);
        return bold;
    }
    return {};
}

QVariant CallTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::ToolTipRole)) {
        return {};
    }
    static const std::pair<const char*, const char*> kNames[ColumnCount] = {
        {QT_TR_NOOP("call"), QT_TR_NOOP("The function of the SDK")},
        {QT_TR_NOOP("step"), QT_TR_NOOP("Index of the newest token")},
        {QT_TR_NOOP("layer"), QT_TR_NOOP("Layer of the call")},
        {QT_TR_NOOP("µs"), QT_TR_NOOP("Time inside the policy")},
        {QT_TR_NOOP("held"), QT_TR_NOOP("Tokens before the call, over its layers and KV heads")},
        {QT_TR_NOOP("after"), QT_TR_NOOP("Tokens after its edits")},
        {QT_TR_NOOP("budget"),
         QT_TR_NOOP("Budget that the policy reports there; before → after, if the call changed it")},
        {QT_TR_NOOP("evicted"), QT_TR_NOOP("Tokens its edits evict, over layers and KV heads")},
        {QT_TR_NOOP("violation"), QT_TR_NOOP("Answer that the engine refuses, or that differs the second time")},
        {QT_TR_NOOP("arguments"), QT_TR_NOOP("Input of the call")}};
    return role == Qt::DisplayRole ? tr(kNames[section].first) : tr(kNames[section].second);
}

}  // namespace kvw::wb
