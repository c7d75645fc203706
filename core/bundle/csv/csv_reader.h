// SPDX-License-Identifier: Apache-2.0
/// Reader of CSV rows as numbers and texts; errors name file, line and column.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/files/line_reader.h"
#include "core/base/parse_number.h"
#include "core/base/short_text.h"
#include "core/base/text_format.h"
#include "core/bundle/file_limits.h"
#include "core/trace/trace.h"

namespace kvw::bundle {

/// Reads the header line and refuses any but `expected`.
[[nodiscard]] Result<void> checkHeader(LineReader& lines, std::string_view expected);

/// Returns the next row of a table of which `rows` have been read; none: it has no more. Refuses the first row beyond
/// `most`, so that memory is taken only for what the manifest claims.
[[nodiscard]] Result<std::optional<std::string_view>> nextRow(LineReader& lines, std::size_t rows, std::int64_t most);

[[nodiscard]] Result<std::span<const std::string_view>> cellsOf(const LineReader& lines, std::string_view line,
                                                                std::size_t count, CellSplitter& splitter);

/// A cell that is taken as it stands, less the guard of write_columns.cpp; other texts are JSON strings.
struct WordCell {
    std::string& to;
};
/// A whole number; an empty cell gives -1.
struct CountCell {
    std::int64_t& to;
};

/// Parses cell after cell of one line.
class CellReader {
 public:
    CellReader(const LineReader& lines, std::span<const std::string_view> cells, std::string_view header)
        : m_lines(lines), m_cells(cells), m_header(header) {}

    /// Parses the next cells by the types of `to`: whole numbers, numbers (an empty cell is NaN), phases, JSON strings,
    /// WordCell and CountCell. Errors: BadInput about the first wrong cell.
    template <class... To>
    [[nodiscard]] Result<void> read(To&&... to) {
        (cell(to), ...);
        return m_expected.empty() ? Result<void>() : error();
    }
    [[nodiscard]] tl::unexpected<Error> errorAt(Phrase what, Phrase found, Phrase expected) const {
        return m_lines.errorAt(std::move(what), std::move(found), std::move(expected));
    }

 private:
    template <std::integral T>
    void cell(T& to) {
        const auto value = parsedNumber<T>(m_cells[m_at]);
        to = value.value_or(to);
        end(value.has_value(), "an integer");
    }
    template <std::floating_point T>
    void cell(T& to) {
        const auto value = parseNumber<T>(m_cells[m_at]);
        to = value.value_or(to);
        end(value.has_value(), "a number or nothing");
    }
    void cell(std::string& to) {
        auto value = bytesOfJsonText(m_cells[m_at]);
        if (value) {
            to = std::move(*value);
        }
        end(value.has_value(), "a JSON string");
    }
    void cell(Phase& to) {
        to = m_cells[m_at] == "prefill" ? Phase::Prefill : Phase::Decode;
        end(to == Phase::Prefill || m_cells[m_at] == "decode", "prefill or decode");
    }
    void cell(const WordCell& word) { word.to = unguardedCell(m_cells[m_at++]); }
    void cell(const CountCell& count) { m_cells[m_at].empty() ? (count.to = -1, void(++m_at)) : cell(count.to); }

    void end(bool right, const char* expected) {
        if (!right && m_expected.empty()) {
            m_expected = expected;
            m_bad = m_at;
        }
        ++m_at;
    }
    [[nodiscard]] tl::unexpected<Error> error() const {
        const auto names = splitCells(m_header);
        return errorAt(phrase("wrong value in column %1", (*names)[m_bad]),
                       '"' + std::string(beginningOf(m_cells[m_bad], 60)) + '"', m_expected);
    }

    const LineReader& m_lines;
    std::span<const std::string_view> m_cells;
    std::string_view m_header;
    std::size_t m_at = 0, m_bad = 0;
    Phrase m_expected;
};

/// Reads a table of at most `most` rows with `parse(CellReader&, Row&, rows before) -> Result<void>` for each row;
/// `reserved`: rows to make room for. The caller checks for missing rows.
template <class Row, class Parse>
[[nodiscard]] Result<std::vector<Row>> readRows(ByteStream& csv, std::string_view header, std::int64_t most,
                                                const std::string& where, const Parse& parse,
                                                std::int64_t reserved = 0) {
    LineReader lines(csv, where, kLongestRow);
    KVW_TRY(checkHeader(lines, header));
    const auto columns = static_cast<std::size_t>(std::ranges::count(header, ',')) + 1;
    CellSplitter splitter;
    std::vector<Row> rows;
    rows.reserve(static_cast<std::size_t>(reserved));
    for (;;) {
        KVW_TRY_ASSIGN(const auto line, nextRow(lines, rows.size(), most));
        if (!line) {
            return rows;
        }
        KVW_TRY_ASSIGN(const auto cells, cellsOf(lines, *line, columns, splitter));
        CellReader reader(lines, cells, header);
        Row row;
        KVW_TRY(parse(reader, row, std::as_const(rows)));
        rows.push_back(std::move(row));
    }
}

}  // namespace kvw::bundle
