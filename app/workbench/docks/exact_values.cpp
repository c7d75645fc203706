// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/docks/exact_values.h"

#include <QElapsedTimer>
#include <algorithm>

namespace kvw::wb {

ExactValues::ExactValues(QObject* parent) : QObject(parent), m_job(this) {
    connect(&m_job, &LatestJob::failed, this, [this] {
        m_recording.reset();  // begins anew when it is followed again
        m_shapes.reset();
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
    m_found->layers = static_cast<std::size_t>(std::max(1, trace.shape().layers));
    m_shapes = std::make_shared<ExactShapes>(trace, part);
}

std::int64_t ExactValues::steps() const {
    return static_cast<std::int64_t>(m_found->shapes.size() / m_found->layers);
}

void ExactValues::askFor(std::int64_t steps) {
    if (!m_shapes || m_asked) {
        return;
    }
    steps = std::min(steps, m_recording->trace(m_lane).steps());  // who asks may look at another run by now
    if (this->steps() >= steps) {
        return;
    }
    m_asked = true;
    m_job.request(
        [this, recording = m_recording, shapes = m_shapes, found = m_found, steps](const LatestJob::Stale& stale) {
            constexpr qint64 kTurn = 120;  // milliseconds after which what is there is shown
            QElapsedTimer since;
            since.start();
            auto more = std::make_shared<std::vector<ExactShape>>();
            while (shapes->steps() < steps && since.elapsed() < kTurn) {
                if (stale()) {
                    return LatestJob::Report();
                }
                const std::vector<ExactShape> layers = shapes->next();
                more->insert(more->end(), layers.begin(), layers.end());
            }
            return LatestJob::Report([this, found, more] {
                found->shapes.insert(found->shapes.end(), more->begin(), more->end());
                m_asked = false;
                Q_EMIT grown();
            });
        },
        false);
}

Digest::ValueAt ExactValues::valueOf(int number, int layer) const {
    return [found = m_found, number, layer](std::int64_t step) -> double {
        const auto at = static_cast<std::size_t>(step) * found->layers + static_cast<std::size_t>(layer);
        if (at >= found->shapes.size()) {
            return kMissing;
        }
        const ExactShape& shape = found->shapes[at];
        return static_cast<double>(number == 0 ? shape.gini : number == 1 ? shape.entropy : shape.variance);
    };
}

}  // namespace kvw::wb
