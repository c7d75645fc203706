// SPDX-License-Identifier: GPL-3.0-or-later
/// The prune events of a lane as a table: what was dropped and what it did to the NLL.
#pragma once

#include <QAbstractTableModel>
#include <functional>
#include <optional>
#include <vector>

#include "core/metrics/prune_events.h"
#include "core/trace/recording.h"

namespace kvw::wb {

struct PruneRow {
    metrics::PruneGroup group;
    std::int64_t evicted = 0;  ///< tokens over layers and stored heads
    int layer = -1;            ///< that lost most
    std::int64_t step = 0;     ///< at which the first of them is seen to leave

    bool operator==(const PruneRow&) const = default;
};

struct PruneAnalysis {
    std::vector<PruneRow> rows;
    bool difference = false;  ///< of the difference to the full lane, otherwise of the NLL itself
    /// What is above it at `step` prolongs a spike; none: no event is judged there.
    [[nodiscard]] std::optional<double> thresholdAt(std::int64_t step) const;
};

/// Reads published steps; any thread. `stale` true: the result will not be used.
[[nodiscard]] PruneAnalysis analysePrunes(const Recording& recording, int lane, const std::function<bool()>& stale,
                                          double thresholdScales);

/// Thread: GUI thread. Undefined numbers are "–". Qt::UserRole gives the raw value, for sorting.
class PruneTable : public QAbstractTableModel {
    Q_OBJECT
 public:
    enum Column { Step, Size, Duration, Excess, Evicted, Layer, ColumnCount };
    using QAbstractTableModel::QAbstractTableModel;

    void setRows(PruneAnalysis analysis);
    [[nodiscard]] const PruneAnalysis& analysis() const noexcept { return m_analysis; }
    [[nodiscard]] const PruneRow& row(int index) const { return m_analysis.rows[static_cast<std::size_t>(index)]; }
    /// Why numbers of the row are "–", and what it stands for; empty: nothing to say.
    [[nodiscard]] QString explanation(int index) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
    PruneAnalysis m_analysis;
};

}  // namespace kvw::wb
