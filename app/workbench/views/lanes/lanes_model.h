// SPDX-License-Identifier: GPL-3.0-or-later
/// Table of the lanes of a recording, with the quality, time and memory of each.
#pragma once

#include <QPalette>
#include <array>
#include <memory>
#include <vector>

#include "app/workbench/session/table_model.h"
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
    explicit LanesModel(QObject* parent = nullptr);

    /// Takes in the new steps; another recording starts over. Null: no rows.
    void update(const std::shared_ptr<const Recording>& recording);
    void setPalette(const QPalette& palette);  ///< for the lanes' colours
    void hideNames(bool hidden);               ///< as in laneTitle
    [[nodiscard]] bool pinned(int lane) const { return m_lanes[static_cast<std::size_t>(lane)].pinned; }
    /// Returns which tokens the numbers are of, if the lanes have unlike ones; empty: all recorded tokens.
    [[nodiscard]] QString comparedOver() const;

    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

 private:
    int rows() const override { return static_cast<int>(m_lanes.size()); }
    QVariant cell(int lane, int column, int role) const override;

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
    void advance(int lane);
    void lookForDifference(int lane);
    void addSteps(Lane& lane, const Trace& trace, std::int64_t end) const;
    /// Returns whether the lane failed before the end of the compared steps.
    [[nodiscard]] bool brokenOff(const Lane& lane) const { return lane.failed && lane.sums.steps < m_compared; }
    [[nodiscard]] bool comparesWithFull() const { return m_lanes.front().full && m_recording->hasTrace(0); }
    [[nodiscard]] QString text(int lane, int column) const;
    [[nodiscard]] bool best(int lane, int column) const;

    std::shared_ptr<const Recording> m_recording;
    std::vector<Lane> m_lanes;
    std::int64_t m_compared = 0, m_longest = 0;  ///< steps that all lanes have; those of the longest
    QPalette m_palette;
    bool m_namesHidden = false;
};

}  // namespace kvw::wb
