// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/probes_model.h"

#include <cmath>

#include "app/workbench/session/words/difference_text.h"
#include "app/workbench/session/words/plain_tip.h"

namespace kvw::wb {

void ProbesModel::update(const Recording* recording, int lane) {
    beginResetModel();
    m_probes.clear();
    m_results.clear();
    if (recording != nullptr && lane >= 0 && lane < recording->lanes()) {
        m_probes = recording->description().probes;
        m_results = probeResults(*recording, lane);
        m_results.resize(m_probes.size());
    }
    endResetModel();
}

const ProbeInfo& ProbesModel::probe(int row) const {
    return m_probes[static_cast<std::size_t>(row)];
}

const ProbeResult& ProbesModel::result(int row) const {
    return m_results[static_cast<std::size_t>(row)];
}

int ProbesModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_probes.size());
}

int ProbesModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ProbesModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return index.column() <= Answer ? QVariant() : QVariant(Qt::AlignRight | Qt::AlignVCenter);
    }
    const ProbeInfo& info = probe(index.row());
    if (role == Qt::ToolTipRole) {
        return plainTip(tr("%1: stated at token %2, asked at token %3, answered at token %4")
                            .arg(QString::fromStdString(info.name))
                            .arg(info.factBegin)
                            .arg(info.questionBegin)
                            .arg(info.answerBegin));
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    const ProbeResult& outcome = result(index.row());
    const auto nats = [](double value) {
        return std::isnan(value) ? QStringLiteral("–") : QString::number(value, 'f', 2);
    };
    switch (index.column()) {
        case Name:
            return QString::fromStdString(info.name);
        case Answer:
            return QString::fromStdString(info.answer);
        case FactAt:
            return info.factBegin;
        case AskedAt:
            return info.questionBegin;
        case FactHeld:
            return std::isnan(outcome.factHeld) ? QStringLiteral("–")
                                                : QStringLiteral("%1 %").arg(std::lround(100 * outcome.factHeld));
        case Nll:
            return nats(outcome.nll);
        case NllFull:
            return nats(outcome.nllFull);
        case Delta: {
            const double delta = outcome.nll - outcome.nllFull;
            return std::isnan(delta) ? nats(delta) : differenceText(delta);
        }
        default:
            return {};
    }
}

QVariant ProbesModel::headerData(int section, Qt::Orientation orientation, int role) const {
    static const char* const kTitles[] = {QT_TR_NOOP("Fact"),      QT_TR_NOOP("Answer"),  QT_TR_NOOP("Held"),
                                          QT_TR_NOOP("NLL"),       QT_TR_NOOP("Full"),    QT_TR_NOOP("Δ NLL"),
                                          QT_TR_NOOP("Stated at"), QT_TR_NOOP("Asked at")};
    static const char* const kTips[] = {
        QT_TR_NOOP("The fact that is stated in the text and asked for later"),
        QT_TR_NOOP("The answer in the text"),
        QT_TR_NOOP("Share of (layer, head, token of the fact) in the cache just before the answer"),
        QT_TR_NOOP("Mean negative log-likelihood of the answer's tokens, nats"),
        QT_TR_NOOP("The same with the full cache, nats"),
        QT_TR_NOOP("What evicting costs on this answer, nats"),
        QT_TR_NOOP("First token of the sentence that states the fact"),
        QT_TR_NOOP("First token of the question")};
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) {
        return {};
    }
    if (role == Qt::DisplayRole) {
        return tr(kTitles[section]);
    }
    return role == Qt::ToolTipRole ? QVariant(tr(kTips[section])) : QVariant();
}

}  // namespace kvw::wb
