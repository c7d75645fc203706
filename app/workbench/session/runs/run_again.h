// SPDX-License-Identifier: GPL-3.0-or-later
/// Puts the text, policies and settings of a recorded run into the draft, to be changed and started.
#pragma once

#include <QStringList>
#include <filesystem>
#include <functional>
#include <string>

#include "app/workbench/session/draft/run_draft.h"
#include "core/trace/recording.h"

namespace kvw::wb {

class Workspace;

/// Returns the folder of the model of a run: the draft's, or empty for the embedded one. Errors: NotFound, it is
/// another model.
[[nodiscard]] Result<std::filesystem::path> modelOf(const RunDescription& run, const RunDraft& draft);
/// Puts a run into the draft. Its text is the shipped one or one of `files` with the same content; else an embedded one
/// with the same title and number of tokens; else the prompt that was typed; else the token ids. The model of the draft
/// stays if it has the run's name, otherwise the embedded one is taken. Lanes get the policies they began with, a fork
/// and its parent as one. Returns what is left out of them ("evict=12@100", "seed 3"). Errors: NotFound for a model
/// that has to be loaded first; a policy that is not installed.
[[nodiscard]] Result<QStringList> loadIntoDraft(const RunDescription& run, const Catalog& catalog, RunDraft& draft,
                                                const std::vector<std::filesystem::path>& files = {});
/// Puts a recording into the draft of the window, which knows the text files of its runs. What is left out includes
/// parameters and captures that were changed in mid-run.
[[nodiscard]] Result<QStringList> loadIntoDraft(const Recording& recording, Workspace& workspace);
/// Starts a run again as it was, but on the CPU, paused after its prompt, to get the layers' observations of the
/// prompt. Errors: NotFound for a model that has to be loaded first; a run that does not fit into memory.
[[nodiscard]] Result<void> readPromptAgain(const Recording& recording, Workspace& workspace);
/// Returns a function that gives the command of `repeatSpecs` for this machine: with the paths of its text, its model
/// and the token ids of its bundle, as far as this session knows them and they are unchanged. `bundle`: its path if it
/// was opened without being shown. The function may be called on any thread and reads files of any size, texts only if
/// the recording has a text hash.
[[nodiscard]] std::function<std::string()> commandHere(const Recording& recording, Workspace& workspace,
                                                       const std::filesystem::path& bundle = {});
/// Returns the name that recordings have for a model; `model` empty: the embedded one.
[[nodiscard]] std::string recordedName(const std::filesystem::path& model);
/// Returns a sentence to append to another; empty: nothing is left out.
[[nodiscard]] QString leftOutText(const QStringList& leftOut);

}  // namespace kvw::wb
