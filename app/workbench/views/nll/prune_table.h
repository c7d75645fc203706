// SPDX-License-Identifier: GPL-3.0-or-later
/// Table of the prune events of a lane: the tokens dropped, and the effect on the NLL.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "app/workbench/session/table_model.h"
#include "core/figures/figure.h"
#include "core/metrics/prune_events.h"
#include "core/trace/recording.h"

namespace kvw::wb {

struct PruneRow {
    metrics::PruneGroup group;
    std::int64_t evicted = 0;  ///< tokens over layers and stored heads
    int layer = -1;            ///< layer that lost most; -1: there is no single one
    std::int64_t step = 0;     ///< at which the first of them is recorded as evicted

    bool operator==(const PruneRow&) const = default;
};

struct PruneAnalysis {
    std::vector<PruneRow> rows;
    bool difference = false;  ///< judged by the difference to the full lane, otherwise by the NLL itself
    FigureSeries threshold;   ///< of the judged events, as figures have it, with fewer points
    /// Returns the value above which a spike lasts at `step`; none: no event is judged there.
    [[nodiscard]] std::optional<double> thresholdAt(std::int64_t step) const;
};

/// Reads published steps; any thread. Returns early once `stale` is true.
[[nodiscard]] PruneAnalysis analysePrunes(const Recording& recording, int lane, const std::function<bool()>& stale,
                                          double thresholdScales);

/// Thread: GUI thread. Undefined numbers are shown as "–". Qt::UserRole returns the raw value, for sorting.
class PruneTable : public TableModel {
    Q_OBJECT
 public:
    enum Column { Step, Size, Duration, Excess, Evicted, Layer, ColumnCount };
    explicit PruneTable(QObject* parent = nullptr);

    void setRows(PruneAnalysis analysis);
    [[nodiscard]] const PruneAnalysis& analysis() const noexcept { return m_analysis; }
    [[nodiscard]] const PruneRow& row(int index) const { return m_analysis.rows[static_cast<std::size_t>(index)]; }
    /// Returns why numbers of the row are "–" and what the row stands for; empty: nothing to explain.
    [[nodiscard]] QString explanation(int index) const;

    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 protected:
    int rows() const override { return static_cast<int>(m_analysis.rows.size()); }
    QVariant cell(int index, int column, int role) const override;

 private:
    PruneAnalysis m_analysis;
};

}  // namespace kvw::wb
