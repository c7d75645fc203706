// SPDX-License-Identifier: Apache-2.0
/// The flags that `kvw run` and `kvw compare` share, and the run specification they make.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/decode/run_spec.h"
#include "core/policy/host/catalog.h"

namespace kvw::cli {

/// Where a run goes and what is said of it.
struct OutputOptions {
    std::filesystem::path out;  ///< of the bundle; empty: none
    bool overwrite = false, json = false, quiet = false;
    bool noCopy = false;  ///< with `out`: nothing is kept for a crash while the run goes on

    /// Declares the flags. `app` must not outlive the options.
    void declareOutput(CLI::App& app);
};

/// As typed. What CLI11 writes into lives as long as the options do.
struct RunOptions : OutputOptions {
    std::string model, text, prompt, ids, system, chatTemplate;
    std::vector<std::string> policies;
    std::string mode = "teacher", device = "cpu", dtype = "f32", kvDtype = "f32", positions = "original",
                rankKeys = "raw";
    std::string prefill = "layer-major", capture = "stats";
    std::int64_t rowsLimit = 0;
    std::int64_t promptTokens = -1, steps = -1, seed = 0, topK = 0;
    double temperature = 0, topP = 1;
    int threads = 0;
    bool chat = false, noSpecialTokens = false;
    bool compare = false;  ///< several policies, the first is made `full`

    /// Declares the flags. `app` must not outlive the options.
    void declare(CLI::App& app);

    /// Checks what can be checked without the engine, in a few milliseconds: policies against the catalog, files, token
    /// ids against the vocabulary, the place of the output. Policies come out in canonical form.
    [[nodiscard]] Result<RunSpec> spec(const CLI::App& app, const Catalog& catalog) const;

 private:
    /// The text of `spec` becomes a message in the model's chat template. Nothing without --chat.
    [[nodiscard]] Result<void> applyChat(const CLI::App& app, RunSpec& spec) const;
};

/// The embedded text of that name (with or without .txt), so that a command means the same in every folder; else a file
/// of that path. Of a file that is passed over so, standard error says how it is reached. Errors: NotFound, with the
/// nearest name.
[[nodiscard]] Result<std::filesystem::path> findText(const std::string& name);
/// The vocabulary of the model in a directory (empty: the embedded one), from its configuration.
[[nodiscard]] Result<std::int64_t> vocabularyOf(const std::filesystem::path& model);

}  // namespace kvw::cli
