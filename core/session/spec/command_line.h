// SPDX-License-Identifier: Apache-2.0
/// The `kvw` command that has the effect of a run specification.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/session/spec/run_spec.h"

namespace kvw {

/// Returns the specification as recordings and bundles contain it, without what no command contains: folders of this
/// machine, threads, and settings without effect. An embedded text is its name, another file or a model its last
/// component ("./story.txt" if the name alone is that of an embedded text). The list of token ids is empty, since the
/// recording has them.
[[nodiscard]] RunSpec recordedSpec(RunSpec spec);

/// Returns a command like "kvw run --text story --policy streaming:recent=256": only what differs from the defaults of
/// `recordedSpec`, in the order of the help, quoted for a POSIX shell; several policies make it "kvw compare". Token
/// ids given directly are "--ids ids.txt", a file that bundles of such runs hold. Thread: any. Errors: none.
[[nodiscard]] std::string commandLine(const RunSpec& spec);
/// Returns the command of each, with "; " between them.
[[nodiscard]] std::string commandLine(const std::vector<RunSpec>& specs);
/// Returns the same flags after another command ("kvw sweep"), for this machine: files of the user keep their folders.
[[nodiscard]] std::string commandLineHere(const std::string& command, const RunSpec& spec);
/// Returns the command of recorded specifications for this machine: a file or model called as `text` or `model` gets
/// the whole path, and token ids are read from the file `ids`. An empty path changes nothing.
[[nodiscard]] std::string commandHere(std::vector<RunSpec> specs, const std::filesystem::path& text,
                                      const std::filesystem::path& model, const std::filesystem::path& ids = {});
/// Returns the path from the root; empty for an empty one.
[[nodiscard]] std::filesystem::path wholePath(const std::filesystem::path& path);
/// Returns the word, quoted for a POSIX shell if needed.
[[nodiscard]] std::string shellWord(const std::string& word);

/// Returns "layer-major" or "streaming:<chunk>".
[[nodiscard]] std::string prefillText(const RunSpec& spec);

}  // namespace kvw
