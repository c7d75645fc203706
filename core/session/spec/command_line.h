// SPDX-License-Identifier: Apache-2.0
/// The `kvw` command that has the effect of a run specification.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "core/session/spec/run_spec.h"

namespace kvw {

/// Returns a command like "kvw run --text story --policy streaming:recent=256": only what differs from the defaults, in
/// the order of the help, quoted for a POSIX shell; several policies make it "kvw compare". It contains no folder of
/// this machine: an embedded text is its name, another file or a model its last component ("./story.txt" if the name
/// alone is that of an embedded text); token ids given directly are "--ids ids.txt", a file that bundles of such runs
/// hold. Threads and the output are left out, because they do not change the result. Thread: any. Errors: none.
[[nodiscard]] std::string commandLine(const RunSpec& spec);
/// Returns the same flags after another command ("kvw sweep"), for this machine: files of the user keep their folders.
[[nodiscard]] std::string commandLineHere(const std::string& command, const RunSpec& spec);
/// Returns a command of this program (or several, with "; " between them) for this machine: where it names `text`,
/// `model` or `ids` without their folders, it gets the whole path. `ids` is the file of a bundle that "--ids ids.txt"
/// reads. An empty path, an embedded text and the name of another file change nothing.
[[nodiscard]] std::string commandHere(const std::string& command, const std::filesystem::path& text,
                                      const std::filesystem::path& model, const std::filesystem::path& ids = {});
/// Returns the word, quoted for a POSIX shell if needed.
[[nodiscard]] std::string shellWord(const std::string& word);

/// Returns the word of each choice on the command line and in bundles.
[[nodiscard]] const char* toText(Mode mode) noexcept;
[[nodiscard]] const char* toText(Positions positions) noexcept;
[[nodiscard]] const char* toText(RankKeys keys) noexcept;
[[nodiscard]] const char* toText(Capture capture) noexcept;
/// Returns the level called so; none: there is no such level.
[[nodiscard]] std::optional<Capture> captureNamed(std::string_view word) noexcept;
/// Returns "layer-major" or "streaming:<chunk>".
[[nodiscard]] std::string prefillText(const RunSpec& spec);

}  // namespace kvw
