// SPDX-License-Identifier: GPL-3.0-or-later
/// Changes of a lane in mid-run, with the labels of their marks on a time axis.
#pragma once

#include <QCoreApplication>
#include <QString>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/trace/trace.h"

namespace kvw::wb {

struct LiveChange {
    std::int32_t step = 0;  ///< first token processed with the change
    QString label;          ///< short: "recent 64", a policy, or a change of tokens by hand
};
/// Returns the changes at recorded steps, in order; changes at the same step are one. `hidden` (examiner mode): labels
/// say only that something changed, since more would reveal the policy.
[[nodiscard]] std::vector<LiveChange> liveChanges(const Trace& trace, bool hidden = false);

/// Returns where the label of a change at `at`, `wide` across, begins on an axis that ends at `end`: after its line, or
/// before it if it would be cut; none: it would overlap the previous label, which ends at `free`.
[[nodiscard]] std::optional<double> labelStart(double at, double wide, double free, double end);

/// Cached `liveChanges` of a trace, read again only if the trace has new events.
class LiveChanges {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::LiveChanges)

 public:
    /// Updates `list`; true: it was read again. `hidden`: as in `liveChanges`.
    bool follow(const Trace* trace, bool hidden);
    void forget() { m_trace = nullptr; }  ///< for another recording: its trace may have the old address
    [[nodiscard]] const std::vector<LiveChange>& list() const noexcept { return m_list; }

 private:
    const Trace* m_trace = nullptr;
    std::int64_t m_events = 0;
    bool m_hidden = false;
    bool m_waiting = false;  ///< the last event is at a step that is not recorded yet
    std::vector<LiveChange> m_list;
};

}  // namespace kvw::wb
