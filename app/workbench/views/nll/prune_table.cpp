// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/nll/prune_table.h"

#include <QLocale>
#include <algorithm>
#include <iterator>

#include "core/analysis/prune_series.h"
#include "core/figures/builders/figure_nll.h"

namespace kvw::wb {

namespace {

PruneRow describeGroup(const Trace& trace, const PruneSeries& series, const metrics::PruneGroup& group) {
    PruneRow row{group, 0, -1, series.firstRecord(group)};
    const std::int64_t last = series.lastRecord(group);
    std::vector<std::int64_t> byLayer(static_cast<std::size_t>(std::max(1, trace.shape().layers)), 0);
    for (std::int64_t i = trace.evictionsFrom(static_cast<std::int32_t>(row.step)); i < trace.evictions(); ++i) {
        const EvictionRecord record = trace.eviction(i);
        if (record.step > last) {
            break;
        }
        // A record for all heads of a layer counts once per head, as the numbers of a step do.
        const std::int64_t heads = record.head < 0 ? std::max(1, trace.shape().parts()) : 1;
        const auto dropped = static_cast<std::int64_t>(record.tokens.size()) * heads;
        row.evicted += dropped;
        if (record.layer >= 0 && record.layer < trace.shape().layers) {
            byLayer[static_cast<std::size_t>(record.layer)] += dropped;
        }
    }
    const auto most = std::max_element(byLayer.begin(), byLayer.end());
    // A layer is named only if it alone lost most.
    if (*most > 0 && std::count(byLayer.begin(), byLayer.end(), *most) == 1) {
        row.layer = static_cast<int>(most - byLayer.begin());
    }
    return row;
}

QString dash() {
    return QStringLiteral("–");
}

}  // namespace

PruneAnalysis analysePrunes(const Recording& recording, int lane, const std::function<bool()>& stale,
                            double thresholdScales) {
    const PruneSeries series = pruneSeries(recording, lane);
    PruneAnalysis analysis;
    analysis.difference = series.difference;
    if (stale()) {
        return analysis;
    }
    // Points between the ends of a window keep the y range right where only its middle is visible.
    constexpr std::int64_t kApart = 4;
    const std::vector<metrics::PruneGroup> groups = series.groups(thresholdScales);
    analysis.threshold = figures::thresholdSeries(groups, thresholdScales, kApart);
    for (const metrics::PruneGroup& group : groups) {
        if (stale()) {
            break;
        }
        analysis.rows.push_back(describeGroup(recording.trace(lane), series, group));
    }
    return analysis;
}

std::optional<double> PruneAnalysis::thresholdAt(std::int64_t step) const {
    const auto after = std::partition_point(rows.begin(), rows.end(),
                                            [step](const PruneRow& each) { return each.group.windowBegin <= step; });
    if (after == rows.begin()) {
        return std::nullopt;
    }
    const metrics::PruneGroup& group = std::prev(after)->group;
    return group.spike && step < group.windowEnd ? std::optional(group.spike->threshold) : std::nullopt;
}

PruneTable::PruneTable(QObject* parent) : TableModel(parent) {
    setHeads({{tr("step"), {}, true},
              {tr("peak"), tr("Highest %1 of the 33 tokens after, above the median of the 32 before, nats"), true},
              {tr("duration"), tr("Tokens until three in a row are back below the threshold; ≥: not back yet"), true},
              {tr("excess"), tr("Sum of the values above that median, nats × tokens"), true},
              {tr("evicted"), tr("Tokens dropped, over layers and stored heads"), true},
              {tr("layer"), tr("Layer that lost most tokens; –: all lost the same"), true}});
}

void PruneTable::setRows(PruneAnalysis analysis) {
    const auto old = static_cast<int>(m_analysis.rows.size());
    const auto now = static_cast<int>(analysis.rows.size());
    const bool renamed = analysis.difference != m_analysis.difference;
    // While a run goes on, rows are only added: the view keeps its selection and scroll position.
    if (now < old) {
        beginResetModel();
        m_analysis = std::move(analysis);
        endResetModel();
    } else {
        // Only the last few of thousands of rows still change.
        const auto kept = std::mismatch(m_analysis.rows.begin(), m_analysis.rows.end(), analysis.rows.begin());
        const auto same = static_cast<int>(kept.first - m_analysis.rows.begin());
        if (now > old) {
            beginInsertRows({}, old, now - 1);
        }
        m_analysis = std::move(analysis);
        if (now > old) {
            endInsertRows();
        }
        if (same < old) {
            Q_EMIT dataChanged(index(same, 0), index(old - 1, ColumnCount - 1));
        }
    }
    if (renamed) {
        Q_EMIT headerDataChanged(Qt::Horizontal, Size, Size);
    }
}

QVariant PruneTable::cell(int index, int column, int role) const {
    const PruneRow& line = row(index);
    const auto& spike = line.group.spike;
    if (role == Qt::ToolTipRole) {
        return explanation(index);
    }
    const bool raw = role == Qt::UserRole;
    if (role != Qt::DisplayRole && !raw) {
        return {};
    }
    const auto number = [&](double value) {
        return raw ? QVariant(value) : QVariant(QLocale::c().toString(value, 'f', 2));
    };
    switch (column) {
        case Step:
            if (raw || line.group.first == line.group.last) {
                return qlonglong(line.group.first);
            }
            return QStringLiteral("%1–%2").arg(line.group.first).arg(line.group.last);
        case Evicted:
            return qlonglong(line.evicted);
        case Size:
            return spike ? number(spike->size) : raw ? QVariant(-1.0) : QVariant(dash());
        case Excess:
            return spike ? number(spike->excess) : raw ? QVariant(-1.0) : QVariant(dash());
        case Duration:
            if (!spike) {
                return raw ? QVariant(-1) : QVariant(dash());
            }
            return raw ? QVariant(qlonglong(spike->duration))
                       : QVariant((spike->open ? QStringLiteral("≥ %1") : QStringLiteral("%1")).arg(spike->duration));
        case Layer:
            return line.layer >= 0 ? QVariant(line.layer) : raw ? QVariant(-1) : QVariant(dash());
        default:
            return {};
    }
}

QString PruneTable::explanation(int index) const {
    const metrics::PruneGroup& group = row(index).group;
    if (group.continuous) {
        // The window starts behind the eviction, whose effect the first tokens do not have yet.
        const QString mean = group.windowMean ? tr(" Mean %1 of tokens %2–%3: %4 nats.")
                                                    .arg(m_analysis.difference ? tr("ΔNLL") : tr("NLL"))
                                                    .arg(group.windowBegin)
                                                    .arg(group.windowEnd - 1)
                                                    .arg(QLocale::c().toString(*group.windowMean, 'f', 3))
                                              : QString();
        return tr("Steps %1–%2 evict without a pause (%3 events): their peaks, durations and excesses cannot be told "
                  "apart.%4")
            .arg(group.first)
            .arg(group.last)
            .arg(group.events)
            .arg(mean);
    }
    const QString merged =
        group.events > 1 ? tr("%1 events less than 4 tokens apart, as one.").arg(group.events) : QString();
    const QString judged = group.spike ? tr(" Lasts while %1 is above %2 nats.")
                                             .arg(m_analysis.difference ? tr("ΔNLL") : tr("NLL"),
                                                  QLocale::c().toString(group.spike->threshold, 'f', 2))
                                       : QString();
    return group.spike ? (merged + judged).trimmed()
                       : (merged + tr(" Too few tokens around it to judge its effect.")).trimmed();
}

QVariant PruneTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Horizontal && role == Qt::InitialSortOrderRole) {  // largest values first
        return section == Step ? Qt::AscendingOrder : Qt::DescendingOrder;
    }
    const QVariant head = TableModel::headerData(section, orientation, role);
    return orientation != Qt::Horizontal || role != Qt::ToolTipRole || section != Size
               ? head
               : head.toString().arg(m_analysis.difference
                                         ? tr("ΔNLL")
                                         : tr("NLL (no full lane has scored these tokens, so this is not Δ)"));
}

}  // namespace kvw::wb
