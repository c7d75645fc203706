// SPDX-License-Identifier: GPL-3.0-or-later
/// The settings of the next run that belong to no policy, in a few words.
#pragma once

#include <QString>

#include "app/workbench/session/draft/run_draft.h"

namespace kvw::wb {

/// Returns what differs from the usual, of the run and of the lane in the form: "prompt 600, KV in bf16"; "as usual".
[[nodiscard]] QString settingsSummary(RunDraft& draft);

}  // namespace kvw::wb
