// SPDX-License-Identifier: Apache-2.0
#include "core/bundle/csv/csv_reader.h"

namespace kvw::bundle {

Result<void> checkHeader(LineReader& lines, std::string_view expected) {
    KVW_TRY_ASSIGN(const auto line, lines.next());
    if (!line) {
        return lines.errorAt("the file is empty", {}, std::string(expected));
    }
    if (*line != expected) {
        return lines.errorAt("wrong columns", std::string(beginningOf(*line, 200)), std::string(expected));
    }
    return {};
}

Result<std::optional<std::string_view>> nextRow(LineReader& lines, std::size_t rows, std::int64_t most) {
    KVW_TRY_ASSIGN(const auto line, lines.next());
    if (line && static_cast<std::int64_t>(rows) >= most) {
        return lines.errorAt("wrong number of rows", "more rows", std::to_string(most));
    }
    return line;
}

Result<std::span<const std::string_view>> cellsOf(const LineReader& lines, std::string_view line, std::size_t count,
                                                  CellSplitter& splitter) {
    const auto cells = splitter.split(line);
    if (!cells || cells->size() != count) {
        return lines.errorAt("wrong number of cells", cells ? Phrase(cells->size()) : phrase("a misplaced quote"),
                             std::to_string(count));
    }
    return *cells;
}

}  // namespace kvw::bundle
