// SPDX-License-Identifier: GPL-3.0-or-later
/// Computes numbers of layers again from recorded attention rows, off the GUI thread, in short turns.
#pragma once

#include <QElapsedTimer>
#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <vector>

#include "app/workbench/plot/digest.h"
#include "app/workbench/plot/latest_job.h"
#include "core/analysis/attention/attention_reach.h"
#include "core/analysis/attention/exact_shape.h"
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
    ExactValues(Of what, QObject* parent)
        : QObject(parent), m_count(what == Of::Shape ? kShapeNumbers : kReachNumbers.size()), m_of(what), m_job(this) {
        connect(&m_job, &LatestJob::failed, this, [this] {
            m_recording.reset();  // so that the next follow() starts over
            m_steps = {};
            m_asked = false;
        });
    }

    /// Selects what is computed. Starts over if that changed or more rows have arrived.
    void follow(const std::shared_ptr<Recording>& recording, int lane, int part) {
        const Trace& trace = recording->trace(lane);
        if (recording == m_recording && lane == m_lane && part == m_part && trace.rowArrivals() == m_arrivals) {
            return;
        }
        m_job.cancel();
        m_asked = false;
        m_recording = recording;
        m_lane = lane;
        m_part = part;
        m_arrivals = trace.rowArrivals();
        m_found = std::make_shared<Found>();
        m_found->row = static_cast<std::size_t>(std::max(1, trace.shape().layers)) * m_count;
        m_found->means.resize(m_found->row);
        m_steps = m_of == Of::Shape ? shapeSteps(trace, part) : reachSteps(*recording, lane, part);
    }

    [[nodiscard]] bool isOf(const std::shared_ptr<const Recording>& recording, int lane) const {
        return recording == m_recording && lane == m_lane;
    }
    /// Computes towards `steps` for one turn and emits `grown` at its end. Does nothing during a turn.
    void askFor(std::int64_t steps) {
        if (!m_steps.next || m_asked) {
            return;
        }
        steps = std::min(steps, m_recording->trace(m_lane).steps());  // the caller may look at another run by now
        if (this->steps() >= steps) {
            return;
        }
        m_asked = true;
        m_job.request(
            [this, recording = m_recording, source = m_steps, found = m_found, steps](const LatestJob::Stale& stale) {
                constexpr qint64 kTurn = 120;  // milliseconds of a turn, after which its results are shown
                QElapsedTimer since;
                since.start();
                auto more = std::make_shared<std::vector<float>>();
                while (source.done() < steps && since.elapsed() < kTurn) {
                    if (stale()) {
                        return LatestJob::Report();
                    }
                    source.next(*more);
                }
                return LatestJob::Report([this, found, more] {
                    for (std::size_t i = 0; i < more->size(); ++i) {
                        const float number = (*more)[i];
                        found->numbers.append(number);
                        if (std::isfinite(number)) {
                            Mean& mean = found->means[i % found->row];
                            mean.sum += static_cast<double>(number);
                            ++mean.count;
                        }
                    }
                    m_asked = false;
                    Q_EMIT grown();
                });
            },
            false);
    }

    [[nodiscard]] std::int64_t steps() const {
        return static_cast<std::int64_t>(m_found->numbers.size() / m_found->row);
    }
    /// Returns number `number` of `Of` by step, NaN from `steps()` on. The function keeps the values that it reads.
    [[nodiscard]] Digest::ValueAt valueOf(int number, int layer) const {
        return [found = m_found, place = placeOf(number, layer)](std::int64_t step) -> double {
            const std::size_t at = static_cast<std::size_t>(step) * found->row + place;
            return at < found->numbers.size() ? static_cast<double>(found->numbers[at]) : kMissing;
        };
    }

    /// Returns the mean over the steps below `steps()` that have a value; NaN: none has.
    [[nodiscard]] double mean(int number, int layer) const {
        const std::size_t place = placeOf(number, layer);
        const Mean mean = place < m_found->means.size() ? m_found->means[place] : Mean{};
        return mean.count > 0 ? mean.sum / static_cast<double>(mean.count) : kMissing;
    }
    [[nodiscard]] LatestJob& job() noexcept { return m_job; }

 Q_SIGNALS:
    void grown();

 private:
    static constexpr std::size_t kShapeNumbers = 3;
    /// Iterates over the steps of a lane.
    struct Steps {
        std::function<std::int64_t()> done;  ///< number of steps done
        /// Appends the numbers of the next step, [layers, numbers].
        std::function<void(std::vector<float>&)> next;
    };
    static Steps shapeSteps(const Trace& trace, int part) {
        const auto shapes = std::make_shared<ExactShapes>(trace, part);
        return {[shapes] { return shapes->steps(); },
                [shapes](std::vector<float>& numbers) {
                    for (const ExactShape& layer : shapes->next()) {
                        numbers.insert(numbers.end(), {layer.gini, layer.entropy, layer.variance});
                    }
                }};
    }

    static Steps reachSteps(const Recording& recording, int lane, int part) {
        const auto reach = std::make_shared<ReachSteps>(recording, lane, part);
        return {[reach] { return reach->steps(); },
                [reach](std::vector<float>& numbers) {
                    const StepReach found = reach->next();
                    for (const AttentionReach& layer : found.layers) {
                        for (const auto number : kReachNumbers) {
                            numbers.push_back(static_cast<float>(layer.*number));
                        }
                    }
                }};
    }

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
    /// Returns the index within a row.
    [[nodiscard]] std::size_t placeOf(int number, int layer) const {
        return static_cast<std::size_t>(layer) * m_count + static_cast<std::size_t>(number);
    }

    std::size_t m_count;  ///< numbers per layer
    Of m_of;
    std::shared_ptr<const Recording> m_recording;
    int m_lane = -1, m_part = -2;
    std::int64_t m_arrivals = 0;
    std::shared_ptr<Found> m_found = std::make_shared<Found>();
    Steps m_steps;         ///< used by the job's thread
    bool m_asked = false;  ///< a turn is under way
    LatestJob m_job;
};

}  // namespace kvw::wb
