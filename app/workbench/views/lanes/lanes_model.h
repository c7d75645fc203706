// SPDX-License-Identifier: GPL-3.0-or-later
/// Table of the lanes of a recording, with the quality, time and memory of each.
#pragma once

#include <QLocale>
#include <QPalette>
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <vector>

#include "app/workbench/session/table_model.h"
#include "app/workbench/session/theme.h"
#include "app/workbench/session/words/best_font.h"
#include "app/workbench/session/words/bytes_text.h"
#include "app/workbench/session/words/difference_text.h"
#include "app/workbench/session/words/lane_title.h"
#include "app/workbench/session/words/plain_tip.h"
#include "core/analysis/compared_steps.h"
#include "core/analysis/overlap.h"
#include "core/base/finite.h"
#include "core/metrics/quality.h"
#include "core/trace/recording.h"
#include "core/trace/token_times.h"

namespace kvw::wb {

/// Thread: GUI thread. An update takes time in proportion to the new steps. Undefined numbers are "–". Qt::UserRole
/// gives the raw value for sorting. The best value of a column among the policies is bold; of equal ones (as shown),
/// all are. Lanes of unlike length are compared over the steps that all of them have; a lane that failed alone does not
/// shorten them, and is never the best.
class LanesModel : public TableModel {
    Q_OBJECT
 public:
    /// Columns in the order in which a narrow table shows them; the last ones have to be scrolled to.
    enum Column { Name, Nll, Delta, Kl, Bytes, Milliseconds, Differs, Held, Evicted, ColumnCount };
    explicit LanesModel(QObject* parent = nullptr) : TableModel(parent) {
        setHeads({
            {tr("lane"), tr("Policy and the settings that differ from its defaults")},
            {tr("NLL"), tr("Mean NLL of the tokens after the prompt, nats"), true},
            {tr("ΔNLL"), tr("Mean of NLL − NLL of the full cache over the same tokens, nats"), true},
            {tr("KL"), tr("Mean KL of the full cache's next-token distribution to this lane's, nats"), true},
            {tr("bytes"), tr("Live bytes of keys and values now"), true},
            {tr("ms"),
             tr("TPOT: milliseconds from the first new token to the last, by those in between; recording is included"),
             true},
            {tr("differs"),
             tr("First step that differs from the full cache: another token of a generated text, otherwise a KL above "
                "10⁻⁶ nats; without a full cache, another NLL or number of held tokens than in the first lane"),
             true},
            {tr("of full"), tr("Live bytes now, of those of the full cache"), true},
            {tr("evicted"), tr("Tokens evicted so far, over layers and heads"), true},
        });
    }

    /// Takes in the new steps; another recording starts over. Null: no rows.
    void update(const std::shared_ptr<const Recording>& recording) {
        if (recording != m_recording) {
            beginResetModel();
            m_recording = recording;
            m_lanes.clear();
            m_lanes.resize(recording ? static_cast<std::size_t>(recording->lanes()) : 0);
            for (std::size_t lane = 0; lane < m_lanes.size(); ++lane) {
                m_lanes[lane].full = recording->description().lanes[lane].isFullCache();
                m_lanes[lane].values.fill(kMissing);
            }
            endResetModel();
        }
        if (m_lanes.empty()) {
            return;
        }
        m_compared = comparedSteps(*m_recording);
        m_longest = 0;
        for (int lane = 0; lane < rowCount(); ++lane) {
            advance(lane);
        }
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    }

    /// Sets the palette that the colours of the lanes are chosen for.
    void setPalette(const QPalette& palette) {
        m_palette = palette;
        if (!m_lanes.empty()) {
            Q_EMIT dataChanged(index(0, Name), index(rowCount() - 1, Name), {Qt::DecorationRole});
        }
    }

    /// Sets whether the titles of the lanes hide the policies, as `hidden` in laneTitle.
    void hideNames(bool hidden) {
        if (m_namesHidden != hidden) {
            m_namesHidden = hidden;
            if (!m_lanes.empty()) {
                Q_EMIT dataChanged(index(0, Name), index(rowCount() - 1, Name));
            }
        }
    }

