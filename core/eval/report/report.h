// SPDX-License-Identifier: Apache-2.0
/// A report on bundles, sweeps and evaluations, as one page. Thread: any; everything is a value.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/figures/figure.h"

namespace kvw {

struct ReportTable {
    struct Cell {
        std::string text;
        bool marked = false;  ///< as the best of its column
    };
    std::vector<std::string> columns;
    std::vector<bool> right;  ///< [columns] numbers
    std::vector<std::vector<Cell>> rows;
    std::string caption;
};
/// Reads a table in the form of `tables::toMarkdown`; text that is no table gives one without columns.
[[nodiscard]] ReportTable reportTableOf(const std::string& markdown);

using ReportFacts = std::vector<std::pair<std::string, std::string>>;

/// Part of a report: the contents of one folder.
struct ReportPart {
    std::string title;
    ReportFacts settings, environment;
    std::vector<ReportTable> tables;
    std::vector<FigureSpec> figures;
    std::vector<std::string> commands, notes;  ///< notes: sentences about files that are not as they were written
};
/// Reads a bundle (folder or .zip), or the folder of a sweep or an evaluation. `figures`: ids of the figures of a
/// bundle; empty: the standard ones. Errors: NotFound if it is none of these; those of reading it.
[[nodiscard]] Result<ReportPart> reportPart(const std::filesystem::path& path,
                                            const std::vector<std::string>& figures = {});

struct Report {
    std::string title, question;  ///< question: plain text, empty lines are between paragraphs
    std::vector<ReportPart> parts;
};
/// Returns one page that needs no other file and runs no script.
[[nodiscard]] std::string reportHtml(const Report& report);
/// Returns a LaTeX document (pgfplots, booktabs).
[[nodiscard]] std::string reportTex(const Report& report);
/// Typesets a LaTeX document with lualatex or pdflatex, in a temporary folder. Errors: NotFound, naming both, if
/// neither is installed; Io with what TeX said.
[[nodiscard]] Result<void> writePdf(const std::string& tex, const std::filesystem::path& target);

}  // namespace kvw
