// SPDX-License-Identifier: GPL-3.0-or-later
/// What changed since a dock was last refreshed.
#pragma once

#include <QFlags>
#include <QMetaType>

namespace kvw::wb {

enum class DirtyFlag : unsigned {
    Data = 1,         ///< the trace grew
    Recording = 2,    ///< another recording is shown, or none
    Status = 4,       ///< state of the run
    Step = 8,         ///< the cursor moved
    Range = 16,       ///< zoom: steps or tokens in sight
    Tokens = 32,      ///< selected tokens
    Unit = 64,        ///< layer, head or lane
    Hover = 128,      ///< preview under the mouse
    Cursors = 256,    ///< A and B
    Theme = 512,      ///< palette, font or screen ratio
    Plugins = 1024,   ///< the catalog was scanned again
    Problems = 2048,  ///< the list of problems grew
    Draft = 4096,     ///< what the next run will be
    Sweep = 8192,     ///< the next sweep, the one that is shown, or its rows
    Library = 16384,  ///< another search of the run library is done
    WhatIf = 32768,   ///< what the next run would keep of the prompt
};
Q_DECLARE_FLAGS(Dirty, DirtyFlag)
Q_DECLARE_OPERATORS_FOR_FLAGS(Dirty)

inline constexpr Dirty kEverything{0xffff};

}  // namespace kvw::wb

Q_DECLARE_METATYPE(kvw::wb::Dirty)
