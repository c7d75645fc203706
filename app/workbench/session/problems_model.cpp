// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/problems_model.h"

#include <QStringList>
#include <algorithm>

#include "app/workbench/language/phrase_text.h"
#include "app/workbench/session/words/plain_tip.h"
#include "core/base/text_format.h"

namespace kvw::wb {

ProblemsModel::ProblemsModel(QObject* parent) : TableModel(parent) {
    setHeads({{tr("Severity")},
              {tr("Lane")},
              {tr("Plugin")},
              {tr("Layer")},
              {tr("Step")},
              {tr("What happened")},
              {tr("Count")}});
}

bool ProblemsModel::isRecorded(const Recording::Problem& problem) const {
    const Phrase& sentence = problem.finding;
    return std::ranges::any_of(m_recorded, [&sentence](const Recording::Problem& recorded) {
        return static_cast<const Phrase&>(recorded.finding) == sentence;
    });
}

void ProblemsModel::update(const Recording* recording) {
    beginResetModel();
    m_recorded = recording == nullptr ? std::vector<Recording::Problem>{} : recording->problems();
    std::erase_if(m_own, [this](const Recording::Problem& problem) { return isRecorded(problem); });
    endResetModel();
}

void ProblemsModel::report(Recording::Problem problem) {
    if (isRecorded(problem)) {
        return;
    }
    const auto same =
        std::ranges::find_if(m_own, [&](const Recording::Problem& known) { return known.finding == problem.finding; });
    beginResetModel();
    if (same != m_own.end()) {
        same->count += problem.count;
    } else {
        m_own.push_back(std::move(problem));
    }
    endResetModel();
}

int ProblemsModel::warnings() const {
    return rowCount() - errors();
}

int ProblemsModel::errors() const {
    return static_cast<int>(std::ranges::count_if(m_own, &Recording::Problem::isError) +
                            std::ranges::count_if(m_recorded, &Recording::Problem::isError));
}

const Recording::Problem& ProblemsModel::problem(int row) const {
    const auto at = static_cast<std::size_t>(row);
    return at < m_own.size() ? m_own[at] : m_recorded[at - m_own.size()];
}

QString ProblemsModel::copyText() const {
    QStringList lines;
    for (int row = 0; row < rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < ColumnCount; ++column) {
            const QString cell = data(index(row, column), Qt::DisplayRole).toString().simplified();
            cells += QString::fromStdString(bundle::guardedCell(cell.toStdString()));
        }
        lines += cells.join(QLatin1Char('\t'));
    }
    return lines.join(QLatin1Char('\n'));
}

QVariant ProblemsModel::cell(int row, int column, int role) const {
    const Recording::Problem& known = problem(row);
    if (role == Qt::ToolTipRole) {
        return plainTip(phraseText(known.finding));
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    const auto whole = [](std::int64_t value) { return value < 0 ? QString() : QString::number(value); };
    switch (column) {
        case Severity:
            return known.isError() ? tr("error") : tr("warning");
        case Lane:
            return whole(known.lane);
        case Plugin:
            return QString::fromStdString(known.plugin);
        case Layer:
            return whole(known.layer);
        case Step:
            return whole(known.step);
        case Sentence:
            return phraseText(known.finding);
        case Count:
            return whole(known.count);
        default:
            return {};
    }
}

}  // namespace kvw::wb
