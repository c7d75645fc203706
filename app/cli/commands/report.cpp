// SPDX-License-Identifier: Apache-2.0
/// `kvw report`: one page about bundles, sweeps and evaluations.

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/output_path.h"
#include "app/cli/report/text_table.h"
#include "app/cli/values.h"
#include "core/base/files/mapped_file.h"
#include "core/base/files/small_file.h"
#include "core/eval/report/report.h"

namespace kvw::cli {
namespace {

namespace fs = std::filesystem;

struct ReportOptions {
    std::vector<fs::path> folders;
    std::vector<std::string> figures;
    fs::path out = "report.html", questionFile;
    std::string title, question;
    bool pdf = false, overwrite = false, json = false, quiet = false;
};

Result<void> checkReplaced(const fs::path& file, bool overwrite) {
    std::error_code error;
    if (!overwrite && fs::exists(file, error)) {
        return fail(Code::BadUsage, file.string(), "there is a file already", {}, "--overwrite, or another --out");
    }
    return checkFileTarget(file);
}

Result<Exit> makeReport(const ReportOptions& options) {
    if (options.out.extension() == ".pdf") {
        return fail(Code::BadUsage, "--out", "the page is HTML", options.out.string(),
                    "a name such as report.html; its PDF gets the same name");
    }
    const fs::path pdf = fs::path(options.out).replace_extension(".pdf");
    KVW_TRY(checkReplaced(options.out, options.overwrite));
    if (options.pdf) {
        KVW_TRY(checkReplaced(pdf, options.overwrite));
    }
    Report report;
    report.question = options.question;
    if (!options.questionFile.empty()) {
        constexpr std::size_t kMost = std::size_t{1} << 20;
        KVW_TRY_ASSIGN(report.question, readFile(options.questionFile, kMost));
    }
    for (const fs::path& folder : options.folders) {
        KVW_TRY_ASSIGN(auto part, reportPart(folder, options.figures));
        for (const std::string& note : part.notes) {
            warn(folder.string() + ": " + note);
        }
        report.parts.push_back(std::move(part));
    }
    report.title = options.title.empty() ? "Report on " + report.parts.front().title : options.title;
    KVW_TRY(writeSmallText(options.out, reportHtml(report)));
    std::vector<std::string> written{options.out.string()};
    if (options.pdf) {
        KVW_TRY(writePdf(reportTex(report), pdf));
        written.push_back(pdf.string());
    }
    if (options.json) {
        print(dumped({{"command", "report"}, {"files", written}}));
    } else if (!options.quiet) {
        for (const std::string& file : written) {
            print(oneLine(file) + '\n');
        }
    }
    return Exit::Good;
}

}  // namespace

void addReport(Commands& commands) {
    const auto [app, options] = commands.add<ReportOptions>(
        "report",
        "Write one self-contained page about bundles, sweeps and evaluations: settings, tables, figures, commands",
        "  kvw report snapkv-grid --out snapkv.html\n"
        "  kvw report story-run grid --question 'Are sinks needed?' --out sinks.html --pdf\n"
        "  kvw report lanes --figure nll --figure memory --out lanes.html --overwrite\n",
        makeReport);
    addOption(app, "folders", options.folders, "bundles, and folders of sweeps and evaluations",
              somePath().named("FOLDER"))
        ->required();
    addOption(app, "--out", options.out, "the page; default report.html", somePath().named("FILE"));
    app.add_flag("--pdf", options.pdf, "also a PDF of that name, made by lualatex or pdflatex");
    addOption(app, "--title", options.title, "title of the page", anyText("TEXT"));
    auto* question =
        addOption(app, "--question", options.question, "the question, which stands first", anyText("TEXT"));
    addOption(app, "--question-file", options.questionFile, "a file with the question", somePath().named("FILE"))
        ->excludes(question);
    addRepeated(app, "--figure", options.figures, "figure of every bundle; default: the standard ones", anyText("ID"));
    app.add_flag("--overwrite", options.overwrite, "replace existing files");
    app.add_flag("--json", options.json, "print one JSON object");
    app.add_flag("--quiet", options.quiet, "print errors only");
}

}  // namespace kvw::cli
