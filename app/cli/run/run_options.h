// SPDX-License-Identifier: Apache-2.0
/// The flags that `kvw run` and `kvw compare` share, and the run specification made from them.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/policy/host/catalog.h"
#include "core/session/spec/run_changes.h"
#include "core/session/spec/run_spec.h"

namespace kvw::cli {

/// Options for the destination of a run and for what is printed.
struct OutputOptions {
    std::filesystem::path out;  ///< path of the bundle; empty: none
    bool overwrite = false, json = false, quiet = false;
    bool noFigures = false;  ///< with `out`: the bundle lacks the descriptions of figures, which follow from its data
    bool noCopy = false;  ///< with `out`: no copy is kept in case of a crash while the run goes on

    /// Declares the flags. The options must outlive `app`.
    void declareOutput(CLI::App& app);
};

/// Option values as typed. CLI11 keeps pointers to the members, so the options must outlive the parser.
struct RunOptions : OutputOptions {
    RunSpec typed;  ///< what the specification takes as it is
    std::string text, prompt, question, ids, system, chatTemplate, jitter;
    std::vector<std::string> policies;
    std::string mode = "teacher", positions = "original", rankKeys = "raw", prefill = "layer-major", capture = "stats";
    bool chat = false, noSpecialTokens = false;
    bool compare = false;  ///< several policies, with `full` as the first

    /// Declares the flags. The options must outlive `app`.
    void declare(CLI::App& app);

    /// Returns the lanes as typed, with the noise of --jitter. Errors: those of withJitter.
    [[nodiscard]] Result<std::vector<std::string>> lanes() const { return withJitter(policies, jitter); }
    /// Checks what can be checked without the engine, in a few milliseconds: policies against the catalog, files, token
    /// ids against the vocabulary, the output path. Policies are returned in canonical form.
    [[nodiscard]] Result<RunSpec> spec(const CLI::App& app, const Catalog& catalog) const;

 private:
    /// Renders the text of `spec` as a message in the model's chat template, which then ends with the question. Without
    /// --chat it changes nothing.
    [[nodiscard]] Result<void> applyChat(const CLI::App& app, RunSpec& spec) const;
};

/// Finds a text file. A shipped text of that name (with or without .txt) goes first, so that a command means the same
/// in every folder; otherwise `name` is a path. If a local file is hidden by a shipped text, standard error says how to
/// name it. Errors: NotFound, with the nearest name.
[[nodiscard]] Result<std::filesystem::path> findText(const std::string& name);
/// Returns the text of the file of that name, else `textOrFile` itself. Errors: those of Document::load.
[[nodiscard]] Result<std::string> questionText(const std::string& textOrFile);
/// Returns the vocabulary size from the configuration of the model in a directory (empty: the embedded model).
[[nodiscard]] Result<std::int64_t> vocabularyOf(const std::filesystem::path& model);

}  // namespace kvw::cli
