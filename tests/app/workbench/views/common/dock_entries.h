// SPDX-License-Identifier: GPL-3.0-or-later
/// Docks that a test makes by themselves, without the window that lists them.
#pragma once

#include "app/workbench/views/common/dock.h"

namespace kvw::wb {

DockEntry attentionDock();
DockEntry budgetsDock();
DockEntry cacheDock();
DockEntry contractDock();
DockEntry hindsightDock();
DockEntry inequalityDock();
DockEntry memoryDock();
DockEntry nllDock();
DockEntry playgroundDock();
DockEntry preferenceDock();
DockEntry probesDock();
DockEntry problemsDock();
DockEntry sideBySideDock();
DockEntry stripDock();
DockEntry whatIfDock();

}  // namespace kvw::wb
