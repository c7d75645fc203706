// SPDX-License-Identifier: Apache-2.0
/// Counter of the bytes of a bundle that is being written; passes progress on and a cancellation back.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/bundle/write_watched.h"

namespace kvw::bundle {

/// Thread: one at a time.
class WriteMeter {
 public:
    /// `expected`: estimated bytes of all files; `packed`: packing goes through them once more.
    WriteMeter(const WriteWatch& watch, std::int64_t expected, bool packed)
        : m_watch(watch), m_expected(expected), m_passes(packed ? 2 : 1) {}

    /// Counts written bytes. Returns false to stop.
    bool add(std::int64_t bytes) {
        m_written += bytes;
        m_expected = std::max(m_expected, m_written);
        return tell(m_written);
    }
    /// Reports that `share` of the written bytes, 0 to 1, is packed. Returns false to stop.
    bool packed(double share) {
        m_expected = m_written;
        return tell(m_written + static_cast<std::int64_t>(share * static_cast<double>(m_written)));
    }
    [[nodiscard]] bool stopped() const noexcept { return m_stopped; }

 private:
    bool tell(std::int64_t done) {
        m_stopped = m_stopped || (m_watch && !m_watch(done, m_passes * m_expected));
        return !m_stopped;
    }

    const WriteWatch& m_watch;
    std::int64_t m_expected, m_passes, m_written = 0;
    bool m_stopped = false;
};

}  // namespace kvw::bundle
