// SPDX-License-Identifier: Apache-2.0
/// Removal of columns from a CSV file, for sums that leave volatile ones out.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kvw::bundle {

/// Takes a file in pieces of any size and outputs its lines without the columns; each line ends in "\n". Lines that do
/// not fit the header, or are longer than any of ours, stay as they are.
class ColumnFilter {
 public:
    explicit ColumnFilter(std::vector<std::string> columns) : m_columns(std::move(columns)) {}

    /// Appends to `out`.
    void feed(std::string_view bytes, std::string& out);
    void finish(std::string& out);

 private:
    void line(std::string_view line, std::string& out);

    std::vector<std::string> m_columns;
    std::vector<bool> m_dropped;  ///< for each column of the file
    bool m_header = true;
    bool m_passing = false;  ///< inside a line that is too long
    std::string m_partial;
};

}  // namespace kvw::bundle
