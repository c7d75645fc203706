// SPDX-License-Identifier: GPL-3.0-or-later
/// Numbers of layers computed again from recorded rows, off the GUI thread, a part of the run after the other.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "app/workbench/plots/digest.h"
#include "app/workbench/plots/latest_job.h"
#include "core/trace/columns.h"
#include "core/trace/recording.h"

namespace kvw::wb {

/// Thread: GUI thread.
class ExactValues : public QObject {
    Q_OBJECT
 public:
    /// Gini, entropy and variance; or those of kReachNumbers (core/trace/attention_reach.h).
    enum class Of { Shape, Reach };
    ExactValues(Of what, QObject* parent);

    /// Starts over where this is of something else, or where more rows have arrived.
    void follow(const std::shared_ptr<Recording>& recording, int lane, int part);
    [[nodiscard]] bool isOf(const std::shared_ptr<const Recording>& recording, int lane) const {
        return recording == m_recording && lane == m_lane;
    }
    /// Goes on towards `steps`, as far as one turn takes it; `grown` tells when.
    void askFor(std::int64_t steps);
    [[nodiscard]] std::int64_t steps() const;
    /// The numbers of a step below `steps()`, in the order of what they are of.
    [[nodiscard]] Digest::ValueAt valueOf(int number, int layer) const;
    /// Over those of the steps below `steps()` that have one; NaN: none has.
    [[nodiscard]] double mean(int number, int layer) const;
    [[nodiscard]] LatestJob& job() noexcept { return m_job; }

    /// Goes through the steps of a lane.
    class Steps {
     public:
        virtual ~Steps() = default;
        [[nodiscard]] virtual std::int64_t steps() const = 0;  ///< done
        /// Appends the numbers of the next one, [layers, numbers].
        virtual void next(std::vector<float>& numbers) = 0;
    };

 Q_SIGNALS:
    void grown();

 private:
    struct Mean {
        double sum = 0;
        std::int64_t count = 0;
    };
    /// Found so far. Series keep it while they draw.
    struct Found {
        trace::AppendColumn<float> numbers;  ///< [steps, row]
        std::vector<Mean> means;             ///< [row]
        std::size_t row = 1;                 ///< layers x numbers
    };
    [[nodiscard]] std::size_t placeOf(int number, int layer) const;  ///< within a row

    std::size_t m_count;  ///< numbers of a layer
    Of m_of;
    std::shared_ptr<const Recording> m_recording;
    int m_lane = -1, m_part = -2;
    std::int64_t m_arrivals = 0;
    std::shared_ptr<Found> m_found = std::make_shared<Found>();
    std::shared_ptr<Steps> m_steps;  ///< of the job's thread
    bool m_asked = false;            ///< a turn is under way
    LatestJob m_job;
};

}  // namespace kvw::wb
