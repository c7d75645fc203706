// SPDX-License-Identifier: GPL-3.0-or-later
/// A recorded run as the next one: its text, policies and settings come into the draft, to be changed and started.
#pragma once

#include <QStringList>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "app/workbench/models/run_draft.h"
#include "core/trace/recording.h"

namespace kvw::wb {

class Workspace;

/// Where the model of a run is: the draft's, or the embedded one (empty). Errors: NotFound, it is another.
[[nodiscard]] Result<std::filesystem::path> modelOf(const RunDescription& run, const RunDraft& draft);
/// The text is the embedded one or that of `files` with the same content, an embedded one of that title with as many
/// tokens, else what was `typed`, else the tokens themselves. The model of the draft stays if it is of the same name.
/// Lanes come with the policies they began with, a fork and its parent as one; the value: what is left out of them
/// ("evict=12@100", "seed 3"). Errors: NotFound for a model that has to be loaded first; a policy that is not
/// installed.
[[nodiscard]] Result<QStringList> takeOver(const RunDescription& run, const Catalog& catalog, RunDraft& draft,
                                           const std::vector<std::filesystem::path>& files = {},
                                           const std::optional<std::string>& typed = {});
/// Into the draft of the window, which knows the text files and the typed prompts of its runs. Left out is also what
/// was turned while the run went on.
[[nodiscard]] Result<QStringList> takeOver(const Recording& recording, Workspace& workspace);
/// Starts a run again as it was, to wait behind its prompt: what the layers observe of that is known from then on.
/// Errors: NotFound for a model that has to be loaded first; a run that does not fit into memory.
[[nodiscard]] Result<void> readPromptAgain(const Recording& recording, Workspace& workspace);
/// What gives `command`, which makes it, for this machine: with the folders of its text, its model and its bundle,
/// whose token ids it may read, where this session knows them and they are still what they were. `bundle`: where it was
/// opened without being shown. It reads files of any size when it is called, on any thread; texts only where the
/// recording has the hash of one.
[[nodiscard]] std::function<std::string()> commandHere(const std::string& command, const Recording& recording,
                                                       Workspace& workspace, const std::filesystem::path& bundle = {});
/// What a recording calls a model; `model` empty: the embedded one.
[[nodiscard]] std::string recordedName(const std::filesystem::path& model);
/// A sentence to stand behind another; empty: nothing is left out.
[[nodiscard]] QString leftOutText(const QStringList& leftOut);

}  // namespace kvw::wb
