// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/inequality/exact_values.h"

#include <QElapsedTimer>
#include <algorithm>
#include <cmath>

#include "core/analysis/attention/attention_reach.h"
#include "core/analysis/attention/exact_shape.h"

namespace kvw::wb {

namespace {

class ShapeSteps final : public ExactValues::Steps {
 public:
    static constexpr std::size_t kCount = 3;
    ShapeSteps(const Trace& trace, int part) : m_shapes(trace, part) {}
    std::int64_t steps() const override { return m_shapes.steps(); }
    void next(std::vector<float>& numbers) override {
        for (const ExactShape& layer : m_shapes.next()) {
            numbers.insert(numbers.end(), {layer.gini, layer.entropy, layer.variance});
        }
    }

 private:
    ExactShapes m_shapes;
};

class ReachNumberSteps final : public ExactValues::Steps {
 public:
    static constexpr std::size_t kCount = kReachNumbers.size();
    ReachNumberSteps(const Recording& recording, int lane, int part) : m_reach(recording, lane, part) {}
    std::int64_t steps() const override { return m_reach.steps(); }
    void next(std::vector<float>& numbers) override {
        const StepReach found = m_reach.next();
        for (const AttentionReach& layer : found.layers) {
            for (const auto number : kReachNumbers) {
                numbers.push_back(static_cast<float>(layer.*number));
            }
        }
    }

 private:
    ReachSteps m_reach;
};

}  // namespace

ExactValues::ExactValues(Of what, QObject* parent)
    : QObject(parent),
      m_count(what == Of::Shape ? ShapeSteps::kCount : ReachNumberSteps::kCount),
      m_of(what),
      m_job(this) {
    connect(&m_job, &LatestJob::failed, this, [this] {
        m_recording.reset();  // so that the next follow() starts over
        m_steps.reset();
        m_asked = false;
    });
}

void ExactValues::follow(const std::shared_ptr<Recording>& recording, int lane, int part) {
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
    if (m_of == Of::Shape) {
        m_steps = std::make_shared<ShapeSteps>(trace, part);
    } else {
        m_steps = std::make_shared<ReachNumberSteps>(*recording, lane, part);
    }
}

std::int64_t ExactValues::steps() const {
    return static_cast<std::int64_t>(m_found->numbers.size() / m_found->row);
}

void ExactValues::askFor(std::int64_t steps) {
    if (!m_steps || m_asked) {
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
            while (source->steps() < steps && since.elapsed() < kTurn) {
                if (stale()) {
                    return LatestJob::Report();
                }
                source->next(*more);
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

std::size_t ExactValues::placeOf(int number, int layer) const {
    return static_cast<std::size_t>(layer) * m_count + static_cast<std::size_t>(number);
}

Digest::ValueAt ExactValues::valueOf(int number, int layer) const {
    return [found = m_found, place = placeOf(number, layer)](std::int64_t step) -> double {
        const std::size_t at = static_cast<std::size_t>(step) * found->row + place;
        return at < found->numbers.size() ? static_cast<double>(found->numbers[at]) : kMissing;
    };
}

double ExactValues::mean(int number, int layer) const {
    const std::size_t place = placeOf(number, layer);
    const Mean mean = place < m_found->means.size() ? m_found->means[place] : Mean{};
    return mean.count > 0 ? mean.sum / static_cast<double>(mean.count) : kMissing;
}

}  // namespace kvw::wb
