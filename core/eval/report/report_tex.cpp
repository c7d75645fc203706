// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <string_view>

#include "core/base/comma_list.h"
#include "core/base/files/mapped_file.h"
#include "core/base/files/small_file.h"
#include "core/base/process/child_process.h"
#include "core/base/utf8.h"
#include "core/base/version.h"
#include "core/eval/report/report.h"
#include "core/figures/figure_io.h"
#include "core/figures/latex_text.h"
#include "core/figures/pgfplots/figure_pgfplots.h"

namespace kvw {
namespace {

namespace fs = std::filesystem;
using figures::latexCode;
using figures::latexText;

constexpr double kPageWidth = 165;         // millimetres
constexpr std::size_t kLinesOfTable = 40;  // on a page
constexpr std::size_t kMostPdf = std::size_t{512} << 20;
constexpr std::string_view kPreamble = R"(\documentclass[a4paper]{article}
\usepackage[margin=20mm]{geometry}
\ifdefined\directlua\usepackage{fontspec}\else\usepackage[utf8]{inputenc}\usepackage[T1]{fontenc}\fi
\usepackage{textcomp,array,booktabs,graphicx,xcolor,pgfplots}
\usepgfplotslibrary{groupplots}
\pgfplotsset{compat=1.17}
\setlength{\parindent}{0pt}
\setlength{\parskip}{4pt}
\begin{document}
)";

/// Returns the table as tabulars that fit a page, as wide as the text at most.
std::string tableTex(const ReportTable& table) {
    std::string columns, heading, out;
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
        columns += table.right[column] ? 'r' : 'l';
        heading += (column == 0 ? "" : " & ") + latexText(table.columns[column]);
    }
    for (std::size_t begin = 0; begin < table.rows.size(); begin += kLinesOfTable) {
        out +=
            "\\begin{center}\\small\n\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%\n"
            "\\begin{tabular}{" +
            columns + "}\n\\toprule\n{}" + heading + " \\\\\n\\midrule\n";
        for (std::size_t row = begin; row < std::min(table.rows.size(), begin + kLinesOfTable); ++row) {
            std::string line;
            for (std::size_t column = 0; column < table.rows[row].size(); ++column) {
                const ReportTable::Cell& cell = table.rows[row][column];
                const std::string text = latexText(cell.text);
                line += (column == 0 ? "{}" : " & ") + (cell.marked ? "\\textbf{" + text + '}' : text);
            }
            out += line + " \\\\\n";
        }
        out += "\\bottomrule\n\\end{tabular}}\n\\end{center}\n";
    }
    return out + (table.caption.empty() ? "" : "{\\small " + latexText(table.caption) + "\\par}\n");
}

std::string factsTex(const char* title, const ReportFacts& facts) {
    if (facts.empty()) {
        return {};
    }
    std::string out = fmt::format("\\subsection*{{{}}}\n{{\\small\n", title);
    for (const auto& [name, value] : facts) {
        out += "\\textit{" + latexText(name) + "}: " + latexCode(value) + "\\par\n";
    }
    return out + "}\n";
}

/// Returns the first error in what TeX printed.
std::string texError(const std::string& output) {
    for (const std::string& line : splitAt(output, '\n')) {
        if (line.starts_with('!')) {
            return lossyUtf8(line);
        }
    }
    return {};
}

/// A folder that is removed at the end.
struct TemporaryFolder {
    fs::path path;
    TemporaryFolder() = default;
    ~TemporaryFolder() {
        std::error_code error;
        if (!path.empty()) {
            fs::remove_all(path, error);
        }
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
};

}  // namespace

std::string reportTex(const Report& report) {
    std::string out(kPreamble);
    out += "\\section*{" + latexText(report.title) + "}\n";
    for (const std::string& line : splitAt(report.question, '\n')) {
        out += trimmed(line).empty() ? "\\par\n" : latexText(line) + '\n';
    }
    for (const ReportPart& part : report.parts) {
        out += "\\section*{" + latexText(part.title) + "}\n";
        for (const std::string& note : part.notes) {
            out += "\\textbf{Note:} " + latexText(note) + "\\par\n";
        }
        out += factsTex("Settings", part.settings);
        for (const ReportTable& table : part.tables) {
            out += tableTex(table);
        }
        for (const FigureSpec& figure : part.figures) {
            out += "\\begin{center}\n" + figures::toPgfplots(figure, kPageWidth) +
                   "\n\\end{center}\n{\\small \\textbf{" + latexText(figure.title.text()) + "} " +
                   latexText(figure.caption) + ' ' + latexCode(figures::provenanceLine(figure)) + "\\par}\n";
        }
        out += factsTex("Environment", part.environment);
        if (!part.commands.empty()) {
            out += "\\subsection*{Commands}\n";
        }
        for (const std::string& command : part.commands) {
            out += "{\\raggedright\\small " + latexCode(command) + "\\par}\n";
        }
    }
    return out + "\\bigskip{\\small KV Workbench " + latexText(version()) + "}\n\\end{document}\n";
}

namespace {

/// Typesets FOLDER/report.tex. Errors: Io with the first error that TeX prints.
Result<void> typeset(const fs::path& program, const fs::path& folder) {
    ChildLimits limits;
    limits.time = std::chrono::minutes(5);
    KVW_TRY_ASSIGN(const ChildAnswer answer,
                   runChild(program,
                            {"-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape",
                             "-output-directory=" + folder.string(), (folder / "report.tex").string()},
                            ownEnvironment(), {}, limits));
    if (answer.code != 0 || answer.signal != 0 || answer.tooLate || answer.tooLong) {
        return fail(Code::Io, program.string(), "TeX did not make the PDF", texError(answer.output));
    }
    return {};
}

}  // namespace

Result<void> writePdf(const std::string& tex, const fs::path& target) {
    std::vector<fs::path> programs = findPrograms("lualatex");
    const std::vector<fs::path> others = findPrograms("pdflatex");
    programs.insert(programs.end(), others.begin(), others.end());
    if (programs.empty()) {
        return fail(Code::NotFound, target.string(), "a PDF is made by TeX, which is not installed", {},
                    "lualatex or pdflatex, with pgfplots");
    }
    TemporaryFolder folder;
    std::error_code error;
    std::string name = (fs::temp_directory_path(error) / "kvw-report-XXXXXX").string();
    if (error || mkdtemp(name.data()) == nullptr) {
        return fail(Code::Io, name,
                    phrase("the folder cannot be made: %1", systemReason(error ? error.value() : errno)));
    }
    folder.path = name;
    KVW_TRY(writeSmallText(folder.path / "report.tex", tex));
    // LuaTeX may be installed without the fonts or packages that pdfTeX has.
    Result<void> done;
    for (const fs::path& program : programs) {
        done = typeset(program, folder.path);
        if (done) {
            break;
        }
    }
    KVW_TRY(done);
    KVW_TRY_ASSIGN(const std::string pdf, readFile(folder.path / "report.pdf", kMostPdf));
    return writeSmallText(target, pdf);
}

}  // namespace kvw
