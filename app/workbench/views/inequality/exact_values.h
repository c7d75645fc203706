// SPDX-License-Identifier: GPL-3.0-or-later
/// Computes numbers of layers again from recorded attention rows, off the GUI thread, in short turns.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "app/workbench/plot/digest.h"
#include "app/workbench/plot/latest_job.h"
#include "core/trace/columns.h"
#include "core/trace/recording.h"

namespace kvw::wb {

/// Thread: GUI thread.
class ExactValues : public QObject {
    Q_OBJECT
 public:
    /// Numbers to compute. Shape: Gini, entropy and variance; Reach: those of kReachNumbers
    /// (core/analysis/attention/attention_reach.h).
    enum class Of { Shape, Reach };
    ExactValues(Of what, QObject* parent);

    /// Selects what is computed. Starts over if that changed or more rows have arrived.
    void follow(const std::shared_ptr<Recording>& recording, int lane, int part);
    [[nodiscard]] bool isOf(const std::shared_ptr<const Recording>& recording, int lane) const {
        return recording == m_recording && lane == m_lane;
    }
    /// Computes towards `steps` for one turn and emits `grown` at its end. Does nothing during a turn.
    void askFor(std::int64_t steps);
    [[nodiscard]] std::int64_t steps() const;
    /// Returns number `number` of `Of` by step, NaN from `steps()` on. The function keeps the values that it reads.
    [[nodiscard]] Digest::ValueAt valueOf(int number, int layer) const;
    /// Returns the mean over the steps below `steps()` that have a value; NaN: none has.
    [[nodiscard]] double mean(int number, int layer) const;
    [[nodiscard]] LatestJob& job() noexcept { return m_job; }

    /// Iterates over the steps of a lane.
    class Steps {
     public:
        virtual ~Steps() = default;
        [[nodiscard]] virtual std::int64_t steps() const = 0;  ///< number of steps done
        /// Appends the numbers of the next step, [layers, numbers].
        virtual void next(std::vector<float>& numbers) = 0;
    };

 Q_SIGNALS:
    void grown();

 private:
    struct Mean {
        double sum = 0;
        std::int64_t count = 0;
    };
    /// Values computed so far. Series share them while they draw.
    struct Found {
        trace::AppendColumn<float> numbers;  ///< [steps, row]
        std::vector<Mean> means;             ///< [row]
        std::size_t row = 1;                 ///< layers x numbers
    };
    [[nodiscard]] std::size_t placeOf(int number, int layer) const;  ///< index within a row

    std::size_t m_count;  ///< numbers per layer
    Of m_of;
    std::shared_ptr<const Recording> m_recording;
    int m_lane = -1, m_part = -2;
    std::int64_t m_arrivals = 0;
    std::shared_ptr<Found> m_found = std::make_shared<Found>();
    std::shared_ptr<Steps> m_steps;  ///< used by the job's thread
    bool m_asked = false;            ///< a turn is under way
    LatestJob m_job;
};

}  // namespace kvw::wb
