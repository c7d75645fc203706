// SPDX-License-Identifier: Apache-2.0
/// A Jinja template cut into what it writes and what it does, in a form in which spelling does not matter.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kvw {

struct TemplatePiece {
    enum class Kind { Text, Output, Block };
    Kind kind = Kind::Text;
    /// Text: as written out, after the trimming that chat templates are used with (trim_blocks, lstrip_blocks). Else
    /// the expression without spaces, with `a.b` as `a['b']`, strings decoded between `kOpen` and `kClose`, and "a" +
    /// "b" joined.
    std::string text;
};

inline constexpr char kOpen = '\x01', kClose = '\x02';

/// A string as expressions contain it.
[[nodiscard]] std::string quotedPiece(std::string_view text);
/// Empty pieces and comments are left out. Tags that never end are text.
[[nodiscard]] std::vector<TemplatePiece> templatePieces(std::string_view text);

}  // namespace kvw
