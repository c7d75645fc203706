// SPDX-License-Identifier: Apache-2.0
/// Sums of files that leave volatile columns of CSV files out.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/files/sha256.h"

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

/// SHA-256 of a file given in pieces: of all its bytes, and without volatile columns.
class FileSums {
 public:
    /// Without columns both sums are the same.
    explicit FileSums(std::vector<std::string> columns = {});

    void update(std::string_view bytes);
    struct Sums {
        std::string whole, stable;
    };
    /// The object must not be used afterwards.
    [[nodiscard]] Sums finish();

 private:
    Sha256 m_whole, m_stable;
    std::optional<ColumnFilter> m_filter;  ///< none: both sums are the same
    std::string m_kept;
};

}  // namespace kvw::bundle
