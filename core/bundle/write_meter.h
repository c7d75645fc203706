// SPDX-License-Identifier: Apache-2.0
/// Counts the bytes of a bundle that is being written, and carries the wish to give it up.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/bundle/write_watched.h"

namespace kvw::bundle {

/// Thread: one at a time.
class WriteMeter {
 public:
    /// `expected`: of all files, as far as that can be told before; `packed`: they will be gone through once more.
    WriteMeter(const WriteWatch& watch, std::int64_t expected, bool packed)
        : m_watch(watch), m_expected(expected), m_passes(packed ? 2 : 1) {}

    /// False: stop.
    bool add(std::int64_t bytes) {
        m_written += bytes;
        m_expected = std::max(m_expected, m_written);
        return tell(m_written);
    }
    /// `share` of what was written, 0 to 1, lies in the archive.
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
