// SPDX-License-Identifier: GPL-3.0-or-later
/// The runs of this session as a tree: what was started or opened, and under each the runs that were forked from it.
#pragma once

#include <QAbstractItemModel>
#include <memory>
#include <tuple>
#include <vector>

#include "core/decode/run_spec.h"
#include "core/trace/recording.h"

namespace kvw::wb {

/// Thread: GUI thread. Numbers follow with `update`, which looks at new steps only. Of runs that were never forked the
/// newest kMostAlone stay, and the one that is shown; what was forked stays, because its forks are compared with it.
class RunTree : public QAbstractItemModel {
    Q_OBJECT
 public:
    static constexpr int kMostAlone = 12;
    enum Column { Name, From, Nll, Delta, Steps, ColumnCount };

    struct Node {
        std::shared_ptr<Recording> recording;  ///< null: no longer kept, and not in the tree
        RunSpec spec;                          ///< model and text, for the next fork
        QString source;                        ///< of a bundle; empty: it was run here
        int parent = -1;                       ///< index of the run it was forked from
        std::int64_t step = -1;                ///< the first token of its own; -1: no fork
        int lane = 0;        ///< the lane that was forked, in this recording; of a run of its own the policy's
        int parentLane = 0;  ///< and in the parent's
        /// Where the parent had not ended, or both read what it generated: its lane in this recording.
        int besideLane = -1;
        bool demonstration = false;  ///< a story made it and makes it again; nobody is asked to keep it
    };

    using QAbstractItemModel::QAbstractItemModel;

    /// Its index, which stays. A recording that is there already gets no second node.
    int add(Node node);
    [[nodiscard]] int count() const noexcept { return static_cast<int>(m_runs.size()); }
    [[nodiscard]] const Node& node(int run) const { return m_runs[static_cast<std::size_t>(run)].node; }
    [[nodiscard]] int find(const Recording* recording) const;  ///< -1: none
    void setDemonstration(const Recording& recording);
    void drop(int run);  ///< that has no forks: its recording is let go
    [[nodiscard]] bool dropped(const std::shared_ptr<Recording>& recording) const;
    void setShown(const Recording* recording);  ///< drawn bold
    void update();
    [[nodiscard]] QString name(int run) const;
    void hideNames(bool hidden);  ///< laneTitle; a fork then has a number instead of what changes in it
    /// Mean NLL over the tokens of a fork's own, or after the prompt; and less the parent's over the same tokens.
    [[nodiscard]] double nll(int run) const;
    [[nodiscard]] double delta(int run) const;
    /// What a fork's own tokens are compared with: its parent's, or the lane in which the parent goes on beside it.
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
        std::weak_ptr<Recording> was;  ///< of a run that was dropped
        std::int64_t steps = 0, done = 0, compared = 0;
        [[nodiscard]] auto progress() const { return std::tuple(steps, done, compared); }
        double sum = 0, difference = 0;
        std::int64_t scored = 0, pairs = 0;
    };
    [[nodiscard]] std::vector<int> childrenOf(int run) const;  ///< -1: those that are no forks
    /// The first token that its NLL is a mean over.
    [[nodiscard]] static std::int64_t firstScored(const Node& node);
    static void advance(Run& run, const Compared& compared);
    [[nodiscard]] QString tipOf(int run, int column) const;
    void dropOldest();

    std::vector<Run> m_runs;
    const Recording* m_shown = nullptr;
    bool m_namesHidden = false;
};

}  // namespace kvw::wb