    [[nodiscard]] bool pinned(int lane) const { return m_lanes[static_cast<std::size_t>(lane)].pinned; }
    /// Returns which tokens the numbers are of, if the lanes have unlike ones; empty: all recorded tokens.
    [[nodiscard]] QString comparedOver() const {
        if (m_lanes.empty()) {
            return {};
        }
        QStringList sentences;
        // Lanes that are decoded together are a step apart at most, and only for a moment.
        const bool together = m_recording->state() == RunState::Running && m_longest <= m_compared + 1;
        const std::int64_t prompt = m_recording->description().promptTokens;
        if (m_longest > m_compared && !together) {
            sentences += m_compared > prompt
                             ? tr("Means over tokens %1 to %2, which all lanes have; bytes behind token %2.")
                                   .arg(prompt)
                                   .arg(m_compared - 1)
                             : tr("Bytes behind token %1, which is the last that all lanes have.").arg(m_compared - 1);
        }
        if (std::ranges::any_of(m_lanes, [this](const Lane& lane) { return brokenOff(lane); })) {
            sentences += tr("A lane that failed has the numbers of its own tokens.");
        }
        return sentences.join(QLatin1Char(' '));
    }

    bool setData(const QModelIndex& index, const QVariant& value, int role) override {
        if (role != Qt::CheckStateRole || index.column() != Name) {
            return false;
        }
        m_lanes[static_cast<std::size_t>(index.row())].pinned = value.toInt() == Qt::Checked;
        Q_EMIT dataChanged(index, index.siblingAtColumn(ColumnCount - 1), {Qt::CheckStateRole, Qt::UserRole});
        return true;
    }

    Qt::ItemFlags flags(const QModelIndex& index) const override {
        const Qt::ItemFlags usual = TableModel::flags(index);
        return index.column() == Name ? usual | Qt::ItemIsUserCheckable : usual;
    }

 private:
    static double orNaN(const metrics::RunningMean& mean) { return mean.value().value_or(kMissing); }

    int rows() const override { return static_cast<int>(m_lanes.size()); }
    QVariant cell(int lane, int column, int role) const override {
        switch (role) {
            case Qt::DisplayRole:
                return text(lane, column);
            case Qt::UserRole:
                return column == Name
                           ? QVariant(text(lane, Name))
                           : m_lanes[static_cast<std::size_t>(lane)].values[static_cast<std::size_t>(column)];
            case kLaneTitleRole:
                return laneTitleParts(*m_recording, lane, m_namesHidden);
            case Qt::DecorationRole:
                return column == Name ? QVariant(laneColor(m_recording->description(), lane, m_palette)) : QVariant();
            case Qt::CheckStateRole:
                return column == Name ? QVariant(pinned(lane) ? Qt::Checked : Qt::Unchecked) : QVariant();
            case Qt::ToolTipRole:
                return column == Name
                           ? QVariant(plainTip(text(lane, Name) + QLatin1Char('\n') + tr("Ticked lanes stay on top")))
                           : headerData(column, Qt::Horizontal, Qt::ToolTipRole);
            case Qt::FontRole:
                return bestFont(best(lane, column));
            default:
                return {};
        }
    }

    struct Lane {
        struct Sums {
            std::int64_t steps = 0, evicted = 0;
            metrics::RunningMean nll, delta, kl;
            TokenTimes times;
        } sums;
        std::int64_t looked = 0, differs = -1;     ///< steps searched for a difference; the first with one
        std::array<double, ColumnCount> values{};  ///< NaN: undefined
        bool full = false, pinned = false, failed = false;
    };
    void advance(int at) {
        if (!m_recording->hasTrace(at)) {
            return;
        }
        Lane& lane = m_lanes[static_cast<std::size_t>(at)];
        const Trace& trace = m_recording->trace(at);
        m_longest = std::max(m_longest, trace.steps());
        lane.failed = failedAlone(*m_recording, at);
        lookForDifference(at);
        const std::int64_t end = std::min(trace.steps(), m_compared);
        if (end < lane.sums.steps) {
            lane.sums = {};  // a shorter lane began
        }
        if (end > lane.sums.steps) {
            addSteps(lane, trace, end);
        }
    }

