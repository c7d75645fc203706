// SPDX-License-Identifier: GPL-3.0-or-later
/// Flags that tell a dock what has changed since its last refresh.
#pragma once

#include <QFlags>
#include <QMetaType>

namespace kvw::wb {

enum class DirtyFlag : unsigned {
    Data = 1,         ///< the trace grew
    Recording = 2,    ///< another recording is shown, or none
    Status = 4,       ///< state of the run
    Step = 8,         ///< the cursor moved
    Range = 16,       ///< zoom: visible range of steps or tokens
    Tokens = 32,      ///< selected tokens
    Unit = 64,        ///< selected layer, head or lane
    Hover = 128,      ///< position under the mouse
    Cursors = 256,    ///< cursors A and B
    Theme = 512,      ///< palette, font or screen ratio
    Plugins = 1024,   ///< the catalog was scanned again
    Problems = 2048,  ///< the list of problems grew
    Draft = 4096,     ///< settings of the next run
    Sweep = 8192,     ///< settings of the next sweep, the sweep that is shown, or its rows
    Library = 16384,  ///< a search of the run library ended
    WhatIf = 32768,   ///< preview of the prompt tokens that the next run would keep
    Evaluation = 65536,  ///< the evaluation that is shown, or its results
};
Q_DECLARE_FLAGS(Dirty, DirtyFlag)
Q_DECLARE_OPERATORS_FOR_FLAGS(Dirty)

inline constexpr Dirty kEverything{0x1ffff};

}  // namespace kvw::wb

Q_DECLARE_METATYPE(kvw::wb::Dirty)
