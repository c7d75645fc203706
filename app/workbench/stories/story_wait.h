// SPDX-License-Identifier: GPL-3.0-or-later
/// A wait of a story: whether what it waits for has happened since it began, and a sentence that says what is missing.
#pragma once

#include <QString>
#include <vector>

#include "app/workbench/models/workspace.h"
#include "app/workbench/stories/story.h"

namespace kvw::wb {

/// No run is under way that could record another step.
[[nodiscard]] bool runIsOver(const EngineClient& client);

/// Thread: GUI thread. Never waits itself: it is asked again whenever something changed.
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