    void lookForDifference(int at) {
        Lane& lane = m_lanes[static_cast<std::size_t>(at)];
        if (at == 0 || lane.differs >= 0 || !m_recording->hasTrace(0)) {
            return;
        }
        const Trace &first = m_recording->trace(0), &trace = m_recording->trace(at);
        const std::int64_t both = std::min(first.steps(), trace.steps());
        lane.differs = comparesWithFull() ? firstDifference(*m_recording, 0, at, lane.looked)
                                          : firstUnequal(first, trace, both, lane.looked);
        lane.looked = both;
        lane.values[Differs] = lane.differs < 0 ? kMissing : static_cast<double>(lane.differs);
    }

    void addSteps(Lane& lane, const Trace& trace, std::int64_t end) const {
        Lane::Sums& sums = lane.sums;
        for (; sums.steps < end; ++sums.steps) {
            const StepRecord& step = trace.step(sums.steps);
            sums.evicted += step.evictedNow;
            if (sums.steps >= m_recording->description().generatesFrom()) {
                sums.times.add(step);
            }
            if (sums.steps < m_recording->description().promptTokens) {
                continue;
            }
            sums.nll.add(ifFinite(step.nll));
            if (comparesWithFull() && !lane.full) {
                sums.delta.add(ifFinite(step.nll - step.nllFull));
                sums.kl.add(ifFinite(step.kl));
            }
        }
        const StepRecord& last = trace.step(end - 1);
        auto& values = lane.values;
        values[Nll] = orNaN(sums.nll);
        values[Delta] = orNaN(sums.delta);
        values[Kl] = orNaN(sums.kl);
        values[Held] =
            last.bytesFull > 0 ? static_cast<double>(last.bytesLive) / static_cast<double>(last.bytesFull) : 1;
        values[Bytes] = static_cast<double>(last.bytesLive);
        values[Milliseconds] = sums.times.tpotMs().value_or(kMissing);
        values[Evicted] = static_cast<double>(sums.evicted);
    }

    /// Returns whether the lane failed before the end of the compared steps.
    [[nodiscard]] bool brokenOff(const Lane& lane) const { return lane.failed && lane.sums.steps < m_compared; }
    [[nodiscard]] bool comparesWithFull() const { return m_lanes.front().full && m_recording->hasTrace(0); }
    [[nodiscard]] QString text(int at, int column) const {
        const double value = m_lanes[static_cast<std::size_t>(at)].values[static_cast<std::size_t>(column)];
        if (column == Name) {
            return laneTitle(*m_recording, at, m_namesHidden);
        }
        if (!std::isfinite(value)) {
            return QStringLiteral("–");
        }
        const QLocale locale = QLocale::c();
        switch (column) {
            case Nll:
                return locale.toString(value, 'f', 3);
            case Delta:
                return differenceText(value, 3);
            case Kl:
                return locale.toString(value, 'f', 3);
            case Held:
                return locale.toString(100 * value, 'f', 1) + QStringLiteral(" %");
            case Bytes:
                return bytesText(value);
            case Milliseconds:
                return locale.toString(value, 'f', 2);
            default:
                return QString::number(std::llround(value));
        }
    }

    [[nodiscard]] bool best(int at, int column) const {
        static constexpr std::array kLowIsGood{Nll, Delta, Kl, Held, Bytes, Milliseconds};
        if (std::ranges::find(kLowIsGood, column) == kLowIsGood.end()) {
            return false;
        }
        const auto place = static_cast<std::size_t>(column);
        int lowest = -1, policies = 0;
        for (int lane = 0; lane < rowCount(); ++lane) {
            const Lane& each = m_lanes[static_cast<std::size_t>(lane)];
            if (each.full || brokenOff(each) || !std::isfinite(each.values[place])) {
                continue;
            }
            ++policies;
            if (lowest < 0 || each.values[place] < m_lanes[static_cast<std::size_t>(lowest)].values[place]) {
                lowest = lane;
            }
        }
        const Lane& asked = m_lanes[static_cast<std::size_t>(at)];
        return policies > 1 && !asked.full && !brokenOff(asked) && text(at, column) == text(lowest, column);
    }

    std::shared_ptr<const Recording> m_recording;
    std::vector<Lane> m_lanes;
    std::int64_t m_compared = 0, m_longest = 0;  ///< steps that all lanes have; those of the longest
    QPalette m_palette;
    bool m_namesHidden = false;
};

}  // namespace kvw::wb
