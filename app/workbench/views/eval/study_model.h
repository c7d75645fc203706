// SPDX-License-Identifier: GPL-3.0-or-later
/// Table of a study: what the process has computed, as a terminal shows it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/workbench/session/processes/study_process.h"
#include "app/workbench/session/table_model.h"
#include "app/workbench/session/words/plain_tip.h"

namespace kvw::wb {

/// Thread: GUI thread. Shows the table of the process, which it follows.
class StudyModel : public TableModel {
    Q_OBJECT
 public:
    /// `columns`: ids of those that are shown before there is a table.
    StudyModel(const StudyProcess& process, const std::vector<std::string>& columns, QObject* parent = nullptr)
        : TableModel(parent), m_process(process) {
        std::vector<Head> heads;
        for (const std::string& id : columns) {
            heads.push_back(headOf({id, id}));
        }
        setHeads(std::move(heads));
        connect(&process, &StudyProcess::changed, this, &StudyModel::update);
    }

 private:
    int rows() const override { return static_cast<int>(m_texts.size()); }

    QVariant cell(int row, int column, int role) const override {
        const QString text = m_texts[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
        return role == Qt::DisplayRole ? QVariant(text)
               : role == Qt::ToolTipRole
                   ? QVariant(plainTip(column == 0 ? m_tips[static_cast<std::size_t>(row)] : text))
                   : QVariant();
    }

    /// Returns the window's name of a column of `kvw`; one that it has no name for has that of the table.
    [[nodiscard]] static Head headOf(const tables::Column& column) {
        const std::map<std::string, Head> known{
            {"id", {tr("difference"), tr("Documented difference between a paper and its published codes")}},
            {"form_a", {tr("form A")}},
            {"form_b", {tr("form B")}},
            {"overlap_prompt", {tr("overlap"), tr("Jaccard index of the keep-sets behind the prompt")}},
            {"overlap_end", {tr("at the end"), tr("The same behind the last token")}},
            {"bytes_share", {tr("bytes B/A"), tr("Bytes of keys and values of form B, over those of form A")}},
            {"spearman", {QStringLiteral("Spearman"), tr("Rank correlation with what the layers needed")}},
            {"kendall", {QStringLiteral("Kendall"), tr("Rank correlation with what the layers needed")}},
            {"nll", {tr("NLL"), tr("Mean over the tokens behind the prompt, in nats")}},
            {"nll_a", {tr("NLL A")}},
            {"nll_b", {tr("NLL B")}},
            {"delta_nll",
             {tr("difference in nats"),
              tr("Mean NLL less that of form A, or of equal budgets, in nats per token over the same tokens")}},
            {"verdict", {tr("does it matter?")}},
            {"signal", {tr("signal"), tr("What layers share the cache by")}},
            {"low", {tr("low"), tr("95 % bootstrap interval")}},
            {"high", {tr("high"), tr("95 % bootstrap interval")}}};
        const auto end = column.id.rfind('_');
        auto found = known.find(column.id);
        if (found == known.end() && end != std::string::npos) {
            found = known.find(column.id.substr(end + 1));  // spearman_low and the like
        }
        Head head = found != known.end() ? found->second : Head{QString::fromStdString(column.heading())};
        head.right = column.right;
        return head;
    }

    [[nodiscard]] static QString verdictText(const std::string& english) {
        return english == "no difference here"         ? tr("no difference here")
               : english == "the score hardly differs" ? tr("the score hardly differs")
               : english == "it matters here"          ? tr("it matters here")
                                                       : QString::fromStdString(english);
    }

    void update() {
        const tables::ReadTable& shown = m_process.shown();
        if (m_process.running() || shown.table.columns.empty()) {
            return;
        }
        beginResetModel();
        std::vector<Head> heads;
        m_texts.assign(shown.texts.size(), {});
        m_tips.assign(shown.texts.size(), {});
        for (std::size_t column = 0; column < shown.table.columns.size(); ++column) {
            const std::string& id = shown.table.columns[column].id;
            for (std::size_t row = 0; row < shown.texts.size(); ++row) {
                if (id == "differs") {
                    m_tips[row] = QString::fromStdString(tables::cellText(shown.table.rows[row][column]));
                }
                if (shown.shown[column]) {
                    m_texts[row].push_back(id == "verdict" ? verdictText(shown.texts[row][column])
                                                           : QString::fromStdString(shown.texts[row][column]));
                }
            }
            if (shown.shown[column]) {
                heads.push_back(headOf(shown.table.columns[column]));
            }
        }
        setHeads(std::move(heads));
        endResetModel();
    }

    const StudyProcess& m_process;
    std::vector<std::vector<QString>> m_texts;  ///< [rows, columns]
    std::vector<QString> m_tips;                ///< [rows], of the first column
};

}  // namespace kvw::wb
