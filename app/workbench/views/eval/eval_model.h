// SPDX-License-Identifier: GPL-3.0-or-later
/// Table of an evaluation: a row per subset and lane.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "app/workbench/session/processes/eval_process.h"
#include "app/workbench/session/table_model.h"
#include "app/workbench/session/words/bytes_text.h"
#include "app/workbench/session/words/difference_text.h"
#include "app/workbench/session/words/plain_tip.h"
#include "core/figures/tables.h"

namespace kvw::wb {

/// Thread: GUI thread. Shows the rows of the process, which it follows.
class EvalModel : public TableModel {
    Q_OBJECT
 public:
    enum Column { Subset, Lane, Samples, Value, Interval, Difference, DifferenceInterval, Held, Bytes, Ttft, Tpot, Published };

    explicit EvalModel(const EvalProcess& process, QObject* parent = nullptr) : TableModel(parent), m_process(process) {
        connect(&process, &EvalProcess::changed, this, &EvalModel::update);
        update();
    }

 private:
    int rows() const override { return static_cast<int>(m_rows.size()); }

    QVariant cell(int row, int column, int role) const override {
        const eval::EvalRow& shown = m_rows[static_cast<std::size_t>(row)];
        if (role == Qt::DisplayRole) {
            return text(shown, column);
        }
        if (role == Qt::ToolTipRole && column == Samples && shown.failed > 0) {
            return plainTip(shown.failed == 1
                                ? tr("One sample has no score, because the lane ended early")
                                : tr("%1 samples have no score, because the lane ended early").arg(shown.failed));
        }
        return role == Qt::ToolTipRole && (column == Subset || column == Lane) ? QVariant(plainTip(text(shown, column)))
                                                                               : QVariant();
    }

    [[nodiscard]] static QString number(double value) {
        constexpr tables::ColumnFormat kFourDigits{0, true};
        return std::isfinite(value) ? QString::fromStdString(tables::numberText(value, kFourDigits))
                                    : QStringLiteral("–");
    }
    [[nodiscard]] static QString interval(double low, double high) {
        return std::isfinite(low) && std::isfinite(high) ? QStringLiteral("%1 … %2").arg(number(low), number(high))
                                                         : QStringLiteral("–");
    }

    [[nodiscard]] static QString text(const eval::EvalRow& row, int column) {
        constexpr int kDecimals = 3;
        switch (column) {
            case Subset:
                return row.subset.empty() ? tr("all") : QString::fromStdString(row.subset);
            case Lane:
                return QString::fromStdString(row.policy);
            case Samples:
                return row.failed > 0 ? tr("%1, %2 failed").arg(row.samples).arg(row.failed)
                                      : QString::number(row.samples);
            case Value:
                return number(row.value);
            case Interval:
                return interval(row.low, row.high);
            case Difference:
                return std::isfinite(row.difference) ? differenceText(row.difference, kDecimals) : QStringLiteral("–");
            case DifferenceInterval:
                return interval(row.differenceLow, row.differenceHigh);
            case Held:
                return number(row.heldAfterPrompt);
            case Bytes:
                return std::isfinite(row.bytes) ? bytesText(row.bytes) : QStringLiteral("–");
            case Ttft:
                return number(row.ttftMs);
            case Tpot:
                return number(row.tpotMs);
            default:
                return number(row.published);
        }
    }

    void update() {
        const eval::TaskInfo* task = m_process.task();
        const std::vector<eval::EvalRow>& rows = m_process.rows();
        const bool other = task != m_task || rows.size() != m_rows.size();
        if (other) {
            beginResetModel();
        }
        m_rows = rows;
        m_task = task;
        if (other || columnCount() == 0) {
            const QString score = task == nullptr ? tr("score") : QString::fromStdString(task->score);
            setHeads(
                {{tr("subset"),
                  tr("Part of the task; “all” has every subset with the same weight, a perplexity every token")},
                 {tr("lane"), tr("Policy with its settings")},
                 {tr("samples"), tr("Samples with a score"), true},
                 {score, tr("Mean over the samples"), true},
                 {tr("95 % interval"), tr("Of the mean: 2000 bootstrap samples"), true},
                 {tr("difference"),
                  tr("Mean difference from the chosen lane on the same samples; of a perplexity, in nats per token"),
                  true},
                 {tr("its interval"), tr("95 % interval of the difference, bootstrapped over pairs of samples"), true},
                 {tr("held"), tr("Tokens per layer and head behind the prompt, on average"), true},
                 {tr("bytes"), tr("Bytes of keys and values behind the last token, on average"), true},
                 {tr("TTFT ms"), tr("Time to the first token"), true},
                 {tr("TPOT ms"), tr("Time of each further token"), true},
                 {tr("published"), tr("What the work of the preset prints for this row"), true}});
        }
        if (other) {
            endResetModel();
        } else if (!m_rows.empty()) {
            Q_EMIT dataChanged(index(0, 0), index(this->rows() - 1, columnCount() - 1));
        }
    }

    const EvalProcess& m_process;
    const eval::TaskInfo* m_task = nullptr;
    std::vector<eval::EvalRow> m_rows;
};

}  // namespace kvw::wb
