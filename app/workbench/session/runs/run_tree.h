// SPDX-License-Identifier: GPL-3.0-or-later
/// Tree of the runs of this session: those started or opened, and under each the runs that were forked from it.
#pragma once

#include <QAbstractItemModel>
#include <memory>
#include <tuple>
#include <vector>

#include "core/session/spec/run_spec.h"
#include "core/trace/recording.h"

namespace kvw::wb {

/// Thread: GUI thread. `update` brings the numbers up to date and looks at new steps only. Of runs that are not forks
/// and have none, the newest kMostAlone stay, and the shown one; a run with forks stays, because they are compared with
/// it.
class RunTree : public QAbstractItemModel {
    Q_OBJECT
 public:
    static constexpr int kMostAlone = 12;
    enum Column { Name, From, Nll, Delta, Steps, ColumnCount };

    struct Node {
        std::shared_ptr<Recording> recording;  ///< null: no longer kept, and not in the tree
        RunSpec spec;                          ///< model and text, for the next fork
        QString source;                        ///< path of a bundle; empty: the run was made here
        int parent = -1;                       ///< index of the run it was forked from
        std::int64_t step = -1;                ///< the first token of its own; -1: no fork
        int lane = 0;        ///< lane of the fork in this recording; of other runs, that of the policy
        int parentLane = 0;  ///< lane that was forked, in the parent's recording
        /// Lane of the parent in this recording, if it goes on or reads its text beside the fork; -1: none.
        int besideLane = -1;
        bool demonstration = false;  ///< made by a story, which can make it again; the user is not asked to keep it
    };

    using QAbstractItemModel::QAbstractItemModel;

    /// Adds a run and returns its index, which never changes. A recording in the tree gets no second node.
    int add(Node node);
    [[nodiscard]] int count() const noexcept { return static_cast<int>(m_runs.size()); }
    [[nodiscard]] const Node& node(int run) const { return m_runs[static_cast<std::size_t>(run)].node; }
    [[nodiscard]] int find(const Recording* recording) const;  ///< -1: none
    void setDemonstration(const Recording& recording);
    void drop(int run);  ///< removes a run without forks and releases its recording
    [[nodiscard]] bool dropped(const std::shared_ptr<Recording>& recording) const;
    void setShown(const Recording* recording);  ///< sets the run that is drawn bold
    void update();
    [[nodiscard]] QString name(int run) const;
    void hideNames(bool hidden);  ///< as in laneTitle; a fork has a number instead of its changes
    /// Returns the mean NLL over a fork's own tokens, or over those after the prompt, in nats; NaN: there is none.
    [[nodiscard]] double nll(int run) const;
    /// Returns the mean NLL less the parent's over the same tokens; NaN: there is none.
    [[nodiscard]] double delta(int run) const;
    /// Lane that a fork's own tokens are compared with: its parent's, or the one in which the parent goes on beside it.
    struct Compared {
        std::shared_ptr<Recording> recording;  ///< null: there is nothing to compare with
        int lane = 0;
        [[nodiscard]] const Trace* trace() const;  ///< null: none
    };
    [[nodiscard]] Compared parentOf(int run) const;
    [[nodiscard]] QModelIndex indexOf(int run, int column = Name) const;
    [[nodiscard]] static int runOf(const QModelIndex& index) { return static_cast<int>(index.internalId()); }

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
    struct Run {
        Node node;
        std::weak_ptr<Recording> was;  ///< recording of a dropped run
        std::int64_t steps = 0, done = 0, compared = 0;
        [[nodiscard]] auto progress() const { return std::tuple(steps, done, compared); }
        double sum = 0, difference = 0;
        std::int64_t scored = 0, pairs = 0;
    };
    [[nodiscard]] std::vector<int> childrenOf(int run) const;  ///< -1: runs that are no forks
    /// Returns the first token of the mean NLL.
    [[nodiscard]] static std::int64_t firstScored(const Node& node);
    static void advance(Run& run, const Compared& compared);
    [[nodiscard]] QString tipOf(int run, int column) const;
    void dropOldest();

    std::vector<Run> m_runs;
    const Recording* m_shown = nullptr;
    bool m_namesHidden = false;
};

}  // namespace kvw::wb
