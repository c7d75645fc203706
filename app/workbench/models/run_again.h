// SPDX-License-Identifier: GPL-3.0-or-later
/// A recorded run as the next one: its text, policies and settings come into the draft, to be changed and started.
#pragma once

#include "app/workbench/models/run_draft.h"
#include "core/trace/recording.h"

namespace kvw::wb {

/// The text is the embedded one of that title where there is one with as many tokens, else the tokens themselves. The
/// model of the draft stays if it is of the same name. Errors: NotFound for a model that has to be loaded first; a
/// policy that is not installed.
[[nodiscard]] Result<void> takeOver(const RunDescription& run, const Catalog& catalog, RunDraft& draft);

}  // namespace kvw::wb
