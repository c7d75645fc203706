// SPDX-License-Identifier: GPL-3.0-or-later
/// Gini, entropy and variance computed again from recorded rows, off the GUI thread, a part of the run after the other.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "app/workbench/plots/digest.h"
#include "app/workbench/plots/latest_job.h"
#include "core/trace/exact_shape.h"
#include "core/trace/recording.h"

namespace kvw::wb {

/// Thread: GUI thread.
class ExactValues : public QObject {
    Q_OBJECT
 public:
    explicit ExactValues(QObject* parent);

    /// Starts over where this is of something else, or where more rows have arrived.
    void follow(const std::shared_ptr<Recording>& recording, int lane, int part);
    [[nodiscard]] bool isOf(const std::shared_ptr<const Recording>& recording, int lane) const {
        return recording == m_recording && lane == m_lane;
    }
    /// Goes on towards `steps`, as far as one turn takes it; `grown` tells when.
    void askFor(std::int64_t steps);
    [[nodiscard]] std::int64_t steps() const;
    /// Number 0 to 2 (Gini, entropy, variance) of a step below `steps()`.
    [[nodiscard]] Digest::ValueAt valueOf(int number, int layer) const;
    [[nodiscard]] LatestJob& job() noexcept { return m_job; }

 Q_SIGNALS:
    void grown();

 private:
    /// Found so far. Series keep it while they draw.
    struct Found {
        std::vector<ExactShape> shapes;  ///< [steps, layers]
        std::size_t layers = 1;
    };
    std::shared_ptr<const Recording> m_recording;
    int m_lane = -1, m_part = -2;
    std::int64_t m_arrivals = 0;
    std::shared_ptr<Found> m_found = std::make_shared<Found>();
    std::shared_ptr<ExactShapes> m_shapes;  ///< of the job's thread
    bool m_asked = false;                   ///< a turn is under way
    LatestJob m_job;
};

}  // namespace kvw::wb
