// SPDX-License-Identifier: GPL-3.0-or-later
/// How much memory the allocator holds on to.
#pragma once

#include <malloc.h>

namespace kvw::wb {

/// One arena for the GUI thread and one for all others. Each thread that computes for a dock, writes a copy or decodes
/// would get one of its own, with holes of its own: of a long run the window then holds tens of megabytes that nobody
/// uses. Before the first thread.
inline void useFewArenas() {
    constexpr int kArenas = 2;
    mallopt(M_ARENA_MAX, kArenas);
}

}  // namespace kvw::wb
