// SPDX-License-Identifier: GPL-3.0-or-later
/// What was changed while a lane ran, as its marks on a time axis say it.
#pragma once

#include <QCoreApplication>
#include <QString>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/trace/trace.h"

namespace kvw::wb {

struct LiveChange {
    std::int32_t step = 0;  ///< the first token that was processed with it
    QString label;          ///< "recent 64", a policy, or hands on tokens; short
};
/// Of the recorded steps, in order; what changed before the same step is one. `hidden`: what was changed would tell the
/// policy, so each says only that something was.
[[nodiscard]] std::vector<LiveChange> liveChanges(const Trace& trace, bool hidden = false);

/// Where the label of a change at `at` begins on an axis that ends at `end`: behind its line, or before it where it
/// would be cut; none: it would touch the one before, which needs all up to `free`.
[[nodiscard]] std::optional<double> labelStart(double at, double wide, double free, double end);

/// The same, read again only where the trace has new ones.
class LiveChanges {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::LiveChanges)

 public:
    /// True: `list` is another one than before the call. `hidden`: as in `liveChanges`.
    bool follow(const Trace* trace, bool hidden);
    void forget() { m_trace = nullptr; }  ///< another recording: its trace may be where the old one was
    [[nodiscard]] const std::vector<LiveChange>& list() const noexcept { return m_list; }

 private:
    const Trace* m_trace = nullptr;
    std::int64_t m_events = 0;
    bool m_hidden = false;
    bool m_waiting = false;  ///< some are of a step that is not recorded yet
    std::vector<LiveChange> m_list;
};

}  // namespace kvw::wb
