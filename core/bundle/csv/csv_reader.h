// SPDX-License-Identifier: Apache-2.0
/// Reader of CSV rows as numbers and texts; errors name file, line and column.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/files/line_reader.h"
#include "core/base/short_text.h"
#include "core/base/text_format.h"
#include "core/trace/trace.h"

namespace kvw::bundle {

/// Reads the header line and refuses any but `expected`.
[[nodiscard]] Result<void> checkHeader(LineReader& lines, std::string_view expected);

[[nodiscard]] Result<std::span<const std::string_view>> cellsOf(const LineReader& lines, std::string_view line,
                                                                std::size_t count, CellSplitter& splitter);

/// Parses cell after cell of one line; the first failure sticks.
class CellReader {
 public:
    CellReader(std::span<const std::string_view> cells, std::string_view header) : m_cells(cells), m_header(header) {}

    template <class T>
    void integer(T& to) {
        const auto value = parseInteger(m_cells[m_at]);
        if (!value || *value < std::numeric_limits<T>::min() || *value > std::numeric_limits<T>::max()) {
            refuse("an integer");
        } else {
            to = static_cast<T>(*value);
        }
        ++m_at;
    }
    /// An empty cell gives -1.
    void countOrNone(std::int64_t& to) { m_cells[m_at].empty() ? (to = -1, void(++m_at)) : integer(to); }
    template <class T>
    void number(T& to) {
        const auto value = parseNumber<T>(m_cells[m_at]);
        if (!value) {
            refuse("a number or nothing");
        } else {
            to = *value;
        }
        ++m_at;
    }
    void word(std::string& to) { to = unguardedCell(m_cells[m_at++]); }
    void text(std::string& to) {
        auto value = bytesOfJsonText(m_cells[m_at]);
        if (!value) {
            refuse("a JSON string");
        } else {
            to = std::move(*value);
        }
        ++m_at;
    }
    void phase(Phase& to) {
        if (m_cells[m_at] != "prefill" && m_cells[m_at] != "decode") {
            refuse("prefill or decode");
        }
        to = m_cells[m_at] == "prefill" ? Phase::Prefill : Phase::Decode;
        ++m_at;
    }
    [[nodiscard]] bool good() const { return m_expected.empty(); }
    [[nodiscard]] Error error(const LineReader& lines) const {
        const auto names = splitCells(m_header);
        return lines.errorAt(phrase("wrong value in column %1", (*names)[m_bad]),
                             '"' + std::string(beginningOf(m_cells[m_bad], 60)) + '"', m_expected);
    }

 private:
    void refuse(const char* expected) {
        if (good()) {
            m_expected = expected;
            m_bad = m_at;
        }
    }

    std::span<const std::string_view> m_cells;
    std::string_view m_header;
    std::size_t m_at = 0, m_bad = 0;
    Phrase m_expected;
};

/// Calls `visit(CellReader&)` for each row. Refuses the first row beyond `most`, so that memory is taken only for what
/// the manifest claims. The caller checks for missing rows.
template <class Visit>
[[nodiscard]] Result<void> forEachRow(LineReader& lines, std::string_view header, std::int64_t most, Visit visit) {
    KVW_TRY(checkHeader(lines, header));
    const auto columns = static_cast<std::size_t>(std::count(header.begin(), header.end(), ',')) + 1;
    CellSplitter splitter;
    for (std::int64_t row = 0;; ++row) {
        const auto line = lines.next();
        if (!line || !*line) {
            return line ? Result<void>() : tl::unexpected(line.error());
        }
        if (row >= most) {
            return tl::unexpected(lines.errorAt("wrong number of rows", "more rows", std::to_string(most)));
        }
        KVW_TRY_ASSIGN(const auto cells, cellsOf(lines, **line, columns, splitter));
        CellReader reader(cells, header);
        if (Result<void> visited = visit(reader); !visited) {
            return visited;
        }
        if (!reader.good()) {
            return tl::unexpected(reader.error(lines));
        }
    }
}

}  // namespace kvw::bundle
