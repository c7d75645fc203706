// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/files/last_start.h"

#include "core/policy/host/quarantine.h"

namespace kvw::wb {

namespace {

/// Id of the window's mark; no plugin has it.
constexpr const char* kWindow = "kvworkbench";

bool takeMark(const PluginPaths& paths) {
    const Quarantine record = Quarantine::read(paths.stateFolder);
    const PluginPlace window{kWindow, {}};
    const bool left = record.crashed.contains(window) || record.ended.contains(window);
    // Removes the record, so that it is reported once; if that fails it is reported again.
    static_cast<void>(setPluginEnabled(paths, window, true));
    return left;
}

}  // namespace

LastStart::LastStart(const PluginPaths& paths) : m_endedBadly(takeMark(paths)), m_mark(paths, {kWindow, {}}) {}

}  // namespace kvw::wb
