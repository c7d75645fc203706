// SPDX-License-Identifier: Apache-2.0
/// A CSV file without some of its columns, for sums that leave volatile ones out.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kvw::bundle {

/// Takes the file in pieces of any size and gives what is left of its lines; each ends in "\n". Lines that do not fit
/// the header, or are longer than any of ours, stay as they are.
class ColumnFilter {
 public:
    explicit ColumnFilter(std::vector<std::string> columns) : m_columns(std::move(columns)) {}

    /// Appends to `out`.
    void feed(std::string_view bytes, std::string& out);
    void finish(std::string& out);

 private:
    void line(std::string_view line, std::string& out);

    std::vector<std::string> m_columns;
    std::vector<bool> m_dropped;  ///< by column
    bool m_header = true;
    bool m_passing = false;  ///< in a line that is too long
    std::string m_partial;
};

[[nodiscard]] std::string withoutColumns(std::string_view csv, const std::vector<std::string>& columns);

}  // namespace kvw::bundle
