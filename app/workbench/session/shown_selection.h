// SPDX-License-Identifier: GPL-3.0-or-later
/// A selection limited to what exists in the shown recording.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>

#include "app/workbench/session/engine_client.h"
#include "app/workbench/session/selection.h"

namespace kvw::wb {

/// Reads the window's selection or one of a dock's own. Thread: GUI thread. Lifetime: the call it is made for.
class ShownSelection {
 public:
    static constexpr std::int64_t kNoEnd = std::numeric_limits<std::int64_t>::max();
    /// `end`: limit of the step, exclusive.
    ShownSelection(const EngineClient& client, const Selection& selection, std::int64_t end = kNoEnd)
        : m_client(client), m_selection(selection), m_end(end) {}

    /// Null if nothing is shown.
    [[nodiscard]] const Trace* trace() const { return m_client.trace(m_selection.lane()); }
    [[nodiscard]] std::shared_ptr<const TraceIndex> index() const { return m_client.index(m_selection.lane()); }
    [[nodiscard]] std::int64_t step() const;  ///< limited to what is recorded; -1: nothing is
    [[nodiscard]] int layer() const;          ///< limited to the model's
    [[nodiscard]] int unit() const;  ///< keep-set of the selected head; -1: all heads, or one set for all of them
    /// The head with records of its own (TraceShape::parts) that the selected query head belongs to; -1: all heads.
    [[nodiscard]] int part() const;

 private:
    const EngineClient& m_client;
    const Selection& m_selection;
    std::int64_t m_end;
};

}  // namespace kvw::wb
