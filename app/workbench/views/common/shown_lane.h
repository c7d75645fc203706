// SPDX-License-Identifier: GPL-3.0-or-later
/// The lane of a run that a dock was set up for. Rows that arrive late do not make it another run.
#pragma once

#include <memory>

#include "core/trace/recording.h"

namespace kvw::wb {

class ShownLane {
 public:
    /// Sets the lane. Returns true if it was another one before.
    bool becomes(const std::shared_ptr<Recording>& recording, int lane) {
        const bool other = m_recording.lock() != recording || m_lane != lane;
        m_recording = recording;
        m_lane = lane;
        return other;
    }

 private:
    std::weak_ptr<Recording> m_recording;
    int m_lane = -1;
};

}  // namespace kvw::wb
