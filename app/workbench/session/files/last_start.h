// SPDX-License-Identifier: GPL-3.0-or-later
/// Tells whether the window that was open before this one ended properly.
#pragma once

#include "core/policy/host/catalog.h"

namespace kvw::wb {

/// Keeps a mark on the disk while a window is open; a crash or a kill leaves it behind. Each window has its own.
class LastStart {
 public:
    explicit LastStart(const PluginPaths& paths);
    [[nodiscard]] bool endedBadly() const noexcept { return m_endedBadly; }

 private:
    bool m_endedBadly;  ///< declared first: it is read before m_mark writes this window's mark
    LoadingMark m_mark;
};

}  // namespace kvw::wb
