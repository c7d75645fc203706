// SPDX-License-Identifier: GPL-3.0-or-later
/// A wait of a story: whether the awaited event has happened since the wait began, and a sentence about what is
/// missing.
#pragma once

#include <QString>
#include <vector>

#include "app/workbench/session/workspace.h"
#include "app/workbench/stories/story.h"

namespace kvw::wb {

/// Returns whether no current run could record another step.
[[nodiscard]] bool runIsOver(const EngineClient& client);

/// Never blocks: it is asked again whenever something changed. Thread: GUI thread.
class StoryWait {
 public:
    StoryWait(const WaitAction& wait, Workspace& workspace);

    [[nodiscard]] bool done() const;
    [[nodiscard]] QString sentence() const;

 private:
    [[nodiscard]] QString parameterText() const;

    WaitAction m_wait;
    Workspace& m_workspace;
    std::vector<std::int32_t> m_tokens;
    int m_layer, m_head, m_lane, m_runs;
    QString m_parameter;
};

}  // namespace kvw::wb
