// SPDX-License-Identifier: Apache-2.0
/// The `kvw` command that has the effect of a run specification.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "core/decode/run_spec.h"

namespace kvw {

/// "kvw run --text story --policy streaming:recent=256": only what differs from the defaults, in the order of the help,
/// quoted for a POSIX shell; several policies make it "kvw compare". No folder of this machine is in it: an embedded
/// text is its name, another file or a model its last component ("./story.txt" where the name alone is that of an
/// embedded text); token ids given directly are "--ids ids.txt", a file that bundles of such runs hold. Threads and the
/// output are left out, because they do not change the result. Thread: any. Errors: none.
[[nodiscard]] std::string commandLine(const RunSpec& spec);
/// The same flags behind another command ("kvw sweep"), with folders where a file of the user has one: for this
/// machine.
[[nodiscard]] std::string commandLineHere(const std::string& command, const RunSpec& spec);
/// A command of this program (or several, with "; " between them) for this machine: `text`, `model` and `ids`, the file
/// of a bundle that "--ids ids.txt" reads, are whole paths where it names them without their folders. An empty path, an
/// embedded text and a word for another file leave it as it is.
[[nodiscard]] std::string commandHere(const std::string& command, const std::filesystem::path& text,
                                      const std::filesystem::path& model, const std::filesystem::path& ids = {});
/// Quoted for a POSIX shell where that is needed.
[[nodiscard]] std::string shellWord(const std::string& word);

/// The word of a flag for each choice, as on the command line and in bundles.
[[nodiscard]] const char* toText(Mode mode) noexcept;
[[nodiscard]] const char* toText(Positions positions) noexcept;
[[nodiscard]] const char* toText(RankKeys keys) noexcept;
[[nodiscard]] const char* toText(Capture capture) noexcept;
/// None: no level is called so.
[[nodiscard]] std::optional<Capture> captureNamed(std::string_view word) noexcept;
/// "layer-major" or "streaming:<chunk>".
[[nodiscard]] std::string prefillText(const RunSpec& spec);

}  // namespace kvw
