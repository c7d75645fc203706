// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/probes_model.h"

#include <cmath>

#include "app/workbench/session/words/difference_text.h"
#include "app/workbench/session/words/plain_tip.h"

namespace kvw::wb {

ProbesModel::ProbesModel(QObject* parent) : TableModel(parent) {
    setHeads({{tr("Fact"), tr("The fact that is stated in the text and asked for later")},
              {tr("Answer"), tr("The answer in the text")},
              {tr("Held"), tr("Share of (layer, head, token of the fact) in the cache just before the answer"), true},
              {tr("NLL"), tr("Mean negative log-likelihood of the answer's tokens, nats"), true},
              {tr("Full"), tr("The same with the full cache, nats"), true},
              {tr("Δ NLL"), tr("What evicting costs on this answer, nats"), true},
              {tr("Stated at"), tr("First token of the sentence that states the fact"), true},
              {tr("Asked at"), tr("First token of the question"), true}});
}

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

QVariant ProbesModel::cell(int row, int column, int role) const {
    const ProbeInfo& info = probe(row);
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
    const ProbeResult& outcome = result(row);
    const auto nats = [](double value) {
        return std::isnan(value) ? QStringLiteral("–") : QString::number(value, 'f', 2);
    };
    switch (column) {
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

}  // namespace kvw::wb
