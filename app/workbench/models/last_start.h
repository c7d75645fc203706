// SPDX-License-Identifier: GPL-3.0-or-later
/// Says whether the window that was open before this one came to its end.
#pragma once

#include "core/policy/host/catalog.h"

namespace kvw::wb {

/// While it lives, a window is open: a mark that a crash or a kill leaves behind. Two windows have one each.
class LastStart {
 public:
    explicit LastStart(const PluginPaths& paths);
    [[nodiscard]] bool endedBadly() const noexcept { return m_endedBadly; }

 private:
    bool m_endedBadly;  ///< before the mark of this one
    LoadingMark m_mark;
};

}  // namespace kvw::wb
